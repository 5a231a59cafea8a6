// Figures of types and fields with their 95 % intervals, and the documents that differ.
import { useState } from "react";
import type { FieldScoreView, Proportion, TypeScoreView } from "../../ipc";
import { Btn } from "../../shared/Btn";
import { count, many } from "../../shared/format";
import { interval, shareOf, type Words } from "./figures";
import { Opens, type Open } from "./Opens";

function Share({ of }: { of: Proportion }) {
  return (
    <>
      {shareOf(of)}
      {of.value !== null && <small className="interval">{interval(of)}</small>}
    </>
  );
}

function Differ({ positions, what, onOpen }: { positions: number[]; what: string; onOpen: Open }) {
  if (positions.length === 0) return <span className="muted">none</span>;
  const documents = many(positions.length, "document");
  return (
    <Opens positions={positions} label={`${documents} with differences in ${what}`} onOpen={onOpen}>
      {documents}
    </Opens>
  );
}

export function Types({ types, words, onOpen }: { types: TypeScoreView[]; words: Words; onOpen: Open }) {
  return (
    <div className="wide">
      <table className="plain scores">
        <caption className="unseen">Figures by type, with 95 % intervals</caption>
        <thead>
          <tr>
            <th scope="col">Type</th>
            <th scope="col">Of those, found</th>
            <th scope="col">Of those found, {words.right.toLowerCase()}</th>
            <th scope="col">Values exact</th>
            <th scope="col">{words.except}</th>
            <th scope="col" className="num">{words.added}</th>
            <th scope="col">Differ in</th>
          </tr>
        </thead>
        <tbody>
          {types.map((type) => (
            <tr key={type.label}>
              <th scope="row">{type.label}</th>
              <td><Share of={type.recall} /></td>
              <td><Share of={type.precision} /></td>
              <td><Share of={type.exact} /></td>
              <td><Share of={type.normalised} /></td>
              <td className="num">{count(type.invented)}</td>
              <td><Differ positions={type.differ} what={type.label} onOpen={onOpen} /></td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

export function Fields({ fields, words, onOpen }: { fields: FieldScoreView[]; words: Words; onOpen: Open }) {
  const [all, setAll] = useState(false);
  const differing = fields.filter(({ differ }) => differ.length > 0);
  const shown = all ? fields : differing;
  if (fields.length === 0) return <p className="muted">The documents have no values to compare.</p>;
  return (
    <>
      {shown.length === 0 ? (
        <p>All {many(fields.length, "field")} agree in every document.</p>
      ) : (
        <div className="wide">
          <table className="plain scores">
            <caption className="unseen">Figures by field, with 95 % intervals</caption>
            <thead>
              <tr>
                <th scope="col">Field</th>
                <th scope="col">Type</th>
                <th scope="col">Exact</th>
                <th scope="col">{words.except}</th>
                <th scope="col" className="num">{words.added}</th>
                <th scope="col">Differ in</th>
              </tr>
            </thead>
            <tbody>
              {shown.map((one) => (
                <tr key={`${one.label}.${one.field}`}>
                  <th scope="row">{one.field}</th>
                  <td>{one.label}</td>
                  <td><Share of={one.exact} /></td>
                  <td><Share of={one.normalised} /></td>
                  <td className="num">{count(one.invented)}</td>
                  <td><Differ positions={one.differ} what={`${one.label} ${one.field}`} onOpen={onOpen} /></td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {differing.length < fields.length && (
        <Btn kind="link" aria-expanded={all} onPress={() => setAll(!all)}>
          {all ? "Show only fields that differ" : `Show all ${many(fields.length, "field")}`}
        </Btn>
      )}
    </>
  );
}

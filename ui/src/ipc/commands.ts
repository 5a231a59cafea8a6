// The commands of the program as the screens call them: a refusal is a thrown `Refusal`. No decisions are made here.
import { commands as program } from "./bindings";
import type * as T from "./types";

/** What the program could not do, in the program's two sentences. */
export class Refusal extends Error {
  readonly trouble: T.Trouble;
  constructor(trouble: T.Trouble) {
    super(trouble.message);
    this.name = "Refusal";
    this.trouble = trouble;
  }
}

function isTrouble(value: unknown): value is T.Trouble {
  return typeof value === "object" && value !== null && "code" in value && "message" in value && "advice" in value;
}

/** Anything thrown, as something that can be shown. */
export function troubleOf(error: unknown): T.Trouble {
  if (error instanceof Refusal) return error.trouble;
  if (isTrouble(error)) return error;
  const message = error instanceof Error ? error.message : String(error);
  return { code: "unexpected", message, advice: "Try again; if it happens again, copy the report in Settings." };
}

type Answer<D> = Promise<{ status: "ok"; data: D } | { status: "error"; error: T.Trouble }>;

async function told<D>(answer: Answer<D>): Promise<D> {
  const reply = await answer;
  // A call that the program does not understand is answered with a bare sentence.
  if (reply.status === "error") throw isTrouble(reply.error) ? new Refusal(reply.error) : new Error(String(reply.error));
  return reply.data;
}

export const overview = () => told(program.overview()) as Promise<T.Overview>;
export const setPreferences = (preferences: T.Preferences) =>
  told(program.setPreferences(preferences)) as Promise<T.Preferences>;

export const sides = (pack: string | null) => told(program.sides(pack));
export const evaluation = (query: T.EvaluationQuery) => told(program.evaluation(query));
export const stopEvaluation = () => program.stopEvaluation();

export const chooseFiles = () => told(program.chooseFiles());
export const chooseFolder = () => told(program.chooseFolder());
export const pastePaths = (text: string) => told(program.pastePaths(text));
export const inspect = (ticket: string) => told(program.inspect(ticket));
export const importFiles = (ticket: string, options: T.ImportOptions) => told(program.import(ticket, options));
export const importSamples = () => told(program.importSamples());
export const stopImport = () => program.stopImport();
export const unlock = (id: string, password: string) => told(program.unlock(id, password));
export const takeOpenedFiles = () => told(program.takeOpenedFiles());

export const library = (query: T.LibraryQuery) => told(program.library(query));
export const caseView = (name: string) => told(program.caseView(name));
export const reviewQueue = (query: T.ReviewQuery) => told(program.reviewQueue(query));
export const claim = (id: string, from: T.ClaimView["place"], to: T.ClaimView) => told(program.claim(id, from, to));
export const unverified = (ids: string[]) => told(program.unverified(ids));
export const acceptAll = (ids: string[]) => told(program.acceptAll(ids));
export const groundTruths = () => told(program.groundTruths());
export const audit = () => told(program.audit());
export const secondReviews = () => told(program.secondReviews());
export const setSecondRules = (rules: T.SecondRules) => told(program.setSecondRules(rules));
export const blankDocument = (document: string, label: string | null) => told(program.blankDocument(document, label));
export const saveSecondReview = (document: string, label: string, typed: T.TypedValue[]) =>
  told(program.saveSecondReview(document, label, typed));
export const withdrawSecondReview = (document: string, withdrawn: boolean) =>
  told(program.withdrawSecondReview(document, withdrawn));
export const adjudicate = (document: string, rulings: Record<string, T.Ruling>) =>
  told(program.adjudicate(document, rulings));
export const verifyAudit = () => told(program.verifyAudit());
export const stopAudit = () => program.stopAudit();
export const setAuditRules = (rules: T.AuditRules) => told(program.setAuditRules(rules));
export const switchAcceptance = (pack: string, on: boolean) => told(program.switchAcceptance(pack, on));
export const rerun = (ids: string[]) => told(program.rerun(ids));
export const setPack = (ids: string[], change: T.ReadAs) => told(program.setPack(ids, change));
export const chosen = (ids: string[]) => told(program.chosen(ids));
export const setCase = (ids: string[], name: string | null) => told(program.setCase(ids, name));
export const trash = (ids: string[]) => told(program.trash(ids));
export const restore = (ids: string[]) => told(program.restore(ids));
export const emptyTrash = () => told(program.emptyTrash());
export const pause = () => told(program.pause());
export const resume = () => told(program.resume());
export const cancel = (ids: string[]) => told(program.cancel(ids));
export const retry = (state: T.State) => told(program.retry(state));

export const document = (id: string) => told(program.document(id));
export const pageWords = (id: string, page: number) => told(program.pageWords(id, page));
export const pageReadings = (id: string, page: number) => told(program.pageReadings(id, page));
export const findInDocument = (id: string, text: string) => told(program.findInDocument(id, text));
export const explain = (id: string, place: string) => told(program.explain(id, place));
export const checkValue = (id: string, form: string, path: string, text: string) =>
  told(program.checkValue(id, form, path, text));
export const correct = (id: string, form: string, path: string, by: T.Edit) =>
  told(program.correct(id, form, path, by));
export const removeRow = (id: string, form: string, path: string) => told(program.removeRow(id, form, path));
export const askCorrection = (id: string, form: string, words: string) => told(program.askCorrection(id, form, words));
export const cancelCorrection = (id: string, form: string) => told(program.cancelCorrection(id, form));
export const acceptProposal = (id: string, proposal: string) => told(program.acceptProposal(id, proposal));
export const declineProposal = (id: string, proposal: string) => told(program.declineProposal(id, proposal));
export const pickReading = (id: string, issue: string, pick: T.ReadingPick) => told(program.pickReading(id, issue, pick));
export const pickList = (id: string, form: string, list: string, pick: T.ReadingPick) =>
  told(program.pickList(id, form, list, pick));
export const undo = (id: string) => told(program.undo(id));
export const redo = (id: string) => told(program.redo(id));
export const judge = (id: string, judgement: T.Judgement) => told(program.judge(id, judgement));
export const saveReview = (id: string, judgement: T.Judgement, remarks: T.Remarks) =>
  told(program.saveReview(id, judgement, remarks));
export const relabel = (id: string, path: string, label: string) => told(program.relabel(id, path, label));
export const packet = (id: string) => told(program.packet(id));
export const exportPacket = (id: string, format: T.PacketFormat) => told(program.exportPacket(id, format));
export const compareWith = (ids: string[]) => told(program.compareWith(ids));
export const transcript = (run: string, attempt: string) => told(program.transcript(run, attempt));

export const exportFormats = () => program.exportFormats();
export const exportCounts = (request: T.ExportRequest) => told(program.exportCounts(request));
export const chooseExport = (name: string, format: string) => told(program.chooseExport(name, format));
export const exportDocuments = (ticket: string, request: T.ExportRequest) => told(program.export(ticket, request));
export const stopExport = () => program.stopExport();
export const showInFolder = (ticket: string) => told(program.showInFolder(ticket));

export const packs = () => told(program.packs());
export const guides = (pack: string) => told(program.guides(pack));
export const compareGuide = (pack: string, stage: string, text: string) => told(program.compareGuide(pack, stage, text));
export const compareGuideVersion = (pack: string, stage: string, version: number) =>
  told(program.compareGuideVersion(pack, stage, version));
export const setGuide = (pack: string, stage: string, text: string) => told(program.setGuide(pack, stage, text));
export const resetGuide = (pack: string, stage: string) => told(program.resetGuide(pack, stage));
export const prints = () => told(program.prints());
export const forgetPrints = (ids: string[]) => told(program.forgetPrints(ids));
export const restorePrints = (ids: string[]) => told(program.restorePrints(ids));
export const engines = () => told(program.engines());
export const keyState = (provider: string) => told(program.keyState(provider));
export const setKey = (provider: string, key: string, sessionOnly: boolean) =>
  told(program.setKey(provider, key, sessionOnly));
export const testKey = (provider: string) => told(program.testKey(provider));
export const testModel = (engine: string) => told(program.testModel(engine));
export const cancelTest = () => program.cancelTest();
export const consentAsk = (engine: string, document: string | null) => told(program.consentAsk(engine, document));
export const agree = (engine: string) => told(program.agree(engine));
export const withdraw = (provider: string) => told(program.withdraw(provider));
export const keepHere = (engine: string) => told(program.keepHere(engine));
export const estimate = (ticket: string, pack: string, engine: string) => told(program.estimate(ticket, pack, engine));
export const estimateAgain = (ids: string[], pack: string, engine: string) =>
  told(program.estimateAgain(ids, pack, engine));
export const sent = (id: string) => told(program.sent(id));
export const sentRequest = (id: string, call: string) => told(program.sentRequest(id, call));
export const removeKey = (provider: string) => told(program.removeKey(provider));
export const diagnostics = () => told(program.diagnostics());
export const openDataFolder = () => told(program.openDataFolder());
export const chooseDataFolder = () => told(program.chooseDataFolder());
export const nextDataFolder = () => told(program.nextDataFolder());

export const backUp = () => told(program.backUp());
export const verifyWorkspace = () => told(program.verifyWorkspace());
export const verifyBackup = () => told(program.verifyBackup());
export const restoreBackup = () => told(program.restoreBackup());
export const stopBackup = () => program.stopBackup();

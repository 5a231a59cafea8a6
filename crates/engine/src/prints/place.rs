//! Reads the value at a place of a page.

use super::align::{Alignment, Printed};
use super::fixed::placed;
use serde_json::Value;
use touchstone_core::pack::{Extent, FieldSpec};
use touchstone_core::record::{Evidence, Format, PrintPage, PrintPlace};
use touchstone_core::text::{evidence_of, joined};
use touchstone_core::value;
use touchstone_intake::{Page, Region, Word};

/// Max distance between the middle of a value and that of its place, in lines.
const LEVEL: f32 = 0.6;
/// Max distance of the left end, the right end or the middle of a value from that of its place, in lines. Values of one
/// column share one of them, however long they are.
const FLUSH: f32 = 1.0;
/// Max gap between the words of a value, in font sizes.
const GAP: f32 = 1.5;
/// Max distance of the middle of a word from a cell that it belongs to, in lines.
const EDGE: f32 = 0.3;
/// Max distance from one line of a text to the next, in lines.
const NEXT_LINE: f32 = 2.2;
/// Max lines of a text.
const MOST_LINES: usize = 5;

/// What a place has.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Read {
    pub value: Value,
    /// One per printed line.
    pub evidence: Vec<Evidence>,
}

/// A page with a print laid over it.
pub(super) struct Laid<'a> {
    page: &'a Page,
    print: &'a PrintPage,
    alignment: Alignment,
    /// By word of the page: whether it belongs to the fixed print.
    fixed: Vec<bool>,
}

impl<'a> Laid<'a> {
    /// `None` if the page is not of this print.
    pub(super) fn over(print: &'a PrintPage, page: &'a Page) -> Option<Self> {
        let printed = Printed::of(page.reading.words.iter().filter_map(placed));
        let alignment = Alignment::of(print, &printed).filter(Alignment::is_same)?;
        let is_fixed = |word: &Word| placed(word).is_some_and(|word| alignment.is_fixed(&word));
        let fixed = page.reading.words.iter().map(is_fixed).collect();
        Some(Self {
            page,
            print,
            alignment,
            fixed,
        })
    }

    /// Share of the fixed words that are on the page.
    pub(super) fn share(&self) -> f32 {
        self.alignment.share
    }

    fn on_page(&self, region: &Region) -> Option<Region> {
        self.alignment.place(region, self.print, self.page.number)
    }

    fn line(&self) -> f32 {
        self.alignment.height(self.print.line)
    }

    /// The value of a field, if there is one at its place.
    pub(super) fn read(&self, place: &PrintPlace, spec: &FieldSpec) -> Option<Read> {
        let first = self.on_page(place.lines.first()?)?;
        let cell = place.cell.and_then(|cell| self.on_page(&cell));
        let cell = cell.map(|cell| cell.grown(EDGE * self.line()));
        let spot = Spot { first, cell };
        match spec.format {
            Format::Bool | Format::Count | Format::List => None,
            Format::Text => self.text(place, spec, &spot),
            _ => self.typed(spec, &spot),
        }
    }

    /// The longest run of words at a place that has the format.
    fn typed(&self, spec: &FieldSpec, spot: &Spot) -> Option<Read> {
        let mut best: Option<(usize, Read)> = None;
        for run in self.runs(spot.first.center().1, spot) {
            for from in 0..run.len() {
                for to in (from + 1..=run.len()).rev() {
                    let words = &run[from..to];
                    let is_longer = best.as_ref().is_none_or(|(length, _)| *length < words.len());
                    if !is_longer || !self.is_flush(words, &spot.first) {
                        continue;
                    }
                    let Some(evidence) = self.evidence(words) else { continue };
                    if let Ok(value) = value::parse(&spec.format, &evidence.quote) {
                        let evidence = vec![evidence];
                        best = Some((words.len(), Read { value, evidence }));
                    }
                }
            }
        }
        best.map(|(_, read)| read)
    }

    fn text(&self, place: &PrintPlace, spec: &FieldSpec, spot: &Spot) -> Option<Read> {
        let mut evidence = vec![self.evidence(&self.flush_run(spot.first.center().1, &spot.first, spot)?)?];
        let others = self.others(&place.field);
        while spec.extent == Extent::Lines && evidence.len() < MOST_LINES {
            let Some(last) = evidence.last().and_then(|piece| piece.regions.first().copied()) else {
                break;
            };
            let Some(next) = self.next_line(&last, spot, &others) else {
                break;
            };
            evidence.push(next);
        }
        let lines: Vec<&str> = evidence.iter().map(|piece| piece.quote.as_str()).collect();
        Some(Read {
            value: value::parse(&spec.format, &spec.lines.join(&lines)).ok()?,
            evidence,
        })
    }

    /// The line below the last one of a text, if it belongs to it.
    fn next_line(&self, last: &Region, spot: &Spot, others: &[Region]) -> Option<Evidence> {
        let (line, above) = (self.line(), last.center().1);
        let words = self.page.reading.words.iter().map(|word| &word.region);
        let below = words
            .filter(|word| word.overlap_x(last) > 0.0)
            .map(|word| word.center().1);
        let level = below
            .filter(|y| (0.5 * line..=NEXT_LINE * line).contains(&(y - above)))
            .min_by(f32::total_cmp)?;
        let words = self.flush_run(level, last, spot)?;
        let evidence = self.evidence(&words)?;
        let is_others = |region: &Region| {
            others
                .iter()
                .any(|other| other.shared_area(region) > 0.3 * region.area())
        };
        (!evidence.regions.iter().any(is_others)).then_some(evidence)
    }

    /// The places of the other fields.
    fn others(&self, field: &str) -> Vec<Region> {
        let others = self.print.places.iter().filter(|other| other.field != field);
        others
            .flat_map(|other| &other.lines)
            .filter_map(|line| self.on_page(line))
            .collect()
    }

    fn flush_run(&self, level: f32, with: &Region, spot: &Spot) -> Option<Vec<usize>> {
        let mut runs = self.runs(level, spot).into_iter();
        runs.find(|run| self.is_flush(run, with))
    }

    /// The words on a level that are no fixed print, in runs without wide gaps, from left to right.
    fn runs(&self, level: f32, spot: &Spot) -> Vec<Vec<usize>> {
        let words = &self.page.reading.words;
        let is_here = |index: &usize| {
            let (x, y) = words[*index].region.center();
            let is_inside = spot.cell.is_none_or(|cell| cell.contains_point(x, y));
            (y - level).abs() <= LEVEL * self.line() && is_inside
        };
        let mut here: Vec<usize> = (0..words.len()).filter(is_here).collect();
        here.sort_by(|&a, &b| words[a].region.x.total_cmp(&words[b].region.x));
        let mut runs: Vec<Vec<usize>> = Vec::new();
        let mut last: Option<usize> = None;
        for index in here {
            if self.fixed[index] {
                last = None;
                continue;
            }
            let joins = last.is_some_and(|last| {
                words[index].region.x - words[last].region.right() <= GAP * words[index].size.max(1.0)
            });
            match runs.last_mut() {
                Some(run) if joins => run.push(index),
                _ => runs.push(vec![index]),
            }
            last = Some(index);
        }
        runs
    }

    fn is_flush(&self, words: &[usize], with: &Region) -> bool {
        let all = words.iter().map(|&word| &self.page.reading.words[word].region);
        let Some(own) = Region::around(all) else { return false };
        let ends = [
            own.x - with.x,
            own.right() - with.right(),
            own.center().0 - with.center().0,
        ];
        ends.iter().any(|end| end.abs() <= FLUSH * self.line())
    }

    /// `None` if the words do not follow each other in the reading, so that no quote has them.
    fn evidence(&self, words: &[usize]) -> Option<Evidence> {
        let (first, last) = (*words.first()?, *words.last()?);
        let follows = words.windows(2).all(|pair| pair[1] == pair[0] + 1);
        let evidence = follows.then(|| evidence_of(self.page.number, &self.page.reading, first..last + 1))?;
        (!joined(&self.page.reading.words[first..=last]).is_empty()).then_some(evidence)
    }
}

/// Where a value is expected.
struct Spot {
    first: Region,
    cell: Option<Region>,
}

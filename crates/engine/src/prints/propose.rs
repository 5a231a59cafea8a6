//! What the memory reads of a document: for each form on a page of a known print, the values at the places of its fields.

use super::align::{Alignment, Printed};
use super::place::{Laid, Read};
use indexmap::IndexMap;
use serde_json::Value;
use std::collections::BTreeMap;
use touchstone_core::pack::{Pack, Template};
use touchstone_core::record::{Extent, Field, FormPlan, KnownPrint, Lesson, Print, PrintPlace, Remembered};
use touchstone_intake::Page;

/// The prints that a document is compared with.
#[derive(Debug, Clone, Copy)]
pub struct Memory<'a> {
    pub pack: &'a Pack,
    /// Prints of the workspace under this pack. Where one of them matches, those of the pack are not asked.
    pub own: &'a [Print],
}

impl Memory<'_> {
    /// The values of all planned forms that are on a known print.
    pub fn read(&self, plans: &[FormPlan], pages: &BTreeMap<u32, Page>) -> Vec<Remembered> {
        let mut found = Vec::new();
        for plan in plans {
            let extent = Extent::of(plan, plans);
            for candidate in &plan.candidates {
                let Some(print) = self.print(&candidate.label, plan.first_page, pages) else {
                    continue;
                };
                let on = Paper {
                    template: self.pack.template_for(&print.label),
                    extent: &extent,
                    pages,
                };
                found.extend(on.read(&print, plan.number));
            }
        }
        found
    }

    /// The print of a form that begins on this page, if it is known and used.
    fn print(&self, label: &str, first: u32, pages: &BTreeMap<u32, Page>) -> Option<KnownPrint> {
        let own = self.own.iter().filter(|print| print.label == label);
        let own = own.map(|print| (print.held_back.is_none(), print.known()));
        if let Some((is_used, print)) = likest(own, |(_, print)| likeness(&print.lessons, first, pages)) {
            return is_used.then_some(print);
        }
        let of_pack = self.pack.prints.iter().filter(|print| print.label == label);
        likest(of_pack, |print| likeness(&print.lessons, first, pages)).cloned()
    }
}

/// The print that a paper is likest; `None` if it is of none of them.
fn likest<P>(prints: impl Iterator<Item = P>, likeness: impl Fn(&P) -> f32) -> Option<P> {
    let shares = prints.map(|print| (likeness(&print), print));
    let best = shares.max_by(|(a, _), (b, _)| a.total_cmp(b))?;
    (best.0 > 0.0).then_some(best.1)
}

/// The highest share of the fixed words of a lesson on these pages; 0 if they are of another print.
fn likeness(lessons: &[Lesson], first: u32, pages: &BTreeMap<u32, Page>) -> f32 {
    let shares = lessons.iter().filter_map(|lesson| {
        let laid = laid(lesson, first, pages)?;
        Some(laid.iter().map(Laid::share).fold(1.0, f32::min))
    });
    shares.fold(0.0, f32::max)
}

/// A lesson laid over the pages of a form; `None` if one of them is missing or of another print.
fn laid<'a>(lesson: &'a Lesson, first: u32, pages: &'a BTreeMap<u32, Page>) -> Option<Vec<Laid<'a>>> {
    let over = lesson
        .pages
        .iter()
        .map(|page| Laid::over(page, pages.get(&(first + page.page))?));
    over.collect::<Option<Vec<_>>>().filter(|laid| !laid.is_empty())
}

/// Whether two lessons are of one print: each has most of the other's fixed words.
pub fn same_print(a: &Lesson, b: &Lesson) -> bool {
    let is_same = |a: &Lesson, b: &Lesson| {
        !a.pages.is_empty()
            && a.pages.iter().all(|page| {
                let other = b.pages.iter().find(|other| other.page == page.page);
                let aligned = other.and_then(|other| Alignment::of(page, &Printed::of(other.words.iter().cloned())));
                aligned.is_some_and(|aligned| aligned.is_same())
            })
    };
    is_same(a, b) && is_same(b, a)
}

/// The pages of a form.
struct Paper<'a> {
    template: &'a Template,
    extent: &'a Extent,
    pages: &'a BTreeMap<u32, Page>,
}

/// What the lessons read for one field: each value with the number of lessons, its evidence, and whether it takes
/// precedence.
type Votes = Vec<(u32, Read, bool)>;

impl Paper<'_> {
    fn read(&self, print: &KnownPrint, form: u32) -> Vec<Remembered> {
        let mut by_field: IndexMap<&str, Votes> = IndexMap::new();
        for lesson in &print.lessons {
            let Some(laid) = laid(lesson, self.extent.first_page, self.pages) else {
                continue;
            };
            for (page, over) in lesson.pages.iter().zip(&laid) {
                for place in &page.places {
                    if let Some(read) = self.at(over, place) {
                        vote(by_field.entry(place.field.as_str()).or_default(), read, place.corrected);
                    }
                }
            }
        }
        let elected = by_field
            .into_iter()
            .filter_map(|(field, votes)| Some((field, elected(votes)?)));
        elected
            .map(|(field, (papers, read, corrected))| Remembered {
                print: print.id,
                version: print.version,
                papers,
                form,
                label: print.label.clone(),
                field: field.to_owned(),
                value: read.value,
                evidence: read.evidence,
                corrected,
                taken: false,
                own: Value::Null,
            })
            .collect()
    }

    fn at(&self, laid: &Laid, place: &PrintPlace) -> Option<Read> {
        let spec = self.template.field(&place.field)?;
        let read = laid.read(place, spec)?;
        let is_anothers = |region| self.extent.is_anothers(region);
        let mut regions = read.evidence.iter().flat_map(|piece| &piece.regions);
        (!regions.any(is_anothers)).then_some(read)
    }
}

fn vote(votes: &mut Votes, read: Read, corrected: bool) {
    match votes.iter_mut().find(|(_, other, _)| other.value == read.value) {
        Some((count, _, was_corrected)) => {
            *count += 1;
            *was_corrected |= corrected;
        }
        None => votes.push((1, read, corrected)),
    }
}

/// The value that more lessons read than all others together.
fn elected(votes: Votes) -> Option<(u32, Read, bool)> {
    let all: u32 = votes.iter().map(|(count, ..)| count).sum();
    votes.into_iter().find(|(count, ..)| 2 * count > all)
}

/// Fills the fields that an engine left empty, and those where people corrected what was read at this place. Returns what
/// the engine had, by field.
pub fn apply(
    remembered: &[Remembered],
    form: u32,
    label: &str,
    fields: &mut IndexMap<String, Field>,
) -> BTreeMap<String, Value> {
    let mut replaced = BTreeMap::new();
    for one in remembered.iter().filter(|one| one.form == form && one.label == label) {
        let Some(field) = fields.get_mut(&one.field) else {
            continue;
        };
        if field.value == one.value || !(field.value.is_null() || one.corrected) {
            continue;
        }
        let quotes: Vec<&str> = one.evidence.iter().map(|piece| piece.quote.as_str()).collect();
        let own = std::mem::replace(
            field,
            Field {
                value: one.value.clone(),
                raw: Some(quotes.join(" ")),
                confidence: confidence(one.papers),
                evidence: one.evidence.clone(),
                cells: BTreeMap::new(),
            },
        );
        replaced.insert(one.field.clone(), own.value);
    }
    replaced
}

/// Confidence in a value by the number of settled papers that have it at this place: the rule of succession, by which
/// what held on n of n papers holds on the next one with (n + 1) / (n + 2).
fn confidence(papers: u32) -> f64 {
    f64::from(papers + 1) / f64::from(papers + 2)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::prints::sample::{self, PAPER, pack, page, plan, settled};
    use crate::prints::{lesson, loss};
    use serde_json::json;
    use touchstone_core::record::{DocumentId, PrintId, Taught, now};

    fn known(held_back: Option<&str>) -> Print {
        let page = page(&PAPER);
        let pages = BTreeMap::from([(1, page.clone())]);
        let (read, settled) = settled(&page);
        let lesson = lesson(&sample::paper(&pack(), &pages, &read, &settled), &settled[0]).unwrap();
        Print {
            id: PrintId::fresh(),
            version: 1,
            pack: "tax".to_owned(),
            label: "W-2".to_owned(),
            held_back: held_back.map(str::to_owned),
            changed_at: now(),
            lessons: vec![Taught {
                document: DocumentId::fresh(),
                form: 1,
                lesson,
            }],
        }
    }

    /// Another paper of the print of `PAPER`.
    fn other() -> [&'static str; 6] {
        let mut lines = PAPER;
        lines[2] = "Southwind Mill  Employee Ivan Ivanov";
        lines[4] = "1,044.10  99.00";
        lines
    }

    fn values(print: &Print, lines: &[&str]) -> Vec<(String, Value)> {
        let (pack, pages) = (pack(), BTreeMap::from([(1, page(lines))]));
        let memory = Memory {
            pack: &pack,
            own: std::slice::from_ref(print),
        };
        let read = memory.read(&[plan()], &pages);
        read.into_iter().map(|one| (one.field, one.value)).collect()
    }

    #[test]
    fn the_next_paper_of_a_print_is_read_by_its_places() {
        let expected = [
            ("employer_name", json!("Southwind Mill")),
            ("wages_tips", json!("1044.10")),
            ("federal_tax_withheld", json!("99.00")),
        ];
        let expected = expected.map(|(field, value)| (field.to_owned(), value));
        assert_eq!(values(&known(None), &other()), expected);
        assert_eq!(values(&known(Some("it loses")), &other()), []);
        let mut strange = other();
        strange[0] = "Something else is printed at the head of this paper of another kind";
        strange[3] = "Gross pay taxes";
        strange[5] = "in other words";
        assert_eq!(values(&known(None), &strange), []);
        // An empty box stays empty.
        let mut empty = other();
        empty[4] = "1,044.10";
        assert_eq!(values(&known(None), &empty).len(), 2);
    }

    #[test]
    fn it_fills_what_is_empty_and_replaces_only_what_was_corrected_before() {
        let (pack, pages) = (pack(), BTreeMap::from([(1, page(&other()))]));
        let memory = Memory {
            pack: &pack,
            own: &[known(None)],
        };
        let read = memory.read(&[plan()], &pages);
        let mut fields = pack.template_for("W-2").nothing_found();
        fields["wages_tips"].value = json!("99.00");
        fields["employer_name"].value = json!("Mill");
        let replaced = apply(&read, 1, "W-2", &mut fields);
        assert_eq!(fields["employer_name"].value, "Mill");
        assert_eq!(fields["wages_tips"].value, "1044.10");
        assert_eq!(
            (
                &fields["federal_tax_withheld"].value,
                fields["federal_tax_withheld"].confidence
            ),
            (&json!("99.00"), 2.0 / 3.0)
        );
        let expected = [("federal_tax_withheld", Value::Null), ("wages_tips", json!("99.00"))];
        assert_eq!(
            replaced,
            BTreeMap::from(expected.map(|(field, own)| (field.to_owned(), own)))
        );
        assert!(apply(&read, 2, "W-2", &mut fields).is_empty() && apply(&read, 1, "1099-INT", &mut fields).is_empty());
    }

    #[test]
    fn a_print_that_loses_a_value_names_it() {
        let (pack, print) = (pack(), known(None));
        let page = page(&other());
        let pages = BTreeMap::from([(1, page.clone())]);
        let (_, mut truth) = settled(&page);
        let mut read = truth.clone();
        for (wages, expected) in [("1044.10", None), ("99.00", Some("wages_tips"))] {
            for forms in [&mut truth, &mut read] {
                forms[0]
                    .fields
                    .insert("wages_tips".to_owned(), sample::field(json!(wages), &page, "99.00"));
                forms[0].fields.insert(
                    "employer_name".to_owned(),
                    sample::field(json!("Southwind Mill"), &page, "Mill"),
                );
            }
            let paper = crate::prints::Settled {
                document: DocumentId::fresh(),
                plans: vec![plan()],
                pages: pages.clone(),
                read: read.clone(),
                settled: truth.clone(),
            };
            let lost = loss(&pack, &print, &[paper]);
            assert_eq!(lost.is_some(), expected.is_some(), "{lost:?}");
            assert!(expected.is_none_or(|field| lost.unwrap().contains(field)));
        }
    }
}

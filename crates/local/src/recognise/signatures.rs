//! The signature texts of all forms and known documents, found once per page and weighed for any part of it. See
//! `survey::pages` for the use of the ranking.

use super::form_number;
use super::model::{Basis, Kind, StructureMatch};
use super::signature_matches::Hit;
use crate::captions::evidence;
use crate::page::model::Layout;
use crate::page::numeric::is_sum;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use touchstone_core::pack::{Pack, Signature, SignatureKind, Zone};
use touchstone_core::record::{Candidate, Evidence};
use touchstone_core::text::fold;
use touchstone_intake::Region;

/// Sum of weights at which a form has even odds.
const EVEN: f32 = 0.6;
/// Weight of all captions of a form together.
const CAPTIONS: f32 = 0.7;
/// Share of the captions that is neutral.
const HALF_COVERED: f32 = 0.35;
/// Steepness of the likelihood curve.
const STEEPNESS: f32 = 6.0;
/// Share of the best rival's excess that is subtracted from a kind's sum.
const RIVALRY: f32 = 0.5;
/// Max confidence of a reading by rules alone.
const CEILING: f64 = 0.99;
/// Min form numbers on a page without an amount that make it a list of contents.
const LISTED: usize = 3;
/// Min weight of a running text that is a title.
const TITLE: f32 = 0.3;
/// Min weight of a text that names the document when it is alone on a line at the head of a page.
const HEADING: f32 = 0.35;
/// Sum of a kind named that way, low enough for a review.
const HEADED: f32 = 0.7;
/// Min weight of a text printed in the section of its kind rather than in a head that several share.
const SECTION: f32 = 0.2;
/// Max places shown as evidence for a page's kind.
const MOST_EVIDENCE: usize = 3;

/// A kind with its weight.
#[derive(Debug, Clone)]
pub(crate) struct Guess {
    pub kind: Kind,
    /// Sum of the weights found.
    pub sum: f32,
    pub confidence: f64,
    /// The structure recognized, if any.
    pub seen: Option<StructureMatch>,
}

impl Guess {
    pub(crate) fn label(&self) -> Option<&str> {
        match &self.kind {
            Kind::Label(label) => Some(label),
            _ => None,
        }
    }
}

/// All signature texts of a pack, folded once.
pub(crate) struct Book {
    kinds: Vec<Kind>,
    texts: Vec<Text>,
}

struct Text {
    folded: Vec<u8>,
    /// Whether letters may be misread, which is never allowed in a form number.
    phrase: bool,
    /// The kinds it counts for or against.
    owners: Vec<Owner>,
}

struct Owner {
    kind: usize,
    weight: f32,
    zone: Zone,
    /// Whether the kind has a form number. Such kinds are mentioned in other documents; others are identified by
    /// their text.
    numbered: bool,
}

impl Book {
    pub(crate) fn new(pack: &Pack) -> Self {
        let labels = pack
            .templates()
            .iter()
            .map(|form| (Kind::Label(form.label.clone()), &form.signatures));
        let others = pack
            .others
            .iter()
            .map(|document| (Kind::Other(document.name.clone()), &document.signatures));
        let inserts = pack
            .inserts
            .iter()
            .map(|document| (Kind::Insert(document.name.clone()), &document.signatures));
        let mut book = Self {
            kinds: Vec::new(),
            texts: Vec::new(),
        };
        let mut places: HashMap<Vec<u8>, usize> = HashMap::new();
        for (kind, signatures) in labels.chain(others).chain(inserts) {
            let numbered = signatures.iter().any(|s| s.kind == SignatureKind::Code);
            for signature in signatures {
                book.add(signature, numbered, &mut places);
            }
            book.kinds.push(kind);
        }
        book
    }

    /// Adds a text of the kind that is pushed next.
    fn add(&mut self, signature: &Signature, numbered: bool, places: &mut HashMap<Vec<u8>, usize>) {
        let folded = fold(&signature.text);
        let place = *places.entry(folded.clone()).or_insert_with(|| {
            self.texts.push(Text {
                folded,
                phrase: true,
                owners: Vec::new(),
            });
            self.texts.len() - 1
        });
        let text = &mut self.texts[place];
        text.phrase &= signature.kind != SignatureKind::Code;
        text.owners.push(Owner {
            kind: self.kinds.len(),
            weight: signature.weight as f32,
            zone: signature.zone,
            numbered,
        });
    }
}

impl Hit {
    /// Whether it names this document rather than mentioning another one.
    fn identifies(&self, owner: &Owner, kind: &Kind, phrase: bool) -> bool {
        let other = matches!(kind, Kind::Other(_));
        !owner.numbered || !self.mention && (phrase || !other || !self.follows)
    }
}

/// The signatures found on one page.
pub(crate) struct Marks {
    book: Arc<Book>,
    hits: Vec<Hit>,
    /// Labels whose form number is printed anywhere on the page, even inside a sentence.
    pub mentions: Vec<String>,
    /// Structures recognized on the page.
    seen: Vec<StructureMatch>,
    /// Whether the page only lists the contents of other pages.
    contents: bool,
    page: Region,
}

impl Marks {
    pub(crate) fn new(book: &Arc<Book>, seen: Vec<StructureMatch>, layout: &Layout) -> Self {
        let misread = layout.page.reading.words.iter().any(|word| word.confidence.is_some());
        let mut marks = Self {
            book: book.clone(),
            hits: Vec::new(),
            mentions: Vec::new(),
            seen,
            contents: false,
            page: layout.page.region(),
        };
        // Forms print their number far larger than the word before it, so that no row holds both.
        let numbers: Vec<(Vec<u8>, Vec<usize>)> = form_number::numbers(layout)
            .into_iter()
            .map(|number| ([&number.kind, &fold(&number.code)[..]].concat(), number.words))
            .collect();
        for (text, own) in book.texts.iter().enumerate() {
            let mut found = layout.find_at_words(&own.folded);
            if found.is_empty() && misread && own.phrase {
                found = layout.find_misread(&own.folded, 0.12);
            }
            found.retain(|found| found.prefix.is_empty());
            if !own.phrase && !found.is_empty() {
                marks.mention(own);
            }
            if found.is_empty() {
                let named = numbers.iter().filter(|(folded, _)| *folded == own.folded);
                marks
                    .hits
                    .extend(named.map(|(_, words)| Hit::of_number(layout, text, words)));
            }
            marks
                .hits
                .extend(found.into_iter().map(|found| Hit::new(layout, text, found)));
        }
        marks.drop_contained();
        marks.contents = marks.listed() >= LISTED && !layout.page.reading.words.iter().any(|word| is_sum(&word.text));
        marks
    }

    /// Number of labels whose form number is printed on the page, except within sentences.
    fn listed(&self) -> usize {
        let numbers = self
            .hits
            .iter()
            .filter(|hit| !hit.mention && !self.book.texts[hit.text].phrase);
        let owners = numbers.flat_map(|hit| &self.book.texts[hit.text].owners);
        let labels = owners.filter(|owner| owner.weight > 0.0 && matches!(self.book.kinds[owner.kind], Kind::Label(_)));
        labels.map(|owner| owner.kind).collect::<HashSet<_>>().len()
    }

    fn mention(&mut self, text: &Text) {
        for owner in text.owners.iter().filter(|owner| owner.weight > 0.0) {
            if let Kind::Label(label) = &self.book.kinds[owner.kind]
                && !self.mentions.contains(label)
            {
                self.mentions.push(label.clone());
            }
        }
    }

    /// Drops a text inside a longer one of another kind: `Wage and Tax Statement` within `Corrected Wage and Tax
    /// Statement`.
    fn drop_contained(&mut self) {
        let owned = |text: usize, kind: usize| self.book.texts[text].owners.iter().any(|owner| owner.kind == kind);
        let inside = |hit: &Hit, larger: &Hit| {
            larger.words.len() > hit.words.len()
                && hit.words.iter().all(|word| larger.words.contains(word))
                && !self.book.texts[hit.text]
                    .owners
                    .iter()
                    .any(|owner| owned(larger.text, owner.kind))
        };
        let contained: Vec<bool> = self
            .hits
            .iter()
            .map(|hit| self.hits.iter().any(|larger| inside(hit, larger)))
            .collect();
        let mut keep = contained.iter();
        self.hits.retain(|_| !keep.next().copied().unwrap_or(false));
    }

    /// Number of texts of a part before a cut: cuts that do not differ in this are equivalent.
    pub(crate) fn before(&self, part: &Region, at: f32, down: bool) -> usize {
        let inside = self.hits.iter().filter(|hit| part.holds(&hit.place));
        let centers = inside.map(|hit| hit.place.center());
        centers.filter(|(x, y)| if down { *y < at } else { *x < at }).count()
    }

    /// Kinds with a positive sum within part of the page, best first, ties in the pack's order.
    pub(crate) fn rank(&self, part: &Region) -> Vec<Guess> {
        let mut sums = vec![0.0_f32; self.book.kinds.len()];
        let mut counted: HashSet<(usize, usize)> = HashSet::new();
        for hit in self.hits.iter().filter(|hit| part.holds(&hit.place)) {
            let text = &self.book.texts[hit.text];
            for owner in &text.owners {
                let counts = hit.identifies(owner, &self.book.kinds[owner.kind], text.phrase);
                if counts && in_zone(hit, owner.zone, part) && counted.insert((hit.text, owner.kind)) {
                    sums[owner.kind] += owner.weight;
                }
            }
        }
        let mut guesses: Vec<Guess> = Vec::new();
        for (kind, sum) in self.book.kinds.iter().zip(sums).filter(|(_, sum)| *sum > 0.0) {
            guesses.push(guess(kind.clone(), sum, None));
        }
        for seen in self.seen.iter().filter(|seen| seen.is_on(part, self.page)) {
            let sum = weight(seen.confidence);
            match guesses.iter_mut().find(|guess| guess.kind == seen.kind) {
                Some(known) if known.sum >= sum => known.seen = Some(seen.clone()),
                Some(known) => *known = guess(seen.kind.clone(), sum, Some(seen.clone())),
                None => guesses.push(guess(seen.kind.clone(), sum, Some(seen.clone()))),
            }
        }
        // A document with a form number does not continue another one, even if the same account is printed on it.
        let numbered = |guess: &Guess| guess.sum >= EVEN && self.is_numbered(&guess.kind);
        let goes_on = |guess: &Guess| guess.seen.as_ref().is_some_and(|seen| seen.continues);
        if guesses.iter().any(goes_on) && guesses.iter().any(numbered) {
            guesses.retain(|guess| !goes_on(guess));
        }
        self.give_way(part, &mut guesses);
        if self.contents {
            guesses.retain(|guess| !matches!(guess.kind, Kind::Label(_)));
        }
        guesses.retain(|guess| guess.sum > 0.0);
        guesses.sort_by(|a, b| b.sum.total_cmp(&a.sum));
        weigh_rivals(&mut guesses);
        guesses
    }

    /// Drops a receipt-like structure if the head of the page names another kind: by a form number or a title with a
    /// high sum, or, if no other kind is likely, by a line that is only the name.
    fn give_way(&self, part: &Region, guesses: &mut Vec<Guess>) {
        let built = |guess: &Guess| guess.seen.as_ref().is_some_and(|seen| seen.basis == Basis::Built);
        let stands = |guess: &Guess| guess.label().is_some() && guess.sum >= EVEN && !built(guess);
        let open = !guesses.iter().any(stands);
        let headings = self.headings(part);
        for guess in guesses.iter_mut().filter(|guess| open && guess.sum >= HEADING) {
            let own = headings.iter().any(|(kind, alone)| *alone && **kind == guess.kind);
            guess.sum = if own { guess.sum.max(HEADED) } else { guess.sum };
        }
        let called = |guess: &&Guess| guess.sum >= EVEN && headings.iter().any(|(kind, _)| **kind == guess.kind);
        let named = guesses.iter().any(|guess| called(&guess));
        let numbered = guesses.iter().filter(called).any(|guess| self.is_numbered(&guess.kind));
        guesses.retain(|guess| match guess.seen.as_ref().map(|seen| seen.basis) {
            Some(Basis::Built) => !named,
            Some(Basis::Settled) => !numbered,
            _ => true,
        });
    }

    /// The near misses named in the head of a part, and whether alone on a line.
    fn headings(&self, part: &Region) -> Vec<(&Kind, bool)> {
        let mut headings = Vec::new();
        for hit in self.hits.iter().filter(|hit| in_zone(hit, Zone::Top, part)) {
            let text = &self.book.texts[hit.text];
            for owner in text.owners.iter().filter(|owner| owner.weight >= TITLE) {
                let kind = &self.book.kinds[owner.kind];
                let alone = hit.alone && owner.weight >= HEADING;
                let title = alone || !text.phrase || hit.words.len() > 1;
                if matches!(kind, Kind::Other(_)) && title && hit.identifies(owner, kind, text.phrase) {
                    headings.push((kind, alone));
                }
            }
        }
        headings
    }

    /// The heaviest running text for a kind, which is its printed title, or else its number.
    pub(crate) fn title(&self, layout: &Layout, kind: &Kind, part: &Region) -> Option<(Vec<usize>, Region)> {
        let mut matching = self.matching(kind, part);
        // Text that ends with a colon or continues is a caption or a salutation: `Dear Ann,`.
        let alone = |hit: &Hit| {
            let last = hit.words[hit.words.len() - 1];
            let next = layout.right_of(last).map(|next| layout.gap(last, next));
            !layout.word(last).text.ends_with([':', ',']) && next.is_none_or(|gap| gap > layout.word(last).size)
        };
        matching.retain(|(weight, hit)| *weight >= TITLE && (alone(hit) || hit.words.len() > 2));
        let title = matching.iter().find(|(_, hit)| self.book.texts[hit.text].phrase);
        title
            .or(matching.first())
            .map(|(_, hit)| (hit.words.clone(), hit.place))
    }

    /// The uppermost text with a high weight for a kind: its start on a page without a title.
    pub(crate) fn begins(&self, kind: &Kind, part: &Region) -> Option<Region> {
        let strong = self
            .matching(kind, part)
            .into_iter()
            .filter(|(weight, _)| *weight >= SECTION);
        let places = strong.map(|(_, hit)| hit.place);
        places.min_by(|a, b| a.y.total_cmp(&b.y))
    }

    /// The near misses whose form number is printed anywhere on the page, such as in the head of its second page.
    pub(crate) fn numbers(&self) -> Vec<&str> {
        let mut names = Vec::new();
        for hit in self.hits.iter().filter(|hit| !hit.mention && !hit.follows) {
            let text = &self.book.texts[hit.text];
            for owner in text.owners.iter().filter(|owner| !text.phrase && owner.weight > 0.0) {
                if let Kind::Other(name) = &self.book.kinds[owner.kind] {
                    names.push(name.as_str());
                }
            }
        }
        names
    }

    /// Whether a kind is a form with a form number.
    pub(crate) fn is_numbered(&self, kind: &Kind) -> bool {
        let place = self.book.kinds.iter().position(|known| known == kind);
        let mut owners = self.book.texts.iter().flat_map(|text| &text.owners);
        place.is_some_and(|place| owners.any(|owner| owner.kind == place && owner.numbered))
    }

    /// The places of the heaviest texts for a kind, for a reader to check.
    pub(crate) fn evidence(&self, layout: &Layout, kind: &Kind, part: &Region) -> Vec<Evidence> {
        let texts = self.matching(kind, part).into_iter().take(MOST_EVIDENCE);
        let texts = texts.flat_map(|(_, hit)| evidence::of_lines(layout, std::slice::from_ref(&hit.words), &[]));
        let seen = self.seen.iter().filter(|seen| seen.kind == *kind);
        texts.chain(seen.flat_map(|seen| seen.evidence.clone())).collect()
    }

    /// The texts that count for a kind, one place each, heaviest first.
    fn matching(&self, kind: &Kind, part: &Region) -> Vec<(f32, &Hit)> {
        let Some(place) = self.book.kinds.iter().position(|known| known == kind) else {
            return Vec::new();
        };
        let mut matching: Vec<(f32, &Hit)> = Vec::new();
        for (text, own) in self.book.texts.iter().enumerate() {
            for owner in own.owners.iter().filter(|o| o.kind == place && o.weight > 0.0) {
                let counts = |hit: &&Hit| hit.identifies(owner, kind, own.phrase) && in_zone(hit, owner.zone, part);
                let hit = self.hits.iter().find(|hit| hit.text == text && counts(hit));
                matching.extend(hit.map(|hit| (owner.weight, hit)));
            }
        }
        matching.sort_by(|a, b| b.0.total_cmp(&a.0));
        matching
    }
}

fn guess(kind: Kind, sum: f32, seen: Option<StructureMatch>) -> Guess {
    Guess {
        kind,
        sum,
        confidence: likelihood(sum),
        seen,
    }
}

/// Lowers the confidence of a kind if another one is likely too. Inserts are printed beside forms and are not rivals.
fn weigh_rivals(guesses: &mut [Guess]) {
    let sums: Vec<(f32, bool)> = guesses
        .iter()
        .map(|guess| (guess.sum, matches!(guess.kind, Kind::Insert(_))))
        .collect();
    for (index, guess) in guesses.iter_mut().enumerate() {
        let others = sums
            .iter()
            .enumerate()
            .filter(|(other, (_, insert))| *other != index && !insert);
        let rival = others.map(|(_, (sum, _))| sum - EVEN).fold(0.0, f32::max);
        guess.confidence = likelihood(guess.sum - RIVALRY * rival);
    }
}

/// Labels of a ranking with their confidence.
pub(crate) fn candidates(guesses: &[Guess]) -> Vec<Candidate> {
    let labelled = guesses.iter().filter_map(|guess| {
        Some(Candidate {
            label: guess.label()?.to_owned(),
            confidence: guess.confidence,
        })
    });
    labelled.collect()
}

/// The confidence of a form including its captions, which count as much as the texts that name it.
pub(crate) fn with_captions(confidence: f64, coverage: f32) -> f64 {
    if confidence <= 0.0 {
        return confidence;
    }
    likelihood(weight(confidence) + CAPTIONS * (coverage - HALF_COVERED))
}

/// Converts a sum of weights to a probability: slightly over 0.9 for a sum of 1.0, which by the pack's rule
/// recognizes the form. This is the only conversion, so that a calibrated curve can replace it.
pub(crate) fn likelihood(sum: f32) -> f64 {
    let odds = f64::from(1.0 / (1.0 + (-STEEPNESS * (sum - EVEN)).exp()));
    odds.min(CEILING)
}

/// The sum of weights that would give a probability.
fn weight(confidence: f64) -> f32 {
    let confidence = confidence.clamp(0.001, 0.999);
    EVEN + ((confidence / (1.0 - confidence)).ln() as f32) / STEEPNESS
}

fn in_zone(hit: &Hit, zone: Zone, part: &Region) -> bool {
    let third = part.height / 3.0;
    let y = hit.place.center().1 - part.y;
    part.holds(&hit.place)
        && match zone {
            Zone::Anywhere => true,
            Zone::Top => y <= third,
            Zone::Bottom => y >= 2.0 * third,
        }
}

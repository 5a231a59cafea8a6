//! Merges the markings of one page: banners and portions, confidence, and contradictions. Finding them is in `lines`.

use super::model::{DOUBTFUL, Lines, Printed, Role, Sheet, Sum, Zone};
use super::standing::Standing;
use super::{margins, standing};
use crate::page::model::Layout;
use touchstone_core::grammar::{AuthorityLine, Banner, Grammar, Portion};
use touchstone_core::record::{Category, Control, Marking, PageFinding, PageSign, Sign};

/// Confidence of a page's marking if both margins agree, and if it is printed once.
const AGREED: f64 = 0.97;
const ONCE: f64 = 0.92;
/// Confidence of a level given only after a caption, as in the head of a message.
const MESSAGE: f64 = 0.88;
const DAMAGED: f64 = 0.82;

const UNKNOWN_WORDS: f64 = 0.65;

/// Character confidence below which a word counts as unsurely read.
pub(super) const UNSURE: f32 = 0.6;

/// The markings that are the page's own. Captioned ones count only if there is no other and the sheet is not a record
/// of another document.
pub(super) fn own<'p>(roles: &[(Role, &'p Printed)], sheet: Sheet) -> Vec<&'p Printed> {
    let with = |wanted: Role| -> Vec<&'p Printed> {
        let of_role = roles.iter().filter(|(role, _)| *role == wanted);
        of_role.map(|(_, printed)| *printed).collect()
    };
    let own = with(Role::Marking);
    if sheet == Sheet::Record || own.iter().any(|printed| printed.banner.level.is_some()) {
        own
    } else {
        [own, with(Role::Captioned)].concat()
    }
}

/// Whether a marking ends with `REL TO` without a list.
pub(super) fn is_listless(banner: &Banner) -> bool {
    banner.caveats.iter().any(|name| name == "REL TO") && banner.rel_to.is_empty()
}

/// The printed texts, each once.
fn texts(own: &[&Printed]) -> Vec<String> {
    let mut texts = Vec::new();
    for printed in own {
        if !texts.contains(&printed.text) {
            texts.push(printed.text.clone());
        }
    }
    texts
}

/// The rank of the highest level.
fn highest(grammar: &Grammar, markings: &[Marking]) -> Option<usize> {
    let ranks = markings.iter().filter_map(|m| grammar.vocabulary().rank(&m.level));
    ranks.max()
}

/// The markings of one page merged, without their printed texts.
fn merged(grammar: &Grammar, page: u32, all: &[Marking]) -> Marking {
    let pages: Vec<(u32, &Marking)> = all.iter().map(|marking| (page, marking)).collect();
    grammar.merge(&pages).marking()
}

/// Adds the most protective declassification instruction of the authority block. Returns one that is not understood, if
/// any.
fn instruct(grammar: &Grammar, lines: &Lines, marking: &mut Marking) -> Option<String> {
    let instructions = lines
        .authority
        .iter()
        .filter(|line| line.line == AuthorityLine::DeclassifyOn)
        .map(|line| line.value.trim().trim_end_matches('.'))
        .filter(|value| !value.is_empty());
    let mut unclear = None;
    for value in instructions {
        let now = marking.declassify_on.as_deref().unwrap_or(value);
        unclear = unclear.or(grammar.unclear(now, value).map(str::to_owned));
        marking.declassify_on = Some(grammar.more_protective(now, value).to_owned());
    }
    unclear
}

impl Sum {
    /// `before` holds the findings of earlier pages, where known.
    pub(super) fn of(grammar: &Grammar, page: u32, own: &[&Printed], lines: &Lines, before: &[PageFinding]) -> Self {
        let mut sum = Self {
            confidence: ONCE,
            shown: own.iter().map(|printed| printed.words.clone()).collect(),
            found: texts(own),
            ..Self::default()
        };
        let banners = of_banners(own);
        let shown = highest(grammar, &banners);
        let portions: Vec<Marking> = lines.portions.iter().map(|(portion, _)| of_portion(portion)).collect();
        let within = highest(grammar, &portions);
        if shown.is_none() && within.is_none() {
            return sum;
        }
        let banner = merged(grammar, page, &banners);
        // Portions raise the banner's marking only where the page contradicts itself.
        let beyond: Vec<Marking> = portions
            .iter()
            .map(|portion| restrictions(grammar, portion, &banner))
            .collect();
        let whole = merged(
            grammar,
            page,
            &[banners.as_slice(), if within > shown { &portions } else { &beyond }].concat(),
        );
        let mut marking = Marking {
            printed: sum.found.first().cloned().unwrap_or_default(),
            ..whole
        };
        sum.judge(grammar, own);
        if let Some(unclear) = instruct(grammar, lines, &mut marking) {
            let detail = format!("it is not known how long `{unclear}` protects, and another instruction differs");
            sum.doubt(Sign::UnknownWords, DOUBTFUL, &detail);
        }
        sum.handled(grammar, own, lines);
        if shown.is_none() {
            sum.shown = lines.portions.iter().map(|(_, words)| words.clone()).collect();
            sum.doubt(Sign::PortionsOnly, DOUBTFUL, "only portions are marked");
        } else if within > shown {
            let highest = |marking: &Marking| grammar.vocabulary().rank(&marking.level) == within;
            sum.show(lines, &portions, highest);
            sum.doubt(Sign::PortionAbove, DOUBTFUL, "a portion is marked higher than the page");
        } else if (&marking.caveats, &marking.rel_to) != (&banner.caveats, &banner.rel_to)
            && !shown_before(before, &marking)
        {
            let adds = |name: &String| !banner.caveats.contains(name) && marking.caveats.contains(name);
            let apart = |portion: &Marking| portion.caveats.iter().any(adds) || portion.rel_to != banner.rel_to;
            sum.show(lines, &beyond, apart);
            sum.doubt(
                Sign::PortionBeyond,
                DOUBTFUL,
                "a portion is more restricted than the page",
            );
        }
        sum.asked(grammar, lines, shown.max(within));
        sum.marking = Some(marking);
        sum
    }

    /// Raises a doubt about text that may mark a portion higher than everything found.
    fn asked(&mut self, grammar: &Grammar, lines: &Lines, found: Option<usize>) {
        let above = |(level, _): &&(String, String)| grammar.vocabulary().rank(level) > found;
        if let Some((level, text)) = lines.odd.iter().find(above) {
            let detail = format!("`{text}` before a paragraph may mark it as {level}");
            self.doubt(Sign::UnknownWords, DOUBTFUL, &detail);
        }
    }

    /// Adds the words of the selected portions to those shown; `markings` is in the order of the lines.
    fn show(&mut self, lines: &Lines, markings: &[Marking], shown: impl Fn(&Marking) -> bool) {
        let all = lines.portions.iter().zip(markings);
        let deciding = all.filter(|(_, marking)| shown(marking));
        self.shown.extend(deciding.map(|((_, words), _)| words.clone()));
    }

    /// Raises a doubt about a conditional level, or one that shares its line with another.
    pub(super) fn conditions(&mut self, grammar: &Grammar, layout: &Layout, own: &[&Printed]) {
        let leveled = |one: &&&Printed| one.banner.level.is_some();
        if let Some(one) = own
            .iter()
            .filter(leveled)
            .find(|one| margins::is_conditional(grammar, layout, one))
        {
            let detail = format!("`{}` applies only under a condition", layout.text(&one.line));
            self.doubt(Sign::ConflictingBanners, DOUBTFUL, &detail);
        } else if let Some(one) = own.iter().filter(leveled).find(|one| one.levels_differ) {
            let detail = format!("`{}` names several levels", layout.text(&one.line));
            self.doubt(Sign::ConflictingBanners, DOUBTFUL, &detail);
        }
    }

    /// Raises a doubt about a higher level that may be the page's own.
    pub(super) fn outdone(&mut self, grammar: &Grammar, roles: &[(Role, &Printed)]) {
        let rank = |level: Option<&str>| level.and_then(|level| grammar.vocabulary().rank(level));
        let Some(own) = self.marking.as_ref().filter(|marking| !marking.cancelled) else {
            return;
        };
        let own = rank(Some(own.level.as_str()));
        let above = |(role, one): &&(Role, &Printed)| {
            let stands = one.zone != Zone::Body || one.standing == Standing::Alone;
            *role == Role::Doubtful && stands && rank(one.banner.level.as_deref()) > own
        };
        if let Some((_, one)) = roles.iter().find(above) {
            let detail = format!("`{}`, which may be a marking, is higher than the page's", one.text);
            self.doubt(Sign::ConflictingBanners, DOUBTFUL, &detail);
        }
    }

    /// Raises a doubt about controls on separate lines, far from any level.
    pub(super) fn loose(&mut self, loose: &[&Printed]) {
        if let (Some(one), true) = (loose.first(), self.marking.is_some()) {
            let detail = format!("`{}` is far from the level", one.text);
            self.doubt(Sign::ControlAlone, DOUBTFUL, &detail);
        }
    }

    pub(super) fn doubt(&mut self, sign: Sign, at_most: f64, detail: &str) {
        self.confidence = self.confidence.min(at_most);
        self.signs.push(PageSign::new(sign, detail));
    }

    /// Raises a doubt about unknown handling instructions right above or below a level, or in a margin.
    fn handled(&mut self, grammar: &Grammar, own: &[&Printed], lines: &Lines) {
        let near = |row: usize| {
            let mut leveled = own.iter().filter(|printed| printed.banner.level.is_some());
            leveled.any(|printed| printed.rows.1 + 1 == row || row + 1 == printed.rows.0)
        };
        let mentions_control = |text: &str| {
            let mut controls = own
                .iter()
                .flat_map(|one| one.banner.owner.iter().chain(&one.banner.caveats));
            let text = format!(" {} ", standing::plain(text));
            controls.any(|name| {
                let spellings = grammar.control(name).into_iter().flat_map(Control::all_spellings);
                let mut all = spellings.chain([name.as_str()]);
                all.any(|spelling| text.contains(&format!(" {} ", standing::plain(spelling))))
            })
        };
        let classified = |one: &&Printed| {
            one.banner
                .level
                .as_deref()
                .is_some_and(|level| grammar.vocabulary().is_classified(level))
        };
        let any = own.iter().any(classified);
        if let Some((_, text)) = lines
            .handling
            .iter()
            .find(|(row, text)| near(*row) || any && !mentions_control(text))
        {
            let detail = format!("`{text}` is not a known control");
            self.doubt(Sign::UnknownWords, UNKNOWN_WORDS, &detail);
        }
    }

    fn judge(&mut self, grammar: &Grammar, own: &[&Printed]) {
        let leveled: Vec<&Printed> = own.iter().copied().filter(|one| one.banner.level.is_some()).collect();
        let same = leveled
            .windows(2)
            .all(|pair| pair[0].banner.level == pair[1].banner.level);
        let shown = |printed: &Printed| (printed.banner.caveats.clone(), printed.banner.rel_to.clone());
        let whole = |printed: &Printed| printed.banner.damage == printed.banner.torn && printed.confidence >= UNSURE;
        // Torn words are right if both margins show the same.
        let confirmed = |one: &Printed| {
            let mut others = leveled.iter().filter(|other| whole(other) && other.zone != one.zone);
            let margins = |other: &Printed| one.zone != Zone::Body && other.zone != Zone::Body;
            whole(one)
                && others
                    .any(|other| margins(other) && other.banner.level == one.banner.level && shown(other) == shown(one))
        };
        let clear = |one: &Printed| one.banner.damage == 0 && one.confidence >= UNSURE || confirmed(one);
        let clean: Vec<&Printed> = leveled.iter().copied().filter(|one| clear(one)).collect();
        let zones = |zone: Zone| clean.iter().any(|printed| printed.zone == zone);
        self.faint = clean.is_empty() && !leveled.is_empty();
        // Header and footer agree if both are read as printed; a guessed one adds nothing.
        if zones(Zone::Top) && zones(Zone::Bottom) {
            self.confidence = AGREED;
        }
        // A damaged marking that differs from the clear ones was misread, or is incomplete.
        let differs = |one: &Printed| !clear(one) && clean.iter().all(|other| shown(other) != shown(one));
        if leveled.iter().any(|one| differs(one)) {
            self.confidence = self.confidence.min(DAMAGED);
        }
        if !leveled.is_empty() && leveled.iter().all(|printed| printed.standing == Standing::Captioned) {
            self.confidence = self.confidence.min(MESSAGE);
        }
        if !same {
            self.doubt(Sign::ConflictingBanners, DOUBTFUL, "the page shows different levels");
        }
        self.judge_words(grammar, own, &leveled);
    }

    /// Checks the words of markings, regardless of their positions.
    fn judge_words(&mut self, grammar: &Grammar, own: &[&Printed], leveled: &[&Printed]) {
        if let Some(printed) = own.iter().find(|printed| printed.banner.abbreviated) {
            let detail = format!("`{}` is written like a portion mark, not like a banner", printed.text);
            self.doubt(Sign::UnknownWords, DOUBTFUL, &detail);
        }
        if let Some(printed) = leveled.iter().find(|printed| of_unclassified(grammar, printed)) {
            let detail = format!("`{}` names the subject of unclassified information", printed.text);
            self.doubt(Sign::UnknownWords, UNKNOWN_WORDS, &detail);
        }
        if own.iter().any(|printed| printed.banner.unowned) {
            let detail = "the level is used by other governments, but none of them is named";
            self.doubt(Sign::UnknownWords, DOUBTFUL, detail);
        }
        let both = |printed: &&&Printed| {
            let has = |name: &str| printed.banner.caveats.iter().any(|caveat| caveat == name);
            let shown = printed
                .banner
                .caveats
                .iter()
                .any(|name| name.starts_with("DISPLAY ONLY"));
            has("NOFORN") && (has("REL TO") || shown || !printed.banner.rel_to.is_empty())
        };
        if let Some(printed) = own.iter().find(both) {
            let detail = format!(
                "`{}` both forbids and allows release to foreign nationals",
                printed.text
            );
            self.doubt(Sign::ConflictingBanners, DOUBTFUL, &detail);
        }
        if let Some(printed) = own.iter().find(|printed| !grammar.in_order(&printed.banner.caveats)) {
            let detail = format!("the parts of `{}` are not in banner order", printed.text);
            self.signs.push(PageSign::new(Sign::OutOfOrder, &detail));
        }
        if let Some(printed) = own.iter().find(|printed| is_listless(&printed.banner)) {
            let detail = format!("`{}` does not say to whom", printed.text);
            self.doubt(Sign::UnknownWords, DOUBTFUL, &detail);
        }
        if let Some(code) = own.iter().find_map(|printed| printed.banner.strange.first()) {
            let detail = format!("`{code}` in a list of countries is not a known code");
            self.doubt(Sign::UnknownWords, UNKNOWN_WORDS, &detail);
        }
        let unknown = |printed: &&Printed| !printed.banner.unknown.is_empty() || printed.banner.left_over.is_some();
        if own.iter().any(unknown) {
            self.doubt(Sign::UnknownWords, UNKNOWN_WORDS, "the marking contains unknown words");
        }
    }

    /// Handles struck-out markings, and stamps that cancel or change the page's marking.
    pub(super) fn struck(&mut self, roles: &[(Role, &Printed)], lines: &Lines) {
        let of_role = roles.iter().filter(|(role, _)| *role == Role::Cancelled);
        let struck: Vec<&Printed> = of_role.map(|(_, printed)| *printed).collect();
        for printed in &struck {
            self.found.push(printed.text.clone());
            self.shown.push(printed.words.clone());
        }
        if !lines.cancellations.is_empty() {
            self.shown.extend(lines.cancellations.iter().cloned());
            if let Some(marking) = self.marking.as_mut() {
                marking.cancelled = true;
                return self.doubt(
                    Sign::Cancelled,
                    DOUBTFUL,
                    "a stamp says that the marking no longer applies",
                );
            }
            self.taken_back = struck.is_empty();
        }
        if self.marking.is_some() && !lines.regradings.is_empty() {
            self.shown.extend(lines.regradings.iter().cloned());
            self.doubt(Sign::Cancelled, DOUBTFUL, "a line says that the marking was changed");
        }
        let strikes = of_banners(&struck);
        if strikes.is_empty() {
            return;
        }
        if self.marking.is_none() {
            let first = strikes.into_iter().next();
            self.marking = first.map(|marking| Marking {
                cancelled: true,
                ..marking
            });
        }
        self.doubt(Sign::Cancelled, DOUBTFUL, "a marking is struck out");
    }
}

/// The banners as markings; those without a level take that of the first one with a level.
fn of_banners(own: &[&Printed]) -> Vec<Marking> {
    let of = |printed: &&Printed, level: &str| Marking {
        level: level.to_owned(),
        caveats: printed
            .banner
            .owner
            .iter()
            .chain(&printed.banner.caveats)
            .cloned()
            .collect(),
        rel_to: printed.banner.rel_to.clone(),
        declassify_on: printed.banner.declassify_on.clone(),
        printed: printed.text.clone(),
        cancelled: false,
    };
    let Some(level) = own.iter().find_map(|printed| printed.banner.level.clone()) else {
        return Vec::new();
    };
    let levels = own
        .iter()
        .map(|printed| printed.banner.level.as_deref().unwrap_or(&level));
    own.iter()
        .zip(levels)
        .map(|(printed, level)| of(printed, level))
        .collect()
}

/// Whether a classified level appears only with categories of unclassified information.
fn of_unclassified(grammar: &Grammar, printed: &Printed) -> bool {
    let vocabulary = grammar.vocabulary();
    let category = |name: &String| {
        let mut controls = vocabulary.controls.iter();
        controls
            .find(|control| control.name == *name)
            .map(|control| control.category)
    };
    let caveats = &printed.banner.caveats;
    let level = printed.banner.level.as_deref();
    level.is_some_and(|level| vocabulary.is_classified(level))
        && !caveats.is_empty()
        && caveats.iter().all(|name| category(name) == Some(Category::Cui))
}

fn of_portion(portion: &Portion) -> Marking {
    Marking {
        level: portion.level.clone(),
        caveats: portion.caveats.clone(),
        rel_to: portion.rel_to.clone(),
        declassify_on: None,
        printed: String::new(),
        cancelled: false,
    }
}

/// The restrictions of a portion that the banner lacks: dissemination controls, the release list, and programs and
/// foreign owners if the banner has none of that kind. Programs are abbreviated in portions, and controls of
/// unclassified information are not carried into the banner of a classified page (DoDM 5200.01 volume 2), so neither
/// counts beside others.
fn restrictions(grammar: &Grammar, portion: &Marking, banner: &Marking) -> Marking {
    let vocabulary = grammar.vocabulary();
    let of = |caveat: &String| grammar.control(caveat);
    let has = |category: Category| {
        banner
            .caveats
            .iter()
            .filter_map(of)
            .any(|control| control.category == category)
    };
    let foreign = |caveat: &String| {
        caveat
            .split(' ')
            .any(|word| vocabulary.countries.iter().any(|known| known == word))
    };
    let owned = has(Category::Fgi) || banner.caveats.iter().any(foreign);
    let carried = |caveat: &&String| {
        of(caveat).map_or(!owned && foreign(caveat), |control| {
            let kind = match control.category {
                Category::Dissemination | Category::NonIc | Category::Legacy => control.name == **caveat,
                Category::Sci | Category::Sap | Category::Aea | Category::Fgi => !has(control.category),
                Category::Cui => !vocabulary.is_classified(&banner.level),
                Category::Declassification => false,
            };
            let implied = control.implies.as_deref().and_then(|level| vocabulary.rank(level));
            kind && (implied.is_none() || implied >= vocabulary.rank(&banner.level))
        })
    };
    let lists = banner.caveats.iter().any(|caveat| caveat == "REL TO") && !banner.rel_to.is_empty();
    Marking {
        level: banner.level.clone(),
        caveats: portion
            .caveats
            .iter()
            .filter(carried)
            .filter(|name| *name != "REL TO")
            .cloned()
            .collect(),
        rel_to: if lists { portion.rel_to.clone() } else { Vec::new() },
        ..portion.clone()
    }
}

/// Whether an earlier page shows the same restrictions, as a message does in its head.
fn shown_before(before: &[PageFinding], marking: &Marking) -> bool {
    let earlier = before.iter().filter_map(|finding| finding.marking.as_ref());
    let mut same = earlier.filter(|earlier| earlier.level == marking.level);
    same.any(|earlier| earlier.caveats == marking.caveats && earlier.rel_to == marking.rel_to)
}

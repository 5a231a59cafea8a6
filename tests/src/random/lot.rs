//! Draws independent choices. Some are kept for the test part, so that what was learned on the training part is
//! measured on layouts that it could not contain.

use crate::dice::Dice;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    Train,
    /// Draws what the training part draws, and in every document something that it never does.
    Test,
}

/// One of several ways to print something, chosen independently of all others.
pub(super) trait Choice: Copy + 'static {
    /// Drawn by both parts; listed twice, twice as often.
    const COMMON: &'static [Self];
    /// Drawn by the test part only.
    const KEPT: &'static [Self] = &[];
}

/// How often the test part draws what is kept for it, in percent of the choices that have such.
const KEPT_SHARE: i64 = 30;

/// The dice of one document.
pub(super) struct Lot {
    pub dice: Dice,
    part: Part,
    /// Number of choices drawn so far that the training part never draws.
    kept: usize,
}

impl Lot {
    pub(super) fn new(seed: u64, part: Part) -> Self {
        Self {
            dice: Dice::new(seed),
            part,
            kept: 0,
        }
    }

    pub(super) fn draw<C: Choice>(&mut self) -> C {
        *self.pick(C::COMMON, C::KEPT)
    }

    /// One of the common items, or in the test part sometimes one of the kept ones.
    pub(super) fn pick<'a, T>(&mut self, common: &'a [T], kept: &'a [T]) -> &'a T {
        if self.part == Part::Test && !kept.is_empty() && self.dice.chance(KEPT_SHARE) {
            self.kept += 1;
            return self.dice.pick(kept);
        }
        self.dice.pick(common)
    }

    pub(super) fn chance(&mut self, percent: i64) -> bool {
        self.dice.chance(percent)
    }

    /// A length in points between two whole ones.
    pub(super) fn points(&mut self, low: i64, high: i64) -> f32 {
        self.dice.between(low * 10, high * 10) as f32 / 10.0
    }

    pub(super) fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.dice.index(last + 1));
        }
    }

    /// Whether something kept for testing may be drawn; counts it if so.
    pub(super) fn allows_kept(&mut self) -> bool {
        self.kept += usize::from(self.part == Part::Test);
        self.part == Part::Test
    }

    pub(super) fn kept(&self) -> usize {
        self.kept
    }
}

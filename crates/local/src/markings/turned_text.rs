//! Reads text that runs up or down a page: a sideways table with header and footer, a marking along an edge, stacked
//! letters. The text is rotated level and looked at like any page. Scans, whose renderings are turned before OCR, are
//! in `stamps`.

use super::{page, unite};
use crate::captions::evidence;
use crate::page::model::Layout;
use touchstone_core::grammar::Grammar;
use touchstone_core::record::{PageFinding, Pass};
use touchstone_intake::{Page, Region, Ruling, Word};

/// Min letters and min ratio of height to width of a word that runs up or down.
const LETTERS: usize = 4;
const LONGER: f32 = 1.3;
/// Min shared width, as a share of the wider word, for a shorter word to be in line with such a word.
const IN_LINE: f32 = 0.6;
/// Min share of such words for a page to be sideways.
const MOST: f32 = 0.6;
/// Min stacked letters in a word, and max gap between them, in heights.
const STACKED: usize = 4;
const BELOW: f32 = 2.5;

/// Direction of text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Course {
    Up,
    Down,
    /// Upside down.
    Back,
}

impl Course {
    /// The position of a place after text in this direction is rotated level; `width` and `height` are those of the
    /// page before.
    pub(super) fn level(self, width: f32, height: f32, place: &Region) -> Region {
        let (x, y) = match self {
            Self::Up => (height - place.bottom(), place.x),
            Self::Down => (place.y, width - place.right()),
            Self::Back => (width - place.right(), height - place.bottom()),
        };
        let (wide, high) = self.size(place.width, place.height);
        Region {
            page: place.page,
            x,
            y,
            width: wide,
            height: high,
        }
    }

    /// The size after rotation.
    pub(super) fn size(self, width: f32, height: f32) -> (f32, f32) {
        if self == Self::Back {
            (width, height)
        } else {
            (height, width)
        }
    }

    /// Clockwise rotation that makes the text level, in degrees.
    pub(super) fn degrees(self) -> f32 {
        match self {
            Self::Up => 90.0,
            Self::Down => 270.0,
            Self::Back => 180.0,
        }
    }

    /// The position on the page of a place in the level text: the inverse rotation.
    fn back(self, page: &Page, place: &Region) -> Region {
        let other = match self {
            Self::Up => Self::Down,
            Self::Down => Self::Up,
            Self::Back => Self::Back,
        };
        let (width, height) = self.size(page.width, page.height);
        other.level(width, height, place)
    }

    fn ruling(self, page: &Page, line: &Ruling) -> Ruling {
        let (a, b) = if line.horizontal {
            ((line.from, line.at), (line.to, line.at))
        } else {
            ((line.at, line.from), (line.at, line.to))
        };
        let place = self.level(page.width, page.height, &Region::between(page.number, a, b));
        let horizontal = !line.horizontal;
        Ruling {
            horizontal,
            at: if horizontal { place.y } else { place.x },
            from: if horizontal { place.x } else { place.y },
            to: if horizontal { place.right() } else { place.bottom() },
            thickness: line.thickness,
        }
    }
}

/// Adds markings in text that is not horizontal, if they are higher than those of the rest of the page.
pub(super) fn check(
    grammar: &Grammar,
    page: &Page,
    pass: Pass,
    before: &[PageFinding],
    found: PageFinding,
) -> PageFinding {
    if page.reading.source.is_recognised() {
        return found;
    }
    let words = &page.reading.words;
    let long = || words.iter().filter(|word| word.text.chars().count() >= LETTERS);
    let turned = long().filter(|word| is_upright(word)).count() as f32;
    if turned > 0.0 && turned >= MOST * long().count() as f32 {
        if found.marking.is_some() {
            return found;
        }
        let course = course(words);
        let mut finding = page::look(grammar, &laid(page, course, words.clone()), pass, before);
        if finding.marking.is_none() {
            return found;
        }
        let places = finding.evidence.iter_mut().flat_map(|evidence| &mut evidence.regions);
        places.for_each(|place| *place = course.back(page, place));
        return finding;
    }
    let upright = upright(words);
    let stacked = stacked(words);
    let mut finding = found;
    for (course, words) in [(Course::Up, upright), (Course::Down, stacked)] {
        let Some(place) = words.iter().map(|word| word.region).reduce(|a, b| a.union(&b)) else {
            continue;
        };
        let mut part = page::look(grammar, &laid(page, course, words), pass, &[]);
        // A marking in such text may be higher than that of the page.
        if rank(grammar, &part) > rank(grammar, &finding) {
            part.evidence = vec![evidence::of_place(&Layout::new(page), place, &[])];
            finding = unite::placed(grammar, finding, part, "text that is not horizontal");
        }
    }
    finding
}

/// The rank of the level found.
fn rank(grammar: &Grammar, finding: &PageFinding) -> Option<usize> {
    let marking = finding.marking.as_ref()?;
    grammar.vocabulary().rank(&marking.level)
}

fn is_upright(word: &Word) -> bool {
    word.text.chars().count() >= LETTERS && word.region.height > LONGER * word.region.width
}

/// The words that run up or down, including short ones in line with a longer one.
fn upright(words: &[Word]) -> Vec<Word> {
    let long: Vec<&Word> = words.iter().filter(|word| is_upright(word)).collect();
    let in_line = |word: &Word| {
        let place = &word.region;
        let mut beside = long.iter().map(|other| &other.region);
        beside.any(|other| place.overlap_x(other) > IN_LINE * place.width.max(other.width))
    };
    let runs = |word: &&Word| {
        let short = word.text.chars().count() > 1 && word.region.height > word.region.width;
        is_upright(word) || short && in_line(word)
    };
    words.iter().filter(runs).cloned().collect()
}

/// The direction in which the words of a page follow each other.
fn course(words: &[Word]) -> Course {
    let pairs = words
        .windows(2)
        .filter(|pair| pair[0].region.overlap_x(&pair[1].region) > 0.0);
    let (mut up, mut down) = (0, 0);
    for pair in pairs {
        if pair[1].region.y < pair[0].region.y {
            up += 1;
        } else {
            down += 1;
        }
    }
    if up >= down { Course::Up } else { Course::Down }
}

/// Columns of stacked letters, each as one word that runs down.
fn stacked(words: &[Word]) -> Vec<Word> {
    let mut letters: Vec<&Word> = words
        .iter()
        .filter(|word| word.text.chars().count() == 1 && word.text.chars().all(char::is_uppercase))
        .collect();
    letters.sort_by(|a, b| a.region.y.total_cmp(&b.region.y));
    let mut columns: Vec<Word> = Vec::new();
    for letter in letters {
        let (x, height) = (letter.region.center().0, letter.region.height);
        let follows = |column: &&mut Word| {
            let gap = letter.region.y - column.region.bottom();
            (column.region.center().0 - x).abs() < 0.5 * height && (-0.5 * height..BELOW * height).contains(&gap)
        };
        match columns.iter_mut().find(follows) {
            Some(column) => {
                column.text.push_str(&letter.text);
                column.region = column.region.union(&letter.region);
            }
            None => columns.push(letter.clone()),
        }
    }
    columns.retain(|column| column.text.chars().count() >= STACKED);
    columns
}

/// The page with some of its words rotated level.
fn laid(page: &Page, course: Course, mut words: Vec<Word>) -> Page {
    let level = |place: &Region| course.level(page.width, page.height, place);
    for word in &mut words {
        word.region = level(&word.region);
    }
    let mut reading = page.reading.clone();
    reading.words = words;
    reading.blocks = Vec::new();
    let places = |places: &[Region]| places.iter().map(level).collect::<Vec<_>>();
    Page {
        width: page.height,
        height: page.width,
        reading,
        rulings: page.rulings.iter().map(|line| course.ruling(page, line)).collect(),
        slants: places(&page.slants),
        cells: places(&page.cells),
        pictures: places(&page.pictures),
        ..page.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use touchstone_intake::Reading;

    #[test]
    fn a_place_that_is_laid_level_comes_back() {
        let page = Page::letter(1, Reading::empty());
        let place = Region {
            page: 1,
            x: 23.0,
            y: 370.0,
            width: 15.0,
            height: 53.0,
        };
        for course in [Course::Up, Course::Down, Course::Back] {
            let level = course.level(page.width, page.height, &place);
            assert_eq!((level.width, level.height), course.size(15.0, 53.0));
            assert_eq!(course.back(&page, &level), place);
        }
        let head = Course::Up.level(page.width, page.height, &place).y;
        assert!((head - place.x).abs() < 0.01, "its left edge is the head: {head}");
    }
}

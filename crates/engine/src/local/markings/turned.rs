//! Text of a page that runs up or down it: a table that lies on its side with head and foot, a marking along an edge, letters
//! one below the other. It is laid level and looked at as any other page is. Not here: scans, whose pictures are turned
//! before they are read (see `unread`).

use super::super::evidence;
use super::super::layout::Layout;
use super::{page, unite};
use crate::grammar::Grammar;
use crate::record::{PageFinding, Pass};
use touchstone_intake::{Page, Region, Ruling, Word};

/// A word of so many letters is longer than it is high, by so much.
const LETTERS: usize = 4;
const LONGER: f32 = 1.3;
/// So much of the words of a page makes it one that lies on its side.
const MOST: f32 = 0.6;
/// So many single letters one below the other are a word, each so far below the last, in times its height.
const STACKED: usize = 4;
const BELOW: f32 = 2.5;

/// Which way text runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Course {
    Up,
    Down,
}

impl Course {
    /// Where a place lies when text that runs so is laid level, on a page that is so wide and so high before.
    fn level(self, (width, height): (f32, f32), place: &Region) -> Region {
        let (x, y) = match self {
            Self::Up => (height - place.bottom(), place.x),
            Self::Down => (place.y, width - place.right()),
        };
        Region {
            page: place.page,
            x,
            y,
            width: place.height,
            height: place.width,
        }
    }

    /// Where on the page a place of the text laid level is: the other turn, of the page as it is then.
    fn back(self, page: &Page, place: &Region) -> Region {
        let other = match self {
            Self::Up => Self::Down,
            Self::Down => Self::Up,
        };
        other.level((page.height, page.width), place)
    }

    fn ruling(self, page: &Page, line: &Ruling) -> Ruling {
        let (a, b) = if line.horizontal {
            ((line.from, line.at), (line.to, line.at))
        } else {
            ((line.at, line.from), (line.at, line.to))
        };
        let place = self.level((page.width, page.height), &Region::between(page.number, a, b));
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

/// What a page that seems to bear no marking bears in text that does not run level.
pub(super) fn told(
    grammar: &Grammar,
    page: &Page,
    pass: Pass,
    before: &[PageFinding],
    found: PageFinding,
) -> PageFinding {
    if found.marking.is_some() || page.reading.source.is_recognised() {
        return found;
    }
    let words = &page.reading.words;
    let long = || words.iter().filter(|word| word.text.chars().count() >= LETTERS);
    let turned = long().filter(|word| is_upright(word)).count() as f32;
    if turned > 0.0 && turned >= MOST * long().count() as f32 {
        let course = course(words);
        let mut finding = page::look(grammar, &laid(page, course, words.clone()), pass, before);
        if finding.marking.is_none() {
            return found;
        }
        let places = finding.evidence.iter_mut().flat_map(|evidence| &mut evidence.regions);
        places.for_each(|place| *place = course.back(page, place));
        return finding;
    }
    let upright: Vec<Word> = words.iter().filter(|word| is_upright(word)).cloned().collect();
    let stacked = stacked(words);
    let mut finding = found;
    for (course, words) in [(Course::Up, upright), (Course::Down, stacked)] {
        let Some(place) = words.iter().map(|word| word.region).reduce(|a, b| a.union(&b)) else {
            continue;
        };
        let mut part = page::look(grammar, &laid(page, course, words), pass, &[]);
        if part.marking.is_some() {
            part.evidence = vec![evidence::of_place(&Layout::new(page), place, &[])];
            finding = unite::placed(grammar, finding, part, "text that does not run level");
        }
    }
    finding
}

fn is_upright(word: &Word) -> bool {
    word.text.chars().count() >= LETTERS && word.region.height > LONGER * word.region.width
}

/// Which way the words of a page follow each other.
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

/// Letters one below the other, each such column as one word that runs down.
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

/// The page as it is when some of its words are laid level.
fn laid(page: &Page, course: Course, mut words: Vec<Word>) -> Page {
    let level = |place: &Region| course.level((page.width, page.height), place);
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
        for course in [Course::Up, Course::Down] {
            let level = course.level((page.width, page.height), &place);
            assert_eq!((level.width, level.height), (53.0, 15.0));
            assert_eq!(course.back(&page, &level), place);
        }
        let head = Course::Up.level((page.width, page.height), &place).y;
        assert!((head - place.x).abs() < 0.01, "its left edge is the head: {head}");
    }
}

//! Recognizes single numbers of a page, to compare them with the text of the file: their pictures are put on a sheet,
//! whose lines need not be searched. Those not confirmed are recognized once more, as on a page.

use super::{Interrupted, StoredPages, Work};
use crate::checks::{Place, confirms};
use touchstone_core::record::Shown;
use touchstone_intake::pool::OpenDocument;
use touchstone_intake::{Failure, Page, Raster, Reading, Recipe, Region, Scan, Script, TextSource, Word};

/// Max places on one sheet.
const ON_SHEET: usize = 24;
/// Max places of a page to recognize; the others are told as not compared.
const MOST: usize = 10 * ON_SHEET;
/// Resolution of the sheet, in dots per inch, as for pages.
const DPI: f32 = 200.0;
/// Space around a number that is drawn with it, in points: boxes of fonts do not hold all of their letters.
const ROOM: f32 = 2.0;
/// White space around each picture, in pixels: twice the height of usual print, so that neighbors are not one line.
const GAP: usize = 56;
/// Width of the sheet, in pixels. Line detection enlarges smaller pictures.
const WIDTH: usize = 1600;
/// Max side of a picture, in pixels; a larger place is not a number.
const LARGEST: u32 = 1200;
const WHITE: u8 = 255;

/// Recognizes the places of a page. Those that could not be drawn or recognized have no text.
pub(super) async fn recognise(
    work: &Work<'_>,
    stored: &StoredPages<'_>,
    page: &Page,
    places: &[Place],
) -> Result<Vec<Shown>, Interrupted> {
    let read = async {
        let open = stored.open().await?;
        let mut shown = Vec::new();
        for places in places.get(..MOST).unwrap_or(places).chunks(ON_SHEET) {
            shown.extend(read(work, &open, page, places).await?);
        }
        open.close().await;
        Ok::<_, Failure>(shown)
    };
    let read = tokio::select! {
        read = read => read,
        () = work.stop.cancelled() => return Err(Interrupted::Stopped),
    };
    let mut shown = read.unwrap_or_else(|failure| {
        let outcome = failure.outcome.as_str();
        tracing::warn!(name: "numbers could not be compared with the page", page = page.number, outcome);
        Vec::new()
    });
    shown.extend(unread(places.get(shown.len()..).unwrap_or_default()));
    Ok(shown)
}

/// Places that were not recognized.
pub(super) fn unread(places: &[Place]) -> Vec<Shown> {
    places.iter().map(|place| found(place, &[])).collect()
}

async fn read(work: &Work<'_>, open: &OpenDocument, page: &Page, places: &[Place]) -> Result<Vec<Shown>, Failure> {
    let script = work.pool.config().script;
    let mut pictures = Vec::new();
    for place in places {
        let drawn = open.raster(page.number, &recipe(page, place)).await;
        pictures.push(drawn.ok().filter(|raster| raster.width.max(raster.height) <= LARGEST));
    }
    let mut shown = unread(places);
    for searched in [false, true] {
        if pictures.iter().all(Option::is_none) {
            break;
        }
        let sheet = ContactSheet::of(&pictures);
        let words = work.pool.recognise(sheet.scan(script, searched)).await?.reading.words;
        for (index, place) in places.iter().enumerate() {
            if pictures.get(index).is_some_and(Option::is_some)
                && let Some(shown) = shown.get_mut(index)
            {
                *shown = sheet.shown(index, place, &words);
            }
        }
        for (picture, shown) in pictures.iter_mut().zip(&shown) {
            picture.take_if(|_| confirms(shown));
        }
    }
    Ok(shown)
}

fn recipe(page: &Page, place: &Place) -> Recipe {
    let region = place.shown_at.grown(ROOM);
    Recipe {
        turn: page.reading.turn(),
        ..Recipe::plain(region.intersection(&page.region()), DPI / 72.0)
    }
}

/// Pictures beside and below each other on white paper.
#[derive(Default)]
struct ContactSheet {
    height: usize,
    grey: Vec<u8>,
    /// Left, top, right and bottom of each picture, in pixels; empty for a missing one.
    frames: Vec<[usize; 4]>,
}

impl ContactSheet {
    fn of(pictures: &[Option<Raster>]) -> Self {
        let mut sheet = Self::default();
        let (mut left, mut top, mut bottom) = (GAP, GAP, GAP);
        for picture in pictures {
            let Some(picture) = picture else {
                sheet.frames.push([0; 4]);
                continue;
            };
            let (width, height) = (picture.width as usize, picture.height as usize);
            if left + width + GAP > WIDTH {
                (left, top) = (GAP, bottom + GAP);
            }
            bottom = bottom.max(top + height);
            sheet.frames.push([left, top, left + width, top + height]);
            left += width + GAP;
        }
        sheet.height = bottom + GAP;
        sheet.grey = vec![WHITE; sheet.height * WIDTH];
        for (picture, frame) in pictures.iter().zip(sheet.frames.clone()) {
            let [left, top, ..] = frame;
            let lines = picture
                .iter()
                .flat_map(|picture| picture.grey.chunks(picture.width as usize));
            for (row, line) in lines.enumerate() {
                let start = (top + row) * WIDTH + left;
                if let Some(place) = sheet.grey.get_mut(start..start + line.len()) {
                    place.copy_from_slice(line);
                }
            }
        }
        sheet
    }

    /// The sheet with the places of its pictures, or without them so that lines are searched.
    fn scan(&self, script: Script, searched: bool) -> Scan {
        let point = |pixels: usize| pixels as f32 * 72.0 / DPI;
        let lines = self.frames.iter().filter(|[left, _, right, _]| left < right);
        let line = |[left, top, right, bottom]: &[usize; 4]| {
            Region::between(1, (point(*left), point(*top)), (point(*right), point(*bottom)))
        };
        let recipe = Recipe {
            enhancements: vec![Recipe::AS_IT_LIES.to_owned()],
            ..Recipe::plain(None, DPI / 72.0)
        };
        let page = Page {
            width: point(WIDTH),
            height: point(self.height),
            text_source: TextSource::Unread,
            ..Page::letter(1, Reading::empty())
        };
        Scan {
            page,
            raster: Raster {
                width: WIDTH as u32,
                height: self.height as u32,
                grey: self.grey.clone(),
            },
            recipe,
            script,
            lines: if searched {
                Vec::new()
            } else {
                lines.map(line).collect()
            },
        }
    }

    /// What was read on one picture.
    fn shown(&self, index: usize, place: &Place, words: &[Word]) -> Shown {
        let [left, top, right, bottom] = self
            .frames
            .get(index)
            .copied()
            .unwrap_or_default()
            .map(|side| side as f32);
        let is_on = |region: &Region| {
            let (x, y) = region.center();
            let (x, y) = (x * DPI / 72.0, y * DPI / 72.0);
            (left..right).contains(&x) && (top..bottom).contains(&y)
        };
        let mut own: Vec<&Word> = words.iter().filter(|word| is_on(&word.region)).collect();
        own.sort_by(|a, b| a.region.x.total_cmp(&b.region.x));
        found(place, &own)
    }
}

/// What was read at a place.
fn found(place: &Place, words: &[&Word]) -> Shown {
    let texts: Vec<&str> = words.iter().map(|word| word.text.as_str()).collect();
    // Only digits are compared.
    let numbers = words
        .iter()
        .filter(|word| word.text.contains(|c: char| c.is_ascii_digit()));
    let least = numbers.filter_map(|word| word.min_char_confidence).reduce(f32::min);
    Shown {
        region: place.region,
        text: place.text.clone(),
        recognised: texts.join(" "),
        confidence: least.unwrap_or(0.0),
        reread: None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_picture_keeps_its_own_words() {
        let picture = |width: u32| Raster {
            width,
            height: 30,
            grey: vec![0; (width * 30) as usize],
        };
        let sheet = ContactSheet::of(&[Some(picture(900)), None, Some(picture(200)), Some(picture(700))]);
        assert_eq!(sheet.grey.len(), sheet.height * WIDTH);
        let frames = [[56, 56, 956, 86], [0; 4], [1012, 56, 1212, 86], [56, 142, 756, 172]];
        assert_eq!((sheet.frames.as_slice(), sheet.height), (frames.as_slice(), 228));
        assert_eq!(sheet.grey.iter().filter(|pixel| **pixel < WHITE).count(), 1800 * 30);
        let word = |text: &str, x: f32, y: f32| Word {
            confidence: Some(0.9),
            min_char_confidence: Some(0.8),
            ..Word::typed(
                text,
                Region::between(1, (x * 0.36, (y - 8.0) * 0.36), ((x + 40.0) * 0.36, (y + 8.0) * 0.36)),
                10.0,
            )
        };
        let region = Region::between(1, (0.0, 0.0), (1.0, 1.0));
        let place = Place {
            text: "1".to_owned(),
            region,
            shown_at: region,
        };
        let words = [
            word("61.00", 1100.0, 70.0),
            word("2,841.32", 80.0, 70.0),
            word("7", 80.0, 160.0),
        ];
        let read = |index: usize| sheet.shown(index, &place, &words).recognised;
        assert_eq!([read(0), read(1), read(2), read(3)], ["2,841.32", "", "61.00", "7"]);
    }
}

//! Recognizes single numbers of a page, to compare them with the text of the file: their pictures are put below each
//! other on one sheet, which costs far less than recognizing the page.

use super::{Interrupted, StoredPages, Work};
use crate::checks::Place;
use touchstone_core::record::Shown;
use touchstone_intake::{Failure, Page, Raster, Reading, Recipe, Region, Scan, TextSource, Word};

/// Resolution of the sheet, in dots per inch, as for pages.
const DPI: f32 = 200.0;
/// Space around a number that is drawn with it, in points: boxes of fonts do not hold all of their letters.
const ROOM: f32 = 2.0;
/// White space around each picture, in pixels.
const GAP: usize = 24;
/// Min height of the sheet, in pixels. Line detection enlarges smaller pictures.
const LEAST: usize = 1600;
/// Max side of a picture, in pixels; a larger place is not a number.
const LARGEST: u32 = 1200;
const WHITE: u8 = 255;

/// Recognizes the places of a page. Those that could not be drawn or recognized have no text.
pub(super) async fn spell(
    work: &Work<'_>,
    stored: &StoredPages<'_>,
    page: &Page,
    places: &[Place],
) -> Result<Vec<Shown>, Interrupted> {
    let read = async {
        let open = stored.open().await?;
        let mut pictures = Vec::new();
        for place in places {
            let drawn = open.raster(page.number, &recipe(page, place)).await;
            pictures.push(drawn.ok().filter(|raster| raster.width.max(raster.height) <= LARGEST));
        }
        open.close().await;
        let sheet = Contacts::of(&pictures);
        let script = work.pool.config().script;
        let words = work.pool.recognise(sheet.scan(script)).await?.reading.words;
        Ok::<_, Failure>((sheet, words))
    };
    let read = tokio::select! {
        read = read => read,
        () = work.stop.cancelled() => return Err(Interrupted::Stopped),
    };
    let (sheet, words) = match read {
        Ok(read) => read,
        Err(failure) => {
            tracing::warn!(%failure, page = page.number, "numbers could not be compared with the page");
            (Contacts::default(), Vec::new())
        }
    };
    let shown = places.iter().enumerate();
    Ok(shown.map(|(index, place)| sheet.shown(index, place, &words)).collect())
}

fn recipe(page: &Page, place: &Place) -> Recipe {
    let region = place.shown_at.grown(ROOM);
    Recipe {
        turn: page.reading.turn(),
        ..Recipe::plain(region.intersection(&page.region()), DPI / 72.0)
    }
}

/// Pictures below each other on white paper.
#[derive(Default)]
struct Contacts {
    width: usize,
    height: usize,
    grey: Vec<u8>,
    /// First row of each picture and one past its last; empty for a missing one.
    rows: Vec<(usize, usize)>,
}

impl Contacts {
    fn of(pictures: &[Option<Raster>]) -> Self {
        let widest = pictures.iter().flatten().map(|picture| picture.width as usize).max();
        let width = widest.unwrap_or(0) + 2 * GAP;
        let mut sheet = Self {
            width,
            ..Self::default()
        };
        for picture in pictures {
            sheet.space(GAP);
            let first = sheet.height;
            for row in picture
                .iter()
                .flat_map(|picture| picture.grey.chunks(picture.width as usize))
            {
                let end = sheet.grey.len() + width;
                sheet.grey.extend(std::iter::repeat_n(WHITE, GAP));
                sheet.grey.extend_from_slice(row);
                sheet.grey.resize(end, WHITE);
                sheet.height += 1;
            }
            sheet.rows.push((first, sheet.height));
        }
        sheet.space(GAP);
        sheet.space(LEAST.saturating_sub(sheet.height));
        sheet
    }

    fn space(&mut self, rows: usize) {
        self.height += rows;
        self.grey.resize(self.height * self.width, WHITE);
    }

    fn scan(&self, script: touchstone_intake::Script) -> Scan {
        let point = |pixels: usize| pixels as f32 * 72.0 / DPI;
        let recipe = Recipe {
            enhancements: vec![Recipe::AS_IT_LIES.to_owned()],
            ..Recipe::plain(None, DPI / 72.0)
        };
        let page = Page {
            width: point(self.width),
            height: point(self.height),
            text_source: TextSource::Unread,
            ..Page::letter(1, Reading::empty())
        };
        Scan {
            page,
            raster: Raster {
                width: self.width as u32,
                height: self.height as u32,
                grey: self.grey.clone(),
            },
            recipe,
            script,
        }
    }

    /// What was read on one picture.
    fn shown(&self, index: usize, place: &Place, words: &[Word]) -> Shown {
        let (first, end) = self.rows.get(index).copied().unwrap_or_default();
        let is_on = |region: &Region| {
            let row = region.center().1 * DPI / 72.0;
            (first as f32..end as f32).contains(&row)
        };
        let mut own: Vec<&Word> = words.iter().filter(|word| is_on(&word.region)).collect();
        own.sort_by(|a, b| a.region.x.total_cmp(&b.region.x));
        let texts: Vec<&str> = own.iter().map(|word| word.text.as_str()).collect();
        // Only digits are compared.
        let numbers = own
            .iter()
            .filter(|word| word.text.contains(|c: char| c.is_ascii_digit()));
        let least = numbers.filter_map(|word| word.min_char_confidence).reduce(f32::min);
        Shown {
            region: place.region,
            text: place.text.clone(),
            recognised: texts.join(" "),
            confidence: least.unwrap_or(0.0),
        }
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
        let sheet = Contacts::of(&[Some(picture(40)), None, Some(picture(90))]);
        assert_eq!((sheet.width, sheet.height), (138, LEAST));
        assert_eq!(sheet.grey.len(), sheet.width * sheet.height);
        assert_eq!(sheet.rows, [(24, 54), (78, 78), (102, 132)]);
        let word = |text: &str, row: f32| Word {
            text: text.to_owned(),
            region: Region::between(1, (10.0, (row - 8.0) * 0.36), (30.0, (row + 8.0) * 0.36)),
            confidence: Some(0.9),
            min_char_confidence: Some(0.8),
            handwritten: false,
            size: 10.0,
            bold: false,
            widget: None,
        };
        let region = Region::between(1, (0.0, 0.0), (1.0, 1.0));
        let place = Place {
            text: "1".to_owned(),
            region,
            shown_at: region,
        };
        let words = [word("2,841.32", 40.0), word("61.00", 118.0)];
        let read = |index: usize| sheet.shown(index, &place, &words).recognised;
        assert_eq!([read(0), read(1), read(2)], ["2,841.32", "", "61.00"]);
    }
}

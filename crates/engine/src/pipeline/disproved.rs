//! Pages that show other numbers than the file says: the run goes back to intake once, which reads them from their
//! pictures, and everything else follows anew. The numbers stay known to `checks`, so that a person decides.

use super::{Interrupted, Work};
use crate::checks;
use crate::store::Disproved;
use std::collections::BTreeMap;
use touchstone_core::record::{Reread, Run, Shown, Surroundings};
use touchstone_intake::{Page, Region, TextSource, Word};

/// Takes a run back to intake if the comparison has just disproved a number. `None` if the run goes on, else whether it
/// is still this one that moves the run.
pub(super) async fn read_anew(work: &Work<'_>, run: &Run, known: &Surroundings) -> Result<Option<bool>, Interrupted> {
    let is_new = |seen: &&Shown| seen.reread.is_none() && checks::contradicts(seen);
    let reading = |page: u32| known.readings.iter().find(|(number, _)| *number == page);
    let numbers: Vec<(u32, &Shown)> = known
        .shown
        .iter()
        .filter(is_new)
        .filter_map(|seen| Some((reading(seen.region.page)?.1, seen)))
        .collect();
    let before = work.store.disproved(run.document_id).await?;
    if numbers.is_empty() || before.iter().any(|one| one.run == run.id) {
        return Ok(None);
    }
    let mut pages: Vec<String> = numbers.iter().map(|(_, seen)| seen.region.page.to_string()).collect();
    pages.dedup();
    let why = format!(
        "set aside: the file says other numbers than it shows on page {}, which is read from its picture instead",
        pages.join(", ")
    );
    Ok(Some(work.store.read_anew(run.id, &numbers, &why).await?))
}

/// What earlier comparisons disproved, with what became of the page.
pub(super) fn known(disproved: Vec<Disproved>) -> Vec<Shown> {
    let known = |one: Disproved| Shown {
        reread: Some(if one.read_since { Reread::Done } else { Reread::Failed }),
        ..one.shown
    };
    disproved.into_iter().map(known).collect()
}

/// The places of disproved numbers, by page, for pages that have not been read from their pictures.
pub(super) fn unread(disproved: Vec<Disproved>) -> BTreeMap<u32, Vec<Region>> {
    let mut places: BTreeMap<u32, Vec<Region>> = BTreeMap::new();
    for one in disproved.into_iter().filter(|one| !one.read_since) {
        let place = one.shown.region;
        places.entry(place.page).or_default().push(place);
    }
    places
}

/// Leaves the text layer of a page to recognition, and the form values at these places.
pub(super) fn distrust(page: &mut Page, places: &[Region]) {
    let is_false = |word: &Word| {
        let (x, y) = word.region.center();
        word.widget.is_some() && places.iter().any(|place| place.contains_point(x, y))
    };
    page.text_source = TextSource::Doubted;
    page.reading.words.retain(|word| !is_false(word));
    page.reading.blocks.clear();
}

#[cfg(test)]
mod tests {
    use super::*;
    use touchstone_intake::Reading;

    #[test]
    fn values_of_form_fields_stay_except_those_that_are_shown_otherwise() {
        let at = |x: f32| Region::between(1, (x, 100.0), (x + 40.0, 110.0));
        let word = |text: &str, x: f32, widget: Option<u32>| Word {
            widget,
            ..Word::typed(text, at(x), 10.0)
        };
        let mut page = Page::letter(1, Reading::empty());
        page.reading.words = vec![
            word("1,841.32", 100.0, Some(0)),
            word("23,677.70", 200.0, Some(1)),
            word("2024", 300.0, None),
        ];
        distrust(&mut page, &[at(100.0), at(300.0)]);
        let left: Vec<&str> = page.reading.words.iter().map(|word| word.text.as_str()).collect();
        // Recognition drops the words of the text layer itself.
        assert_eq!(
            (left, page.text_source),
            (vec!["23,677.70", "2024"], TextSource::Doubted)
        );
    }
}

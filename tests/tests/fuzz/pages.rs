//! A page with a number that is none is never accepted.

use proptest::prelude::*;
use touchstone_intake::{Limits, Page, Recipe, validate};
use touchstone_tests::arbitrary;

/// Every number of a page that a reader sends, by position; a page has at least one word, ruling and so on.
fn numbers(page: &mut Page) -> Vec<&mut f32> {
    let mut numbers = vec![&mut page.width, &mut page.height];
    let mut regions = Vec::new();
    for word in page.reading.words.iter_mut().chain(&mut page.layer) {
        numbers.push(&mut word.size);
        numbers.extend(word.confidence.iter_mut());
        numbers.extend(word.min_char_confidence.iter_mut());
        regions.push(&mut word.region);
    }
    for line in &mut page.rulings {
        numbers.extend([&mut line.at, &mut line.from, &mut line.to, &mut line.thickness]);
    }
    if let Some(Recipe { dpi, turn, region, .. }) = &mut page.reading.recipe {
        numbers.extend([dpi, turn]);
        regions.extend(region.iter_mut());
    }
    regions.extend(page.reading.blocks.iter_mut().map(|block| &mut block.region));
    regions.extend(page.cells.iter_mut().chain(&mut page.pictures).chain(&mut page.slants));
    regions.extend(page.widgets.iter_mut().map(|widget| &mut widget.region));
    for region in regions {
        numbers.extend([&mut region.x, &mut region.y, &mut region.width, &mut region.height]);
    }
    numbers
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn nan_and_infinity_are_refused_wherever_they_stand(
        mut page in arbitrary::page(1..12),
        place in any::<prop::sample::Index>(),
        spoiled in prop::sample::select(vec![f32::NAN, f32::INFINITY, f32::NEG_INFINITY]),
    ) {
        prop_assert_eq!(validate::page(&mut page.clone(), 1, &Limits::default()), Ok(()));
        let mut numbers = numbers(&mut page);
        let place = place.index(numbers.len());
        *numbers[place] = spoiled;
        prop_assert!(validate::page(&mut page, 1, &Limits::default()).is_err(), "number {}", place);
    }
}

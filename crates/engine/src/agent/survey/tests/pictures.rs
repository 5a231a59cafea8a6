//! Which pictures a model that accepts images gets, and how they are prepared.

use super::*;

/// The pictures in a question.
fn pictures(request: &Request) -> Vec<String> {
    let of = |part: &Part| match part {
        Part::Image { data, .. } => Some(data.clone()),
        Part::Text { .. } => None,
    };
    request.parts().filter_map(of).collect()
}

#[tokio::test]
async fn pictures_go_along_where_words_do_not_tell_all() {
    let marks = marked("SECRET", "SECRET");
    for (scanned, sees, expected) in [(true, true, true), (true, false, false), (false, true, false)] {
        let mut pages = Sheets::of(&[&marks]);
        pages.scanned = scanned;
        let mut script = looking(vec![page_reply(&["SECRET"], json!({}))], &whole_reply("SECRET", "HIGH"));
        script.model_mut().can.images = sees;
        let (_, asked, _) = surveyed("markings", &pages, script).await;
        assert_eq!(
            !pictures(&asked[0]).is_empty(),
            expected,
            "scanned {scanned}, sees {sees}"
        );
    }
}

/// The picture of a second look is the one that was read: finer than before, upright, and prepared as requested.
#[tokio::test]
async fn a_second_look_shows_another_picture() {
    let faint = marked("Minutes of the meeting", "Page one");
    let mut pages = Sheets::of(&[&faint]);
    (pages.better, pages.scanned) = (Some(marked("SECRET", "SECRET")), true);
    let more = json!({"enhance": true, "enhancements": "a faint stamp at the top", "treatments": ["contrast"]});
    let (wants, sees) = (page_reply(&[], more), page_reply(&["SECRET"], json!({})));
    let script = Script::answering(move |request| {
        let again = words(request).contains("asked to see better");
        Some(responds(&match (page_of(request), again) {
            (None, _) => whole_reply("SECRET", "HIGH"),
            (_, true) => sees.clone(),
            (_, false) => wants.clone(),
        }))
    });
    let (_, asked, _) = surveyed("markings", &pages, script).await;
    let (first, halves) = (pictures(&asked[0]), pictures(&asked[1]));
    assert_eq!((first.len(), halves.len()), (1, 2));
    assert!(halves.iter().all(|half| *half != first[0]) && halves[0] != halves[1]);
    assert!(words(&asked[1]).contains("prepared by: contrast"));
    // The local engine looked before.
    let drawn = pages.drawn.lock().unwrap().clone();
    let [.., plain, top, bottom] = &drawn[..] else {
        panic!("{drawn:?}")
    };
    assert!(plain.enhancements.is_empty() && plain.region.is_none());
    for half in [top, bottom] {
        assert_eq!(half.enhancements, ["contrast"]);
        assert!((half.turn - 1.5).abs() < 1e-6 && half.dpi > plain.dpi * 1.2, "{half:?}");
    }
    let (top, bottom) = (top.region.unwrap(), bottom.region.unwrap());
    assert!(top.y < 1.0 && bottom.y < top.height && bottom.y + bottom.height > 791.0);
}

/// Scanned pages of a chart are shown up to the maximum number of pictures.
#[tokio::test]
async fn a_chart_of_scans_is_shown_with_pictures() {
    for (count, scanned, sees, shown) in [
        (3, true, true, 3),
        (20, true, true, 12),
        (3, false, true, 0),
        (3, true, false, 0),
    ] {
        let texts = vec![GENOMIC; count];
        let mut pages = Sheets::of(&texts);
        pages.scanned = scanned;
        let mut script = Script::answering(|_| Some(responds("no chart")));
        script.model_mut().can.images = sees;
        let (_, asked, _) = surveyed("clinical", &pages, script).await;
        assert_eq!(
            pictures(&asked[0]).len(),
            shown,
            "{count} pages, scanned {scanned}, sees {sees}"
        );
        assert_eq!(
            words(&asked[0]).contains("8 further scanned pages are left out"),
            count == 20
        );
    }
}

//! Marks in the short forms of portion marks, ranges of exemptions, instructions without captions or days, and
//! markings that merge to fewer controls than they name.

use super::*;

fn merged(lines: &[(&str, &str)]) -> Merged {
    let markings: Vec<Marking> = lines.iter().map(|(line, until)| marking(line, until)).collect();
    let pages: Vec<(u32, &Marking)> = (1..).zip(&markings).collect();
    grammar().merge(&pages)
}

#[test]
fn short_words_of_portions_stand_in_banners() {
    for (line, expected) in [
        ("SECRET//NF", "SECRET | NOFORN"),
        ("SECRET//OC/NF", "SECRET | ORCON, NOFORN"),
        ("SECRET//REL USA, GBR", "SECRET | REL TO | USA GBR"),
        ("SECRET REL USA, GBR", "SECRET | REL TO | USA GBR"),
        ("SECRET - REL FVEY", "SECRET | REL TO | FVEY"),
        ("UNCLASSIFIED//SBU-NF", "UNCLASSIFIED | SBU NOFORN"),
        ("UNCLASSIFIED//LES-NF", "UNCLASSIFIED | LES NOFORN"),
        ("SECRET//NOFORN//SBU-NF", "SECRET | NOFORN, SBU NOFORN"),
        ("SECRET//OC-USGOV", "SECRET | ORCON-USGOV"),
        ("SECRET//QQ", "SECRET | ?QQ"),
        ("SECRET//X1-X4", "SECRET | X1, X2, X3, X4 |  | X1, X2, X3, X4"),
        ("SECRET//X3-X1", "SECRET | X3, X1 |  | X3, X1"),
    ] {
        assert_eq!(shown(&grammar().banners(&words(line))[0]), expected, "{line}");
    }
    for (line, expected) in [
        ("TS//SI//NF", Some("TOP SECRET | SI, NOFORN")),
        ("S//NF", Some("SECRET | NOFORN")),
        ("S/NF", Some("SECRET | NOFORN")),
        ("TS//SI", Some("TOP SECRET | SI")),
        ("T/S", Some("TOP SECRET")),
        ("T.S.", Some("TOP SECRET")),
        ("TS/SCI", Some("TOP SECRET | ?SCI")),
        ("NC/RTP", None),
        ("C/O", None),
        ("S/N", None),
        ("U/S", None),
        ("S", None),
        ("A//B", None),
        ("SECRET//NOFORN", None),
    ] {
        let found = grammar().abbreviated(&words(line));
        assert_eq!(found.as_ref().map(shown).as_deref(), expected, "{line}");
    }
}

#[test]
fn instructions_are_ordered_by_when_they_end() {
    for (more, less) in [
        ("25X1, 20701231", "25X1, 20601231"),
        ("31 DEC 55", "20301231"),
        ("Dec 2055", "20301231"),
        ("2055", "20301231"),
        ("31DEC2055", "20301231"),
        ("12/31/55", "20301231"),
        ("when the exercise ends", "20401231"),
        ("25X1", "when the exercise ends"),
        ("GROUP 1", "20401231"),
        ("20301231", "3 May 85"),
    ] {
        assert_eq!(grammar().more_protective(more, less), more, "{more} {less}");
        assert_eq!(grammar().more_protective(less, more), more, "{less} {more}");
    }
}

#[test]
fn a_caption_needs_no_colon_before_an_instruction() {
    for (line, value) in [
        ("DECLASSIFY ON 31 DEC 2055", Some("31 DEC 2055")),
        ("DECL ON X1", Some("X1")),
        ("DECLAS ON: 20551231", Some("20551231")),
        ("Declassify on request of the author", None),
        ("Review on Monday", None),
    ] {
        let found = grammar().authority(&words(line));
        assert_eq!(found.first().map(|found| found.value.as_str()), value, "{line}");
    }
}

#[test]
fn an_instruction_that_is_not_understood_is_noted_beside_another() {
    let found = merged(&[("SECRET", "when the exercise ends"), ("SECRET", "20401231")]);
    assert_eq!(found.declassify_on.as_deref(), Some("when the exercise ends"));
    assert!(
        matches!(found.notes.as_slice(), [Note::UnclearInstruction { page: 2, .. }]),
        "{:?}",
        found.notes
    );
    let same = merged(&[
        ("SECRET", "when the exercise ends"),
        ("SECRET", "when the exercise ends"),
    ]);
    assert_eq!(same.notes, []);
}

#[test]
fn what_says_less_gives_way() {
    assert_eq!(
        merged(&[("SECRET//RELIDO", ""), ("SECRET//NOFORN", "")]).caveats,
        ["NOFORN"]
    );
    assert_eq!(
        merged(&[("SECRET//ORCON-USGOV", ""), ("SECRET//ORCON", "")]).caveats,
        ["ORCON"]
    );
    assert_eq!(
        merged(&[("SECRET//RELIDO", ""), ("SECRET//ORCON", "")]).caveats,
        ["ORCON", "RELIDO"]
    );
    let names = merged(&[("SECRET//REL TO USA, UK", ""), ("SECRET//REL TO USA, GBR", "")]);
    assert_eq!(names.rel_to, ["USA", "GBR"]);
    let alliance = merged(&[("SECRET//REL TO USA, NATO", ""), ("SECRET//REL TO USA, GBR", "")]);
    assert_eq!(alliance.rel_to, ["USA", "GBR"]);
}

#[test]
fn codes_that_are_no_countrys_and_letters_left_over_are_told() {
    for (line, strange, left_over) in [
        ("SECRET//REL TO USA, KEN, LBN", "", None),
        ("SECRET//REL TO USA, XYZ", "XYZ", None),
        ("SECRET//REL TO USA, G8R", "G8R", None),
        ("SECRET//FGI GBR QQQ", "QQQ", None),
        ("SECRET//LES-QQ", "", Some("QQ")),
        ("SECRET-ALPHA", "", Some("ALPHA")),
        ("SECRET-level", "", None),
        ("SECRET//SI-G ABCD", "", None),
    ] {
        let found = &grammar().banners(&words(line))[0];
        assert_eq!(found.strange.join(" "), strange, "{line}");
        assert_eq!(found.left_over.as_deref(), left_over, "{line}");
    }
}

#[test]
fn what_is_shown_to_others_is_noted_beside_what_is_kept_from_them() {
    let found = merged(&[("SECRET//DISPLAY ONLY AFG", ""), ("SECRET//NOFORN", "")]);
    assert_eq!(found.notes, [Note::ShownToOthers { page: 1 }]);
    let found = merged(&[("SECRET//REL TO USA, GBR", ""), ("SECRET//SBU-NF", "")]);
    assert_eq!((found.caveats.len(), found.rel_to.len()), (1, 0), "{found:?}");
    assert_eq!(merged(&[("SECRET//DISPLAY ONLY AFG", ""), ("SECRET", "")]).notes, []);
}

#[test]
fn an_exemption_without_its_day_is_unclear_beside_a_day() {
    for (one, other, longer, unclear) in [
        ("25X1, 20501231", "20601231", "20601231", None),
        ("25X2, 20450101", "25X1", "25X1", Some("25X1")),
        ("X1", "20601231", "X1", Some("X1")),
        ("MR", "20701231", "MR", Some("MR")),
        ("25X1", "25X1, 20501231", "25X1, 20501231", None),
        ("25X1", "50X1-HUM", "50X1-HUM", None),
        ("OADR", "OADR", "OADR", None),
        ("GDS", "20401231", "20401231", None),
        ("20401231", "20301231", "20401231", None),
    ] {
        for (one, other) in [(one, other), (other, one)] {
            assert_eq!(grammar().more_protective(one, other), longer, "{one} {other}");
            assert_eq!(grammar().unclear(one, other), unclear, "{one} {other}");
        }
    }
}

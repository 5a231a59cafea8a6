//! Tables over the built-in vocabulary: banners, portion marks, authority lines and merging.

mod parts;
mod short;

use super::*;
use crate::record::{Marking, Vocabulary};
use std::sync::LazyLock;

fn grammar() -> &'static Grammar {
    static GRAMMAR: LazyLock<Grammar> = LazyLock::new(shipped);
    &GRAMMAR
}

fn shipped() -> Grammar {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../packs/markings/vocabulary.toml");
    let text = std::fs::read_to_string(file).unwrap();
    let vocabulary: Vocabulary = toml::from_str(&text).unwrap();
    Grammar::new(vocabulary)
}

fn words(line: &str) -> Vec<&str> {
    line.split_whitespace().collect()
}

/// Prints `LEVEL | caveats | countries | declassification`, with `?` before unknown controls.
fn shown(banner: &Banner) -> String {
    let owner = banner
        .owner
        .as_ref()
        .map(|owner| format!("{owner}: "))
        .unwrap_or_default();
    let caveat = |name: &String| {
        let unknown = if banner.unknown.contains(name) { "?" } else { "" };
        format!("{unknown}{name}")
    };
    let caveats: Vec<String> = banner.caveats.iter().map(caveat).collect();
    let text = format!(
        "{owner}{} | {} | {} | {}",
        banner.level.as_deref().unwrap_or("-"),
        caveats.join(", "),
        banner.rel_to.join(" "),
        banner.declassify_on.as_deref().unwrap_or("")
    );
    text.trim_end_matches([' ', '|']).to_owned()
}

#[test]
fn banners_are_read() {
    let table = [
        ("SECRET", "SECRET"),
        ("SECRET SPECAT", "SECRET | SPECAT"),
        ("SECRET NOFORN", "SECRET | NOFORN"),
        ("SECRET//NOFORN", "SECRET | NOFORN"),
        ("SECRET // NOFORN", "SECRET | NOFORN"),
        ("SECRET/NOFORN", "SECRET | NOFORN"),
        ("SECRET//NOFORN//X1", "SECRET | NOFORN, X1 |  | X1"),
        ("SECRET//NOFORN//XI", "SECRET | NOFORN, X1 |  | X1"),
        ("SECRET//X1", "SECRET | X1 |  | X1"),
        ("SECRETI/NOFORN", "SECRET | NOFORN"),
        ("SECRETIINOFORN", "SECRET | NOFORN"),
        ("SECRET//INOFORN", "SECRET | NOFORN"),
        ("SECRETNOFORN", "SECRET | NOFORN"),
        ("SECRE TNOFORN", "SECRET | NOFORN"),
        ("SECRE T//NOFORN", "SECRET | NOFORN"),
        ("SE CRE TNOFORN", "SECRET | NOFORN"),
        ("SECRETN OFORN", "SECRET | NOFORN"),
        ("S ECRET//NOFORN", "SECRET | NOFORN"),
        ("TOP SECR ET", "TOP SECRET"),
        ("TOP SECR ET//NOFORN", "TOP SECRET | NOFORN"),
        ("E CRE T", "SECRET"),
        ("SECRET//NOFOPN", "SECRET | NOFORN"),
        (".ECRET", "SECRET"),
        ("_ECRET", "SECRET"),
        ("SECREI", "SECRET"),
        ("S E C R E T", "SECRET"),
        ("S E C R E T N O F O R N", "SECRET | NOFORN"),
        ("C-O-N-F-I-D-E-N-T-I-A-L", "CONFIDENTIAL"),
        ("T O P S E C R E T", "TOP SECRET"),
        ("TOP SECRET", "TOP SECRET"),
        ("TO SECRET", "TOP SECRET"),
        ("T0P SECRET//SI//NOFORN", "TOP SECRET | SI, NOFORN"),
        ("TOP SECRET UMBRA", "TOP SECRET | UMBRA"),
        (
            "TOP SECRET//SI-G ABCD/TK//ORCON/NOFORN",
            "TOP SECRET | SI-G ABCD, TK, ORCON, NOFORN",
        ),
        (
            "TOP SECRET//HCS-P/SI//NOFORN//25X1-HUMAN",
            "TOP SECRET | HCS-P, SI, NOFORN, 25X1-HUMAN |  | 25X1-HUMAN",
        ),
        (
            "SECRET//SAR-BUTTER POPCORN//NOFORN",
            "SECRET | SAR-BUTTER POPCORN, NOFORN",
        ),
        ("SECRET//RD-SIGMA 1 3//NOFORN", "SECRET | RD-SIGMA 1 3, NOFORN"),
        (
            "SECRET//ACCM-PRIMAL SPIRIT/RIVAL FISH",
            "SECRET | ACCM-PRIMAL SPIRIT, ACCM-RIVAL FISH",
        ),
        ("SECRET//REL TO USA, AUS, GBR", "SECRET | REL TO | USA AUS GBR"),
        ("SECRET//DISPLAY ONLY AFG, IRQ", "SECRET | DISPLAY ONLY AFG IRQ"),
        (
            "SECRET//REL TO USA, FVEY//20401231",
            "SECRET | REL TO | USA FVEY | 20401231",
        ),
        ("SECRET//REL TO USA AND GBR", "SECRET | REL TO | USA GBR"),
        ("SECRET//FGI GBR DEU//NOFORN", "SECRET | FGI GBR DEU, NOFORN"),
        ("TOP SECRET//USA/GBR EYES ONLY", "TOP SECRET | EYES ONLY | USA GBR"),
        ("//NATO SECRET", "NATO: SECRET"),
        ("NATO RESTRICTED", "NATO: CONFIDENTIAL"),
        ("//COSMIC TOP SECRET", "COSMIC: TOP SECRET"),
        ("//GBR SECRET//REL TO USA, GBR", "GBR: SECRET | REL TO | USA GBR"),
        ("//JOINT SECRET CAN GBR USA", "JOINT CAN GBR USA: SECRET"),
        ("UNCLASSIFIED", "UNCLASSIFIED"),
        ("UNCLASSIFIED//FOR OFFICIAL USE ONLY", "UNCLASSIFIED | FOUO"),
        ("FOR OFFICIAL USE ONLY", "UNCLASSIFIED | FOUO"),
        ("CUI//SP-PRVCY/SP-CTI//FEDCON", "CUI | SP-PRVCY, SP-CTI, FEDCON"),
        ("CUI", "CUI"),
        ("CONTROLLED UNCLASSIFIED INFORMATION", "CUI"),
        ("SECRET//NO FOREIGN DISSEM", "SECRET | NOFORN"),
        ("SECRET WNINTEL NOFORN", "SECRET | WNINTEL, NOFORN"),
        ("SECRET//BLUE HERON//NOFORN", "SECRET | ?BLUE HERON, NOFORN"),
        ("CONFIDENTIAL LIMDIS", "CONFIDENTIAL | LIMDIS"),
        ("SECRET EXDIS", "SECRET | EXDIS"),
        ("NODIS", "- | NODIS"),
        ("UNCLAS E F T O FOUO", "UNCLASSIFIED | FOUO"),
        ("S E C R E T EFTO", "SECRET"),
        ("CONFIDENTIA", "CONFIDENTIAL"),
        ("CONFIDENTIAI", "CONFIDENTIAL"),
    ];
    are_read(&table);
}

/// Asserts that each line is one banner covering all its words.
fn are_read(table: &[(&str, &str)]) {
    let grammar = grammar();
    for &(line, expected) in table {
        let found = grammar.banners(&words(line));
        let all: Vec<String> = found.iter().map(shown).collect();
        assert_eq!(all, [expected], "{line}");
        assert_eq!(found[0].words.1, words(line).len(), "{line}");
    }
}

/// A marking that had to be repaired is always less certain than one read as printed.
#[test]
fn a_torn_marking_is_read_and_called_damaged() {
    let damage = |line: &str| grammar().banners(&words(line)).first().map(|banner| banner.damage);
    for clear in ["SECRET//NOFORN", "SECRET NOFORN", "S E C R E T", "TOP SECRET"] {
        assert_eq!(damage(clear), Some(0), "{clear}");
    }
    for torn in [
        "SECRE TNOFORN",
        "SECRETI/NOFORN",
        "TOP SECR ET",
        "S ECRET//NOFORN",
        "E CRE T",
        "SECRETIINOFORN",
    ] {
        assert!(damage(torn) > Some(0), "{torn}");
    }
    // Words of running text are left unchanged.
    for words_only in ["kept in SECRE TNOFORN folders", "SECRE TARY", "THE SECRE TS OF BAKING"] {
        let found = grammar().banners(&words(words_only));
        assert!(
            found.iter().all(|banner| banner.caveats.is_empty()),
            "{words_only}: {found:?}"
        );
    }
}

#[test]
fn further_words_of_banners_are_read() {
    are_read(&[
        ("TOP SECRET - HANDLE VIA COMINT CHANNELS ONLY", "TOP SECRET | SI"),
        ("HANDLE VIA COMINT CHANNELS ONLY", "- | SI"),
        (
            "CONFIDENTIAL - MODIFIED HANDLING AUTHORIZED",
            "CONFIDENTIAL | MODIFIED HANDLING",
        ),
        (
            "TOP SECRET//SI//NOFORN//X1,5",
            "TOP SECRET | SI, NOFORN, X1, X5 |  | X1, X5",
        ),
        ("SECRET//X1, X5", "SECRET | X1, X5 |  | X1, X5"),
        ("SECRET//ORCON-USGOV/NOFORN", "SECRET | ORCON-USGOV, NOFORN"),
        (
            "TOP SECRET//SAR-BP/CD-XR//NOFORN",
            "TOP SECRET | SAR-BP, SAR-CD-XR, NOFORN",
        ),
        ("CUI//SP-TAX", "CUI | SP-TAX"),
        ("CUI//TAX", "CUI | TAX"),
        ("CUI//CRITAN", "CUI | CRITAN"),
        ("CUI//PRIVILEGE", "CUI | PRIVILEGE"),
        ("SECRET CRYPTO", "SECRET | CRYPTO"),
        ("TOP SECRET DAUNT", "TOP SECRET | DAUNT"),
        ("SECRET//XGDS", "SECRET | XGDS |  | XGDS"),
        ("CONFIDENTIAL GDS", "CONFIDENTIAL | GDS |  | GDS"),
        ("TOP SECRET//SI//NOFORN/RAWFISA", "TOP SECRET | SI, NOFORN, RAWFISA"),
        ("RESTRICTED", "CONFIDENTIAL"),
        ("OFFICIAL-SENSITIVE", "CUI"),
        ("LIMITED OFFICIAL USE", "UNCLASSIFIED | LIMITED OFFICIAL USE"),
        ("SENSITIVE SECURITY INFORMATION", "UNCLASSIFIED | SSI"),
        ("LAW ENFORCEMENT SENSITIVE", "UNCLASSIFIED | LES"),
        ("SECRET CONTROLLED DISSEM", "SECRET | CONTROLLED DISSEM"),
        (
            "SECRET/NO FOREIGN DISSEM/BACKGROUND USE ONLY",
            "SECRET | NOFORN, BACKGROUND USE ONLY",
        ),
        ("TOP SECRET//CONTROLLED IMAGERY", "TOP SECRET | IMCON"),
        ("UNCLASSIFIED CONTROLLED NUCLEAR INFORMATION", "UNCLASSIFIED | DOE UCNI"),
    ]);
}

#[test]
fn words_that_only_look_like_a_level_are_none() {
    let grammar = grammar();
    let lines = [
        "SECRETARY OF DEFENSE",
        "TRADE SECRETS",
        "CONFIDENTIALITY AGREEMENT",
        "DECLASSIFICATION",
        "CLASSIFIED",
        "REGRET",
        "NON-SECRET",
        "DISCRETE",
        "SECTION",
        "UNCLASSIFIABLE",
        "EYES ONLY",
        "SI",
        "THE RESERVE BANK",
        "REL TO",
        "USA GBR",
        "RESTRICTED DATA",
        "RESTRICTIONS",
        "HANDLE WITH CARE",
    ];
    for line in lines {
        assert_eq!(grammar.banners(&words(line)), [], "{line}");
    }
}

#[test]
fn a_banner_says_which_words_it_takes() {
    let grammar = grammar();
    let found = grammar.banners(&words("the memo was marked Secret by its author"));
    assert_eq!((found[0].words, found[0].capitals), ((4, 5), false));
    let found = grammar.banners(&words("Page 3 SECRET//NOFORN 14 May"));
    assert_eq!(
        (found[0].words, found[0].capitals, found[0].slashes),
        ((2, 3), true, true)
    );
    assert_eq!(found[0].damage, 0);
}

#[test]
fn authority_lines_are_read() {
    use AuthorityLine::{ClassifiedBy, DeclassifyOn, DerivedFrom, Reason};
    let grammar = grammar();
    let table: [(&str, &[(AuthorityLine, &str)]); 17] = [
        ("Classified by: J. Doe, Director", &[(ClassifiedBy, "J. Doe, Director")]),
        ("CLASSIFIED BY : J. Doe", &[(ClassifiedBy, "J. Doe")]),
        ("Derived From: Multiple Sources", &[(DerivedFrom, "Multiple Sources")]),
        ("Declassify on: 20401231", &[(DeclassifyOn, "20401231")]),
        ("DECL ON: X1", &[(DeclassifyOn, "X1")]),
        ("Reason: 1.4(c)", &[(Reason, "1.4(c)")]),
        ("Declassify on:", &[(DeclassifyOn, "")]),
        ("E.O. 12958: DECL: 04/02/2019", &[(DeclassifyOn, "04/02/2019")]),
        (
            "CL BY: 123456 REASON: 1.5(c) DECL ON: X1 DRV FROM: COL S-06",
            &[
                (ClassifiedBy, "123456"),
                (Reason, "1.5(c)"),
                (DeclassifyOn, "X1"),
                (DerivedFrom, "COL S-06"),
            ],
        ),
        (
            "DERIVED FROM: Multiple Sources DECLASSIFY ON 20401231",
            &[(DerivedFrom, "Multiple Sources"), (DeclassifyOn, "20401231")],
        ),
        ("Declassify on: 5 0CTOBER 2044", &[(DeclassifyOn, "5 OCTOBER 2044")]),
        ("Declassify on: 2O44lO05", &[(DeclassifyOn, "20441005")]),
        ("Declassify on: when 0ver", &[(DeclassifyOn, "when 0ver")]),
        ("CLASSIFIED BY J. Doe DECL ON 25X1", &[(DeclassifyOn, "25X1")]),
        (
            "Derived From: the order to declassify on request",
            &[(DerivedFrom, "the order to declassify on request")],
        ),
        ("Derived from the interviews held", &[]),
        ("The cause was derived from it", &[]),
    ];
    for (line, expected) in table {
        let found = grammar.authority(&words(line));
        let shown: Vec<(AuthorityLine, &str)> = found.iter().map(|found| (found.line, found.value.as_str())).collect();
        assert_eq!(shown, expected, "{line}");
    }
}

#[test]
fn the_more_protective_instruction_wins() {
    let grammar = grammar();
    let falling = [
        "50X1-HUM",
        "50X2-WMD",
        "25X1",
        "OADR",
        "X1",
        "MR",
        "31 December 2045",
        "20401231",
        "12/31/2030",
    ];
    for (place, more) in falling.iter().enumerate() {
        for less in &falling[place + 1..] {
            assert_eq!(grammar.more_protective(more, less), *more, "{more} {less}");
            assert_eq!(grammar.more_protective(less, more), *more, "{less} {more}");
        }
    }
    assert_eq!(
        grammar.more_protective("when the exercise ends", "20401231"),
        "when the exercise ends"
    );
}

fn marking(line: &str, declassify_on: &str) -> Marking {
    let banner = grammar().banners(&words(line)).remove(0);
    Marking {
        level: banner.level.unwrap(),
        caveats: banner.caveats,
        rel_to: banner.rel_to,
        declassify_on: (!declassify_on.is_empty()).then(|| declassify_on.to_owned()),
        printed: line.to_owned(),
        cancelled: false,
    }
}

#[test]
fn pages_merge_by_the_most_restrictive_reading() {
    let grammar = grammar();
    let merged = |lines: &[&str]| {
        let markings: Vec<Marking> = lines.iter().map(|line| marking(line, "")).collect();
        let pages: Vec<(u32, &Marking)> = (1..).zip(&markings).collect();
        grammar.merge(&pages)
    };
    let found = merged(&["UNCLASSIFIED", "TOP SECRET//SI", "SECRET//NOFORN"]);
    assert_eq!(
        (found.level.as_str(), found.caveats.join(" ")),
        ("TOP SECRET", "SI NOFORN".to_owned())
    );
    assert_eq!(
        found.notes,
        [
            Note::FirstPageLower {
                page: 1,
                level: "UNCLASSIFIED".into()
            },
            Note::Lower {
                page: 3,
                level: "SECRET".into()
            }
        ]
    );
    // Handling instructions of a program are implied by the program.
    let handling = "HANDLE VIA SPECIAL ACCESS CHANNELS ONLY";
    let found = merged(&["SECRET//SAR-BP//NOFORN", &format!("SECRET {handling}")]);
    assert_eq!(found.caveats, ["SAR-BP", "NOFORN"]);
    assert_eq!(merged(&[&format!("UNCLASSIFIED {handling}")]).caveats, ["HVSACO"]);
    let found = merged(&["SECRET//REL TO USA, AUS, GBR", "SECRET//REL TO USA, CAN, GBR"]);
    assert_eq!(
        (found.caveats.join(" "), found.rel_to.join(" ")),
        ("REL TO".to_owned(), "USA GBR".to_owned())
    );
    let found = merged(&["SECRET//REL TO USA, FVEY", "SECRET//REL TO USA, AUS, CAN, GBR, NZL"]);
    assert_eq!(found.rel_to.join(" "), "USA FVEY");
    let found = merged(&["SECRET//REL TO USA, FVEY", "SECRET//REL TO USA, GBR, DEU"]);
    assert_eq!(found.rel_to.join(" "), "USA GBR");
    let found = merged(&["SECRET//REL TO USA, AUS", "SECRET//REL TO USA, CAN"]);
    assert_eq!((found.caveats.join(" "), found.rel_to.len()), ("NOFORN".to_owned(), 0));
    assert_eq!(found.notes, [Note::NothingInCommon]);
    let found = merged(&["SECRET//REL TO USA, AUS", "CONFIDENTIAL//NOFORN"]);
    assert_eq!((found.caveats.join(" "), found.rel_to.len()), ("NOFORN".to_owned(), 0));
    assert_eq!(grammar.merge(&[]).level, "");
    // A classified page without a release clears the list; an unclassified one does not need a release.
    let found = merged(&["SECRET//REL TO USA, GBR", "SECRET"]);
    assert_eq!((found.caveats.len(), found.rel_to.len()), (0, 0));
    let silent = Note::NoList {
        page: 2,
        level: "SECRET".into(),
    };
    assert_eq!(found.notes, [silent]);
    let found = merged(&["SECRET//REL TO USA, GBR", "UNCLASSIFIED"]);
    assert_eq!(found.rel_to.join(" "), "USA GBR");
}

#[test]
fn the_parts_of_a_banner_have_an_order() {
    let check = |line: &str| grammar().in_order(&grammar().banners(&words(line))[0].caveats);
    assert!(check("TOP SECRET//SI/TK//SAR-BP//NOFORN") && check("SECRET//NOFORN//BLUE HERON"));
    assert!(!check("SECRET//NOFORN//SI"));
    assert!(
        grammar().banners(&words("RESTRICTED"))[0].unowned && !grammar().banners(&words("NATO RESTRICTED"))[0].unowned
    );
}

#[test]
fn a_cancelled_marking_takes_no_part() {
    let (mut first, second) = (marking("SECRET", "X1"), marking("CONFIDENTIAL", "20401231"));
    first.cancelled = true;
    let merged = grammar().merge(&[(1, &first), (2, &second)]);
    assert_eq!(
        (merged.level.as_str(), merged.declassify_on.as_deref()),
        ("CONFIDENTIAL", Some("20401231"))
    );
}

mod properties {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// For any input, the words of banners are within the line and in order.
        #[test]
        fn nothing_is_taken_twice(line in proptest::collection::vec("[A-Z/,() .-]{0,12}|SECRET|//|NOFORN|REL|TO|USA", 0..12)) {
            let words: Vec<&str> = line.iter().map(String::as_str).collect();
            let grammar = grammar();
            let mut end = 0;
            for banner in grammar.banners(&words) {
                prop_assert!(banner.words.0 < banner.words.1 && banner.words.1 <= words.len());
                prop_assert!(banner.words.0 + 1 >= end);
                end = banner.words.1;
            }
            let _ = grammar.portion(&words);
        }

        /// Another page never lowers the level or removes a restriction.
        #[test]
        fn merging_only_ever_adds(picks in proptest::collection::vec(0usize..5, 1..6)) {
            let lines = ["UNCLASSIFIED//FOUO", "CONFIDENTIAL", "SECRET//NOFORN", "TOP SECRET//SI", "SECRET//REL TO USA, GBR"];
            let markings: Vec<Marking> = picks.iter().map(|pick| marking(lines[*pick], "")).collect();
            let pages: Vec<(u32, &Marking)> = (1..).zip(&markings).collect();
            let grammar = grammar();
            let rank = |merged: &Merged| grammar.vocabulary().rank(&merged.level);
            let (fewer, all) = (grammar.merge(&pages[..pages.len() - 1]), grammar.merge(&pages));
            prop_assert!(rank(&all) >= rank(&fewer));
            let kept = |caveat: &&String| *caveat != "REL TO";
            prop_assert!(fewer.caveats.iter().filter(kept).all(|caveat| all.caveats.contains(caveat)));
        }
    }
}

#[test]
fn a_banner_line_keeps_the_parts_of_a_banner() {
    let texts = |list: &[&str]| list.iter().map(|one| (*one).to_owned()).collect::<Vec<_>>();
    for (caveats, rel_to, expected) in [
        (&[][..], &[][..], "SECRET"),
        (&["SI", "NOFORN"], &[], "SECRET//SI//NOFORN"),
        (&["SI", "TK", "ORCON", "NOFORN"], &[], "SECRET//SI/TK//ORCON/NOFORN"),
        (&["REL TO"], &["USA", "GBR"], "SECRET//REL TO USA, GBR"),
        (&["SOMETHING NEW"], &["USA"], "SECRET//SOMETHING NEW//REL TO USA"),
    ] {
        let marking = Marking {
            level: "SECRET".to_owned(),
            caveats: texts(caveats),
            rel_to: texts(rel_to),
            declassify_on: None,
            printed: String::new(),
            cancelled: false,
        };
        assert_eq!(grammar().line(&marking), expected);
    }
}

//! Every category of control in the references, lines with controls only, and portion marks.

use super::{are_read, grammar, shown, words};

/// The categories of SCI, SAP, AEA, FGI, dissemination and CUI, combined as in the references.
#[test]
fn every_part_of_a_banner_is_read() {
    are_read(&[
        ("TOP SECRET//HCS-O/HCS-P", "TOP SECRET | HCS-O, HCS-P"),
        ("TOP SECRET//SI-ABD-G WXYZ//ORCON", "TOP SECRET | SI-ABD-G WXYZ, ORCON"),
        ("TOP SECRET//KDK-BLFH/RSV-XYZ", "TOP SECRET | KDK-BLFH, RSV-XYZ"),
        (
            "TOP SECRET//COMINT//ORCON,NOFORN//X1",
            "TOP SECRET | SI, ORCON, NOFORN, X1 |  | X1",
        ),
        ("SECRET//SAR-BP//WAIVED", "SECRET | SAR-BP, WAIVED"),
        (
            "TOP SECRET//SPECIAL ACCESS REQUIRED-BUTTER CHURN/HAY LOFT//NOFORN",
            "TOP SECRET | SAR-BUTTER CHURN, SAR-HAY LOFT, NOFORN",
        ),
        ("SECRET//RD-CNWDI//NOFORN", "SECRET | RD-CNWDI, NOFORN"),
        ("SECRET//FRD-SIGMA 14", "SECRET | FRD-SIGMA 14"),
        ("CONFIDENTIAL//TFNI", "CONFIDENTIAL | TFNI"),
        ("UNCLASSIFIED//DOD UCNI", "UNCLASSIFIED | DOD UCNI"),
        ("SECRET//FGI//NOFORN", "SECRET | FGI, NOFORN"),
        ("//DEU SECRET", "DEU: SECRET"),
        ("//NATO CONFIDENTIAL", "NATO: CONFIDENTIAL"),
        ("//COSMIC TOP SECRET//BOHEMIA", "COSMIC: TOP SECRET | BOHEMIA"),
        ("//NATO SECRET//ATOMAL", "NATO: SECRET | ATOMAL"),
        ("SECRET//RSEN/IMCON/NOFORN", "SECRET | RSEN, IMCON, NOFORN"),
        ("SECRET//PROPIN/RELIDO", "SECRET | PROPIN, RELIDO"),
        ("SECRET//FISA", "SECRET | FISA"),
        ("UNCLASSIFIED//DEA SENSITIVE", "UNCLASSIFIED | DSEN"),
        ("SECRET//REL TO USA, ACGU/RELIDO", "SECRET | REL TO, RELIDO | USA ACGU"),
        (
            "CONFIDENTIAL//REL TO USA, NATO/DISPLAY ONLY AFG",
            "CONFIDENTIAL | REL TO, DISPLAY ONLY AFG | USA NATO",
        ),
        ("SECRET//NOFORN/LIMDIS/EXDIS", "SECRET | NOFORN, LIMDIS, EXDIS"),
        ("SECRET//NODIS", "SECRET | NODIS"),
        ("UNCLASSIFIED//SBU NOFORN", "UNCLASSIFIED | SBU NOFORN"),
        ("UNCLASSIFIED//LES NOFORN", "UNCLASSIFIED | LES NOFORN"),
        ("UNCLASSIFIED//SSI", "UNCLASSIFIED | SSI"),
        ("CUI//SP-CTI//NOFORN", "CUI | SP-CTI, NOFORN"),
        ("CUI//SP-EXPT/SP-PROPIN//FEDCON", "CUI | SP-EXPT, SP-PROPIN, FEDCON"),
        ("CUI//CEII/PHYS//FED ONLY", "CUI | CEII, PHYS, FED ONLY"),
        ("CUI//NOCON/DL ONLY", "CUI | NOCON, DL ONLY"),
        ("CUI//PRIVILEGE//ATTORNEY-CLIENT", "CUI | PRIVILEGE, AC"),
        (
            "CONTROLLED//SP-INTEL//REL TO USA, GBR",
            "CUI | SP-INTEL, REL TO | USA GBR",
        ),
        ("SECRET//MR", "SECRET | MR |  | MR"),
        ("SECRET//OADR", "SECRET | OADR |  | OADR"),
        ("SECRET//NOFORN//25X1", "SECRET | NOFORN, 25X1 |  | 25X1"),
    ]);
}

/// Controls that count only beside a level may be on the line below it.
#[test]
fn a_line_of_controls_is_read_whole_or_not_at_all() {
    let of = |line: &str| grammar().controls(&words(line)).map(|banner| shown(&banner));
    for (line, expected) in [
        ("EYES ONLY", Some("- | EYES ONLY")),
        ("RESTRICTED DATA", Some("- | RD")),
        ("REL TO USA, GBR", Some("- | REL TO | USA GBR")),
        ("CONTROLLED DISSEM", Some("- | CONTROLLED DISSEM")),
        ("RESTRICTED DATA REPORT", None),
        ("the reserve", None),
        ("20401231", None),
        ("SECRET", None),
        ("", None),
    ] {
        assert_eq!(of(line).as_deref(), expected, "{line}");
    }
}

#[test]
fn portions_are_read() {
    let grammar = grammar();
    let table = [
        ("(U) The plan", Some("UNCLASSIFIED |  | ")),
        ("(S) The plan", Some("SECRET |  | ")),
        ("(S//NF) The plan", Some("SECRET | NOFORN | ")),
        ("(SI/NF) The plan", Some("SECRET | NOFORN | ")),
        (
            "(TS//SI-G ABCD/TK//OC/NF)",
            Some("TOP SECRET | SI-G ABCD, TK, ORCON, NOFORN | "),
        ),
        ("(S//REL TO USA, GBR) The plan", Some("SECRET | REL TO | USA GBR")),
        ("(S//REL)", Some("SECRET | REL TO | ")),
        ("(C//ACCM-RIVAL FISH)", Some("CONFIDENTIAL | ACCM-RIVAL FISH | ")),
        ("(//GBR S)", Some("SECRET | GBR | ")),
        ("(//NS)", Some("SECRET | NATO | ")),
        ("(U//FOUO)", Some("UNCLASSIFIED | FOUO | ")),
        ("(CUI)", Some("CUI |  | ")),
        ("(UNCLASSIFIED)", Some("UNCLASSIFIED |  | ")),
        ("(S//HERON)", Some("SECRET | HERON | ")),
        ("(s) seconds", None),
        ("(A) first", None),
        ("(FOUO) The plan", Some("UNCLASSIFIED | FOUO | ")),
        ("(SBU) The plan", Some("UNCLASSIFIED | SBU | ")),
        ("(LOU)", Some("UNCLASSIFIED | LIMITED OFFICIAL USE | ")),
        ("(NF)", None),
        ("(C//REL TO USA, GBR)", Some("CONFIDENTIAL | REL TO | USA GBR")),
        (
            "(TS//HCS-P/SI-G/TK//OC/NF)",
            Some("TOP SECRET | HCS-P, SI-G, TK, ORCON, NOFORN | "),
        ),
        ("(S//RD-CNWDI//NF)", Some("SECRET | RD-CNWDI, NOFORN | ")),
        ("(CUI//SP-CTI//NF)", Some("CUI | SP-CTI, NOFORN | ")),
        ("(U//LES-NF)", Some("UNCLASSIFIED | LES NOFORN | ")),
        (
            "(S//REL TO USA, NATO/DISPLAY ONLY AFG)",
            Some("SECRET | REL TO, DISPLAY ONLY AFG | USA NATO"),
        ),
        ("(see page 3)", None),
        ("(c) 2020", None),
        ("S//NF", None),
    ];
    for (line, expected) in table {
        let found = grammar.portion(&words(line));
        let shown = found.map(|p| format!("{} | {} | {}", p.level, p.caveats.join(", "), p.rel_to.join(" ")));
        assert_eq!(shown.as_deref(), expected, "{line}");
    }
}

#[test]
fn controls_stand_in_brackets_and_before_the_level() {
    are_read(&[
        ("SECRET (NOFORN)", "SECRET | NOFORN"),
        ("SECRET [NF]", "SECRET | NOFORN"),
        ("TOP SECRET (SI) NOFORN", "TOP SECRET | SI, NOFORN"),
        ("SECRET (REL TO USA, AUS, GBR)", "SECRET | REL TO | USA AUS GBR"),
        ("SECRET//ORCON (NOFORN)", "SECRET | ORCON, NOFORN"),
        ("NOFORN SECRET", "SECRET | NOFORN"),
        ("NODIS/SECRET", "SECRET | NODIS"),
        ("UMBRA TOP SECRET", "TOP SECRET | UMBRA"),
        ("RESTRICTED DATA - SECRET", "SECRET | RD"),
        ("TOP/SECRET", "TOP SECRET"),
    ]);
    // Text that is not a control is not consumed.
    for line in ["SECRET (Draft)", "SECRET (S//NF)", "SECRET ()"] {
        assert_eq!(grammar().banners(&words(line))[0].words, (0, 1), "{line}");
    }
}

#[test]
fn a_hyphen_parts_a_mark_where_controls_are_known() {
    for (mark, expected) in [
        ("(S-NF)", Some(("SECRET", "NOFORN"))),
        ("(C-130)", None),
        ("(S-1)", None),
    ] {
        let found = grammar().portion(&words(mark));
        let found = found
            .as_ref()
            .map(|found| (found.level.as_str(), found.caveats.join(" ")));
        assert_eq!(
            found,
            expected.map(|(level, names)| (level, names.to_owned())),
            "{mark}"
        );
    }
}

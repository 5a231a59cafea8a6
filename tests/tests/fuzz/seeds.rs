//! The seeds of the fuzz targets, made by code: encoded pages would otherwise be stale after a change of the protocol.

use crate::streams::{DIALECTS, short, turn};
use std::path::PathBuf;
use touchstone_intake::protocol::{Greeting, Opened, PROTOCOL_VERSION, Raster, Reply};
use touchstone_intake::{Confinement, Failure, Outcome, Page, Recipe};
use touchstone_tests::drawn::small_w2;

const AMOUNTS: [&str; 16] = [
    "$1,234.56",
    "(12.00)",
    "12.00-",
    "-$12",
    "***12.00",
    "12|00",
    "[ 32 ]",
    "1,234 USD",
    "999,999,999,999,999.99",
    "9999999999999999999999999.999",
    "2 @ 3.999/gal",
    "3.125%",
    "554-03-0876",
    "XXX-XX-1234",
    "63-0065650",
    "**-***9605",
];

const DATES: [&str; 14] = [
    "01/03/2024",
    "2024-02-29",
    "February 29, 1900",
    "29 Feb 2024",
    "3 Jan '24",
    "12/31",
    "31.12.2023",
    "20991231",
    "Sept. 7th, 2021",
    "00/00/0000",
    "2023",
    "'23",
    "FY 2022",
    "99/99/9999",
];

const CALLS: [&str; 5] = [
    "extract_fields {\"fields\":[{\"path\":\"wages_tips\",\"value\":\"50,000.00\",\"page\":1,\"quote\":\"50,000.00\",\
     \"confidence\":0.9},{\"path\":\"box_12[0].code\",\"value\":\"D\",\"page\":1,\"quote\":\"12a D\",\"confidence\":1}]}\n\
     complete_extraction {}",
    "get_document_text {\"page\":2}\nfind_text {\"text\":\"Secret\"}\nview_page {\"page\":-1}",
    "identify_document {\"label\":\"1099-INT\",\"confidence\":2.5,\"reason\":\"\"}\nget_current_extraction {}",
    "update_field {\"path\":\"employer_name\",\"value\":\"Acme Widgets LLC\",\"page\":1,\"quote\":\"Acme Widgets LLC\",\
     \"confidence\":0.5}\nremove_field {\"path\":\"employer_name\"}",
    "update_field {\"path\":\"box_12[99999999999999999999].amount\",\"value\":[[[]]],\"page\":1e300}\nread_file \
     {\"path\":\"../../etc/passwd\"}",
];

const TABLES: [&str; 4] = [
    "one.pdf\u{1f}/papers/one.pdf\u{1f}A case\u{1f}W-2\u{1f}wages_tips\u{1f}50000.00",
    "=cmd|' /C calc'!A0\u{1f}+1\u{1f}@SUM(A1)\u{1f}-1\u{1f}label\u{1f}-12.50\u{1f}other\u{1f}'=1",
    "a,\"b\"\r\nc\u{1f}\t=1\u{1f}；\u{1f}＝1\u{1f}tax_year\u{1f}2024",
    "\0\u{1f} \u{1f}\u{202e}fdp.exe\u{1f}''\u{1f}path\u{1f}x",
];

/// Every target with its seeds, each with the name of its file.
pub(crate) fn made() -> Vec<(&'static str, String, Vec<u8>)> {
    let mut seeds = Vec::new();
    let mut add = |target, name: &str, bytes: Vec<u8>| seeds.push((target, name.to_owned(), bytes));
    for (target, texts) in [
        ("money", &AMOUNTS[..]),
        ("dates", &DATES),
        ("tools", &CALLS),
        ("csv", &TABLES),
    ] {
        for (text, number) in texts.iter().zip(1..) {
            add(target, &format!("{number:02}"), text.as_bytes().to_vec());
        }
    }
    for (dialect, choice) in DIALECTS.into_iter().zip(0_u8..) {
        let whole = turn(dialect).0;
        add("sse", dialect, [&[choice + 4 * 9], whole.as_bytes()].concat());
        let end = short(dialect, "Done", "length");
        add("sse", &format!("{dialect}_short"), [&[choice], end.as_bytes()].concat());
    }
    for (name, reply) in replies() {
        let bytes = postcard::to_stdvec(&reply).expect("a reply is encoded");
        if matches!(reply, Reply::Page(_)) {
            add("page", name, bytes.clone());
        }
        let length = u32::try_from(bytes.len()).expect("a small reply");
        add("frame", name, [&[60], &length.to_be_bytes()[..], &bytes].concat());
    }
    seeds
}

fn replies() -> Vec<(&'static str, Reply)> {
    let greeting = Greeting {
        protocol: PROTOCOL_VERSION,
        version: "0.1.0".to_owned(),
        library: "native/libpdfium.so".to_owned(),
        build: "8149".to_owned(),
        confinement: Confinement::Full,
        hardening: vec!["no core dumps".to_owned()],
    };
    let opened = Opened {
        pages: 3,
        password_used: Some(1),
    };
    let raster = Raster {
        width: 3,
        height: 2,
        grey: vec![0, 255, 0, 255, 0, 255],
    };
    let mut turned = small_w2();
    turned.reading.words.truncate(12);
    turned.reading.blocks.clear();
    turned.reading.recipe = Some(Recipe {
        turn: 90.0,
        ..Recipe::plain(None, 4.0)
    });
    vec![
        ("greeting", Reply::Ready(greeting)),
        ("opened", Reply::Opened(opened)),
        ("raster", Reply::Raster(raster)),
        ("closed", Reply::Closed),
        (
            "failed",
            Reply::Failed(Failure::new(Outcome::Damaged, "the file is cut short")),
        ),
        ("form", Reply::Page(Box::new(sound(small_w2())))),
        ("turned", Reply::Page(Box::new(sound(turned)))),
    ]
}

/// With all words in one block, as validation demands.
fn sound(mut page: Page) -> Page {
    page.reading.blocks = touchstone_tests::arbitrary::block(&page.reading.words);
    page
}

fn folder(target: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("../fuzz/seeds")
        .join(target)
}

/// The seeds in `fuzz/seeds`, in the order of their names: those made here, and inputs that once failed.
pub(crate) fn stored(target: &str) -> Vec<Vec<u8>> {
    let files = walkdir::WalkDir::new(folder(target)).sort_by_file_name();
    let files = files.into_iter().map(|entry| entry.expect("listing the seeds"));
    let files = files.filter(|entry| entry.file_type().is_file());
    files
        .map(|file| std::fs::read(file.path()).expect("reading a seed"))
        .collect()
}

/// Files whose name begins with `failed` are kept by hand.
#[test]
fn the_stored_seeds_are_what_is_made() {
    for (target, name, bytes) in made() {
        let file = folder(target).join(&name);
        if std::env::var_os("TOUCHSTONE_BLESS").is_some() {
            std::fs::create_dir_all(folder(target)).expect("a folder");
            std::fs::write(&file, &bytes).expect("writing a seed");
        }
        let stored = std::fs::read(&file).unwrap_or_default();
        assert!(
            stored == bytes,
            "fuzz/seeds/{target}/{name} is stale: run this test with TOUCHSTONE_BLESS=1"
        );
    }
}

#[test]
fn encoded_seeds_pass() {
    for (target, name, bytes) in made().into_iter().filter(|(target, _, _)| *target == "page") {
        let Ok(Reply::Page(mut page)) = touchstone_intake::validate::decode(&bytes) else {
            panic!("{target}/{name} is no page");
        };
        let number = page.number;
        touchstone_intake::validate::page(&mut page, number, &touchstone_intake::Limits::default()).expect(&name);
    }
}

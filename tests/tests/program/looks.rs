//! Where the checks doubt a value on a scan, its region is recognized again at higher resolution, once, before it is
//! escalated; and the same pixels are recognized only once.

use crate::shell::Shell;
use serde_json::Value;
use std::ffi::OsStr;
use touchstone_intake::{PoolConfig, ReaderPool};
use touchstone_tests::scanning::scanned;
use touchstone_tests::{Dice, catalog};

/// At 150 DPI and stored as a small JPEG, four-point print is misread in ways that no wording explains.
const LAYOUT: &str = "div-three-up";

fn attempts(result: &Value) -> Vec<(u64, bool)> {
    let all = result["attempts"].as_array().expect("attempts").iter();
    let of_form = all.filter(|attempt| !attempt["form"].is_null());
    let pairs = of_form.map(|attempt| {
        let number = attempt["number"].as_u64().expect("a number");
        (number, attempt["best"].as_bool().expect("yes or no"))
    });
    pairs.collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn heavy_a_doubtful_place_of_a_scan_is_looked_at_more_closely_and_once() {
    let made = catalog::cases(&catalog::named("div:tuned"), 41, 10);
    let case = made.into_iter().find(|case| case.truth.layout == LAYOUT).expect(LAYOUT);
    let pool = ReaderPool::new(PoolConfig::for_this_machine().expect("readers"));
    let scanner = "jpeg:150".parse().expect("a scanner");
    let bytes = scanned(&pool, &case.bytes, scanner, &mut Dice::new(1))
        .await
        .expect("scanning");
    let shell = Shell::new();
    let file = shell.file("scan.pdf", &bytes.expect("a picture of the document"));
    let run = |again: &[&str]| {
        let words = ["classify", "--json"].iter().chain(again).map(OsStr::new);
        shell.run(words.chain([file.as_os_str()])).results().remove(0)
    };
    let first = run(&[]);
    let issues = &first["issues"];
    assert_eq!(attempts(&first), [(1, false), (2, true)], "{issues}");
    let field = |result: &Value| result["forms"][0]["fields"]["total_dividends"]["value"].clone();
    let truth = serde_json::to_value(&case.truth).expect("a truth as JSON");
    assert_eq!(field(&first), truth["forms"][0]["fields"]["total_dividends"], "{truth}");
    let looks = looks_stored(&shell).await;
    assert!(looks > 0, "{issues}");
    // The result of a look belongs to the page: another run does not look there again.
    let second = run(&["--again"]);
    assert_eq!(looks_stored(&shell).await, looks);
    assert_eq!(field(&second), field(&first));
}

async fn workspace(shell: &Shell) -> sqlx::SqlitePool {
    let file = sqlx::sqlite::SqliteConnectOptions::new().filename(shell.workspace().join("touchstone.db"));
    sqlx::SqlitePool::connect_with(file).await.expect("the workspace")
}

/// Number of readings of parts of pages.
async fn looks_stored(shell: &Shell) -> i64 {
    let count = sqlx::query_scalar("SELECT count(*) FROM readings WHERE whole = 0");
    count.fetch_one(&workspace(shell).await).await.expect("a count")
}

/// A file that changed while its pictures did not is read from the stored recognition, into separate readings.
#[tokio::test(flavor = "multi_thread")]
async fn heavy_the_same_pixels_are_read_once() {
    let made = catalog::cases(&catalog::named("div:tuned"), 41, 1).remove(0);
    let pool = ReaderPool::new(PoolConfig::for_this_machine().expect("readers"));
    let scanner = "clean:150".parse().expect("a scanner");
    let bytes = scanned(&pool, &made.bytes, scanner, &mut Dice::new(1)).await;
    let bytes = bytes.expect("scanning").expect("a picture of the document");
    let shell = Shell::new();
    let changed = [bytes.as_slice(), b"\n% sent again\n"].concat();
    let mut read = Vec::new();
    for (name, bytes) in [("scan.pdf", &bytes), ("again.pdf", &changed)] {
        let file = shell.file(name, bytes);
        let result = shell.run([OsStr::new("classify"), OsStr::new("--json"), file.as_os_str()]);
        let mut result = result.results().remove(0);
        read.push((result["forms"][0]["fields"].take(), result["document"]["sha256"].take()));
    }
    assert_eq!(read[0].0, read[1].0);
    assert_ne!(read[0].1, read[1].1);
    let taken: Vec<bool> = sqlx::query_scalar("SELECT taken FROM recognitions ORDER BY page_id")
        .fetch_all(&workspace(&shell).await)
        .await
        .expect("the rows");
    assert_eq!(taken, [false, true]);
}

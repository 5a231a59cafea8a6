//! The small documents that ship with the project, in `tests/fixtures` and as examples of the pack. A test makes them again and compares the bytes.

use super::Case;
use crate::w2::{blanks, cases, cases_of, packet, trapped, turned};
use crate::{catalog, damaged, lookalikes, markings, payers, prose};

/// So many forms tell enough of the layouts, and the project stays small.
const SHOWN: usize = 31;

/// What `make run` shows: forms of several layouts, a blank one, and papers that are none.
pub fn samples() -> anyhow::Result<Vec<Case>> {
    let mut samples = cases(2024, SHOWN);
    samples.extend(blanks(2024).into_iter().filter(|case| case.truth.layout == "official"));
    samples.push(lookalikes::form_1099_int(7));
    samples.push(lookalikes::pay_stub(7));
    samples.push(prose::letter(7));
    samples.push(damaged::locked(&prose::article(7), "")?);
    Ok(samples)
}

/// What the tests need besides: turned pages, a packet, a table, a scan, locked and damaged files.
pub fn oddities() -> anyhow::Result<Vec<Case>> {
    let mut oddities = turned(5);
    oddities.push(packet(5));
    oddities.push(prose::article(5));
    oddities.push(prose::table(5));
    oddities.push(prose::scan(5));
    oddities.extend(lookalikes::relatives(5));
    let form = cases_of("official", 5, 1).remove(0);
    oddities.push(damaged::locked(&form, "correct horse")?);
    oddities.extend(damaged::unreadable_files());
    Ok(oddities)
}

/// Layouts that `touchstone pack test tax` tries: each form of the pack once or twice. Beside them it tries a letter, a blank
/// form and a draft.
const EXAMPLES: [&str; 10] = [
    "official",
    "payroll-bare",
    "nec-official",
    "int-vendor",
    "div-stacked",
    "misc-official-flattened",
    "k1-1065",
    "k1-1120s",
    "till",
    "card",
];

/// A single paper, a chart, another paper and one with a page of somebody else: so many charts of each style.
const CHARTS: usize = 4;

/// What ships as `packs/PACK/examples`, pack by pack: what `touchstone pack test PACK` reads.
pub fn examples() -> Vec<(&'static str, Vec<Case>)> {
    let charts = catalog::named("chart");
    vec![
        ("tax", forms()),
        // Every kind of banner, portion, block and trap once.
        ("markings", markings::shipped(2024)),
        ("clinical", catalog::cases(&charts, 2024, CHARTS * charts.len())),
    ]
}

fn forms() -> Vec<Case> {
    let layouts = EXAMPLES.iter().flat_map(|name| catalog::named(name));
    let mut examples: Vec<Case> = layouts.flat_map(|layout| layout.cases(2025, 1)).collect();
    examples.push(prose::letter(7));
    examples.extend(
        payers::blanks(2025)
            .into_iter()
            .filter(|case| case.truth.layout == "int-bank"),
    );
    let stamped = trapped::stamped(2025).into_iter().map(|trapped| trapped.case);
    examples.extend(stamped.filter(|case| case.file_name.contains("draft")));
    examples
}

//! The small documents that ship with the project, in `tests/fixtures` and as examples of the packs. A test makes
//! them again and compares the bytes.

use super::Case;
use crate::w2::{blanks, cases, cases_of, packet, trapped, turned};
use crate::{catalog, damaged, lookalikes, markings, payers, prose};

/// Number of samples: enough to show the layouts while the repository stays small.
const SHOWN: usize = 31;

/// The samples shown by `make run`: forms of several layouts, a blank one, and documents that are not forms.
pub fn samples() -> anyhow::Result<Vec<Case>> {
    let mut samples = cases(2024, SHOWN);
    samples.extend(blanks(2024).into_iter().filter(|case| case.truth.layout == "official"));
    samples.push(lookalikes::form_1099_int(7));
    samples.push(lookalikes::pay_stub(7));
    samples.push(prose::letter(7));
    samples.push(damaged::locked(&prose::article(7), "")?);
    Ok(samples)
}

/// Further documents for tests: rotated pages, a packet, a table, a scan, locked and damaged files.
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

/// Layouts read by `touchstone pack test tax`: each form of the pack once or twice. It also reads a letter, a blank
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

/// Charts per style: a single document, a chart, another single document and one with a misfiled page.
const CHARTS: usize = 4;

/// The documents shipped as `packs/PACK/examples` and read by `touchstone pack test PACK`, pack by pack.
pub fn examples() -> Vec<(&'static str, Vec<Case>)> {
    let charts = catalog::named("chart");
    vec![
        ("tax", forms()),
        // Every kind of banner, portion mark, classification authority block and trap once.
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

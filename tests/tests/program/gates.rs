//! What the program must reach on made documents, kind by kind: a table of budgets. Nothing wrong is ever accepted; the
//! rest may only get better. Not here: the shipped samples and single behaviours (see `accuracy`).

use crate::accuracy::{judged, write};
use crate::shell::Shell;
use touchstone_engine::evaluate::{Kind, Score, score, table};
use touchstone_tests::catalog;

/// Documents of some layouts, and what reading them may cost.
struct Budget {
    /// What `make_documents --layout` calls them.
    layouts: &'static str,
    /// Documents of each layout.
    each: usize,
    /// At most so many documents of another type.
    types: u64,
    /// At most so many values missed, wrong or invented.
    values: u64,
    /// At most so many documents escalated that could have been accepted.
    escalated: u64,
}

fn measured(layouts: &str, each: usize) -> Score {
    let shell = Shell::new();
    let folder = shell.path("made");
    let layouts = catalog::named(layouts);
    assert!(!layouts.is_empty(), "no such layouts");
    write(&catalog::cases(&layouts, 4711, each * layouts.len()), &folder);
    score(&judged(&shell, &folder))
}

fn check(budgets: &[Budget]) {
    let mut complaints = Vec::new();
    for budget in budgets {
        let score = measured(budget.layouts, budget.each);
        let all = &score.all;
        let values = all.normalised.of - all.normalised.hits + all.invented;
        let clean = &all.accepted_of_clean;
        let cost = [all.types.of - all.types.hits, values, clean.of - clean.hits];
        let within = [budget.types, budget.values, budget.escalated];
        let told = format!(
            "{}: {cost:?} of {:?}, {} of {} values, {} of {} clean ones accepted, {} accepted with something wrong",
            budget.layouts, within, all.normalised.hits, all.normalised.of, clean.hits, clean.of, all.accepted_wrong
        );
        eprintln!("{told}");
        let slack = cost.iter().zip(within).any(|(cost, within)| *cost > within);
        if slack || all.accepted_wrong > 0 {
            complaints.push(format!("{told}\n{}", table(&score, 60)));
        }
        let lost = score
            .misses
            .iter()
            .filter(|miss| miss.kind == Kind::RowLost && miss.accepted)
            .count();
        assert_eq!(lost, 0, "a lost row was accepted: {told}");
    }
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

macro_rules! gates {
    ($($name:ident: $($layouts:literal $each:literal: $types:literal $values:literal $escalated:literal),+;)+) => {$(
        #[test]
        fn $name() {
            check(&[$(Budget { layouts: $layouts, each: $each, types: $types, values: $values, escalated: $escalated }),+]);
        }
    )+};
}

// layouts, documents a layout: types, values and acceptances that may be missed.
gates! {
    wages: "w2:tuned" 3: 0 0 0;
    receipts: "receipts:tuned" 3: 0 0 0;
    statements: "statements:tuned" 2: 0 0 0;
}

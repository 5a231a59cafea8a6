//! Receipts and statements with a row lost, doubled or wrong are never accepted. How sound ones are read is in
//! `gates`.

use crate::accuracy::write;
use crate::shell::Shell;
use touchstone_tests::{Case, receipts, statements};

fn none_is_accepted(cases: &[Case], folder: &str) {
    let shell = Shell::new();
    let folder = shell.path(folder);
    write(cases, &folder);
    let output = shell.run(["classify".as_ref(), "--json".as_ref(), folder.as_os_str()]);
    let results = output.results();
    assert_eq!(results.len(), cases.len());
    for result in results {
        let name = &result["document"]["file_name"];
        let outcome = &result["decision"]["outcome"];
        assert_eq!(outcome, "ESCALATE_TO_SME", "{name}: {}", result["issues"]);
    }
}

#[test]
fn statements_with_a_wrong_row_are_escalated() {
    let layouts = statements::STATEMENTS.tuned.iter().chain(statements::STATEMENTS.unseen);
    let broken = layouts.flat_map(|layout| statements::broken(layout, 77, 3));
    none_is_accepted(&broken.collect::<Vec<_>>(), "broken-statements");
}

#[test]
fn receipts_with_a_wrong_item_are_escalated() {
    let layouts = receipts::RECEIPTS.tuned.iter().chain(receipts::RECEIPTS.unseen);
    // A donation has one amount, and a ride one item that is its own proof.
    let itemised = layouts.filter(|layout| !matches!(**layout, "donation" | "ride"));
    let broken = itemised.flat_map(|layout| receipts::broken(layout, 78, 3));
    none_is_accepted(&broken.collect::<Vec<_>>(), "broken-receipts");
}

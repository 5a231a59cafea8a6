#!/usr/bin/env python3
"""Passes the output of the long tests on, then prints the scorecard of reliability: each property with the tests that
measure it, how they ended, and the figures they printed in lines that begin with `scorecard:`.

Usage: cargo nextest run ... --no-capture 2>&1 | scorecard.py
       scorecard.py --filter     prints the tests as a filter for cargo-nextest

Fails if a test failed or was not run. cargo-nextest runs uncaptured tests one at a time, so a figure belongs to the
test that was started last.
"""

import re
import sys

# Each property with the names of its tests, and what is measured elsewhere.
ROWS = [
    ("every file ends in a typed outcome", """heavy_every_file_of_the_corpus_ends_in_a_typed_outcome
        heavy_hostile_files_get_typed_outcomes heavy_mutated_documents_end_in_typed_outcomes"""),
    ("no crash of the program, no reader left", """heavy_hard_documents_end_by_themselves
        heavy_ctrl_c_ends_the_program_whatever_it_computes heavy_pages_crowded_with_anything_are_read_to_their_end
        heavy_a_crowded_page_is_read_to_its_end"""),
    ("a reader is refused what is forbidden", """a_caged_reader_is_refused_whatever_it_tries
        every_thread_of_a_reader_is_confined"""),
    ("kill -9: nothing lost or doubled", """heavy_killed_at_random_moments_nothing_is_lost_or_doubled
        a_kill_leaves_whole_steps_only
        heavy_killed_while_documents_are_erased_none_leaves_a_file
        heavy_killed_while_documents_are_taken_in_none_leaves_a_file
        heavy_killed_while_a_backup_is_made_it_is_absent_or_whole
        heavy_killed_while_an_export_is_written_the_file_is_the_old_or_the_new_one
        heavy_killed_while_a_workspace_is_migrated_it_is_migrated_by_the_next_start"""),
    ("faults of the network and of models", """a_model_that_fails_every_fifth_time_costs_no_document
        streamed_replies_end_in_a_turn_or_an_error"""),
    ("a model saves only what is printed", """
        heavy_calls_by_chance_put_nothing_into_a_form_that_is_not_printed_on_it
        words_on_a_page_change_nothing_but_what_is_read"""),
    ("no key, password or person is left behind", """a_key_a_password_and_a_person_are_left_nowhere_else
        a_kill_leaves_no_key_no_password_and_no_person_elsewhere"""),
    ("nothing is sent unasked", """local_work_runs_without_a_network_and_tries_none
        a_local_only_workspace_tries_no_network_for_a_model_elsewhere"""),
    ("a full disk", """heavy_the_disk_is_full_while_documents_are_read_and_none_is_lost
        heavy_the_disk_is_full_while_documents_are_erased_and_all_or_none_are_gone
        heavy_the_disk_is_full_while_results_are_exported_and_the_file_is_the_old_one
        heavy_the_disk_is_full_while_a_backup_is_made_or_restored_and_none_is_half
        heavy_the_disk_is_full_while_a_workspace_is_migrated_and_the_next_start_does_it
        the_disk_is_full_at_every_write_and_each_is_made_up_for"""),
    ("a power cut", "heavy_after_a_power_cut_nothing_finished_is_lost"),
    ("a lock, a second program, a clock that jumps", """heavy_a_lock_of_half_a_minute_is_waited_out
        a_second_process_on_the_workspace_is_refused a_clock_that_jumps_changes_no_result_and_no_order
        a_clock_that_jumps_prolongs_no_wait_for_a_provider"""),
    ("an end soon after Ctrl-C", """heavy_ctrl_c_ends_soon_with_thousands_of_files
        heavy_ctrl_c_ends_soon_while_two_dense_pages_are_read heavy_work_on_a_crowded_page_ends_when_it_is_stopped"""),
    ("a document can only fail itself", """damaged_files_do_not_touch_their_neighbours
        a_document_that_panics_at_every_start_keeps_no_other_from_being_read
        a_damaged_row_is_the_trouble_of_its_own_document"""),
    ("it is known what is shipped", "dependencies_may_be_shipped_and_come_from_the_index"),
]
ELSEWHERE = """Measured elsewhere: scripts in the window by `window_hostile_names_and_text_run_nothing`, parsers by `make fuzz`,
10,000 documents by `make bench`, what the cage costs and changes by scripts/cage.py. There is no updater to tamper with."""

ENDED = re.compile(r"^\s+(START|PASS|FAIL|SIGABRT|SIGSEGV|TIMEOUT)\s.*?([a-z0-9_]+)\s*$")
FIGURE = re.compile(r"^.*?scorecard: (.*)$")


def names(row):
    return row[1].split()


def main():
    if sys.argv[1:] == ["--filter"]:
        tests = "|".join(name for row in ROWS for name in names(row))
        print(f"test(/(^|::)({tests})$/)")
        return 0
    ended, figures, current = {}, {}, None
    for line in sys.stdin:
        print(line, end="", flush=True)
        plain = re.sub(r"\x1b\[[0-9;]*m", "", line)
        if found := ENDED.match(plain):
            state, name = found.groups()
            if state == "START":
                current = name
            else:
                ended.setdefault(name, state)
        elif found := FIGURE.match(plain):
            figures.setdefault(current, []).append(found.group(1))
    print("\nScorecard")
    for row in ROWS:
        states = [ended.get(name, "NOT RUN") for name in names(row)]
        fine = states.count("PASS")
        print(f"\n{row[0]}: {fine} of {len(states)} tests passed")
        for name, state in zip(names(row), states):
            if state != "PASS":
                print(f"    {state}: {name}")
            for figure in figures.get(name, []):
                print(f"    {figure}")
    print(f"\n{ELSEWHERE}")
    wanted = {name for row in ROWS for name in names(row)}
    failed = any(state != "PASS" for state in ended.values()) or not wanted <= ended.keys()
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())

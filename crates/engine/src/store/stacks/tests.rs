//! The tables of stacks: positions, rows that leave with their document, edits.

//! Tests of the local engine on small hand-made pages.

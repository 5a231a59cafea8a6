//! Opening: owners and readers side by side, everything that can be refused, and what a kill or a full disk leaves.
#![allow(clippy::unwrap_used)]

use super::*;

//! Ids: newtypes over UUIDv7, so that they sort by time and cannot be mixed up. Also the wall clock.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;
use uuid::Uuid;

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident),* $(,)?) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
        pub struct $name(Uuid);

        impl $name {
            /// A new id that sorts after all earlier ones.
            pub fn fresh() -> Self {
                Self(Uuid::now_v7())
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(f)
            }
        }

        impl FromStr for $name {
            type Err = uuid::Error;

            fn from_str(text: &str) -> Result<Self, Self::Err> {
                Uuid::from_str(text).map(Self)
            }
        }
    )*};
}

ids! {
    DocumentId,
    RunId,
    AttemptId,
    CallId,
    FormId,
    CorrectionId,
    /// One action of a user, which may be stored as several rows.
    ActId,
    ReviewId,
    TruthId,
    PrintId,
    StackId,
}

/// The wall clock, in milliseconds: for display, never for ordering or timeouts.
pub fn now() -> jiff::Timestamp {
    jiff::Timestamp::now()
        .round(jiff::Unit::Millisecond)
        .unwrap_or_else(|_| jiff::Timestamp::now())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fresh_ids_sort_by_age_and_round_trip() {
        let (older, newer) = (RunId::fresh(), RunId::fresh());
        assert!(older < newer);
        assert_eq!(older.to_string().parse::<RunId>().ok(), Some(older));
    }
}

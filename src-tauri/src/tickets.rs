//! Tickets: what the page of the window holds in place of a path. A ticket stands for paths that the user chose in a
//! dialog of the system, dropped on the window or opened with the program, and is good for one purpose. Kept in memory
//! only.

use serde::{Deserialize, Serialize};
use specta::Type;
use std::collections::VecDeque;
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use touchstone_engine::views::Trouble;

/// How long a ticket is valid, unless it is used before: long enough for an import sheet that waits for its user.
const LIFETIME: Duration = Duration::from_hours(1);
/// Max tickets kept; the oldest is dropped. Files dragged over the window in and out make one each time.
const MOST: usize = 64;
/// Max names shown with a ticket.
const NAMED: usize = 5;

/// What a ticket may be used for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// Looking at files that are dragged over the window and not dropped yet.
    Inspect,
    Import,
    /// Writing an export in the format that its dialog was opened for, by name.
    Export(&'static str),
    /// Showing a written file in its folder.
    Show,
}

/// A ticket with what the page may show of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct Picked {
    pub ticket: String,
    /// Number of paths.
    pub count: u32,
    /// File names of the first few.
    pub names: Vec<String>,
}

#[derive(Default)]
pub(crate) struct Tickets(Mutex<Held>);

impl Tickets {
    /// Makes a ticket for these paths.
    ///
    /// # Errors
    /// If the system has no random numbers.
    pub(crate) fn issue(&self, purpose: Purpose, paths: Vec<PathBuf>) -> Result<Picked, Trouble> {
        let id = random_id()?;
        let names = paths.iter().filter_map(|path| path.file_name()).take(NAMED);
        let picked = Picked {
            ticket: id.clone(),
            count: paths.len() as u32,
            names: names.map(|name| name.to_string_lossy().into_owned()).collect(),
        };
        self.reissue(id, purpose, paths);
        Ok(picked)
    }

    /// Makes a used ticket valid again, for this purpose.
    pub(crate) fn reissue(&self, id: String, purpose: Purpose, paths: Vec<PathBuf>) {
        let made = Instant::now();
        self.held().keep(Ticket {
            id,
            purpose,
            paths,
            made,
        });
    }

    /// The paths of a ticket made for one of these purposes; the ticket stays valid.
    ///
    /// # Errors
    /// If it was made for another purpose, was used or has expired, or was never issued.
    pub(crate) fn look(&self, id: &str, purposes: &[Purpose]) -> Result<Vec<PathBuf>, Trouble> {
        let mut held = self.held();
        let ticket = held.valid(id, purposes, Instant::now());
        ticket.map(|ticket| ticket.paths.clone()).ok_or_else(refused)
    }

    /// The paths of a ticket, which ends it.
    ///
    /// # Errors
    /// As for `look`.
    pub(crate) fn redeem(&self, id: &str, purpose: Purpose) -> Result<Vec<PathBuf>, Trouble> {
        let ticket = self.held().take(id, purpose, Instant::now());
        ticket.map(|ticket| ticket.paths).ok_or_else(refused)
    }

    fn held(&self) -> MutexGuard<'_, Held> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

pub(crate) fn refused() -> Trouble {
    let message = "Could not use this choice of files: it was used before, or made more than an hour ago.";
    Trouble::new("not_found", message, "Choose the files again.")
}

/// 128 random bits.
fn random_id() -> Result<String, Trouble> {
    let mut bits = [0; 16];
    getrandom::fill(&mut bits).map_err(|error| {
        let message = format!("Could not take the chosen files: the system has no random numbers ({error}).");
        Trouble::new("failed", &message, "Restart the computer, then choose the files again.")
    })?;
    Ok(format!("{:032x}", u128::from_le_bytes(bits)))
}

struct Ticket {
    id: String,
    purpose: Purpose,
    paths: Vec<PathBuf>,
    made: Instant,
}

/// The valid tickets, oldest first.
#[derive(Default)]
struct Held(VecDeque<Ticket>);

impl Held {
    fn keep(&mut self, ticket: Ticket) {
        if self.0.len() == MOST {
            self.0.pop_front();
        }
        self.0.push_back(ticket);
    }

    fn valid(&mut self, id: &str, purposes: &[Purpose], now: Instant) -> Option<&Ticket> {
        self.0.retain(|ticket| now.duration_since(ticket.made) < LIFETIME);
        let is_it = |ticket: &&Ticket| ticket.id == id && purposes.contains(&ticket.purpose);
        self.0.iter().find(is_it)
    }

    fn take(&mut self, id: &str, purpose: Purpose, now: Instant) -> Option<Ticket> {
        self.valid(id, &[purpose], now)?;
        let index = self.0.iter().position(|ticket| ticket.id == id)?;
        self.0.remove(index)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    fn paths() -> Vec<PathBuf> {
        vec![PathBuf::from("/clients/a.pdf")]
    }

    #[test]
    fn a_ticket_is_good_once_and_for_its_purpose() {
        let tickets = Tickets::default();
        let picked = tickets.issue(Purpose::Import, paths()).unwrap();
        assert_eq!((picked.count, picked.names), (1, vec!["a.pdf".to_owned()]));
        for purpose in [Purpose::Inspect, Purpose::Export("csv"), Purpose::Show] {
            assert!(tickets.redeem(&picked.ticket, purpose).is_err(), "{purpose:?}");
        }
        let looked = tickets.look(&picked.ticket, &[Purpose::Inspect, Purpose::Import]);
        assert_eq!(looked.unwrap(), paths());
        assert_eq!(tickets.redeem(&picked.ticket, Purpose::Import).unwrap(), paths());
        assert!(tickets.redeem(&picked.ticket, Purpose::Import).is_err());
        assert!(tickets.look(&picked.ticket, &[Purpose::Import]).is_err());
    }

    #[test]
    fn an_export_is_written_in_the_format_that_was_asked_for() {
        let tickets = Tickets::default();
        let ticket = tickets.issue(Purpose::Export("csv"), paths()).unwrap().ticket;
        assert!(tickets.redeem(&ticket, Purpose::Export("json")).is_err());
        assert!(tickets.redeem(&ticket, Purpose::Export("csv")).is_ok());
        tickets.reissue(ticket.clone(), Purpose::Show, paths());
        assert!(tickets.redeem(&ticket, Purpose::Export("csv")).is_err());
        assert!(tickets.look(&ticket, &[Purpose::Show]).is_ok());
    }

    #[test]
    fn what_is_no_ticket_opens_nothing() {
        let tickets = Tickets::default();
        let real = tickets.issue(Purpose::Import, paths()).unwrap().ticket;
        let upper = real.to_uppercase();
        for guess in [
            "",
            "0",
            "/etc/passwd",
            "../a.pdf",
            &real[1..],
            &format!("{real}0"),
            &format!(" {real}"),
        ] {
            assert!(tickets.look(guess, &[Purpose::Import]).is_err(), "{guess}");
        }
        assert!(upper == real || tickets.look(&upper, &[Purpose::Import]).is_err());
        let another = tickets.issue(Purpose::Import, paths()).unwrap().ticket;
        assert!(real != another && real.len() == 32);
    }

    #[test]
    fn tickets_expire_and_are_bounded() {
        let made = Instant::now();
        let ticket = |id: usize| Ticket {
            id: id.to_string(),
            purpose: Purpose::Import,
            paths: paths(),
            made,
        };
        let mut held = Held::default();
        held.keep(ticket(0));
        let (just, late) = (
            made + LIFETIME.checked_sub(Duration::from_secs(1)).unwrap(),
            made + LIFETIME,
        );
        assert!(held.valid("0", &[Purpose::Import], just).is_some());
        assert!(held.take("0", Purpose::Import, late).is_none());
        assert!(held.0.is_empty());

        (0..=MOST).for_each(|id| held.keep(ticket(id)));
        assert_eq!(held.0.len(), MOST);
        assert!(held.valid("0", &[Purpose::Import], made).is_none());
        assert!(held.valid("1", &[Purpose::Import], made).is_some());
    }
}

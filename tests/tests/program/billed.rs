//! kill -9 while a model that counts its bill reads documents. At no moment does the ledger in the workspace show less than
//! the bill; an answer that was stored is not paid for again; the result is that of an undisturbed run.

use crate::disturbed::{Disturbance, Shim, moments};
use crate::inputs::essence;
use crate::kill::{ask, counted};
use crate::shell::Shell;
use sqlx::Row;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::{Duration, Instant};
use touchstone_tests::model::{Asked, Billed, ModelServer, Pace, Reader, Reply};
use touchstone_tests::{Case, Dice, w2};

const DOCUMENTS: usize = 2;
/// Most calls that a kill can find in progress.
const JOBS: usize = 2;
/// Kills at random moments, after one at a chosen write.
const RANDOM_KILLS: usize = 4;

/// A workspace and a model of its own.
struct Scene {
    shell: Shell,
    server: ModelServer,
    arguments: Vec<String>,
}

/// A reader of a document, with the words by which to know it.
fn knowing(case: &Case) -> (Vec<String>, Reader) {
    let values = case.truth.forms[0].fields.values();
    let texts = values.filter_map(|value| value.as_str());
    let words = texts.flat_map(str::split_whitespace).map(str::to_owned).collect();
    (words, Reader::new(case.truth.clone(), 0))
}

/// Number of calls, and what was paid for them.
#[derive(Debug, Default, Clone, Copy, PartialEq)]
struct Paid {
    calls: usize,
    read: usize,
    written: usize,
    cost: f64,
}

impl Paid {
    fn plus(self, other: Self) -> Self {
        Self {
            calls: self.calls + other.calls,
            read: self.read + other.read,
            written: self.written + other.written,
            cost: self.cost + other.cost,
        }
    }

    fn of<'b>(bill: impl IntoIterator<Item = &'b Billed>) -> Self {
        let one = |billed: &Billed| Self {
            calls: 1,
            read: billed.prompt_tokens,
            written: billed.written,
            cost: billed.cost(),
        };
        bill.into_iter().map(one).fold(Self::default(), Self::plus)
    }

    /// Sums of dollars differ in their last digits by the order in which they are added.
    fn covers(self, other: Self) -> bool {
        self.calls >= other.calls
            && self.read >= other.read
            && self.written >= other.written
            && self.cost >= other.cost - 1e-9
    }
}

/// How often each question was answered.
fn answered(bill: &[Billed]) -> BTreeMap<&str, usize> {
    bill.iter().fold(BTreeMap::new(), |mut times, billed| {
        *times.entry(billed.prompt.as_str()).or_default() += 1;
        times
    })
}

impl Scene {
    fn new(cases: &[Case]) -> Self {
        let readers: Vec<(Vec<String>, Reader)> = cases.iter().map(knowing).collect();
        let answer = move |asked: &Asked| {
            let words = asked.words();
            let printed = |values: &[String]| values.iter().filter(|value| words.contains(*value)).count();
            let known = readers.iter().max_by_key(|(values, _)| printed(values));
            known.map_or_else(
                || Reply::Text("I do not know this paper.".to_owned()),
                |(_, reader)| reader.answer(asked),
            )
        };
        let pace = Pace {
            first: Duration::from_millis(40),
            word: Duration::ZERO,
        };
        let server = ModelServer::answering(pace, answer).expect("a model");
        let shell = Shell::new();
        shell.file("data/touchstone/catalog.toml", server.catalog().as_bytes());
        let folder = shell.path("batch");
        for case in cases {
            case.write(&folder).expect("writing");
        }
        let jobs = JOBS.to_string();
        let arguments = [
            "classify",
            "--json",
            "-q",
            "--jobs",
            &jobs,
            "--engine",
            "Nearby:small-1",
        ];
        let mut arguments = arguments.map(str::to_owned).to_vec();
        arguments.push(folder.display().to_string());
        Self {
            shell,
            server,
            arguments,
        }
    }

    fn database(&self) -> PathBuf {
        self.shell.workspace().join("touchstone.db")
    }

    /// The ledger by state. A call in progress counts with what it may cost at most, as the next start will count it.
    fn ledger(&self) -> BTreeMap<String, Paid> {
        let query = "SELECT state, count(*), sum(iif(state = 'started', most_input_tokens, input_tokens)),
                         sum(iif(state = 'started', most_output_tokens, output_tokens)),
                         sum(iif(state = 'started', most_cost_usd, cost_usd))
                     FROM calls GROUP BY state";
        // A kill may come before there is a workspace.
        let rows = ask(&self.database(), query).unwrap_or_default();
        let paid = rows.iter().map(|row| {
            let whole = |column: usize| usize::try_from(row.get::<i64, _>(column)).expect("a count");
            let paid = Paid {
                calls: whole(1),
                read: whole(2),
                written: whole(3),
                cost: row.get(4),
            };
            (row.get(0), paid)
        });
        paid.collect()
    }

    #[track_caller]
    fn assert_covered(&self) {
        // The bill first: it never shrinks, and what is on it has its row.
        let bill = Paid::of(&self.server.billed());
        let ledger = self.ledger().into_values().fold(Paid::default(), Paid::plus);
        assert!(
            ledger.covers(bill),
            "the ledger {ledger:?}\nshows less than the bill {bill:?}"
        );
    }

    /// Compares the ledger of finished documents with the bill; returns the answers that were paid for and never stored.
    fn settle(&self, undisturbed: &[Billed], kills: usize) -> usize {
        self.assert_covered();
        let (bill, ledger) = (self.server.billed(), self.ledger());
        let (asked, needed) = (answered(&bill), answered(undisturbed));
        assert_eq!(
            asked.keys().collect::<Vec<_>>(),
            needed.keys().collect::<Vec<_>>(),
            "another question was asked"
        );
        assert!(asked.iter().all(|(prompt, times)| *times >= needed[prompt]));
        let states: Vec<&str> = ledger.keys().map(String::as_str).collect();
        assert!(matches!(states[..], ["done"] | ["done", "interrupted"]), "{states:?}");
        let (done, once) = (ledger["done"], Paid::of(undisturbed));
        assert_eq!(
            (done.calls, done.read, done.written),
            (once.calls, once.read, once.written),
            "each answer is stored once, with what it cost"
        );
        let interrupted = ledger.get("interrupted").map_or(0, |paid| paid.calls);
        let lost = bill.len() - undisturbed.len();
        assert!(
            lost <= interrupted && interrupted <= JOBS * kills,
            "{lost} paid answers are not stored, {interrupted} calls are reported, {kills} kills"
        );
        // Whatever is asked after an interruption was not known, and then is.
        let again = "SELECT count(*) FROM calls AS lost WHERE state <> 'done' AND NOT EXISTS (
                         SELECT 1 FROM calls WHERE digest = lost.digest AND state = 'done' AND seq > lost.seq)";
        assert_eq!(
            counted(&self.database(), again),
            Some(0),
            "a stored answer is asked for again"
        );
        let sums = "SELECT count(*) FROM spent, (SELECT count(*) AS calls, sum(input_tokens) AS read,
                        sum(output_tokens) AS written, sum(cost_usd) AS cost FROM calls) AS all_calls
                    WHERE spent.calls = all_calls.calls AND input_tokens = read AND output_tokens = written
                        AND abs(cost_usd - cost) < 1e-9";
        assert_eq!(
            counted(&self.database(), sums),
            Some(1),
            "the total is the sum of the calls"
        );
        lost
    }
}

#[test]
fn heavy_killed_while_a_model_is_paid_the_ledger_covers_the_bill() {
    let cases = w2::cases(51, DOCUMENTS);
    let shim = Shim::new();
    let whole = Scene::new(&cases);
    let workspace = whole.shell.workspace();
    let since = Instant::now();
    let output = shim.run(&whole.shell, &whole.arguments, &workspace, Disturbance::None);
    let duration = since.elapsed();
    let results = output.expect_code(0).results();
    let (writes, bill) = (shim.writes(), whole.server.billed());
    assert!(bill.len() > 2 * DOCUMENTS, "only {} questions were asked", bill.len());
    assert_eq!(whole.settle(&bill, 0), 0);

    let (mut kills, mut lost, mut dice) = (0, 0, Dice::new(51));
    for moment in moments(writes) {
        let scene = Scene::new(&cases);
        let workspace = scene.shell.workspace();
        let killed = shim.run(&scene.shell, &scene.arguments, &workspace, Disturbance::Killed(moment));
        // Two documents beside each other do not take the same number of writes each time: the last may not come.
        assert!(matches!(killed.code(), None | Some(0)), "{}", killed.stderr);
        scene.assert_covered();
        let mut here = usize::from(killed.code().is_none());
        // And at random moments, most of which pass while an answer is awaited.
        for _ in 0..RANDOM_KILLS {
            let mut running = scene.shell.start(&mut scene.shell.command(&scene.arguments));
            let share = u32::try_from(dice.between(100, 900)).expect("small");
            std::thread::sleep(duration * share / 1_000);
            here += usize::from(running.is_running());
            running.kill();
            running.wait();
            scene.assert_covered();
        }
        let rest = scene.shell.run(&scene.arguments).expect_code(0).results();
        assert_eq!(
            rest.iter().map(essence).collect::<Vec<_>>(),
            results.iter().map(essence).collect::<Vec<_>>()
        );
        lost += scene.settle(&bill, here);
        scene.shell.run(["verify"]).expect_code(0);
        kills += here;
    }
    assert!(kills > 2 * RANDOM_KILLS, "only {kills} runs were killed");
    eprintln!(
        "scorecard: {kills} kills while a model reads {DOCUMENTS} documents: the ledger never showed less than the bill, 0 \
         stored answers paid for again, {lost} answers paid for and never stored, all of them reported"
    );
}

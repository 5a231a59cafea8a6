//! `touchstone pack calibrate`: measures how reliable confidences are and writes the pack's `calibration.toml`.
//! Familiar layouts are read almost without error, so they are read several more times with captions withheld from the
//! pack, which imitates unfamiliar layouts. Layouts reserved for measuring are left out. The arithmetic is in the
//! engine's `evaluate`, the effect of a calibration in its `pack`.

use crate::args::{Calibrate, Global};
use crate::fresh::Order;
use crate::pack_folder::located;
use crate::status::{Status, UsageError};
use crate::table::counted;
use crate::truths::Known;
use crate::{evaluate, fresh, interrupt, output, truths, withheld};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use tokio_util::sync::CancellationToken;
use touchstone_core::pack::{CALIBRATION_SCHEMA, Calibration, FieldModel, LabelModel, MadeFor, Measured, Pack};
use touchstone_core::record::log_odds;
use touchstone_engine::evaluate::{Fitted, Prediction, Ranking, Sample, Split, Truth, fit, judge, out_of_fold};

/// The only signal of a label's model: its own log odds, mapped from -8..8 to 0..1.
const OWN: &str = "own";
const SPREAD: f64 = 16.0;

pub(crate) async fn run(args: &Calibrate, global: &Global) -> anyhow::Result<Status> {
    let pack = located(&args.pack)?;
    let mut known = truths::read(&args.truth, None)?;
    let all = known.len();
    known.retain(|one| one.truth.split == Split::Tuned && one.truth.layout.is_some());
    if known.len() < all {
        let left = counted(all - known.len(), "document");
        eprintln!("touchstone: leaving out {left} of unseen or unnamed layouts, which are reserved for measuring");
    }
    let layouts: BTreeSet<String> = known.iter().filter_map(|one| one.truth.layout.clone()).collect();
    if layouts.len() < 2 {
        let error = "documents of at least two layouts are needed: each layout is measured with a model of the others";
        return Err(UsageError(error.to_owned()).into());
    }
    let requests = interrupt::watch();
    let gathered = tokio::select! {
        gathered = gather(args, global, &pack, &known, &requests.stop) => gathered?,
        () = requests.at_once.cancelled() => None,
    };
    let Some(samples) = gathered else {
        return Ok(Status::Interrupted);
    };
    let calibration = Calibration {
        schema: CALIBRATION_SCHEMA.to_owned(),
        made_for: MadeFor {
            pack: pack.name.clone(),
            version: pack.version.clone(),
            rules_sha256: pack.rules_sha256.clone(),
            documents: known.len() as u64,
            withheld_percent: args.withhold,
            layouts: layouts.into_iter().collect(),
            method: "logistic regression with weights that are not negative, drawn to their prior; measured on one \
                     layout at a time by a model of the others"
                .to_owned(),
        },
        fields: field_model(&samples.values),
        labels: samples
            .labels
            .iter()
            .filter_map(|(label, samples)| Some((label.clone(), label_model(samples)?)))
            .collect(),
    };
    let text = toml::to_string_pretty(&calibration)?;
    let file = args.out.clone().unwrap_or_else(|| pack.folder.join("calibration.toml"));
    output::write_file(&file, &format!("{}{text}", heading(&pack)))?;
    if !global.quiet {
        output::print(&report(&calibration, &file))?;
    }
    Ok(Status::Fine)
}

fn heading(pack: &Pack) -> String {
    format!(
        "# How sure readings with the pack `{}` may be. Made by `touchstone pack calibrate`: change the rules, not \
         this file.\n\n",
        pack.name
    )
}

/// The judged samples: values, and document types by predicted label.
#[derive(Default)]
struct Samples {
    values: Vec<Sample>,
    labels: BTreeMap<String, Vec<Sample>>,
}

/// Reads all documents once with the unchanged pack, and `rounds` times with captions withheld. `None` if interrupted.
async fn gather(
    args: &Calibrate,
    global: &Global,
    pack: &Pack,
    known: &[Known],
    stop: &CancellationToken,
) -> anyhow::Result<Option<Samples>> {
    let mut samples = Samples::default();
    for round in 0..=args.rounds {
        let percent = if round == 0 { 0 } else { args.withhold };
        let folder = withheld::copy(pack, percent, u64::from(round))?;
        let order = Order {
            files: known.iter().map(|one| one.document.clone()).collect(),
            pack: pack.name.clone(),
            packs: vec![folder.path().to_owned()],
            year: None,
            jobs: args.jobs,
            ocr: None,
            script: None,
            passwords: evaluate::passwords(known),
            quiet: global.quiet,
        };
        let answers = fresh::answers(&order, stop, async |desk, run, result| {
            let mut prediction = Prediction::try_from(&result)?;
            if let Some(run) = run {
                for (form, signals) in prediction.forms.iter_mut().zip(desk.signals(run).await?) {
                    form.signals = signals;
                }
            }
            Ok(prediction)
        });
        let Some(predictions) = answers.await? else {
            return Ok(None);
        };
        for (one, prediction) in known.iter().zip(predictions) {
            samples.add(&one.truth, &judge(&prediction, &one.truth));
        }
    }
    Ok(Some(samples))
}

impl Samples {
    fn add(&mut self, truth: &Truth, judged: &touchstone_engine::evaluate::Judged) {
        let layout = truth.layout.clone().unwrap_or_default();
        let values = judged.values.iter().filter_map(|value| {
            value.confidence?;
            Some(Sample {
                layout: layout.clone(),
                signals: value.signals.clone()?,
                right: value.verdict.is_right(),
            })
        });
        self.values.extend(values);
        if let Some(wanted) = &judged.wanted {
            self.labels.entry(judged.found.clone()).or_default().push(Sample {
                layout,
                signals: [(OWN.to_owned(), spread(judged.confidence))].into(),
                right: *wanted == judged.found,
            });
        }
    }
}

fn spread(confidence: f64) -> f32 {
    (log_odds(confidence) / SPREAD + 0.5) as f32
}

/// Prior weights of the signals for a value on any form, strong enough that a few mistakes do not remove a signal.
const PRIOR: [(&str, f64); 9] = [
    ("shape", 3.0),
    ("read", 2.0),
    ("required", 2.0),
    ("closed", 1.5),
    ("copies", 1.5),
    ("sums", 1.5),
    ("lead", 1.5),
    ("margin", 1.0),
    ("tidy", 0.5),
];

fn field_model(samples: &[Sample]) -> FieldModel {
    let prior = PRIOR.map(|(name, weight)| (name.to_owned(), weight)).into();
    let Fitted { offset, weights } = fit(samples.iter(), &prior);
    let rounded = weights.into_iter().map(|(name, weight)| (name, round(weight)));
    FieldModel {
        offset: round(offset),
        weights: rounded.filter(|(_, weight)| *weight > 0.0).collect(),
        measured: measured(&out_of_fold(samples, &prior)),
    }
}

/// `None` if all were right or all wrong: there is nothing to learn from, and the label keeps its confidence.
fn label_model(samples: &[Sample]) -> Option<LabelModel> {
    let right = samples.iter().filter(|sample| sample.right).count();
    if right == 0 || right == samples.len() {
        return None;
    }
    let prior = BTreeMap::from([(OWN.to_owned(), SPREAD)]);
    let model = fit(samples.iter(), &prior);
    let weight = model.weights.get(OWN).copied().unwrap_or(SPREAD);
    Some(LabelModel {
        slope: round(weight / SPREAD),
        offset: round(model.offset + 0.5 * weight),
        measured: measured(&out_of_fold(samples, &prior)),
    })
}

fn measured(judged: &[(f64, bool)]) -> Measured {
    let ranking = Ranking::of(judged);
    Measured {
        judged: ranking.judged,
        wrong: ranking.wrong,
        auroc: ranking.auroc.map(round),
        ece: round(ranking.ece.unwrap_or_default()),
        brier: round(ranking.brier.unwrap_or_default()),
        bins: ranking
            .bins
            .iter()
            .map(|bin| (bin.from, bin.right.of, bin.right.hits))
            .collect(),
    }
}

fn round(value: f64) -> f64 {
    (value * 10_000.0).round() / 10_000.0
}

fn report(calibration: &Calibration, file: &Path) -> String {
    let of = |measured: &Measured| {
        let auroc = measured.auroc.map_or("-".to_owned(), |auroc| format!("{auroc:.3}"));
        format!(
            "{} judged, {} wrong, AUROC {auroc}, ECE {:.3}, {} bins populated",
            measured.judged,
            measured.wrong,
            measured.ece,
            measured.bins.len()
        )
    };
    let mut out = format!("values          {}\n", of(&calibration.fields.measured));
    for (label, model) in &calibration.labels {
        out = format!("{out}{label:<15} {}\n", of(&model.measured));
    }
    format!("{out}written to {}\n", file.display())
}

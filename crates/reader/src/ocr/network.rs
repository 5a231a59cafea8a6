//! A neural network that can be run: numbers in, numbers out. The one file that knows which libraries run it.

use anyhow::{Context, anyhow};
use ort::environment::Environment;
use ort::ep::CPU;
use ort::session::Session;
use ort::session::builder::GraphOptimizationLevel;
use rten::{Model, ModelOptions};
use rten_tensor::prelude::*;
use rten_tensor::{NdTensor, Tensor};
use std::path::Path;
use std::sync::{Mutex, PoisonError};

/// What runs networks.
pub(super) enum Runtime {
    Rten,
    /// A library of the system, which is not part of this program.
    Onnx(Environment),
}

impl Runtime {
    /// ONNX Runtime, loaded from a file; once a process.
    pub(super) fn onnx(library: &Path) -> anyhow::Result<Self> {
        let failed = || format!("could not load ONNX Runtime from {}", library.display());
        let loaded = ort::init_from(library)
            .map_err(|error| anyhow!("{error}"))
            .with_context(failed)?;
        let environment = loaded.with_telemetry(false).build();
        Ok(Self::Onnx(
            environment.map_err(|error| anyhow!("{error}")).with_context(failed)?,
        ))
    }

    pub(super) fn name(&self) -> &'static str {
        match self {
            Self::Rten => "rten",
            Self::Onnx(_) => "onnxruntime",
        }
    }

    /// Reads a model in the ONNX format.
    pub(super) fn load(&self, bytes: Vec<u8>, sees: Sees) -> anyhow::Result<Network> {
        let network = match self {
            Self::Rten => ModelOptions::with_all_ops()
                .load(bytes)
                .map(|model| Network::Rten(Box::new(model)))
                .map_err(|error| anyhow!("{error}")),
            Self::Onnx(environment) => session(environment, &bytes, sees)
                .map(|session| Network::Onnx(Mutex::new(session)))
                .map_err(|error| anyhow!("{error}")),
        };
        network.context("could not read the model")
    }
}

/// What a network is given at once.
#[derive(Clone, Copy)]
pub(super) enum Sees {
    Pages,
    Lines,
}

/// One thread, and no memory kept between pages: lines are of any width, and each would keep its own. Numbers laid out anew
/// for wide instructions save a fifth of the time of lines; of whole pages they cost memory, and time to move it.
fn session(environment: &Environment, bytes: &[u8], sees: Sees) -> ort::Result<Session> {
    let level = match sees {
        Sees::Pages => GraphOptimizationLevel::Level2,
        Sees::Lines => GraphOptimizationLevel::Level3,
    };
    Session::builder(environment)?
        .with_optimization_level(level)?
        .with_intra_threads(1)?
        .with_memory_pattern(false)?
        .with_execution_providers([CPU::default().with_arena_allocator(false).build()])?
        .commit_from_memory(bytes)
}

pub(super) enum Network {
    Rten(Box<Model>),
    Onnx(Mutex<Session>),
}

/// Numbers in rows of rows, with the length of each dimension.
pub(super) struct Output {
    pub(super) shape: Vec<usize>,
    pub(super) values: Vec<f32>,
}

impl Network {
    /// What the model's author wrote into it under this name.
    pub(super) fn note(&self, name: &str) -> Option<String> {
        match self {
            Self::Rten(model) => model.metadata().get(name).map(str::to_owned),
            Self::Onnx(session) => {
                let session = session.lock().unwrap_or_else(PoisonError::into_inner);
                session.metadata().ok()?.custom(name)
            }
        }
    }

    /// Runs a model of one input (pictures, channels, rows, columns) and one output.
    pub(super) fn run(&self, shape: [usize; 4], values: Vec<f32>) -> anyhow::Result<Output> {
        let output = match self {
            Self::Rten(model) => run_rten(model, shape, values),
            Self::Onnx(session) => {
                let mut session = session.lock().unwrap_or_else(PoisonError::into_inner);
                run_onnx(&mut session, shape, values).map_err(|error| anyhow!("{error}"))
            }
        };
        output.context("could not run the model")
    }
}

fn run_rten(model: &Model, shape: [usize; 4], values: Vec<f32>) -> anyhow::Result<Output> {
    let input = NdTensor::from_data(shape, values);
    let output = model.run_one(input.into(), None).map_err(|error| anyhow!("{error}"))?;
    let output: Tensor<f32> = output
        .try_into()
        .map_err(|_| anyhow!("the model answers something other than numbers"))?;
    let shape = output.shape().to_vec();
    Ok(Output {
        shape,
        values: output.into_data(),
    })
}

fn run_onnx(session: &mut Session, shape: [usize; 4], values: Vec<f32>) -> ort::Result<Output> {
    let input = ort::value::Tensor::from_array((shape, values))?;
    let outputs = session.run(ort::inputs![input])?;
    let (shape, values) = outputs[0].try_extract_tensor::<f32>()?;
    Ok(Output {
        shape: shape.iter().map(|side| *side as usize).collect(),
        values: values.to_vec(),
    })
}

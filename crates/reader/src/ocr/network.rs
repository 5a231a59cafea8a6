//! Runs a neural network. The only file that knows the inference libraries.

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

/// The library that runs networks.
pub(super) enum Runtime {
    Rten,
    /// A system library that is not part of this program.
    Onnx(Environment),
}

impl Runtime {
    /// Loads ONNX Runtime from a file; once per process.
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

/// The kind of input a network receives at once.
#[derive(Clone, Copy)]
pub(super) enum Sees {
    Pages,
    Lines,
}

/// Uses one thread and keeps no memory between pages: lines vary in width, and a buffer would be kept for each. Memory
/// layouts for wide instructions save a fifth of the time on lines; on whole pages they only cost memory and time.
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

/// A tensor: its values in row-major order, with the length of each dimension.
pub(super) struct Output {
    pub(super) shape: Vec<usize>,
    pub(super) values: Vec<f32>,
}

impl Network {
    /// The metadata stored in the model under this name.
    pub(super) fn note(&self, name: &str) -> Option<String> {
        match self {
            Self::Rten(model) => model.metadata().get(name).map(str::to_owned),
            Self::Onnx(session) => {
                let session = session.lock().unwrap_or_else(PoisonError::into_inner);
                session.metadata().ok()?.custom(name)
            }
        }
    }

    /// Runs a model with one input (pictures, channels, rows, columns) and one output.
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
        .map_err(|_| anyhow!("the model returned something other than numbers"))?;
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

//! A neural network that can be run: numbers in, numbers out. The one file that knows which library runs it.

use anyhow::{Context, anyhow};
use rten::{Model, ModelOptions};
use rten_tensor::prelude::*;
use rten_tensor::{NdTensor, Tensor};

pub(super) struct Network {
    model: Model,
}

/// Numbers in rows of rows, with the length of each dimension.
pub(super) struct Output {
    pub(super) shape: Vec<usize>,
    pub(super) values: Vec<f32>,
}

impl Network {
    /// Reads a model in the ONNX format.
    pub(super) fn load(bytes: Vec<u8>) -> anyhow::Result<Self> {
        let model = ModelOptions::with_all_ops()
            .load(bytes)
            .map_err(|error| anyhow!("{error}"))
            .context("could not read the model")?;
        Ok(Self { model })
    }

    /// What the model's author wrote into it under this name.
    pub(super) fn note(&self, name: &str) -> Option<&str> {
        self.model.metadata().get(name)
    }

    /// Runs a model of one input (pictures, channels, rows, columns) and one output.
    pub(super) fn run(&self, shape: [usize; 4], values: Vec<f32>) -> anyhow::Result<Output> {
        let input = NdTensor::from_data(shape, values);
        let output = self
            .model
            .run_one(input.view().into(), None)
            .map_err(|error| anyhow!("could not run the model: {error}"))?;
        let output: Tensor<f32> = output
            .try_into()
            .map_err(|_| anyhow!("the model answers something other than numbers"))?;
        let shape = output.shape().to_vec();
        Ok(Output {
            shape,
            values: output.into_data(),
        })
    }
}

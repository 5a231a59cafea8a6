//! Tables of made documents, filled without a model.

//! Layout on small made pages, and on boxes that make no sense.

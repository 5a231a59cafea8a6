//! The page model used by the rest of the program, and the pool of reader processes that turns files into such
//! pages. Contains no PDFium, OCR, `unsafe` or SQL, and no interpretation of a page's content.

pub mod confinement;
pub mod geometry;
pub mod hidden;
pub mod ink;
pub mod kinds;
pub mod layout;
pub mod outcome;
pub mod page;
pub mod pool;
pub mod protocol;
pub mod recogniser;
pub mod script;
pub mod source;
pub mod text;
pub mod validate;

pub use confinement::Confinement;
pub use geometry::{Region, Size};
pub use hidden::{HiddenWord, Hiding, Sample};
pub use ink::{InkQuery, InkReport, InkSample, Strike, UnreadInk};
pub use outcome::{Failure, Outcome};
pub use page::{
    Block, BlockKind, Inks, Page, PageFault, Reading, ReadingSource, Recipe, Ruling, TextSource, Widget, WidgetKind,
    Word,
};
pub use pool::{OpenDocument, PoolConfig, ReaderPool};
pub use protocol::{Greeting, Limits, Raster, Scan};
pub use recogniser::Recogniser;
pub use script::Script;
pub use source::{ImageFormat, PageSource, Picture};

//! A page as read: words with boxes, blocks, rulings, form fields. Plain data, no I/O. Rendering is in `source`.

use crate::geometry::Region;
use crate::hidden::{HiddenWord, Sample};
use serde::{Deserialize, Serialize};

/// One page with its first reading. All coordinates are in points of the page as displayed.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Page {
    pub number: u32,
    pub width: f32,
    pub height: f32,
    /// Whether there are tables, judging by rulings or aligned columns.
    pub has_tables: bool,
    pub text_source: TextSource,
    pub reading: Reading,
    /// Invisible words of the text layer, such as those that another OCR engine placed behind a scan. They belong to no
    /// reading, and only confirm words recognized in the same place.
    #[serde(default)]
    pub layer: Vec<Word>,
    /// Words that the page does not show, or that are too small to be read.
    #[serde(default)]
    pub hidden: Vec<HiddenWord>,
    /// The numbers in fonts that could show other characters than the text layer says.
    #[serde(default)]
    pub samples: Vec<Sample>,
    /// Straight horizontal and vertical lines drawn on the page, joined where one continues another.
    pub rulings: Vec<Ruling>,
    /// Boxes of other straight lines, each drawn from one corner of its box to the opposite one.
    #[serde(default)]
    pub slants: Vec<Region>,
    /// The smallest useful rectangles enclosed by rulings, in reading order.
    pub cells: Vec<Region>,
    pub widgets: Vec<Widget>,
    /// Images that cover a noticeable part of the page, including those inside form XObjects.
    pub pictures: Vec<Region>,
    /// Set if the page could not be read, or only in part; other pages are not affected.
    pub fault: Option<PageFault>,
}

/// The source of a page's words.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TextSource {
    /// A text layer, with form values merged in where present.
    Embedded,
    /// Recognized from pixels.
    Ocr,
    /// An image of text that has not been recognized yet.
    Unread,
    /// An incomplete text layer: an image beside it may contain more text, or some words use a font without a
    /// character mapping. These have not been recognized yet.
    Partly,
    /// A text layer whose characters may differ from those displayed, and that has not been compared with the pixels
    /// yet.
    Doubted,
    /// The page is empty.
    None,
}

impl TextSource {
    /// Whether printed text on the page or on a part of it is unknown until its pixels are recognized.
    pub fn awaits_recognition(self) -> bool {
        matches!(self, Self::Unread | Self::Partly | Self::Doubted)
    }

    /// Whether none of the page's words is reliable.
    pub fn is_unread(self) -> bool {
        matches!(self, Self::Unread | Self::Doubted)
    }
}

/// One numbered reading of a page. Never overwritten; another reading gets the next number.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Reading {
    pub number: u32,
    pub source: ReadingSource,
    pub recipe: Option<Recipe>,
    /// In reading order.
    pub words: Vec<Word>,
    /// In reading order; every word belongs to exactly one block.
    pub blocks: Vec<Block>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ReadingSource {
    /// The text layer alone.
    Embedded,
    /// The text layer with the values of form fields merged in at their widgets.
    Form,
    Ocr {
        engine: String,
        model: String,
    },
    /// The words of a recognized page together with those of further readings of parts of it, by number.
    Merged {
        readings: Vec<u32>,
    },
}

impl ReadingSource {
    /// Whether the words were recognized from pixels.
    pub fn is_recognised(&self) -> bool {
        matches!(self, Self::Ocr { .. } | Self::Merged { .. })
    }
}

/// How the pixels were prepared for a reading.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Recipe {
    pub dpi: f32,
    pub region: Option<Region>,
    /// Degrees clockwise by which the page was turned to make its lines horizontal: an image by recognition, a text
    /// layer by the direction of its text. Words and lines of the reading are in points of the turned page, which is
    /// then the page as displayed. Pixels to be recognized are turned first.
    #[serde(default)]
    pub turn: f32,
    pub enhancements: Vec<String>,
    /// Why the page or part of it is read from an image prepared this way; `None` if it simply has to be read.
    #[serde(default)]
    pub reason: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Word {
    pub text: String,
    pub region: Region,
    /// 0..=1 for recognized words, `None` for embedded ones.
    pub confidence: Option<f32>,
    pub min_char_confidence: Option<f32>,
    /// Font size in points, as displayed.
    pub size: f32,
    pub bold: bool,
    /// Whether its pixels look handwritten. Always false for words of a text layer.
    #[serde(default)]
    pub handwritten: bool,
    /// Index into `Page::widgets` when the word is a form value rather than printed text.
    pub widget: Option<u32>,
}

impl Word {
    /// A word of a text layer, in regular weight; `size` is in points.
    pub fn typed(text: impl Into<String>, region: Region, size: f32) -> Self {
        Self {
            text: text.into(),
            region,
            confidence: None,
            min_char_confidence: None,
            size,
            bold: false,
            handwritten: false,
            widget: None,
        }
    }
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Block {
    pub kind: BlockKind,
    pub region: Region,
    /// First word and one past the last word of the reading.
    pub words: (u32, u32),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BlockKind {
    Heading,
    Paragraph,
    ListItem,
    Table,
    KeyValue,
    Header,
    Footer,
    Stamp,
    Figure,
}

/// A straight horizontal or vertical line. `from` and `to` run along the line, `at` is the other coordinate.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Ruling {
    pub horizontal: bool,
    pub at: f32,
    pub from: f32,
    pub to: f32,
    pub thickness: f32,
}

/// A form field's box on the page, with its contents.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Widget {
    pub name: String,
    pub kind: WidgetKind,
    pub region: Region,
    /// Text entered in a text or choice field; `None` if empty.
    pub value: Option<String>,
    /// The text displayed by its appearance, if different. Also `None` if unknown.
    #[serde(default)]
    pub shown: Option<String>,
    /// Whether the text displayed by its appearance is unknown: it uses a font of its own or a picture.
    #[serde(default)]
    pub unproved: bool,
    /// State of a check box or radio button, `None` for other kinds.
    pub checked: Option<bool>,
    /// The alternate name (tooltip) from the form's author, often the caption of the box.
    pub caption: Option<String>,
    /// The field's maximum length, which is characteristic of SSN, EIN and comb fields.
    pub max_length: Option<u32>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WidgetKind {
    Text,
    CheckBox,
    Radio,
    Choice,
    Button,
    Signature,
}

/// Why a page is missing or incomplete.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PageFault {
    pub outcome: crate::outcome::Outcome,
    pub message: String,
}

impl Recipe {
    /// The page or a region of it, unprocessed, at `scale` pixels per point.
    pub fn plain(region: Option<Region>, scale: f32) -> Self {
        Self {
            dpi: scale * 72.0,
            region,
            turn: 0.0,
            enhancements: Vec::new(),
            reason: None,
        }
    }

    /// Pixels per point.
    pub fn scale(&self) -> f32 {
        self.dpi / 72.0
    }

    /// The same at half the resolution, with a quarter of the pixels.
    #[must_use]
    pub fn halved(&self) -> Self {
        Self {
            dpi: 0.5 * self.dpi,
            reason: Some(Self::HALVED.to_owned()),
            ..self.clone()
        }
    }

    /// Reason of a reading after a reader failed at the full resolution.
    pub const HALVED: &'static str = "a reader failed at twice this resolution";
    /// Reason of a reading in place of a text layer that says other numbers than the page shows.
    pub const DISPROVED: &'static str = "the file says other numbers than the page shows";
    /// Detects text at a higher resolution.
    pub const FINE: &'static str = "fine detection";
    /// Stretches the contrast: the darkest print becomes black and the background white.
    pub const CONTRAST: &'static str = "contrast";
    /// Removes specks of dust.
    pub const DESPECKLE: &'static str = "despeckle";
    /// Inverts light print on a dark background.
    pub const INVERTED: &'static str = "inverted";
    /// Removes colored stamps and pens.
    pub const BLACK_INK: &'static str = "black ink";
    /// Keeps only colored stamps and pens.
    pub const COLOURED_INK: &'static str = "coloured ink";
    /// Not an enhancement: a reading of a part of a page uses the page's orientation without detecting it.
    pub const AS_IT_LIES: &'static str = "as it lies";
    /// All enhancements of an image; recognition rejects others.
    pub const ENHANCEMENTS: [&'static str; 6] = [
        Self::FINE,
        Self::CONTRAST,
        Self::DESPECKLE,
        Self::INVERTED,
        Self::BLACK_INK,
        Self::COLOURED_INK,
    ];

    pub fn asks_for(&self, enhancement: &str) -> bool {
        self.enhancements.iter().any(|name| name == enhancement)
    }

    /// The inks kept in the image.
    pub fn inks(&self) -> Inks {
        match (self.asks_for(Self::BLACK_INK), self.asks_for(Self::COLOURED_INK)) {
            (true, false) => Inks::Black,
            (false, true) => Inks::Coloured,
            _ => Inks::All,
        }
    }
}

/// Inks distinguished by color when a page is converted to grayscale.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Inks {
    #[default]
    All,
    /// Black and gray print.
    Black,
    /// Colored stamps and pens.
    Coloured,
}

impl Page {
    /// The whole page.
    pub fn region(&self) -> Region {
        Region::whole(self.number, self.width, self.height)
    }

    /// The same page with another number, in all its regions.
    #[must_use]
    pub fn renumbered(mut self, number: u32) -> Self {
        self.number = number;
        let words = self.reading.words.iter_mut().chain(&mut self.layer);
        let words = words.map(|word| &mut word.region);
        let blocks = self.reading.blocks.iter_mut().map(|block| &mut block.region);
        let widgets = self.widgets.iter_mut().map(|widget| &mut widget.region);
        let part = self
            .reading
            .recipe
            .iter_mut()
            .filter_map(|recipe| recipe.region.as_mut());
        let places = words.chain(blocks).chain(widgets).chain(part);
        let hidden = self.hidden.iter_mut().filter_map(|word| word.region.as_mut());
        let hidden = hidden.chain(self.samples.iter_mut().map(|sample| &mut sample.region));
        let drawn = self.cells.iter_mut().chain(&mut self.pictures).chain(&mut self.slants);
        for place in places.chain(drawn).chain(hidden) {
            place.page = number;
        }
        self
    }

    /// A US Letter page with embedded text and no drawings.
    pub fn letter(number: u32, reading: Reading) -> Self {
        Self {
            number,
            width: 612.0,
            height: 792.0,
            has_tables: false,
            text_source: TextSource::Embedded,
            reading,
            layer: Vec::new(),
            hidden: Vec::new(),
            samples: Vec::new(),
            rulings: Vec::new(),
            slants: Vec::new(),
            cells: Vec::new(),
            widgets: Vec::new(),
            pictures: Vec::new(),
            fault: None,
        }
    }

    /// A page that could not be read; only its number is known.
    pub fn unreadable(number: u32, fault: PageFault) -> Self {
        Self {
            number,
            width: 0.0,
            height: 0.0,
            has_tables: false,
            text_source: TextSource::None,
            reading: Reading::empty(),
            layer: Vec::new(),
            hidden: Vec::new(),
            samples: Vec::new(),
            rulings: Vec::new(),
            slants: Vec::new(),
            cells: Vec::new(),
            widgets: Vec::new(),
            pictures: Vec::new(),
            fault: Some(fault),
        }
    }
}

impl Reading {
    /// The first reading of a page without words.
    pub fn empty() -> Self {
        Self {
            number: 1,
            source: ReadingSource::Embedded,
            recipe: None,
            words: Vec::new(),
            blocks: Vec::new(),
        }
    }

    /// Degrees clockwise by which the page was turned for the reading.
    pub fn turn(&self) -> f32 {
        self.recipe.as_ref().map_or(0.0, |recipe| recipe.turn)
    }

    /// The words of one block, joined by single spaces.
    pub fn block_text(&self, block: &Block) -> String {
        self.words[block.words.0 as usize..block.words.1 as usize]
            .iter()
            .map(|word| word.text.as_str())
            .collect::<Vec<_>>()
            .join(" ")
    }

    /// The text of the reading, one block per line.
    pub fn text(&self) -> String {
        self.blocks
            .iter()
            .map(|block| self.block_text(block))
            .collect::<Vec<_>>()
            .join("\n")
    }
}

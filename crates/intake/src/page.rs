//! A page as it was read: words with boxes, blocks, lines of the form, form fields. Plain data, no IO.
//! Not here: rows (see the engine's store) and rendering (see `source`).

use crate::geometry::Region;
use serde::{Deserialize, Serialize};

/// One page with its first reading. Everything is in points of the page as displayed.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Page {
    pub number: u32,
    pub width: f32,
    pub height: f32,
    /// Ruling lines or aligned columns say so.
    pub has_tables: bool,
    pub text_source: TextSource,
    pub reading: Reading,
    /// Words of the text layer that nobody sees, such as those that another recogniser laid under a scan. They belong to no
    /// reading and only confirm what is recognised at their place.
    #[serde(default)]
    pub layer: Vec<Word>,
    /// Straight lines drawn on the page, horizontal and vertical only, joined where they continue each other.
    pub rulings: Vec<Ruling>,
    /// Where other straight lines are drawn, each from one corner of its place to the opposite one.
    #[serde(default)]
    pub slants: Vec<Region>,
    /// Rectangles enclosed by rulings, smallest useful ones, in reading order.
    pub cells: Vec<Region>,
    pub widgets: Vec<Widget>,
    /// Where pictures lie that cover a noticeable part of the page, those inside form XObjects too.
    pub pictures: Vec<Region>,
    /// Set when the page could not be read, or only in part; the rest of the document is not touched by it.
    pub fault: Option<PageFault>,
}

/// Where the words of a page come from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TextSource {
    /// A text layer, with form values merged in where there are any.
    Embedded,
    /// Recognised from pixels.
    Ocr,
    /// A picture of text that nobody has read yet.
    Unread,
    /// A text layer that does not tell all: beside it is a picture that may hold more text, or some words are in a font that
    /// does not tell what its signs mean. These have not been read yet.
    Partly,
    /// A text layer that may tell other characters than are shown, not compared with the pixels yet.
    Doubted,
    /// Nothing on the page.
    None,
}

impl TextSource {
    /// Whether what is printed on the page, or on a part of it, is not known before its pixels are read.
    pub fn awaits_recognition(self) -> bool {
        matches!(self, Self::Unread | Self::Partly | Self::Doubted)
    }

    /// Whether no word of the page can be relied on.
    pub fn is_unread(self) -> bool {
        matches!(self, Self::Unread | Self::Doubted)
    }
}

/// One numbered reading of a page. Never overwritten; a further reading gets the next number.
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
    /// The words of a recognised page together with those of further looks at parts of it, by their numbers.
    Merged {
        readings: Vec<u32>,
    },
}

impl ReadingSource {
    /// Whether the words were read from pixels.
    pub fn is_recognised(&self) -> bool {
        matches!(self, Self::Ocr { .. } | Self::Merged { .. })
    }
}

/// How pixels were prepared for a reading.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Recipe {
    pub dpi: f32,
    pub region: Option<Region>,
    /// Degrees clockwise by which the page was turned so that its lines run level: a picture by recognition, a text layer by
    /// the direction of its text. Words and lines of the reading are in points of the page so turned, which is then the page as
    /// displayed. What is to be read is turned by them first.
    #[serde(default)]
    pub turn: f32,
    pub enhancements: Vec<String>,
    /// Why the page, or this part of it, is read from a picture that is prepared so; nothing where it simply has to be read.
    #[serde(default)]
    pub reason: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Word {
    pub text: String,
    pub region: Region,
    /// 0..=1 for recognised words, `None` for embedded ones.
    pub confidence: Option<f32>,
    pub min_char_confidence: Option<f32>,
    /// Font size in points, as displayed.
    pub size: f32,
    pub bold: bool,
    /// Whether its pixels look written by a hand. Nothing is told of words of a text layer.
    #[serde(default)]
    pub handwritten: bool,
    /// Index into `Page::widgets` when the word is a form value rather than printed text.
    pub widget: Option<u32>,
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

/// A form field's place on the page, with what it holds.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Widget {
    pub name: String,
    pub kind: WidgetKind,
    pub region: Region,
    /// Text of a text or choice field as typed; `None` when empty.
    pub value: Option<String>,
    /// What its appearance prints instead, where that is something else. `None` also where it cannot be told.
    #[serde(default)]
    pub shown: Option<String>,
    /// State of a check box or radio button, `None` for other kinds.
    pub checked: Option<bool>,
    /// The alternate name (tool tip) the form's author gave, often the caption of the box.
    pub caption: Option<String>,
    /// The field's maximum length, which shows SSN, EIN and comb fields.
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
    /// The page, or a region of it, as it is, at a scale in pixels per point.
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

    /// Text is looked for in a finer picture.
    pub const FINE: &'static str = "fine detection";
    /// The darkest print becomes black and the paper white.
    pub const CONTRAST: &'static str = "contrast";
    /// Specks of dust become paper.
    pub const DESPECKLE: &'static str = "despeckle";
    /// Light print on dark ground is read as dark on light.
    pub const INVERTED: &'static str = "inverted";
    /// Stamps and pens in colour become paper.
    pub const BLACK_INK: &'static str = "black ink";
    /// Only stamps and pens in colour stay.
    pub const COLOURED_INK: &'static str = "coloured ink";
    /// No enhancement but a word for those who read a part of a page: it lies as the page does, and nobody asks which way up.
    pub const AS_IT_LIES: &'static str = "as it lies";
    /// All that a picture may be enhanced by; recognition refuses others.
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

    /// The inks that stay on the picture.
    pub fn inks(&self) -> Inks {
        match (self.asks_for(Self::BLACK_INK), self.asks_for(Self::COLOURED_INK)) {
            (true, false) => Inks::Black,
            (false, true) => Inks::Coloured,
            _ => Inks::All,
        }
    }
}

/// Inks that are told apart by their colour when a page becomes shades of grey.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Inks {
    #[default]
    All,
    /// Print in black and grey.
    Black,
    /// Stamps and pens in colour.
    Coloured,
}

impl Page {
    /// All of it.
    pub fn region(&self) -> Region {
        Region::whole(self.number, self.width, self.height)
    }

    /// The same page under another number, with everything on it.
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
        for place in places.chain(&mut self.cells).chain(&mut self.pictures) {
            place.page = number;
        }
        self
    }

    /// A page of US Letter with embedded text and nothing drawn on it.
    pub fn letter(number: u32, reading: Reading) -> Self {
        Self {
            number,
            width: 612.0,
            height: 792.0,
            has_tables: false,
            text_source: TextSource::Embedded,
            reading,
            layer: Vec::new(),
            rulings: Vec::new(),
            slants: Vec::new(),
            cells: Vec::new(),
            widgets: Vec::new(),
            pictures: Vec::new(),
            fault: None,
        }
    }

    /// A page that could not be read: only its number is known.
    pub fn unreadable(number: u32, fault: PageFault) -> Self {
        Self {
            number,
            width: 0.0,
            height: 0.0,
            has_tables: false,
            text_source: TextSource::None,
            reading: Reading::empty(),
            layer: Vec::new(),
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
    /// The first reading of a page without a word on it.
    pub fn empty() -> Self {
        Self {
            number: 1,
            source: ReadingSource::Embedded,
            recipe: None,
            words: Vec::new(),
            blocks: Vec::new(),
        }
    }

    /// Degrees clockwise by which the page was turned to be read.
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

    /// The whole reading: a block a line.
    pub fn text(&self) -> String {
        self.blocks
            .iter()
            .map(|block| self.block_text(block))
            .collect::<Vec<_>>()
            .join("\n")
    }
}

//! The standard PDF fonts: names, widths and text encoding.

/// A standard font, not embedded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Font {
    Sans,
    SansBold,
    Serif,
    SerifBold,
    Mono,
    MonoBold,
}

impl Font {
    pub(crate) const ALL: [Font; 6] = [
        Font::Sans,
        Font::SansBold,
        Font::Serif,
        Font::SerifBold,
        Font::Mono,
        Font::MonoBold,
    ];

    /// The name in page resources and the PostScript name.
    pub(crate) fn names(self) -> (&'static [u8], &'static [u8]) {
        match self {
            Font::Sans => (b"Sans", b"Helvetica"),
            Font::SansBold => (b"SansB", b"Helvetica-Bold"),
            Font::Serif => (b"Serif", b"Times-Roman"),
            Font::SerifBold => (b"SerifB", b"Times-Bold"),
            Font::Mono => (b"Mono", b"Courier"),
            Font::MonoBold => (b"MonoB", b"Courier-Bold"),
        }
    }

    /// Width of a text, in points.
    pub(crate) fn width(self, text: &str, size: f32) -> f32 {
        let widths = match self {
            Font::Sans => &SANS,
            Font::SansBold => &SANS_BOLD,
            Font::Serif => &SERIF,
            Font::SerifBold => &SERIF_BOLD,
            Font::Mono | Font::MonoBold => return text.chars().count() as f32 * 0.6 * size,
        };
        let thousandths: u32 = text.chars().map(|letter| glyph_width(widths, letter)).sum();
        thousandths as f32 * size / 1000.0
    }
}

fn glyph_width(widths: &[u16; 95], letter: char) -> u32 {
    let plain = match letter {
        '’' => '`',
        '—' => return 1000,
        'à'..='å' => 'a',
        'è'..='ë' => 'e',
        'ì'..='ï' => 'i',
        'ò'..='ö' => 'o',
        'ñ' => 'n',
        'É' | 'Ë' => 'E',
        'Ñ' => 'N',
        '\u{a0}' => ' ',
        other => other,
    };
    (plain as usize)
        .checked_sub(32)
        .and_then(|index| widths.get(index))
        .map_or(556, |width| u32::from(*width))
}

/// Text in Windows-1252, the encoding declared for these fonts. A character outside it becomes a question mark.
pub(crate) fn encode(text: &str) -> Vec<u8> {
    text.chars()
        .map(|letter| match letter {
            '’' => 0x92,
            '—' => 0x97,
            '•' => 0x95,
            other => u8::try_from(u32::from(other)).unwrap_or(b'?'),
        })
        .collect()
}

// Advance widths of the characters 32..=126, in thousandths of the font size (Adobe's metrics of the standard fonts).
#[rustfmt::skip]
const SANS: [u16; 95] = [
    278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556, 556, 556, 556,
    556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833, 722, 778,
    667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556, 222, 556, 556, 500, 556, 556, 278, 556,
    556, 222, 222, 500, 222, 833, 556, 556, 556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584,
];
#[rustfmt::skip]
const SANS_BOLD: [u16; 95] = [
    278, 333, 474, 556, 556, 889, 722, 238, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556, 556, 556, 556,
    556, 556, 333, 333, 584, 584, 584, 611, 975, 722, 722, 722, 722, 667, 611, 778, 722, 278, 556, 722, 611, 833, 722, 778,
    667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 333, 278, 333, 584, 556, 278, 556, 611, 556, 611, 556, 333, 611,
    611, 278, 278, 556, 278, 889, 611, 611, 611, 611, 389, 556, 333, 611, 556, 778, 556, 556, 500, 389, 280, 389, 584,
];
#[rustfmt::skip]
const SERIF: [u16; 95] = [
    250, 333, 408, 500, 500, 833, 778, 180, 333, 333, 500, 564, 250, 333, 250, 278, 500, 500, 500, 500, 500, 500, 500, 500,
    500, 500, 278, 278, 564, 564, 564, 444, 921, 722, 667, 667, 722, 611, 556, 722, 722, 333, 389, 722, 611, 889, 722, 722,
    556, 722, 667, 556, 611, 722, 722, 944, 722, 722, 611, 333, 278, 333, 469, 500, 333, 444, 500, 444, 500, 444, 333, 500,
    500, 278, 278, 500, 278, 778, 500, 500, 500, 500, 333, 389, 278, 500, 500, 722, 500, 500, 444, 480, 200, 480, 541,
];
#[rustfmt::skip]
const SERIF_BOLD: [u16; 95] = [
    250, 333, 555, 500, 500, 1000, 833, 278, 333, 333, 500, 570, 250, 333, 250, 278, 500, 500, 500, 500, 500, 500, 500, 500,
    500, 500, 333, 333, 570, 570, 570, 500, 930, 722, 667, 722, 722, 667, 611, 778, 778, 389, 500, 778, 667, 944, 722, 778,
    611, 778, 722, 556, 667, 722, 722, 1000, 722, 722, 667, 333, 278, 333, 581, 500, 333, 500, 556, 444, 556, 444, 333, 500,
    556, 278, 333, 556, 278, 833, 556, 500, 556, 556, 444, 389, 333, 556, 500, 722, 500, 500, 444, 394, 220, 394, 520,
];

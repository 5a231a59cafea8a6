//! Pages drawn in memory, for tests that need no PDF: words at positions, rulings, cells, form fields. Every letter
//! is half its font size wide.

use touchstone_intake::{
    InkQuery, InkReport, InkSample, Page, Reading, Region, Ruling, Strike, UnreadInk, Widget, WidgetKind, Word,
};

/// A Letter-size page.
pub struct Paper(pub Page);

impl Default for Paper {
    fn default() -> Self {
        Self(Page::letter(1, Reading::empty()))
    }
}

impl Paper {
    pub fn new() -> Self {
        Self::default()
    }

    pub fn region(&self, x: f32, y: f32, width: f32, height: f32) -> Region {
        Region {
            page: self.0.number,
            x,
            y,
            width,
            height,
        }
    }

    /// Words starting at `x`, their tops at `y`.
    pub fn text(&mut self, x: f32, y: f32, size: f32, text: &str) -> &mut Self {
        self.typed(x, y, size, text, None)
    }

    fn typed(&mut self, x: f32, y: f32, size: f32, text: &str, widget: Option<u32>) -> &mut Self {
        let mut left = x;
        for part in text.split(' ') {
            let width = part.chars().count() as f32 * size * 0.5;
            if !part.is_empty() {
                let region = self.region(left, y, width, size * 1.1);
                self.0.reading.words.push(Word {
                    widget,
                    ..Word::typed(part, region, size)
                });
            }
            left += width + size * 0.3;
        }
        self
    }

    /// A horizontal ruling starting at `x`.
    pub fn rule(&mut self, x: f32, y: f32, width: f32) -> &mut Self {
        self.ruling(true, y, x, x + width)
    }

    fn ruling(&mut self, horizontal: bool, at: f32, from: f32, to: f32) -> &mut Self {
        self.0.rulings.push(Ruling {
            horizontal,
            at,
            from,
            to,
            thickness: 0.5,
        });
        self
    }

    pub fn frame(&mut self, x: f32, y: f32, width: f32, height: f32) -> &mut Self {
        self.rule(x, y, width).rule(x, y + height, width);
        self.ruling(false, x, y, y + height)
            .ruling(false, x + width, y, y + height);
        let cell = self.region(x, y, width, height);
        self.0.cells.push(cell);
        self
    }

    pub fn field(&mut self, x: f32, y: f32, width: f32, height: f32, value: &str) -> &mut Self {
        let index = self.widget(WidgetKind::Text, x, y, width, height, None);
        self.typed(x + 2.0, y + 2.0, 8.0, value, Some(index))
    }

    pub fn check(&mut self, x: f32, y: f32, on: bool) -> &mut Self {
        self.widget(WidgetKind::CheckBox, x, y, 10.0, 10.0, Some(on));
        self
    }

    fn widget(&mut self, kind: WidgetKind, x: f32, y: f32, width: f32, height: f32, checked: Option<bool>) -> u32 {
        let region = self.region(x, y, width, height);
        self.0.widgets.push(Widget {
            name: String::new(),
            kind,
            region,
            value: None,
            shown: None,
            unproved: false,
            checked,
            caption: None,
            max_length: None,
        });
        self.0.widgets.len() as u32 - 1
    }
}

/// What differs between the small W-2s.
#[derive(Clone, Copy)]
pub struct Sample {
    pub ssn: &'static str,
    pub ein: &'static str,
    pub wages: &'static str,
    pub tax: &'static str,
}

pub const ANN: Sample = Sample {
    ssn: "554-03-0876",
    ein: "63-0065650",
    wages: "23,677.70",
    tax: "2,841.32",
};
pub const BOB: Sample = Sample {
    ssn: "123-45-6789",
    ein: "63-0065650",
    wages: "50,000.00",
    tax: "6,000.00",
};
pub const BLANK: Sample = Sample {
    ssn: "",
    ein: "",
    wages: "",
    tax: "",
};

/// A box with its caption and its value; `area` is left, top, width and height.
pub fn boxed(paper: &mut Paper, area: [f32; 4], caption: &str, value: &str) {
    paper.frame(area[0], area[1], area[2], area[3]);
    paper
        .text(area[0] + 2.0, area[1] + 2.0, 7.0, caption)
        .text(area[0] + 6.0, area[1] + 11.0, 10.0, value);
}

/// A small ruled W-2 with its top left corner at `x`, `y`: 270 wide, 200 high, in points.
pub fn draw(paper: &mut Paper, x: f32, y: f32, copy: &str, sample: Sample) {
    let half = |column: f32, row: f32| [x + 135.0 * column, y + 24.0 * row, 135.0, 24.0];
    boxed(paper, half(0.0, 0.0), "a Employee's SSN", sample.ssn);
    boxed(paper, half(1.0, 0.0), "b Employer's EIN", sample.ein);
    boxed(paper, half(0.0, 1.0), "1 Wages, tips, other comp.", sample.wages);
    boxed(paper, half(1.0, 1.0), "2 Federal income tax withheld", sample.tax);
    boxed(paper, half(0.0, 2.0), "3 Social security wages", sample.wages);
    boxed(paper, half(1.0, 2.0), "4 Social security tax withheld", "");
    boxed(paper, half(0.0, 3.0), "5 Medicare wages and tips", sample.wages);
    boxed(paper, half(1.0, 3.0), "6 Medicare tax withheld", "");
    boxed(paper, half(0.0, 4.0), "7 Social security tips", "");
    boxed(paper, half(1.0, 4.0), "8 Allocated tips", "");
    boxed(paper, half(0.0, 5.0), "10 Dependent care benefits", "");
    boxed(paper, half(1.0, 5.0), "11 Nonqualified plans", "");
    paper
        .text(x, y + 150.0, 11.0, "W-2 Wage and Tax Statement 2021")
        .text(x, y + 166.0, 7.0, copy);
}

/// A small W-2 that the local engine reads: wages of 23,677.70, federal tax of 2,841.32.
pub fn small_w2() -> Page {
    let mut paper = Paper::new();
    draw(&mut paper, 20.0, 20.0, "Copy B", ANN);
    paper.0
}

/// The report on pages without any ink besides their words and rulings.
pub fn no_ink(query: &InkQuery) -> InkReport {
    match query {
        InkQuery::Samples { places, .. } => InkReport::Samples(vec![InkSample::default(); places.len()]),
        InkQuery::Unread => InkReport::Unread(UnreadInk::default()),
        InkQuery::Faint { .. } | InkQuery::Pale | InkQuery::Colored => InkReport::Places(Vec::new()),
        InkQuery::Strikes { lines } => InkReport::Strikes(vec![Strike::Nothing; lines.len()]),
    }
}

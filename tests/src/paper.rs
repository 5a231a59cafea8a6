//! Sheets to draw on and the PDF they become: text, lines, check marks, form fields, pictures. Coordinates in points,
//! origin at the top left, before rotation. The bytes depend only on what was drawn.

use crate::font::{Font, encode};
use pdf_writer::types::{AnnotationFlags, CheckBoxState, FieldType};
use pdf_writer::{Content, Finish, Name, Pdf, Rect, Ref, Str, TextStr};

/// How a text is set.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Ink {
    pub font: Font,
    pub size: f32,
    pub color: [f32; 3],
}

impl Ink {
    pub(crate) fn new(font: Font, size: f32) -> Self {
        Self {
            font,
            size,
            color: [0.0; 3],
        }
    }
}

/// Line spacing in a form field, in font sizes.
const LEADING: f32 = 1.15;

/// A rectangle: left, top, right, bottom.
pub(crate) type Area = [f32; 4];

pub(crate) struct Sheet {
    width: f32,
    height: f32,
    content: Content,
    fields: Vec<FormField>,
    /// Gray pictures as (place, width, height, pixels), drawn inside a form XObject as scanner software does.
    pictures: Vec<(Area, i32, i32, Vec<u8>)>,
    /// Rotation in degrees with which the page is stored; displayed, it is upright. For sheets without fields.
    pub rotate: i32,
    /// Displayed as it is stored, so that `rotate` leaves it sideways or upside down.
    pub is_sideways: bool,
    /// The visible part, unless it is the whole sheet.
    pub crop: Option<Area>,
    pub user_unit: Option<f32>,
}

pub(crate) enum FieldState {
    Text {
        value: String,
        max_length: Option<i32>,
        multiline: bool,
    },
    Check(bool),
}

pub(crate) struct FormField {
    pub name: String,
    pub caption: Option<String>,
    pub area: Area,
    pub state: FieldState,
    pub size: f32,
}

impl Sheet {
    pub(crate) fn new(width: f32, height: f32) -> Self {
        Self {
            width,
            height,
            content: Content::new(),
            fields: Vec::new(),
            pictures: Vec::new(),
            rotate: 0,
            is_sideways: false,
            crop: None,
            user_unit: None,
        }
    }

    pub(crate) fn letter() -> Self {
        Self::new(612.0, 792.0)
    }

    pub(crate) fn text(&mut self, x: f32, baseline: f32, ink: Ink, text: &str) {
        let [red, green, blue] = ink.color;
        self.content
            .begin_text()
            .set_fill_rgb(red, green, blue)
            .set_font(Name(ink.font.names().0), ink.size)
            .next_line(x, self.height - baseline)
            .show(Str(&encode(text)))
            .end_text();
    }

    /// Text across the page, rotated counterclockwise by `degrees` about its start.
    pub(crate) fn slanted(&mut self, start: (f32, f32), degrees: f32, ink: Ink, text: &str) {
        let ([red, green, blue], (sin, cos)) = (ink.color, degrees.to_radians().sin_cos());
        self.content
            .begin_text()
            .set_fill_rgb(red, green, blue)
            .set_font(Name(ink.font.names().0), ink.size)
            .set_text_matrix([cos, sin, -sin, cos, start.0, self.height - start.1])
            .show(Str(&encode(text)))
            .end_text();
    }

    pub(crate) fn text_right(&mut self, right: f32, baseline: f32, ink: Ink, text: &str) {
        self.text(right - ink.font.width(text, ink.size), baseline, ink, text);
    }

    pub(crate) fn text_center(&mut self, center: f32, baseline: f32, ink: Ink, text: &str) {
        self.text(center - ink.font.width(text, ink.size) / 2.0, baseline, ink, text);
    }

    pub(crate) fn line(&mut self, from: (f32, f32), to: (f32, f32), thickness: f32, color: [f32; 3]) {
        self.content
            .set_stroke_rgb(color[0], color[1], color[2])
            .set_line_width(thickness)
            .move_to(from.0, self.height - from.1)
            .line_to(to.0, self.height - to.1)
            .stroke();
    }

    pub(crate) fn frame(&mut self, area: Area, thickness: f32, color: [f32; 3]) {
        self.content
            .set_stroke_rgb(color[0], color[1], color[2])
            .set_line_width(thickness)
            .rect(area[0], self.height - area[3], area[2] - area[0], area[3] - area[1])
            .stroke();
    }

    pub(crate) fn fill(&mut self, area: Area, color: [f32; 3]) {
        self.content
            .set_fill_rgb(color[0], color[1], color[2])
            .rect(area[0], self.height - area[3], area[2] - area[0], area[3] - area[1])
            .fill_nonzero();
    }

    /// A tick drawn with two strokes, not a character.
    pub(crate) fn tick(&mut self, area: Area) {
        let (width, height) = (area[2] - area[0], area[3] - area[1]);
        let corner = (area[0] + 0.4 * width, area[3] - 0.15 * height);
        let thickness = 0.12 * width;
        self.line(
            (area[0] + 0.15 * width, area[1] + 0.5 * height),
            corner,
            thickness,
            [0.0; 3],
        );
        self.line(
            corner,
            (area[2] - 0.1 * width, area[1] + 0.15 * height),
            thickness,
            [0.0; 3],
        );
    }

    /// A cross drawn with two strokes, not a character.
    pub(crate) fn cross(&mut self, area: Area) {
        let thickness = 0.1 * (area[2] - area[0]);
        self.line((area[0], area[1]), (area[2], area[3]), thickness, [0.0; 3]);
        self.line((area[0], area[3]), (area[2], area[1]), thickness, [0.0; 3]);
    }

    pub(crate) fn field(&mut self, field: FormField) {
        self.fields.push(field);
    }

    /// A gray picture; `pixels` has `width * height` bytes.
    pub(crate) fn picture(&mut self, area: Area, width: i32, height: i32, pixels: Vec<u8>) {
        self.pictures.push((area, width, height, pixels));
    }

    /// The media box and the drawing as stored, with `rotate` undone.
    fn stored(&mut self) -> (Rect, Vec<u8>) {
        let (width, height) = (self.width, self.height);
        let drawn = std::mem::replace(&mut self.content, Content::new()).finish();
        let (matrix, media) = match self.rotate {
            90 => ([0.0, 1.0, -1.0, 0.0, height, 0.0], Rect::new(0.0, 0.0, height, width)),
            180 => (
                [-1.0, 0.0, 0.0, -1.0, width, height],
                Rect::new(0.0, 0.0, width, height),
            ),
            270 => ([0.0, -1.0, 1.0, 0.0, 0.0, width], Rect::new(0.0, 0.0, height, width)),
            _ => return (Rect::new(0.0, 0.0, width, height), drawn.to_vec()),
        };
        let mut content = Content::new();
        content.transform(matrix);
        let mut bytes = content.finish().to_vec();
        bytes.push(b'\n');
        bytes.extend_from_slice(&drawn);
        (media, bytes)
    }

    fn turned(&self, area: Area) -> Rect {
        Rect::new(area[0], self.height - area[3], area[2], self.height - area[1])
    }
}

/// How form fields are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Appearances {
    /// Each field has an appearance stream.
    #[default]
    Drawn,
    /// Values without appearance streams, with an XFA packet beside them: the reader has to draw them (a hybrid form
    /// as saved by some software).
    Missing,
    /// The appearances of the values are part of the page and the fields are gone.
    Flattened,
}

pub(crate) struct Paper {
    pub sheets: Vec<Sheet>,
    pub appearances: Appearances,
}

impl Paper {
    pub(crate) fn new(sheets: Vec<Sheet>) -> Self {
        Self {
            sheets,
            appearances: Appearances::Drawn,
        }
    }

    pub(crate) fn into_pdf(self) -> Vec<u8> {
        Press {
            pdf: Pdf::new(),
            last: 0,
            fields: Vec::new(),
        }
        .print(self)
    }
}

fn list_fonts(dictionary: &mut pdf_writer::Dict, fonts: &[Ref]) {
    for (font, reference) in Font::ALL.into_iter().zip(fonts) {
        dictionary.pair(Name(font.names().0), *reference);
    }
}

/// Numbers the objects of one file and writes them.
struct Press {
    pdf: Pdf,
    last: i32,
    fields: Vec<Ref>,
}

impl Press {
    fn next(&mut self) -> Ref {
        self.last += 1;
        Ref::new(self.last)
    }

    fn print(mut self, paper: Paper) -> Vec<u8> {
        let (catalog, tree) = (self.next(), self.next());
        let fonts: Vec<Ref> = Font::ALL.iter().map(|_| self.next()).collect();
        for (font, id) in Font::ALL.into_iter().zip(&fonts) {
            self.pdf
                .type1_font(*id)
                .base_font(Name(font.names().1))
                .encoding_predefined(Name(b"WinAnsiEncoding"));
        }
        let mut pages = Vec::new();
        for sheet in paper.sheets {
            pages.push(self.sheet(sheet, tree, &fonts, paper.appearances));
        }
        self.pdf
            .pages(tree)
            .count(i32::try_from(pages.len()).unwrap_or(i32::MAX))
            .kids(pages.iter().copied());
        self.catalog(catalog, tree, &fonts, paper.appearances);
        self.pdf.finish()
    }

    fn catalog(&mut self, id: Ref, tree: Ref, fonts: &[Ref], appearances: Appearances) {
        let packet = (!self.fields.is_empty() && appearances == Appearances::Missing).then(|| self.next());
        if let Some(packet) = packet {
            let xfa = b"<xdp:xdp xmlns:xdp=\"http://ns.adobe.com/xdp/\"><template/></xdp:xdp>";
            self.pdf.stream(packet, xfa);
        }
        let mut catalog = self.pdf.catalog(id);
        catalog.pages(tree);
        if self.fields.is_empty() {
            return;
        }
        let mut form = catalog.form();
        form.fields(self.fields.iter().copied());
        form.default_appearance(Str(b"/Sans 10 Tf 0 g"));
        if let Some(packet) = packet {
            form.pair(Name(b"NeedAppearances"), true);
            form.pair(Name(b"XFA"), packet);
        }
        list_fonts(&mut form.default_resources().fonts(), fonts);
    }

    fn sheet(&mut self, mut sheet: Sheet, tree: Ref, fonts: &[Ref], appearances: Appearances) -> Ref {
        let (id, content_id) = (self.next(), self.next());
        let mut extra: Vec<(String, Ref)> = Vec::new();
        for (area, width, height, pixels) in std::mem::take(&mut sheet.pictures) {
            let name = format!("Scan{}", extra.len());
            let place = sheet.turned(area);
            let form = self.scanned(place, width, height, &pixels);
            sheet
                .content
                .save_state()
                .x_object(Name(name.as_bytes()))
                .restore_state();
            extra.push((name, form));
        }
        let mut widgets = Vec::new();
        for field in std::mem::take(&mut sheet.fields) {
            let place = sheet.turned(field.area);
            if appearances == Appearances::Flattened {
                let name = format!("Flat{}", extra.len());
                let form = self.appearance(&field, matches!(field.state, FieldState::Check(true)), fonts);
                sheet
                    .content
                    .save_state()
                    .transform([1.0, 0.0, 0.0, 1.0, place.x1, place.y1])
                    .x_object(Name(name.as_bytes()))
                    .restore_state();
                extra.push((name, form));
            } else {
                widgets.push(self.widget(&field, place, id, fonts, appearances));
            }
        }
        let (media, content) = sheet.stored();
        self.pdf.stream(content_id, &content);
        let mut page = self.pdf.page(id);
        page.parent(tree).media_box(media).contents(content_id);
        if let Some(crop) = sheet.crop {
            page.crop_box(sheet.turned(crop));
        }
        if sheet.rotate != 0 && !sheet.is_sideways {
            page.rotate(sheet.rotate);
        }
        if let Some(unit) = sheet.user_unit {
            page.user_unit(unit);
        }
        if !widgets.is_empty() {
            page.annotations(widgets.iter().copied());
        }
        let mut resources = page.resources();
        list_fonts(&mut resources.fonts(), fonts);
        let mut objects = resources.x_objects();
        for (name, reference) in &extra {
            objects.pair(Name(name.as_bytes()), *reference);
        }
        id
    }

    fn scanned(&mut self, place: Rect, width: i32, height: i32, pixels: &[u8]) -> Ref {
        let (image, form) = (self.next(), self.next());
        let mut object = self.pdf.image_xobject(image, pixels);
        object.width(width).height(height).bits_per_component(8);
        object.color_space().device_gray();
        object.finish();
        let mut content = Content::new();
        content
            .transform([place.x2 - place.x1, 0.0, 0.0, place.y2 - place.y1, place.x1, place.y1])
            .x_object(Name(b"Image"));
        let content = content.finish();
        let mut object = self.pdf.form_xobject(form, &content);
        object.bbox(place);
        object.resources().x_objects().pair(Name(b"Image"), image);
        form
    }

    fn widget(&mut self, field: &FormField, place: Rect, page: Ref, fonts: &[Ref], appearances: Appearances) -> Ref {
        let id = self.next();
        self.fields.push(id);
        let drawn = appearances == Appearances::Drawn;
        let states = match (&field.state, drawn) {
            (FieldState::Text { .. }, true) => vec![self.appearance(field, false, fonts)],
            // A check box always has both appearances: without them it has no states.
            (FieldState::Check(_), _) => vec![
                self.appearance(field, true, fonts),
                self.appearance(field, false, fonts),
            ],
            (FieldState::Text { .. }, false) => Vec::new(),
        };
        let mut object = self.pdf.form_field(id);
        object.partial_name(TextStr(&field.name));
        if let Some(caption) = &field.caption {
            object.alternate_name(TextStr(caption));
        }
        match &field.state {
            FieldState::Text {
                value,
                max_length,
                multiline,
            } => {
                object.field_type(FieldType::Text);
                if !value.is_empty() {
                    object.text_value(TextStr(value));
                }
                if let Some(length) = max_length {
                    object.text_max_len(*length);
                }
                if *multiline {
                    object.field_flags(pdf_writer::types::FieldFlags::MULTILINE);
                }
                let style = format!("/Sans {} Tf 0 g", field.size);
                object.vartext_default_appearance(Str(style.as_bytes()));
            }
            FieldState::Check(on) => {
                object.field_type(FieldType::Button);
                object.checkbox_value(if *on { CheckBoxState::Yes } else { CheckBoxState::Off });
            }
        }
        let mut note = object.into_annotation();
        note.rect(place).page(page).flags(AnnotationFlags::PRINT);
        match (&field.state, states.as_slice()) {
            (FieldState::Check(on), [yes, no]) => {
                note.appearance_state(Name(if *on { b"Yes" } else { b"Off" }));
                let mut appearance = note.appearance();
                let mut streams = appearance.normal().streams();
                streams.pair(Name(b"Yes"), *yes).pair(Name(b"Off"), *no);
            }
            (_, [only]) => note.appearance().normal().stream(*only),
            _ => {}
        }
        id
    }

    /// The appearance of a field's value, its origin at the field's corner.
    fn appearance(&mut self, field: &FormField, checked: bool, fonts: &[Ref]) -> Ref {
        let id = self.next();
        let [width, height] = [field.area[2] - field.area[0], field.area[3] - field.area[1]];
        let mut content = Content::new();
        match &field.state {
            FieldState::Text { value, multiline, .. } => {
                // Viewers shrink text that is higher than its field, so all of a typed value is printed.
                let lines = value.split('\n').count() as f32;
                let size = field.size.min(height / (LEADING * lines + 0.1));
                let first = if *multiline {
                    height - size
                } else {
                    0.25 * size + (lines - 1.0) * LEADING * size
                };
                content.begin_text().set_font(Name(b"Sans"), size).next_line(2.0, first);
                for line in value.split('\n') {
                    content.show(Str(&encode(line))).next_line(0.0, -LEADING * size);
                }
                content.end_text();
            }
            FieldState::Check(_) if checked => {
                content.set_line_width(1.2);
                content.move_to(1.5, 1.5).line_to(width - 1.5, height - 1.5).stroke();
                content.move_to(1.5, height - 1.5).line_to(width - 1.5, 1.5).stroke();
            }
            FieldState::Check(_) => {}
        }
        let content = content.finish();
        let mut object = self.pdf.form_xobject(id, &content);
        object.bbox(Rect::new(0.0, 0.0, width, height));
        object.resources().fonts().pair(Name(b"Sans"), fonts[0]);
        id
    }
}

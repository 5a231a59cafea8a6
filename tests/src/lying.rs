//! Changes a made document so that its file says other things than its first page shows.

use lopdf::{Dictionary, Document, Object, Stream, dictionary};

/// Draws more on the first page, by operators with the page's own fonts: `/Sans` is Helvetica.
pub fn drawn_over(bytes: &[u8], operators: &str) -> anyhow::Result<Vec<u8>> {
    let mut document = Document::load_mem(bytes)?;
    let page = first_page(&document)?;
    let mut content = document.get_page_content(page);
    content.extend_from_slice(b"\nQ\n");
    content.extend_from_slice(operators.as_bytes());
    content.splice(0..0, *b"q\n");
    document.change_page_content(page, content)?;
    saved(document)
}

/// Sets texts of the first page in another Helvetica whose character map gives each digit the meaning of `meanings`.
pub fn misread(bytes: &[u8], texts: &[&str], size: f32, meanings: [char; 10]) -> anyhow::Result<Vec<u8>> {
    let mut document = Document::load_mem(bytes)?;
    let page = first_page(&document)?;
    let map = document.add_object(Stream::new(Dictionary::new(), character_map(meanings).into_bytes()));
    let font = document.add_object(dictionary! {
        "Type" => "Font",
        "Subtype" => "Type1",
        "BaseFont" => "Helvetica",
        "Encoding" => "WinAnsiEncoding",
        "ToUnicode" => map,
    });
    let resources = document.get_or_create_resources(page)?.as_dict_mut()?;
    let fonts = resources.get_mut(b"Font")?.as_dict_mut()?;
    fonts.set("Lying", Object::Reference(font));
    let mut content = String::from_utf8(document.get_page_content(page))?;
    for text in texts {
        let shown = format!("({text}) Tj");
        anyhow::ensure!(content.contains(&shown), "the page does not show {text}");
        content = content.replace(&shown, &format!("/Lying {size} Tf {shown}"));
    }
    document.change_page_content(page, content.into_bytes())?;
    saved(document)
}

/// Lays invisible words over the first page of a scan, as another program's text recognition does. `words` are texts
/// with the lower left corners of their places, in points from the lower left corner of the page.
pub fn layered<'w>(scan: &[u8], words: impl Iterator<Item = (&'w str, (f32, f32))>) -> anyhow::Result<Vec<u8>> {
    let mut document = Document::load_mem(scan)?;
    let page = first_page(&document)?;
    let font = document.add_object(dictionary! {
        "Type" => "Font",
        "Subtype" => "Type1",
        "BaseFont" => "Helvetica",
        "Encoding" => "WinAnsiEncoding",
    });
    let resources = document.get_or_create_resources(page)?.as_dict_mut()?;
    resources.set("Font", dictionary! { "Layer" => font });
    let escaped = |text: &str| text.replace('\\', r"\\").replace('(', r"\(").replace(')', r"\)");
    let shown = words.map(|(text, (x, y))| format!("1 0 0 1 {x} {y} Tm ({}) Tj\n", escaped(text)));
    let operators = format!("\nBT 3 Tr /Layer 8 Tf\n{}ET\n", shown.collect::<String>());
    let mut content = document.get_page_content(page);
    content.splice(0..0, *b"q\n");
    content.extend_from_slice(b"\nQ");
    content.extend_from_slice(operators.as_bytes());
    document.change_page_content(page, content)?;
    saved(document)
}

fn first_page(document: &Document) -> anyhow::Result<lopdf::ObjectId> {
    let page = document.get_pages().into_values().next();
    page.ok_or_else(|| anyhow::anyhow!("the document has no page"))
}

fn saved(mut document: Document) -> anyhow::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    document.save_to(&mut bytes)?;
    Ok(bytes)
}

/// A ToUnicode map (PDF 32000-1, 9.10.3) that is right but for the digits.
fn character_map(meanings: [char; 10]) -> String {
    let digits = ('0'..='9').zip(meanings);
    let digits: Vec<String> = digits
        .map(|(code, meaning)| format!("<{:02X}> <{:04X}>", u32::from(code), u32::from(meaning)))
        .collect();
    format!(
        "begincmap\n1 begincodespacerange <00> <FF> endcodespacerange\n\
         2 beginbfrange <20> <2F> <0020> <3A> <7E> <003A> endbfrange\n\
         10 beginbfchar\n{}\nendbfchar\nendcmap\n",
        digits.join("\n")
    )
}

//! Files that cannot be read, or must not be read to the end. Each must get its typed outcome.

use super::{Case, Expect, Truth};
use crate::font::Font;
use crate::paper::{Ink, Paper, Sheet};
use crate::prose::pages_of_text;
use lopdf::{Document, EncryptionState, EncryptionVersion, Object, Permissions, StringFormat};
use pdf_writer::{Content, Finish, Name, Pdf, Rect, Ref};

fn unreadable(stem: &str, bytes: Vec<u8>, outcome: &str) -> Case {
    let truth = Truth {
        layout: stem.to_owned(),
        pages: 0,
        outcome: outcome.to_owned(),
        expect: Expect::Escalate,
        ..Truth::default()
    };
    Case::new(stem, bytes, truth)
}

/// One file of each kind, with its expected outcome.
pub fn unreadable_files() -> Vec<Case> {
    let good = pages_of_text(1, 3, 100).bytes;
    vec![
        unreadable("no-bytes", Vec::new(), "empty"),
        unreadable(
            "not-a-pdf",
            b"Dear reader, this is a plain text.\n".repeat(40),
            "not_a_document",
        ),
        unreadable("only-a-header", b"%PDF-1.7\n".to_vec(), "damaged"),
        unreadable("cut-short", good[..good.len() / 8].to_vec(), "damaged"),
        unreadable("no-pages", Paper::new(Vec::new()).into_pdf(), "empty"),
        unreadable(
            "two-billion-points",
            Paper::new(vec![Sheet::new(612.0, 2_000_000_000.0)]).into_pdf(),
            "page_too_large",
        ),
        unreadable("draws-itself", draws_itself(14, 10), "timed_out"),
    ]
}

/// A page with `words` words in the smallest print, 150 per line.
pub fn crowded(word: &str, words: usize) -> Vec<u8> {
    const A_LINE: usize = 150;
    let lines = words.div_ceil(A_LINE);
    let mut sheet = Sheet::new(1000.0, 40.0 + 4.0 * lines as f32);
    for line in 0..lines {
        let text = vec![word; A_LINE.min(words - line * A_LINE)].join(" ");
        sheet.text(20.0, 20.0 + 4.0 * line as f32, Ink::new(Font::Sans, 2.0), &text);
    }
    Paper::new(vec![sheet]).into_pdf()
}

/// More pages than the program takes. Large, so it is made only where it is needed.
pub fn too_many_pages() -> Case {
    let (catalog, tree, content) = (Ref::new(1), Ref::new(2), Ref::new(3));
    let mut pdf = Pdf::new();
    pdf.catalog(catalog).pages(tree);
    let pages: Vec<Ref> = (0..10_001).map(|index| Ref::new(index + 4)).collect();
    pdf.pages(tree).count(10_001).kids(pages.iter().copied());
    pdf.stream(content, b"0 0 10 10 re f");
    for page in pages {
        let mut page = pdf.page(page);
        page.parent(tree)
            .media_box(Rect::new(0.0, 0.0, 612.0, 792.0))
            .contents(content);
    }
    unreadable("too-many-pages", pdf.finish(), "too_many_pages")
}

/// A page of nested form XObjects, `depth` levels deep, each drawing the next `times` times.
fn draws_itself(depth: i32, times: i32) -> Vec<u8> {
    let (catalog, tree, page_id, content_id) = (Ref::new(1), Ref::new(2), Ref::new(3), Ref::new(4));
    let area = Rect::new(0.0, 0.0, 612.0, 792.0);
    let mut pdf = Pdf::new();
    pdf.catalog(catalog).pages(tree);
    pdf.pages(tree).count(1).kids([page_id]);
    let mut content = Content::new();
    content.x_object(Name(b"Next"));
    pdf.stream(content_id, &content.finish());
    let mut page = pdf.page(page_id);
    page.parent(tree).media_box(area).contents(content_id);
    page.resources().x_objects().pair(Name(b"Next"), Ref::new(5));
    page.finish();
    for level in 0..depth {
        let mut content = Content::new();
        for _ in 0..times {
            content.x_object(Name(b"Next"));
            content.rect(10.0, 10.0, 20.0, 20.0).fill_nonzero();
        }
        let content = content.finish();
        let mut form = pdf.form_xobject(Ref::new(5 + level), &content);
        form.bbox(area);
        // The last level draws the first again, so drawing never ends.
        let next = if level + 1 == depth { 5 } else { 6 + level };
        form.resources().x_objects().pair(Name(b"Next"), Ref::new(next));
    }
    pdf.finish()
}

/// Encrypts a document with a password needed to open it or, with an empty `user`, only to change it. 128-bit RC4,
/// because its result depends only on the input; the lock is what is tested, not its strength.
pub fn locked(case: &Case, user: &str) -> anyhow::Result<Case> {
    let mut document = Document::load_mem(&case.bytes)?;
    let id = Object::String(vec![7; 16], StringFormat::Hexadecimal);
    document.trailer.set("ID", Object::Array(vec![id.clone(), id]));
    let version = EncryptionVersion::V2 {
        document: &document,
        owner_password: "the owner's",
        user_password: user,
        key_length: 128,
        permissions: Permissions::all(),
    };
    let state = EncryptionState::try_from(version)?;
    document.encrypt(&state)?;
    // The second half of the user entry is arbitrary padding, normally random; here it is constant.
    let reference = document.trailer.get(b"Encrypt")?.as_reference()?;
    let entries = document.get_object_mut(reference)?.as_dict_mut()?;
    if let Object::String(bytes, _) = entries.get_mut(b"U")? {
        bytes[16..].fill(0);
    }
    let mut bytes = Vec::new();
    document.save_to(&mut bytes)?;
    let mut locked = Case { bytes, ..case.clone() };
    let stem = case.file_name.trim_end_matches(".pdf");
    if user.is_empty() {
        locked.rename(&format!("{stem}-owner-locked"));
    } else {
        locked.rename(&format!("{stem}-locked"));
        "password_needed".clone_into(&mut locked.truth.outcome);
        locked.truth.expect = Expect::Escalate;
        locked.truth.password = Some(user.to_owned());
    }
    Ok(locked)
}

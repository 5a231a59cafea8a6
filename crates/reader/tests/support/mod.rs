//! Shared by the reader's tests: a pool on the freshly built reader, and small PDFs assembled from objects.
#![allow(dead_code, clippy::unwrap_used, clippy::expect_used)]

use secrecy::SecretString;
use std::fs::File;
use std::io::Write;
use touchstone_intake::{Failure, Limits, OpenDocument, Page, PoolConfig, ReaderPool};

/// A pool on the reader built with this test. Cargo puts PDFium where the reader finds it.
pub(crate) fn pool(size: usize) -> ReaderPool {
    pool_with(size, Limits::default())
}

pub(crate) fn pool_with(size: usize, limits: Limits) -> ReaderPool {
    ReaderPool::new(PoolConfig {
        limits,
        ..PoolConfig::new(env!("CARGO_BIN_EXE_touchstone-reader").into(), size)
    })
}

pub(crate) fn file(bytes: &[u8]) -> File {
    let mut file = tempfile::tempfile().unwrap();
    file.write_all(bytes).unwrap();
    file
}

pub(crate) async fn open(pool: &ReaderPool, bytes: &[u8]) -> Result<OpenDocument, Failure> {
    pool.open(file(bytes), &[]).await
}

pub(crate) fn passwords(texts: &[&str]) -> Vec<SecretString> {
    texts.iter().map(|&text| SecretString::from(text)).collect()
}

/// The only page of a small document.
pub(crate) async fn only_page(bytes: &[u8]) -> Page {
    let pool = pool(1);
    let document = open(&pool, bytes).await.unwrap();
    let page = document.page(1).await.unwrap();
    document.close().await;
    page
}

pub(crate) fn texts(page: &Page) -> Vec<&str> {
    page.reading.words.iter().map(|word| word.text.as_str()).collect()
}

/// A PDF of numbered objects with a correct cross-reference table. Object 1 is the catalog.
pub(crate) fn pdf(objects: &[String]) -> Vec<u8> {
    let mut bytes = b"%PDF-1.7\n".to_vec();
    let mut places = Vec::new();
    for (index, object) in objects.iter().enumerate() {
        places.push(bytes.len());
        bytes.extend_from_slice(format!("{} 0 obj\n{object}\nendobj\n", index + 1).as_bytes());
    }
    let table = bytes.len();
    bytes.extend_from_slice(format!("xref\n0 {}\n0000000000 65535 f \n", objects.len() + 1).as_bytes());
    for place in places {
        bytes.extend_from_slice(format!("{place:010} 00000 n \n").as_bytes());
    }
    let trailer = format!(
        "trailer<</Size {}/Root 1 0 R>>\nstartxref\n{table}\n%%EOF",
        objects.len() + 1
    );
    bytes.extend_from_slice(trailer.as_bytes());
    bytes
}

pub(crate) fn stream(dictionary: &str, content: &str) -> String {
    format!("<<{dictionary}/Length {}>>stream\n{content}\nendstream", content.len())
}

/// A document of one page: object 3 is the page, 4 its content, 5 Helvetica as /F1; `more` follow from 6 on.
pub(crate) fn one_page(page: &str, resources: &str, content: &str, more: &[String]) -> Vec<u8> {
    let mut objects = vec![
        "<</Type/Catalog/Pages 2 0 R>>".to_owned(),
        "<</Type/Pages/Count 1/Kids[3 0 R]>>".to_owned(),
        format!("<</Type/Page/Parent 2 0 R{page}/Resources<</Font<</F1 5 0 R>>{resources}>>/Contents 4 0 R>>"),
        stream("", content),
        "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>".to_owned(),
    ];
    objects.extend_from_slice(more);
    pdf(&objects)
}

//! A page that two forms share: the model filling one of them sees only its own part.
#![allow(clippy::unwrap_used)]

use super::*;
use std::sync::Mutex;
use touchstone_core::record::Sheet;

/// The upper half is Ann Lee's, the lower one Bob Roe's.
pub(crate) const BOTH: &str = "Form W-2 2024\nEmployer Acme Widgets LLC EIN 12-3456789\nEmployee Ann Lee 123-45-6789\n\
    1 Wages 50,000.00 2 Federal tax 6,500.00\nForm W-2 2024\nEmployer Acme Widgets LLC EIN 12-3456789\n\
    Employee Bob Roe 321-54-9876\n1 Wages 71,000.00 2 Federal tax 9,100.00";

/// The plans of the two: their halves of the page, each line twenty points high.
pub(crate) fn both() -> [FormPlan; 2] {
    [(1, 0.0), (2, 80.0)].map(|(number, top)| FormPlan {
        number,
        segment: 0,
        candidates: vec![touchstone_core::record::Candidate {
            label: "W-2".to_owned(),
            confidence: 0.9,
        }],
        first_page: 1,
        last_page: 1,
        sheets: vec![Sheet {
            page: 1,
            region: Some(Region::between(1, (0.0, top), (612.0, top + 80.0))),
            head: None,
            copy: Some("Copy 2".to_owned()),
        }],
    })
}

/// Pages that record which parts of them were drawn.
pub(crate) struct Watched {
    pages: Lines,
    pub(crate) drawn: Mutex<Vec<Option<Region>>>,
}

impl Watched {
    pub(crate) fn of(pages: Vec<Page>) -> Self {
        Self {
            pages: Lines::from(pages),
            drawn: Mutex::default(),
        }
    }
}

#[async_trait]
impl PageSource for Watched {
    fn page_count(&self) -> u32 {
        self.pages.page_count()
    }

    async fn page(&self, number: u32) -> Result<Page, Failure> {
        self.pages.page(number).await
    }

    async fn draw(&self, number: u32, recipe: &Recipe, format: ImageFormat) -> Result<Picture, Failure> {
        self.drawn.lock().unwrap().push(recipe.region);
        self.pages.draw(number, recipe, format).await
    }

    async fn inspect(&self, page: &Page, query: InkQuery) -> Result<InkReport, Failure> {
        self.pages.inspect(page, query).await
    }

    async fn read(&self, number: u32, recipe: &Recipe) -> Result<Reading, Failure> {
        self.pages.read(number, recipe).await
    }
}

/// A tool's answer during the filling of the second form.
async fn answered(pages: &Watched, name: &str, input: Value) -> (bool, String) {
    let (pack, plans) = (pack(), both());
    let extent = Extent::of(&plans[1], &plans);
    let mut toolbox = Toolbox::new(pages, &pack, extent, Draft::new("W-2"));
    let call = Call {
        id: "1".to_owned(),
        name: name.to_owned(),
        input,
    };
    let result = toolbox.call(&call).await;
    let texts = result.parts.iter().filter_map(|part| match part {
        Part::Text { text, .. } => Some(text.as_str()),
        Part::Image { .. } => None,
    });
    (!result.is_error, texts.collect())
}

#[tokio::test]
async fn the_tools_show_a_form_its_own_part_of_a_shared_page() {
    let pages = Watched::of(vec![page(1, BOTH)]);
    let (_, text) = answered(&pages, "get_document_text", json!({})).await;
    assert!(
        text.contains("Employee Bob Roe 321-54-9876") && !text.contains("Ann"),
        "{text}"
    );
    let (_, found) = answered(&pages, "find_text", json!({"text": "Wages"})).await;
    assert!(
        found.contains(">>Wages<< 71,000.00") && !found.contains("50,000.00"),
        "{found}"
    );
    assert_eq!(found.lines().count(), 1, "{found}");
    // Words printed on both forms are found in the form's own part, with their own neighbors.
    let (_, found) = answered(&pages, "find_text", json!({"text": "Form W-2"})).await;
    assert!(
        found.contains(">>Form W-2<< 2024 Employer") && !found.contains("6,500.00"),
        "{found}"
    );
    assert!(!answered(&pages, "find_text", json!({"text": "Ann Lee"})).await.0);
    answered(&pages, "view_page", json!({"page": 1})).await;
    assert_eq!(*pages.drawn.lock().unwrap(), [both()[1].sheets[0].region]);
}

#[tokio::test]
async fn a_quote_of_another_form_is_refused_with_the_reason() {
    let pages = Watched::of(vec![page(1, BOTH)]);
    for (value, quote, expected) in [
        ("71,000.00", "71,000.00", "is now"),
        ("50,000.00", "50,000.00", "outside this form's part of it"),
        ("50,000.00", "", "outside this form's part of it"),
        ("52,000.00", "52,000.00", "is not on page 1"),
    ] {
        let claim = claim("wages_tips", value, quote);
        let (fine, text) = answered(&pages, "update_field", claim).await;
        assert_eq!(fine, expected == "is now", "{text}");
        assert!(text.contains(expected), "{text}");
    }
}

#[tokio::test]
async fn pages_of_another_form_between_its_own_do_not_exist() {
    let sheet = |page| Sheet {
        page,
        region: None,
        head: None,
        copy: None,
    };
    let plan = |number, sheets: Vec<Sheet>| FormPlan {
        first_page: sheets[0].page,
        last_page: sheets[sheets.len() - 1].page,
        number,
        segment: 0,
        candidates: Vec::new(),
        sheets,
    };
    let plans = [plan(1, vec![sheet(1), sheet(3)]), plan(2, vec![sheet(2)])];
    let (pack, pages) = (pack(), Lines::of(&["Copy B 1.00", "Other 2.00", "Copy C 3.00"]));
    let mut toolbox = Toolbox::new(&pages, &pack, Extent::of(&plans[0], &plans), Draft::new("W-2"));
    let text = format!("{:?}", toolbox.text_of_form().await.unwrap());
    assert!(text.contains("Copy B 1.00") && text.contains("Copy C 3.00") && !text.contains("Other"));
    let call = Call {
        id: "1".to_owned(),
        name: "get_document_text".to_owned(),
        input: json!({"from_page": 2}),
    };
    let refused = toolbox.call(&call).await;
    assert!(refused.is_error && format!("{refused:?}").contains("Page 2 belongs to another form"));
}

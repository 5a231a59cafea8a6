//! Finds elements by their text and presses them as a person does: again, when the element moved. Dragging is
//! done by the tests themselves.

use crate::stage::{Stage, TIME_LIMIT};
use serde_json::json;
use std::time::{Duration, Instant};
use thirtyfour::error::{WebDriverError, WebDriverErrorInner};
use thirtyfour::prelude::*;

/// The options of an open list. Qualified, because the strip of pages is a list as well.
const OFFERED: &str = ".menu [role=option]";
const PAUSE: Duration = Duration::from_millis(100);

impl Stage {
    /// The first matching element, once it is there.
    pub(crate) async fn find(&self, css: &str) -> WebElement {
        let query = self.driver.query(By::Css(css)).wait(TIME_LIMIT, PAUSE);
        query.first().await.unwrap_or_else(|error| panic!("{css}: {error}"))
    }

    /// The first matching element whose text begins with `text`, once it is there.
    pub(crate) async fn named(&self, css: &str, text: &str) -> WebElement {
        let begun = Instant::now();
        loop {
            if let Some(element) = self.seen(css, text).await {
                return element;
            }
            self.wait_on(begun, &format!("there is no {css} `{text}`")).await;
        }
    }

    /// Sends keys to the focused element.
    pub(crate) async fn keys(&self, keys: impl Into<TypingData>) {
        let active = self.driver.active_element().await.expect("an element has the focus");
        active.send_keys(keys).await.expect("the keys are sent");
    }

    /// Waits until the page shows a text.
    pub(crate) async fn shows(&self, text: &str) {
        let shown = format!("document.body.innerText.includes('{text}')");
        self.until(text, &shown).await;
    }

    pub(crate) async fn press(&self, text: &str) {
        self.click("button", text).await;
    }

    /// Presses the first matching element whose text begins with `text`.
    pub(crate) async fn click(&self, css: &str, text: &str) {
        let begun = Instant::now();
        while !self.is_pressed(css, text).await {
            self.wait_on(begun, &format!("{css} `{text}` cannot be pressed")).await;
        }
    }

    /// Chooses an option in the field of this label. The list is repositioned after it opens, and closes when the
    /// content below it moves; then it is opened again.
    pub(crate) async fn choose(&self, label: &str, text: &str) {
        let begun = Instant::now();
        while !self.is_pressed(OFFERED, text).await {
            if self.seen(OFFERED, "").await.is_none() {
                self.open_list(label).await;
            }
            self.wait_on(begun, &format!("`{label}` does not offer `{text}`")).await;
        }
    }

    /// Opens the list of the field of this label.
    pub(crate) async fn open_list(&self, label: &str) {
        let begun = Instant::now();
        loop {
            let field = self.named(".field", label).await;
            let button = field.find(By::Css("button")).await.unwrap();
            if self.takes_a_press(&button, label).await {
                return;
            }
            self.wait_on(begun, &format!("`{label}` does not open")).await;
        }
    }

    async fn wait_on(&self, begun: Instant, what: &str) {
        assert!(begun.elapsed() < TIME_LIMIT, "{what}: {}", self.shown().await);
        tokio::time::sleep(PAUSE).await;
    }

    async fn seen(&self, css: &str, text: &str) -> Option<WebElement> {
        const SCRIPT: &str =
            "const [css, text] = arguments; const shown = (one) => one.innerText.trim().startsWith(text);
            return [...document.querySelectorAll(css)].find((one) => one.offsetParent !== null && shown(one)) ?? null;";
        let found = self.driver.execute(SCRIPT, vec![json!(css), json!(text)]).await;
        found.unwrap().element().ok()
    }

    /// False when there is no such element at rest yet.
    async fn is_pressed(&self, css: &str, text: &str) -> bool {
        match self.seen(css, text).await {
            Some(element) => self.takes_a_press(&element, text).await,
            None => false,
        }
    }

    /// False when the element moves or disappears before it is pressed.
    async fn takes_a_press(&self, element: &WebElement, text: &str) -> bool {
        match self.press_at_rest(element).await {
            Ok(is_pressed) => is_pressed,
            Err(error) => match error.as_inner() {
                WebDriverErrorInner::ElementNotInteractable(_)
                | WebDriverErrorInner::ElementClickIntercepted(_)
                | WebDriverErrorInner::StaleElementReference(_)
                | WebDriverErrorInner::JavascriptError(_) => false,
                _ => panic!("`{text}`: {error}"),
            },
        }
    }

    async fn press_at_rest(&self, element: &WebElement) -> Result<bool, WebDriverError> {
        const PLACE: &str = "arguments[0].scrollIntoView({block: 'nearest'});
            const {left, top} = arguments[0].getBoundingClientRect(); return [left, top];";
        let place = async || -> Result<_, WebDriverError> {
            let answer = self.driver.execute(PLACE, vec![element.to_json()?]).await?;
            Ok(answer.json().clone())
        };
        let before = place().await?;
        tokio::time::sleep(PAUSE / 2).await;
        if place().await? != before {
            return Ok(false);
        }
        element.click().await?;
        Ok(true)
    }
}

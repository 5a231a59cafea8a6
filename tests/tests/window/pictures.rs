//! Screenshots taken by tests: kept under `target/screens`, light and dark, and checked by axe. Whether they look
//! good is judged by a person.

use crate::stage::{Stage, root};
use serde_json::{Value, json};
use std::fs;
use std::time::Duration;

/// Waits until the last change has been painted, even on a busy machine.
const PAINTED: &str =
    "const done = arguments[0]; requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 250)));";
const SERIOUS: &str =
    "const done = arguments[0]; axe.run(document, { resultTypes: ['violations'] }).then((found) => done(
   found.violations.filter((one) => ['serious', 'critical'].includes(one.impact))
     .map((one) => one.id + ': ' + one.nodes.slice(0, 3).map((node) => node.html).join(' | '))));";

impl Stage {
    /// Takes a screenshot of the window: as it is, and in the dark theme unless the name names a theme. Findings of
    /// axe fail the test at its end.
    pub(crate) async fn picture(&self, name: &str) {
        self.shot(name).await;
        if name.ends_with("-light") || name.ends_with("-dark") {
            return;
        }
        let shade = "const root = document.documentElement, old = root.dataset.theme;";
        let old = self
            .value(&format!("{shade} root.dataset.theme = 'dark'; return old;"))
            .await;
        self.shot(&format!("{name}-dark")).await;
        self.value(&format!("{shade} root.dataset.theme = {old}; return old;"))
            .await;
    }

    async fn shot(&self, name: &str) {
        self.only_shot(name).await;
        self.find_faults(name).await;
    }

    /// A screenshot that axe does not check: of the same screen at another size.
    pub(crate) async fn only_shot(&self, name: &str) {
        let file = root().join("target/screens").join(format!("{name}.png"));
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        self.painted().await;
        self.driver.screenshot(&file).await.unwrap();
    }

    /// Waits until changes are on the screen.
    pub(crate) async fn painted(&self) {
        self.driver.execute_async(PAINTED, vec![]).await.unwrap();
    }

    async fn find_faults(&self, screen: &str) {
        if self.value("return window.axe === undefined").await == json!(true) {
            let axe = fs::read_to_string(root().join("ui/node_modules/axe-core/axe.min.js"));
            let axe = axe.expect("axe is not there: `make ui` installs it");
            self.driver.execute(axe, vec![]).await.unwrap();
        }
        let found = self.driver.execute_async(SERIOUS, vec![]).await.unwrap();
        let found = found.json().as_array().cloned().unwrap();
        let faults = found
            .iter()
            .map(|one| format!("{screen}: {}", one.as_str().unwrap_or_default()));
        self.faults.lock().unwrap().extend(faults);
    }

    /// Sets the theme in the preferences.
    pub(crate) async fn theme(&self, theme: &str) {
        let overview = self.call("overview", json!({})).await.unwrap();
        let mut preferences = overview["preferences"].clone();
        preferences["theme"] = Value::from(theme);
        self.call("set_preferences", json!({"preferences": preferences}))
            .await
            .unwrap();
        let shown = format!("document.documentElement.dataset.theme === '{theme}'");
        self.until("the theme is shown", &shown).await;
        // Colors fade for a moment.
        tokio::time::sleep(Duration::from_millis(300)).await;
    }
}

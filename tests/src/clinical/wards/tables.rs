//! Tables with times of their own: flowsheets, laboratory panels and lists of given drugs.

use super::draw::Setting;
use crate::dice::Dice;

const SIGNS: [&str; 9] = [
    "BP", "Pulse", "Resp", "Temp", "SpO2", "O2 Flow", "Pain", "Urine mL", "Oral mL",
];
const DRUGS: [&str; 6] = [
    "lisinopril tablet 10 mg",
    "enoxaparin injection 40 mg",
    "acetaminophen tablet 650 mg",
    "cefazolin IVPB 1 g",
    "metoprolol tablet 25 mg",
    "sodium chloride 0.9 % infusion",
];
const PANELS: [(&str, [&str; 5]); 4] = [
    (
        "BASIC METABOLIC PANEL",
        [
            "Sodium 139 mmol/L",
            "Potassium 4.1 mmol/L",
            "Chloride 102 mmol/L",
            "BUN 14 mg/dL",
            "Glucose 104 mg/dL",
        ],
    ),
    (
        "CBC WITH DIFFERENTIAL",
        [
            "WBC 7.2 K/uL",
            "Hemoglobin 12.9 g/dL",
            "Hematocrit 38.8",
            "Platelets 244 K/uL",
            "MCV 88 fL",
        ],
    ),
    (
        "HEPATIC FUNCTION PANEL",
        [
            "AST 22 U/L",
            "ALT 31 U/L",
            "Albumin 3.9 g/dL",
            "Bilirubin Total 0.6 mg/dL",
            "Total Protein 6.8 g/dL",
        ],
    ),
    (
        "COAGULATION",
        [
            "PT 12.1 sec",
            "INR 1.1",
            "aPTT 29 sec",
            "Fibrinogen 310 mg/dL",
            "D-dimer 0.3",
        ],
    ),
];
/// Rows below one line of times.
const BLOCK: usize = 9;

impl Setting<'_> {
    pub(super) fn table(&mut self, kind: &str, rows: usize, dice: &mut Dice) {
        match kind {
            "flow" => self.flow(rows, dice),
            "panels" => self.panels(rows, dice),
            _ => self.drugs(rows, dice),
        }
    }

    fn flow(&mut self, rows: usize, dice: &mut Dice) {
        let mut hour = 6;
        for row in 0..rows {
            if row % BLOCK == 0 {
                self.gap(0.6);
                let day = self.day(row / (BLOCK * 3));
                self.cell(0.0, true, &day);
                for column in 0..5 {
                    self.cell(
                        110.0 + 75.0 * column as f32,
                        true,
                        &format!("{:02}00", (hour + column) % 24),
                    );
                }
                hour += 5;
                self.gap(1.3);
            }
            self.cell(0.0, false, SIGNS[row % SIGNS.len()]);
            for column in 0..5 {
                let value = dice.between(60, 140).to_string();
                self.cell(110.0 + 75.0 * column as f32, false, &value);
            }
            self.gap(1.3);
        }
    }

    /// Two panels side by side, each with its own time of collection.
    fn panels(&mut self, count: usize, dice: &mut Dice) {
        for pair in 0..count.div_ceil(2) {
            self.gap(0.8);
            let sides: Vec<usize> = (0..2).map(|side| (2 * pair + side) % PANELS.len()).collect();
            let day = self.day(pair / 2);
            for (side, &panel) in sides.iter().enumerate() {
                self.cell(260.0 * side as f32, true, PANELS[panel].0);
            }
            self.gap(1.2);
            for side in 0..sides.len() {
                let time = format!(
                    "Collected: {day} {:02}:{:02}",
                    dice.between(4, 22),
                    dice.between(10, 59)
                );
                self.cell(260.0 * side as f32, false, &time);
            }
            self.gap(1.3);
            for row in 0..5 {
                for (side, &panel) in sides.iter().enumerate() {
                    self.cell(260.0 * side as f32, false, PANELS[panel].1[row]);
                }
                self.gap(1.3);
            }
        }
    }

    fn drugs(&mut self, rows: usize, dice: &mut Dice) {
        for row in 0..rows {
            let (day, hour) = (self.day(row / 12), dice.between(0, 23));
            self.cell(0.0, false, DRUGS[row % DRUGS.len()]);
            self.cell(
                200.0,
                false,
                &format!("Given {day} {hour:02}{:02}", dice.between(10, 59)),
            );
            let nurse: &&str = dice.pick(&["M. Ortiz RN", "K. Lund RN", "B. Shaw RN"]);
            self.cell(340.0, false, nurse);
            self.gap(1.3);
        }
    }
}

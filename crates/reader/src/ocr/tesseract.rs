//! Runs the system's Tesseract as a text reader: once per picture, with the pixels piped in and a table of words read
//! back. Locating the program is in `intake::recogniser`.

use super::grey::Grey;
use super::quad::Quad;
use super::{Glyph, Line, Seen, TextReader, Wishes};
use anyhow::{Context, bail, ensure};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use touchstone_intake::Script;
use touchstone_intake::recogniser::TESSERACT_DATA_VARIABLE;

/// The language that is always requested.
const LATIN: &str = "eng";
/// Entries in the list of languages that are not languages.
const NO_LANGUAGES: [&str; 2] = ["osd", "equ"];
/// Page segmentation mode: words anywhere on the page, in no order, since forms are not columns of text.
const SPARSE: &str = "11";
/// Max CPU time per picture, in seconds.
const SECONDS: u64 = 300;
/// Min average confidence of letters; below it the page may be sideways or upside down.
const SURE: f32 = 0.6;
/// Min letters for the same decision.
const FEWEST: usize = 20;
/// Min confidence of a word; below it are rulings and stains mistaken for text.
const LEAST_SURE: f32 = 0.3;
/// In degrees: a smaller slope is left alone.
const LEVEL: f32 = 0.3;
/// In degrees: a larger slope does not come from a scanner.
const STEEPEST: f32 = 20.0;
/// Min ratio of length to height of a line whose slope is measured.
const LONG: f32 = 8.0;
/// Min number of such lines.
const TELLING: usize = 5;
/// Margin added above and below the ink boxes, in heights, to match the built-in detector.
const MARGIN: f32 = 0.25;

/// Where systems keep programs and libraries, and what the C and OpenMP libraries read.
const SYSTEM_FILES: [&str; 7] = [
    "/usr",
    "/lib",
    "/lib64",
    "/nix/store",
    "/etc/ld.so.cache",
    "/etc/localtime",
    "/sys/devices/system/cpu",
];

pub(super) struct Tesseract {
    program: PathBuf,
    /// All installed languages, for texts in any script.
    languages: String,
    /// The version and the language.
    model: String,
}

/// A word of the result table, in pixels.
#[derive(Debug, Clone, PartialEq)]
struct Found {
    /// Numbers of the block, paragraph and line.
    line: [u32; 3],
    left: f32,
    top: f32,
    width: f32,
    height: f32,
    confidence: f32,
    text: String,
}

/// Files and folders Tesseract may read: programs and libraries of the system, its own, and its language data.
pub(super) fn files_of(program: &Path) -> Vec<PathBuf> {
    let mut places: Vec<PathBuf> = SYSTEM_FILES.iter().map(PathBuf::from).collect();
    places.extend(std::env::var_os(TESSERACT_DATA_VARIABLE).map(PathBuf::from));
    // A prefix of its own. Not the prefix itself: for a program in `~/bin` that would be the user's home.
    if let Some(prefix) = program.parent().and_then(Path::parent) {
        places.extend(["bin", "lib", "lib64", "share"].map(|folder| prefix.join(folder)));
    }
    places.push(program.to_owned());
    places
}

impl Tesseract {
    /// Queries the program for its version and languages.
    pub(super) fn load(program: PathBuf) -> anyhow::Result<Self> {
        let mut reader = Self {
            program,
            languages: String::new(),
            model: String::new(),
        };
        let output = reader.answer(&["--version"], None)?;
        let version = output.lines().next().and_then(|line| line.strip_prefix("tesseract "));
        let version = version.with_context(|| format!("{} is not Tesseract", reader.program.display()))?;
        reader.model = format!("Tesseract {} ({LATIN})", version.trim_start_matches('v'));
        let output = reader.answer(&["--list-langs"], None)?;
        let languages: Vec<&str> = output.lines().skip(1).map(str::trim).collect();
        ensure!(
            languages.contains(&LATIN),
            "Tesseract lacks the language `{LATIN}`: install its data (tesseract-ocr-eng)"
        );
        let languages: Vec<&str> = languages
            .into_iter()
            .filter(|name| !NO_LANGUAGES.contains(name))
            .collect();
        reader.languages = languages.join("+");
        Ok(reader)
    }

    fn words(&self, picture: &Grey, wishes: &Wishes) -> anyhow::Result<Vec<Found>> {
        let language = match wishes.script {
            Script::English | Script::Latin => LATIN,
            Script::Any => &self.languages,
        };
        let dpi = format!("{:.0}", 72.0 * wishes.pixels_per_point);
        let order = [
            "stdin",
            "stdout",
            "--psm",
            SPARSE,
            "--dpi",
            &dpi,
            "-l",
            language,
            "-c",
            "tessedit_create_tsv=1",
        ];
        let mut words = table(&self.answer(&order, Some(picture))?)?;
        words.retain(|word| word.confidence >= LEAST_SURE);
        Ok(words)
    }

    fn answer(&self, order: &[&str], picture: Option<&Grey>) -> anyhow::Result<String> {
        let failed = || format!("could not run {}", self.program.display());
        let mut child = Command::new(&self.program)
            .args(order)
            .stdin(if picture.is_some() {
                Stdio::piped()
            } else {
                Stdio::null()
            })
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .with_context(failed)?;
        bound(&child);
        if let (Some(picture), Some(mut pipe)) = (picture, child.stdin.take()) {
            // A program that exits before it has read everything reports the reason below.
            let sent = write!(pipe, "P5\n{} {}\n255\n", picture.width, picture.height);
            let _reported_by_its_exit = sent.and_then(|()| pipe.write_all(&picture.pixels));
        }
        let output = child.wait_with_output().with_context(failed)?;
        if !output.status.success() {
            let error_message = String::from_utf8_lossy(&output.stderr);
            bail!("Tesseract ended with {}: {}", output.status, error_message.trim());
        }
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    }
}

/// Limits the program's CPU time: once the reader process has ended, no one waits for it any more.
#[cfg(target_os = "linux")]
fn bound(child: &Child) {
    use rustix::process::{Pid, Resource, Rlimit, prlimit};
    let most = Rlimit {
        current: Some(SECONDS),
        maximum: Some(SECONDS),
    };
    // It also runs without the limit.
    let _it_may_have_ended = prlimit(Some(Pid::from_child(child)), Resource::Cpu, most);
}

#[cfg(not(target_os = "linux"))]
fn bound(_: &Child) {}

impl TextReader for Tesseract {
    fn name(&self) -> (&str, &str) {
        ("tesseract", &self.model)
    }

    fn read(&self, picture: Grey, wishes: &Wishes) -> anyhow::Result<Seen> {
        let mut words = self.words(&picture, wishes)?;
        let (mut upright, mut turn) = (picture, 0.0);
        if !wishes.upright && is_doubtful(&words) {
            let mut best: Option<(Grey, u8)> = None;
            for quarters in 1..4 {
                let turned = upright.quartered(quarters);
                let read = self.words(&turned, wishes)?;
                if confidence(&read) > confidence(&words) {
                    (words, best) = (read, Some((turned, quarters)));
                }
            }
            if let Some((turned, quarters)) = best {
                (upright, turn) = (turned, 90.0 * f32::from(quarters));
            }
        }
        let slope = slope(&words);
        if !wishes.upright && slope.abs() > LEVEL && slope.abs() < STEEPEST {
            upright = upright.turned(-slope);
            turn -= slope;
            words = self.words(&upright, wishes)?;
        }
        let lines = words.chunk_by(|a, b| a.line == b.line).map(line).collect();
        Ok(Seen { upright, turn, lines })
    }
}

/// Parses Tesseract's result table: a header, then one row per element, where level 5 is a word.
fn table(table: &str) -> anyhow::Result<Vec<Found>> {
    let rows = table
        .lines()
        .skip(1)
        .map(|row| row.splitn(12, '\t').collect::<Vec<_>>());
    let words = rows.filter(|row| row.len() == 12 && row[0] == "5" && !row[11].trim().is_empty());
    let word = |row: Vec<&str>| -> anyhow::Result<Found> {
        let number = |at: usize| row[at].parse::<f32>();
        Ok(Found {
            line: [row[2].parse()?, row[3].parse()?, row[4].parse()?],
            left: number(6)?,
            top: number(7)?,
            width: number(8)?,
            height: number(9)?,
            confidence: (number(10)? / 100.0).clamp(0.0, 1.0),
            text: row[11].trim().to_owned(),
        })
    };
    words
        .map(word)
        .collect::<anyhow::Result<_>>()
        .context("Tesseract returned an unknown table")
}

/// Number of letters, each weighted with the confidence of its word.
fn confidence(words: &[Found]) -> f32 {
    words.iter().map(|word| word.confidence * letters(word) as f32).sum()
}

fn is_doubtful(words: &[Found]) -> bool {
    let all: usize = words.iter().map(letters).sum();
    all < FEWEST || confidence(words) < SURE * all as f32
}

fn letters(word: &Found) -> usize {
    word.text.chars().count()
}

/// Degrees clockwise by which the lines lean: the median of the long ones, 0 if there are few.
fn slope(words: &[Found]) -> f32 {
    let middle = |word: &Found| (word.left + word.width / 2.0, word.top + word.height / 2.0);
    let lean = |line: &[Found]| {
        let ((from_x, from_y), (to_x, to_y)) = (middle(line.first()?), middle(line.last()?));
        let long = to_x - from_x > LONG * line.first()?.height;
        long.then(|| (to_y - from_y).atan2(to_x - from_x).to_degrees())
    };
    let mut leans: Vec<f32> = words.chunk_by(|a, b| a.line == b.line).filter_map(lean).collect();
    if leans.len() < TELLING {
        return 0.0;
    }
    leans.sort_by(f32::total_cmp);
    leans[leans.len() / 2]
}

/// A line with its words and the spaces between them. Letters are assumed equally wide, since the table has no
/// positions.
fn line(words: &[Found]) -> Line {
    let edge = |pick: fn(&Found) -> f32, better: fn(f32, f32) -> f32, start| words.iter().map(pick).fold(start, better);
    let (left, right) = (
        edge(|word| word.left, f32::min, f32::MAX),
        edge(|word| word.left + word.width, f32::max, f32::MIN),
    );
    let (top, bottom) = (
        edge(|word| word.top, f32::min, f32::MAX),
        edge(|word| word.top + word.height, f32::max, f32::MIN),
    );
    let margin = MARGIN * (bottom - top);
    let (left, top, right, bottom) = (left - margin, top - margin, right + margin, bottom + margin);
    let mut glyphs: Vec<Glyph> = Vec::new();
    for word in words {
        let letters = word.text.chars();
        let pitch = word.width / letters.clone().count().max(1) as f32;
        let at = |place: f32| (word.left + pitch * place - left) / (right - left).max(1.0);
        let glyph = |text: String, place: f32| Glyph {
            text,
            at: at(place),
            confidence: word.confidence,
        };
        if !glyphs.is_empty() {
            glyphs.push(glyph(" ".to_owned(), 0.0));
        }
        glyphs.extend(
            letters
                .enumerate()
                .map(|(place, letter)| glyph(letter.to_string(), place as f32 + 0.5)),
        );
    }
    Line {
        quad: Quad {
            corners: [(left, top), (right, top), (right, bottom), (left, bottom)],
        },
        glyphs,
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    const HEAD: &str =
        "level\tpage_num\tblock_num\tpar_num\tline_num\tword_num\tleft\ttop\twidth\theight\tconf\ttext\n";

    fn word(line: u32, left: f32, top: f32, text: &str) -> Found {
        Found {
            line: [1, 1, line],
            left,
            top,
            width: 10.0 * text.len() as f32,
            height: 20.0,
            confidence: 0.9,
            text: text.to_owned(),
        }
    }

    #[test]
    fn words_are_the_rows_of_level_five_that_say_something() {
        let rows = "1\t1\t0\t0\t0\t0\t0\t0\t1700\t2200\t-1\t\n\
                    5\t1\t2\t1\t3\t1\t104\t66\t50\t21\t96.063751\tWages,\n\
                    5\t1\t2\t1\t3\t2\t170\t66\t40\t21\t12\t \n";
        let words = table(&format!("{HEAD}{rows}")).unwrap();
        assert_eq!(words.len(), 1);
        assert_eq!((words[0].text.as_str(), words[0].line), ("Wages,", [2, 1, 3]));
        assert!((words[0].left - 104.0).abs() < 0.1 && (words[0].confidence - 0.9606).abs() < 0.001);
        assert!(table(&format!("{HEAD}5\tone\t\t\t\t\t\t\t\t\t\tword")).is_err());
    }

    #[test]
    fn a_line_holds_its_words_with_spaces_between_them() {
        let line = line(&[word(1, 100.0, 50.0, "ab"), word(1, 130.0, 50.0, "c")]);
        let text: String = line.glyphs.iter().map(|glyph| glyph.text.as_str()).collect();
        assert_eq!(text, "ab c");
        let (left, top, right, bottom) = line.quad.bounds();
        let off = [left - 95.0, top - 45.0, right - 145.0, bottom - 75.0];
        assert!(off.iter().all(|off| off.abs() < 0.01), "{off:?}");
        assert!((line.quad.at(line.glyphs[0].at, 0.5).0 - 105.0).abs() < 0.1);
        assert!((line.quad.at(line.glyphs[3].at, 0.5).0 - 135.0).abs() < 0.1);
    }

    #[test]
    fn long_lines_tell_the_slope_and_unsure_letters_that_the_page_may_be_turned() {
        let leaning: Vec<Found> = (0..6)
            .flat_map(|n| {
                [
                    word(n, 0.0, 40.0 * n as f32, "from"),
                    word(n, 1000.0, 40.0 * n as f32 + 17.5, "here"),
                ]
            })
            .collect();
        assert!((slope(&leaning) - 1.0).abs() < 0.01);
        assert!(slope(&leaning[..4]).abs() < 1e-6);
        assert!(!is_doubtful(&leaning));
        let unsure: Vec<Found> = leaning
            .into_iter()
            .map(|word| Found {
                confidence: 0.4,
                ..word
            })
            .collect();
        assert!(is_doubtful(&unsure) && is_doubtful(&[]));
    }
}

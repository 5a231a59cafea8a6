//! Splits Rust source into code, string literals and comments, accurately enough to search for words in one of them.

/// The parts of a source file. `code` has blanks in place of strings and comments, so lines and columns are
/// unchanged.
pub(crate) struct Scan {
    pub code: String,
    /// Line number, counted from 1, and content.
    pub strings: Vec<(usize, String)>,
}

impl Scan {
    pub(crate) fn rust(text: &str) -> Scan {
        let letters: Vec<char> = text.chars().collect();
        let mut scan = Scan {
            code: String::with_capacity(text.len()),
            strings: Vec::new(),
        };
        let mut at = 0;
        while at < letters.len() {
            let rest = &letters[at..];
            let end = match rest {
                ['/', '/', ..] => at + rest.iter().position(|letter| *letter == '\n').unwrap_or(rest.len()),
                ['/', '*', ..] => at + block_comment(rest),
                ['"', ..] => scan.string(at, string(rest), 1, 1, &letters),
                ['r', '"' | '#', ..] if !is_name(at, &letters) && raw_hashes(&rest[1..]).is_some() => {
                    let hashes = raw_hashes(&rest[1..]).unwrap_or(0);
                    let length = raw_string(rest, hashes);
                    scan.string(at, length, hashes + 2, hashes + 1, &letters)
                }
                ['\'', '\\', ..] => {
                    at + 2
                        + rest[2..]
                            .iter()
                            .skip(1)
                            .position(|l| *l == '\'')
                            .map_or(1, |found| found + 2)
                }
                ['\'', _, '\'', ..] => at + 3,
                _ => {
                    scan.code.push(rest[0]);
                    at += 1;
                    continue;
                }
            };
            let end = end.min(letters.len());
            scan.code.extend(
                letters[at..end]
                    .iter()
                    .map(|letter| if *letter == '\n' { '\n' } else { ' ' }),
            );
            at = end;
        }
        scan
    }

    fn string(&mut self, at: usize, length: usize, open: usize, close: usize, letters: &[char]) -> usize {
        let line = self.code.matches('\n').count() + 1;
        let end = (at + length).min(letters.len());
        let content = letters.get(at + open..end.saturating_sub(close)).unwrap_or_default();
        self.strings.push((line, content.iter().collect()));
        end
    }

    /// The code line by line, numbered from 1.
    pub(crate) fn lines(&self) -> impl Iterator<Item = (usize, &str)> {
        self.code.lines().enumerate().map(|(index, line)| (index + 1, line))
    }

    /// The name of each function, and where it is in the code.
    pub(crate) fn functions(&self) -> impl Iterator<Item = (&str, usize)> {
        self.code.match_indices("fn ").filter_map(|(at, _)| {
            let before = self.code[..at].chars().next_back();
            let begins = before.is_none_or(|letter| letter.is_whitespace() || letter == '(');
            let rest = &self.code[at + 3..];
            let end = rest.find(|letter: char| !letter.is_alphanumeric() && letter != '_')?;
            (begins && end > 0).then_some((&rest[..end], at + 3))
        })
    }

    /// The number of the line of a place in the code.
    pub(crate) fn line_of(&self, at: usize) -> usize {
        self.code[..at].matches('\n').count() + 1
    }

    /// The numbers of the lines in which a name occurs as a whole word.
    pub(crate) fn lines_with(&self, name: &str) -> Vec<usize> {
        self.lines()
            .filter(|(_, line)| has_word(line, name))
            .map(|(number, _)| number)
            .collect()
    }
}

pub(crate) fn has_word(line: &str, name: &str) -> bool {
    line.match_indices(name).any(|(at, _)| {
        let before = line[..at].chars().next_back();
        let after = line[at + name.len()..].chars().next();
        ![before, after]
            .into_iter()
            .flatten()
            .any(|letter| letter.is_alphanumeric() || letter == '_')
    })
}

fn is_name(at: usize, letters: &[char]) -> bool {
    at > 0 && (letters[at - 1].is_alphanumeric() || letters[at - 1] == '_') && letters[at - 1] != 'b'
}

fn block_comment(rest: &[char]) -> usize {
    let (mut depth, mut at) = (0, 0);
    while at < rest.len() {
        match &rest[at..] {
            ['/', '*', ..] => (depth, at) = (depth + 1, at + 2),
            ['*', '/', ..] => (depth, at) = (depth - 1, at + 2),
            _ => at += 1,
        }
        if depth == 0 {
            return at;
        }
    }
    rest.len()
}

fn string(rest: &[char]) -> usize {
    let mut at = 1;
    while at < rest.len() {
        match rest[at] {
            '\\' => at += 2,
            '"' => return at + 1,
            _ => at += 1,
        }
    }
    rest.len()
}

fn raw_hashes(after_r: &[char]) -> Option<usize> {
    let hashes = after_r.iter().take_while(|letter| **letter == '#').count();
    (after_r.get(hashes) == Some(&'"')).then_some(hashes)
}

fn raw_string(rest: &[char], hashes: usize) -> usize {
    let mut end = vec!['"'];
    end.extend(std::iter::repeat_n('#', hashes));
    let from = hashes + 2;
    rest[from.min(rest.len())..]
        .windows(end.len())
        .position(|window| window == end)
        .map_or(rest.len(), |found| from + found + end.len())
}

#[test]
fn code_strings_and_comments_are_told_apart() {
    let text = "let a = \"SELECT \\\" x\"; // unsafe\n/* unsafe /* nested */ */ let b = 'u'; let c: &'static str = r#\"raw \"quoted\"\"#; b\"x\"; '\\''; unsafe {}\n";
    let scan = Scan::rust(text);
    assert_eq!(scan.code.lines().count(), 2);
    assert_eq!(scan.lines_with("unsafe"), vec![2]);
    assert_eq!(scan.code.matches("unsafe").count(), 1);
    let strings: Vec<&str> = scan.strings.iter().map(|(_, string)| string.as_str()).collect();
    assert_eq!(strings, ["SELECT \\\" x", "raw \"quoted\"", "x"]);
    assert!(scan.code.contains("&'static str"));
    assert!(!has_word("unsafely", "unsafe") && has_word("(unsafe)", "unsafe"));
}

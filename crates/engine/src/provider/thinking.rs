//! Separates thoughts that a model writes at the start of its answer, between `<think>` and `</think>`, if the server
//! does not remove them. Thoughts in fields of their own are handled by the formats.

const OPENS: &str = "<think>";
const CLOSES: &str = "</think>";

/// Separates thoughts from the answer in a stream, however it is split into pieces.
#[derive(Debug, Default)]
pub(super) struct Thinking {
    at: At,
    /// Text that may turn out to be part of a tag.
    held: String,
}

#[derive(Debug, Default, PartialEq)]
enum At {
    #[default]
    Beginning,
    Thought,
    /// After the thoughts, where blank lines are not part of the answer.
    Behind,
    Answer,
}

/// A piece of output, split into thought and answer.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Split {
    pub thought: String,
    pub answer: String,
}

impl Thinking {
    pub(super) fn take(&mut self, piece: &str) -> Split {
        self.held.push_str(piece);
        let mut split = Split::default();
        if self.at == At::Beginning {
            let begins = self.held.trim_start();
            if let Some(rest) = begins.strip_prefix(OPENS) {
                self.held = rest.to_owned();
                self.at = At::Thought;
            } else if OPENS.starts_with(begins) {
                return split;
            } else {
                self.at = At::Answer;
            }
        }
        if self.at == At::Thought {
            if let Some((thought, rest)) = self.held.split_once(CLOSES) {
                thought.clone_into(&mut split.thought);
                self.held = rest.to_owned();
                self.at = At::Behind;
            } else {
                let kept = self.held.len() - begun(&self.held);
                split.thought = self.held.drain(..kept).collect();
                return split;
            }
        }
        if self.at == At::Behind {
            self.held = self.held.trim_start().to_owned();
            if self.held.is_empty() {
                return split;
            }
            self.at = At::Answer;
        }
        split.answer = std::mem::take(&mut self.held);
        split
    }

    /// Returns the text held back once the stream has ended. Thoughts without a closing tag are thoughts to the end.
    pub(super) fn rest(&mut self) -> Split {
        let held = std::mem::take(&mut self.held);
        match self.at {
            At::Thought => Split {
                thought: held,
                ..Split::default()
            },
            _ => Split {
                answer: held,
                ..Split::default()
            },
        }
    }
}

/// Number of bytes at the end of a text that may begin the closing tag.
fn begun(text: &str) -> usize {
    let lengths = (1..CLOSES.len()).rev();
    let mut begun = lengths.filter(|length| text.ends_with(&CLOSES[..*length]));
    begun.next().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn split_all(pieces: impl Iterator<Item = String>) -> (String, String) {
        let mut thinking = Thinking::default();
        let mut all: Vec<Split> = pieces.map(|piece| thinking.take(&piece)).collect();
        all.push(thinking.rest());
        let part = |of: fn(&Split) -> &str| all.iter().map(of).collect::<String>();
        (part(|piece| &piece.thought), part(|piece| &piece.answer))
    }

    #[test]
    fn thoughts_are_told_from_answers_however_they_are_cut() {
        for (text, thought, answer) in [
            ("Well.", "", "Well."),
            (" \n Well, 1 < 2.", "", " \n Well, 1 < 2."),
            (
                "<think>Größe? a < b</think>\n\n{\"a\": 1}",
                "Größe? a < b",
                "{\"a\": 1}",
            ),
            ("\n<think>\n</think>Well.", "\n", "Well."),
            ("<think>No end </thi", "No end </thi", ""),
            ("<thinking is hard", "", "<thinking is hard"),
            ("<thi", "", "<thi"),
            ("Of <think>later</think>", "", "Of <think>later</think>"),
            ("", "", ""),
        ] {
            let expected = (thought.to_owned(), answer.to_owned());
            assert_eq!(split_all(std::iter::once(text.to_owned())), expected, "{text:?}");
            assert_eq!(
                split_all(text.chars().map(String::from)),
                expected,
                "{text:?}, letter by letter"
            );
        }
    }
}

//! The text of clinical documents. A document begins with `== NAME | LABEL | TITLE / TITLE`, followed by its marks, such
//! as `cover` or `long`; `# ` begins a section, `| ` is a table row, `{3}` stands for three sentences of the document's
//! label, `{flow 9}` for a table of nine rows. See `style` and `wards` for setting them.

pub(super) struct Written {
    pub name: &'static str,
    pub label: &'static str,
    pub titles: Vec<&'static str>,
    marks: &'static str,
    pub lines: Vec<Line>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Line {
    /// A section heading and the text that follows on the same line.
    Head(&'static str, &'static str),
    Row(&'static str),
    Filler(usize),
    /// A table of a kind, with its number of rows.
    Table(&'static str, usize),
    Text(&'static str),
}

impl Written {
    /// Whether it has a mark: `cover` goes before other documents, without a patient block; `long` fills more than one
    /// page.
    pub(super) fn is(&self, mark: &str) -> bool {
        self.marks.split(' ').any(|own| own == mark)
    }
}

pub(super) fn read(file: &'static str) -> Vec<Written> {
    let mut papers: Vec<Written> = Vec::new();
    for line in file.lines() {
        if let Some(head) = line.strip_prefix("== ") {
            let parts: Vec<&str> = head.split(" | ").collect();
            papers.push(Written {
                name: parts.first().copied().unwrap_or_default(),
                label: parts.get(1).copied().unwrap_or_default(),
                titles: parts.get(2).copied().unwrap_or_default().split(" / ").collect(),
                marks: parts.get(3).copied().unwrap_or_default(),
                lines: Vec::new(),
            });
        } else if let Some(paper) = papers.last_mut() {
            paper.lines.push(parsed(line));
        }
    }
    papers
}

fn parsed(line: &'static str) -> Line {
    if let Some(head) = line.strip_prefix("# ") {
        let (head, rest) = head.split_once(": ").unwrap_or((head, ""));
        Line::Head(head, rest)
    } else if let Some(row) = line.strip_prefix("| ") {
        Line::Row(row)
    } else {
        let inner = line.strip_prefix('{').and_then(|rest| rest.strip_suffix('}'));
        let (kind, count) = inner.map_or(("", ""), |inner| inner.rsplit_once(' ').unwrap_or(("", inner)));
        match count.parse() {
            Ok(count) if kind.is_empty() => Line::Filler(count),
            Ok(count) => Line::Table(kind, count),
            Err(_) => Line::Text(line),
        }
    }
}

/// Sentences that belong to documents of this label only.
pub(super) fn sentences(label: &str) -> &'static [&'static str] {
    match label {
        "Clinical Note" => &NOTE,
        "Pathology Report" => &PATHOLOGY,
        "Genomic Report" => &GENOMIC,
        "Radiology Report" => &RADIOLOGY,
        _ => &OTHER,
    }
}

const NOTE: [&str; 8] = [
    "The patient states that the pain is worse in the evening and better after rest.",
    "She denies fever, chills, chest pain and shortness of breath.",
    "We discussed the risks and benefits of the treatment and she would like to go on with it.",
    "He takes his medicine every morning and has missed no dose.",
    "There is no swelling of the ankles and the lungs are clear to auscultation.",
    "Blood pressure was 128 over 76, pulse 72 and regular.",
    "He lives with his wife, works in a garden and does not smoke.",
    "She will return to clinic in three months or earlier if she gets worse.",
];
const PATHOLOGY: [&str; 6] = [
    "The specimen is received in formalin and consists of three tan fragments of soft tissue.",
    "It is serially sectioned and entirely submitted in two cassettes.",
    "Sections show glands lined by atypical cells with enlarged nuclei and frequent mitoses.",
    "The inked margins are negative and the closest one is four millimetres away.",
    "No lymphovascular invasion is identified in the sections examined.",
    "Immunostains were performed with appropriate controls.",
];
const GENOMIC: [&str; 6] = [
    "DNA was extracted from the submitted tissue and enriched by hybrid capture.",
    "The mean depth of coverage was 812 reads and all exons were covered.",
    "Variants were aligned to GRCh38 and classified after the recommendations of ACMG.",
    "This alteration has been reported in ClinVar as pathogenic by several submitters.",
    "Variants of uncertain significance should not be used for decisions of treatment.",
    "The limit of detection is an allele frequency of five percent for single nucleotide variants.",
];
const RADIOLOGY: [&str; 6] = [
    "The heart is normal in size and the mediastinum is not widened.",
    "There is no pleural effusion, no pneumothorax and no consolidation.",
    "Axial images were obtained with coronal and sagittal reconstructions.",
    "No suspicious osseous lesion is seen in the visualized skeleton.",
    "The liver shows homogeneous attenuation without focal lesion.",
    "No enlarged lymph nodes are seen in the axilla or the hilum.",
];
const OTHER: [&str; 5] = [
    "Please read this page carefully and keep a copy for your records.",
    "Our office is open from Monday to Friday and closed on holidays.",
    "Questions about this form are answered at the front desk.",
    "Forms that are not complete are returned to the sender.",
    "A copy of this page is as good as the original.",
];

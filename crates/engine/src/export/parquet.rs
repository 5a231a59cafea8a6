//! Apache Parquet for data frames: a table for each label with typed columns, and `values.parquet` with one row per
//! value and the place of its evidence.

use super::kind::{Kind, days, hundredths};
use super::long;
use super::table::{Column, Tables};
use super::{Exported, Exporter, Format, Needs, Output, Shape};
use anyhow::Context;
use parquet::basic::{Compression, LogicalType, Repetition, Type as Physical};
use parquet::data_type::{BoolType, ByteArray, ByteArrayType, DoubleType, Int32Type, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedColumnWriter, SerializedFileWriter};
use parquet::schema::types::{Type, TypePtr};
use std::sync::Arc;

pub(super) const FORMAT: Format = Format {
    name: "parquet",
    title: "Parquet",
    description: "a folder with a typed table for each label, and values.parquet with the evidence of every value",
    shape: Shape::Folder,
    needs: Needs::Nothing,
    start: |highest| {
        Box::new(Parquet {
            highest,
            tables: Tables::default(),
            values: Vec::new(),
        })
    },
};

/// One row per value, beside the tables of labels; those are in lower case and have no underscore.
const VALUES: &str = "values.parquet";
/// Digits of an amount, two of them decimals.
const DIGITS: i32 = 18;
/// Max characters of a file name without its ending.
const LONGEST: usize = 80;

struct Parquet {
    highest: Option<String>,
    tables: Tables,
    values: Vec<[String; long::COLUMNS.len()]>,
}

impl Exporter for Parquet {
    fn add(&mut self, document: &Exported, _out: &mut dyn Output) -> anyhow::Result<()> {
        self.tables.add(document);
        self.values.extend(long::rows(document, self.highest.as_deref()));
        Ok(())
    }

    fn finish(&mut self, out: &mut dyn Output) -> anyhow::Result<()> {
        for (name, table) in std::mem::take(&mut self.tables).into_named(LONGEST) {
            // A label of this name shares it with the table of all values.
            let name = if name == "values" { "values-label" } else { &name };
            let columns = table.into_columns(self.highest.as_deref());
            write(&format!("{name}.parquet"), &columns, self.highest.as_deref(), out)?;
        }
        let values = std::mem::take(&mut self.values);
        let column = |index: usize| Column {
            title: long::COLUMNS[index].to_owned(),
            kind: match long::COLUMNS[index] {
                "form" | "page" => Kind::Whole,
                "confidence" | "x" | "y" | "width" | "height" => Kind::Number,
                _ => Kind::Text,
            },
            cells: values.iter().map(|row| row[index].clone()).collect(),
        };
        let columns: Vec<Column> = (0..long::COLUMNS.len()).map(column).collect();
        write(VALUES, &columns, self.highest.as_deref(), out)
    }
}

pub(super) fn write(file: &str, columns: &[Column], highest: Option<&str>, out: &mut dyn Output) -> anyhow::Result<()> {
    let bytes = bytes(columns, highest).with_context(|| format!("could not write {file}"))?;
    let rows = columns.first().map_or(0, |column| column.cells.len());
    out.whole(file, &bytes, rows as u64)
}

fn bytes(columns: &[Column], highest: Option<&str>) -> Result<Vec<u8>, ParquetError> {
    let columns: Vec<Typed<'_>> = columns.iter().map(Typed::of).collect();
    let fields: Vec<TypePtr> = columns.iter().map(Typed::schema).collect::<Result<_, _>>()?;
    let schema = Type::group_type_builder("touchstone").with_fields(fields).build()?;
    let marking = highest.map(|highest| {
        let key = "export_marking".to_owned();
        vec![KeyValue::new(key, highest.to_owned())]
    });
    let properties = WriterProperties::builder()
        .set_compression(Compression::UNCOMPRESSED)
        .set_created_by(format!("touchstone {}", env!("CARGO_PKG_VERSION")))
        .set_key_value_metadata(marking)
        .build();
    let mut bytes = Vec::new();
    let mut writer = SerializedFileWriter::new(&mut bytes, Arc::new(schema), Arc::new(properties))?;
    let mut group = writer.next_row_group()?;
    for typed in &columns {
        let mut column = group
            .next_column()?
            .ok_or_else(|| ParquetError::General("the schema has too few columns".to_owned()))?;
        typed.write(&mut column)?;
        column.close()?;
    }
    group.close()?;
    writer.close()?;
    Ok(bytes)
}

/// A column whose cells are all of its kind; if one is not, all are text.
struct Typed<'c> {
    column: &'c Column,
    kind: Kind,
}

impl<'c> Typed<'c> {
    fn of(column: &'c Column) -> Self {
        let fits = |cell: &String| {
            cell.is_empty()
                || match column.kind {
                    Kind::Text => true,
                    Kind::Amount => hundredths(cell).is_some(),
                    Kind::Day => days(cell).is_some(),
                    Kind::Whole => cell.parse::<i32>().is_ok(),
                    Kind::Number => cell.parse::<f64>().is_ok(),
                    Kind::YesNo => cell.parse::<bool>().is_ok(),
                }
        };
        let kind = if column.cells.iter().all(fits) {
            column.kind
        } else {
            Kind::Text
        };
        Self { column, kind }
    }

    fn schema(&self) -> Result<TypePtr, ParquetError> {
        let (physical, logical) = match self.kind {
            Kind::Text => (Physical::BYTE_ARRAY, Some(LogicalType::String)),
            Kind::Amount => (Physical::INT64, Some(LogicalType::decimal(2, DIGITS))),
            Kind::Day => (Physical::INT32, Some(LogicalType::Date)),
            Kind::Whole => (Physical::INT32, None),
            Kind::Number => (Physical::DOUBLE, None),
            Kind::YesNo => (Physical::BOOLEAN, None),
        };
        let builder = Type::primitive_type_builder(&self.column.title, physical)
            .with_repetition(Repetition::OPTIONAL)
            .with_logical_type(logical);
        let builder = if self.kind == Kind::Amount {
            builder.with_precision(DIGITS).with_scale(2)
        } else {
            builder
        };
        builder.build().map(Arc::new)
    }

    fn write(&self, to: &mut SerializedColumnWriter<'_>) -> Result<(), ParquetError> {
        let filled = || self.column.cells.iter().filter(|cell| !cell.is_empty());
        let levels: Vec<i16> = self
            .column
            .cells
            .iter()
            .map(|cell| i16::from(!cell.is_empty()))
            .collect();
        let levels = Some(levels.as_slice());
        match self.kind {
            Kind::Text => {
                let cells: Vec<ByteArray> = filled().map(|cell| ByteArray::from(cell.as_str())).collect();
                to.typed::<ByteArrayType>().write_batch(&cells, levels, None)?;
            }
            Kind::Amount => {
                let cells: Vec<i64> = filled().filter_map(|cell| hundredths(cell)).collect();
                to.typed::<Int64Type>().write_batch(&cells, levels, None)?;
            }
            Kind::Day => {
                let cells: Vec<i32> = filled().filter_map(|cell| days(cell)).collect();
                to.typed::<Int32Type>().write_batch(&cells, levels, None)?;
            }
            Kind::Whole => {
                let cells: Vec<i32> = filled().filter_map(|cell| cell.parse().ok()).collect();
                to.typed::<Int32Type>().write_batch(&cells, levels, None)?;
            }
            Kind::Number => {
                let cells: Vec<f64> = filled().filter_map(|cell| cell.parse().ok()).collect();
                to.typed::<DoubleType>().write_batch(&cells, levels, None)?;
            }
            Kind::YesNo => {
                let cells: Vec<bool> = filled().filter_map(|cell| cell.parse().ok()).collect();
                to.typed::<BoolType>().write_batch(&cells, levels, None)?;
            }
        }
        Ok(())
    }
}

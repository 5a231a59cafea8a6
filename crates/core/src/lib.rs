//! Types and rules shared by the local engine and the rest of the program: the record of a document, values, domain
//! packs, the grammar of markings and the arithmetic of forms. No SQL, no network, no pixels.
//! Modules are listed from the bottom layer up; a module imports only from the layers below it.

pub mod record;
pub mod stop;
pub mod words;
pub mod text;
pub mod value;
pub mod address;
pub mod path;
pub mod grammar;
pub mod pack;
pub mod arithmetic;
pub mod people;

//! Words of a page -> lines -> blocks in reading order. Pure geometry over plain records; the reader calls it, and text
//! recognition will. Not here: where words come from.

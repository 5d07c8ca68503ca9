// Keywords as the readers accept them: each reader has a table whose rows give a keyword, its
// fields as messages show them, and the function that reads them. This file has the search for the
// row of a line, the error for an unknown word, and the rows of all readers together.
#pragma once

#include <algorithm>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "deck/lines/dialects.h"
#include "deck/lines/record_reader.h"
#include "deck/tables/dialect.h"

namespace mbs {

struct Reading;

// The row of a keyword without its reading function.
struct KeywordFields {
  std::string_view name;
  std::string fields;
};

// "expected: MASS i m J"
std::string keyword_layout(std::string_view keyword, std::string_view fields);

// A record that is equal in every dialect, as a row of the tables of keywords.
struct SharedKeyword {
  std::string_view name, fields;
  void (*read)(RecordReader&, Reading&);
};

// A row of a reader's table. Its reading function belongs to the dialect (own) or to all dialects
// (common).
template <class Context>
struct Keyword {
  std::string_view name, fields;
  void (*own)(RecordReader&, Context&) = nullptr;
  void (*common)(RecordReader&, Reading&) = nullptr;

  constexpr Keyword(std::string_view word, std::string_view layout,
                    void (*read)(RecordReader&, Context&))
      : name(word), fields(layout), own(read) {}
  constexpr Keyword(const SharedKeyword& row)
      : name(row.name), fields(row.fields), common(row.read) {}
};

template <class Words>
bool contains_word(const Words& words, std::string_view word) {
  return std::find(std::begin(words), std::end(words), word) != std::end(words);
}

// Wraps a function that reads a record of several dialects for the context of one dialect.
template <auto kRead, class Context>
void as(RecordReader& in, Context& r) {
  kRead(in, r);
}

// "MASS, VEL, ..."
template <class Row>
std::string names_of(std::span<const Row> keywords) {
  std::string out;
  for (const Row& k : keywords) out += (out.empty() ? "" : ", ") + std::string(k.name);
  return out;
}

// Reads the record by the function of this row; messages call the record `name`.
template <class Context>
void read_fields(const Keyword<Context>& row, const Record& record, std::string name, Context& r) {
  RecordReader in(record, std::move(name), r.diagnostics, 1);
  in.set_layout(keyword_layout(row.name, row.fields));
  row.own ? row.own(in, r) : row.common(in, r);
  in.finish();
}

template <class Row>
const Row* find_keyword(std::span<const Row> keywords, std::string_view name) {
  for (const Row& k : keywords)
    if (k.name == name) return &k;
  return nullptr;
}

template <class Row>
std::vector<KeywordFields> fields_of(std::span<const Row> keywords) {
  std::vector<KeywordFields> out;
  for (const Row& k : keywords) out.push_back({k.name, std::string(k.fields)});
  return out;
}

// The part of a deck that a message about an unknown keyword names.
struct KeywordPlace {
  std::string_view name;  // "a KABIOS deck", "the dynamics block"
  Dialect dialect;
  std::string otherwise;  // the expected text where no known word is near
};
// What a native deck has in the place of a word of another program; empty: nothing known.
std::string_view native_word_for(std::string_view word);

// Error "'FOO' is no keyword of <place>", with the word that may have been meant: where FOO is a
// keyword of another dialect, the keyword of the same record here; else the nearest of `known`.
void fail_unknown_keyword(const Record& record, const std::vector<KeywordFields>& known,
                          const KeywordPlace& place, Diagnostics& diagnostics);

// The parts of decks that have keywords.
enum class Block : std::uint8_t {
  kinematics,
  dynamics,
  kabios_tail,
  kabios_space,
  chain,
  anywhere
};
Dialect dialect_of(Block block);  // native for `anywhere`, whose keywords all dialects have

struct ReaderKeyword {
  Block block;
  KeywordFields row;
};
// The keywords of all readers, in the order of their tables.
std::vector<ReaderKeyword> reader_keywords(ElementSpecs specs);

// The tables of the readers. The kinematics keywords include the elements.
std::vector<KeywordFields> native_kinematics_keywords(ElementSpecs specs);
// Their names alone; a name may come twice.
std::vector<std::string_view> native_kinematics_words(ElementSpecs specs);
std::vector<KeywordFields> native_dynamics_keywords();
std::vector<KeywordFields> kabios_tail_keywords();
std::vector<KeywordFields> kabios_space_keywords();  // after the times of a deck of space
std::vector<KeywordFields> segdyn_keywords();

bool has_word(const std::vector<KeywordFields>& known, std::string_view word);

}  // namespace mbs

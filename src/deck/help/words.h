// The words of the three dialects: the purpose of each record, its units, its form in every
// dialect, and a short deck that shows it. `mbsim help`, the keyword tables of the manual and the
// messages about unknown keywords are made from this table. The fields of a record come from the
// readers themselves (deck/help/keywords.h); a test compares the two, keyword by keyword.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "deck/tables/dialect.h"

namespace mbs {

// The form of a record in one dialect.
struct Said {
  std::string_view keyword{};  // empty: the dialect has no keyword for it
  std::string_view forms{};    // all forms, one per line; empty: keyword and the reader's fields
  std::string_view meaning{};  // empty: Word::meaning
  std::string_view example{};  // a whole deck that uses the keyword
  std::string_view units{};    // empty: Word::units
  std::string_view instead{};  // without a keyword: the other way to write it; empty: none
};

// The group of a word in the tables of the manual.
enum class WordGroup : std::uint8_t {
  element,
  node,
  known,
  mass,
  force,
  law,
  start,
  run,
  chain,
  kabios_space,  // after the times of KABIOS decks of space, where it differs from the plane
  anywhere
};

// Texts are in the markup of the manual: `code` and [links](page.md).
struct Word {
  WordGroup group{};
  std::string_view idea{};     // "acceleration of gravity": the common idea of the records
  std::string_view meaning{};  // the text of the manual; empty: every dialect has its own
  std::string_view units{};    // "m [kg], J [kg m2]"; units of elements are in the registry
  Said native{}, kabios{}, segdyn{};
  std::string_view inside{};  // further words allowed in its fields, separated by blanks
  std::string_view page{};    // of the manual
};

// All words, in the order of the manual.
std::span<const Word> words();

// In the order of the manual.
inline constexpr Dialect kDialects[] = {Dialect::native, Dialect::kabios, Dialect::segdyn};

const Said& said_in(const Word& word, Dialect dialect);

// A topic that people look for and that is no keyword of any dialect: "cam, follower".
struct Topic {
  std::string_view names;   // separated by commas
  std::string_view answer;  // in the manual's markup
};
// All topics, in alphabetic order.
std::span<const Topic> topics();

// The files that the examples of INCLUDE and MUSCLES read.
struct ExampleFile {
  std::string_view name, text;
};
inline constexpr ExampleFile kExampleFiles[] = {
    {"load.inc", "PARAM load = 0.5\n"},
    {"arm.csv",
     "NAME, GROUP,   FMAX, LOPT, LSLACK, ARM 1,\n"
     "FLEX, flexor,  800,  .13,  .18,    .345,  -.035\n"
     "BRAC, flexor,  500,  .09,  .14,    .245,  -.020\n"}};

}  // namespace mbs

// The words of the three dialects: what each record is for, in which units, how every dialect says
// it, and a short deck that shows it. `mbsim help`, the keyword tables of the manual and the
// messages about unknown keywords are made from this table. The fields of a record come from the
// readers themselves (deck/help/keywords.h); a test compares the two, keyword by keyword.
#pragma once

#include <span>
#include <string_view>

#include "deck/tables/tables.h"

namespace mbs {

// How one dialect says it.
struct Said {
  std::string_view keyword{};  // empty: it has no word of its own for it
  std::string_view forms{};    // all forms, one a line; empty: keyword and the reader's fields
  std::string_view meaning{};  // empty: that of the word
  std::string_view example{};  // a whole deck that uses the keyword
  std::string_view units{};    // empty: those of the word
  std::string_view instead{};  // without a keyword: how it is said; empty: it cannot be said
};

// Where the tables of the manual show it.
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
  anywhere
};

// Texts are those of the manual: `code` and [links](page.md).
struct Word {
  WordGroup group{};
  std::string_view idea{};     // "acceleration of gravity": what the records have in common
  std::string_view meaning{};  // what the manual says; empty: every dialect has its own
  std::string_view units{};    // "m [kg], J [kg m2]"; of elements the registry knows them
  Said native{}, kabios{}, segdyn{};
  std::string_view inside{};  // further words that may stand in its fields, apart by blanks
  std::string_view page{};    // of the manual
};

// In the order of the manual.
std::span<const Word> words();

const Said& said_in(const Word& word, Dialect dialect);

// What people look for and no dialect has as a keyword: "cam, follower".
struct Topic {
  std::string_view names;   // apart by commas
  std::string_view answer;  // in the manual's notation
};
// In alphabetic order.
std::span<const Topic> topics();

// The files that examples read: of INCLUDE and of MUSCLES.
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

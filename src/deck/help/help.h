// The text of `mbsim help` and the keyword tables of the manual, made from the table of words
// (deck/help/words.h), the readers' keywords (deck/help/keywords.h) and the columns of the
// elements.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "deck/lines/dialects.h"

namespace mbs {

// The text without markup of the manual: `code` becomes code, [this](page.md#there) becomes "this
// (docs/page.md)".
std::string plain_text(std::string_view text);

struct Help {
  std::string text;             // empty: the word is not known
  std::string nearest;          // for an unknown word: the word that may have been meant; or empty
  bool in_titles_only = false;  // no keyword and no topic
};
// word: a keyword in any letter case, a word within a record (DOP853), a topic (cam), or a word of
// a title in the manual or the decks (gyroscope).
Help help(std::string_view word, ElementSpecs specs);

// The text of `mbsim help` without a word: all keywords, by dialect.
std::string help_overview(ElementSpecs specs);

// All words that help() knows, except topics, one per line, for completion in a shell.
std::string help_words();

// A table of the manual: "native force", "kabios", "kabios space", "segdyn", "native keywords",
// "vocabulary", "index". Empty if there is none of this name.
std::string manual_table(std::string_view name, ElementSpecs specs);
// The names of all these tables.
std::vector<std::string> manual_table_names();

}  // namespace mbs

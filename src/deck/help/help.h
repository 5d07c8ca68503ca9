// What `mbsim help` prints, and the keyword tables of the manual: made from the table of words
// (deck/help/words.h), the readers' keywords (deck/help/keywords.h) and the columns of the
// elements.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "deck/lines/dialects.h"

namespace mbs {

// Without the marks of the manual: `code` is code, [this](page.md#there) is "this (docs/page.md)".
std::string plain_text(std::string_view text);

struct Help {
  std::string text;     // empty: the word is not known
  std::string nearest;  // then: what may have been meant; empty: nothing
};
// A keyword in any letter case, a word within a record (DOP853), or what one may look for (cam).
Help help(std::string_view word, ElementSpecs specs);

// All keywords, by dialect: what `mbsim help` prints without a word.
std::string help_overview(ElementSpecs specs);

// All words that help() knows but for topics, one a line, for completion in a shell.
std::string help_words();

// A table of the manual: "native force", "kabios", "segdyn", "native keywords", "vocabulary",
// "index". Empty if there is none of this name.
std::string manual_table(std::string_view name, ElementSpecs specs);
// The names of all.
std::vector<std::string> manual_table_names();

}  // namespace mbs

// What the two writers of help share: texts apart, and the forms of a record. Private to
// deck/help*.cpp.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/unit.h"
#include "deck/help/words.h"
#include "deck/lines/dialects.h"

namespace mbs {

std::vector<std::string_view> split_lines(std::string_view text);
std::vector<std::string_view> split_words(std::string_view text);
// "cam, follower" apart at commas.
std::vector<std::string> split_names(std::string_view text);

// " [m]"; nothing where the unit is not known.
std::string in_brackets(Unit unit);

std::string_view dialect_name(Dialect dialect);  // "native", "KABIOS", "SEGDYN"

// All forms of the record, keyword included, one a line: those of the table of words, else the
// fields of the reader.
std::string forms_of(const Said& said, Dialect dialect, const Word& word, ElementSpecs specs);

}  // namespace mbs

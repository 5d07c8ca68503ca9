// Functions that both writers of help use: splitting of texts, and the forms of a record. Private
// to deck/help*.cpp.
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
// Splits "cam, follower" at commas.
std::vector<std::string> split_names(std::string_view text);

// " [m]"; empty where the unit is not known.
std::string in_brackets(Unit unit);

std::string_view dialect_name(Dialect dialect);  // "native", "KABIOS", "SEGDYN"

// All forms of the record with its keyword, one per line: from the table of words, else from the
// fields of the reader.
std::string forms_of(const Said& said, Dialect dialect, const Word& word, ElementSpecs specs);

}  // namespace mbs

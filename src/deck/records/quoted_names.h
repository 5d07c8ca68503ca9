// Names in quotes and the words between them, in records of markers.
#pragma once

#include <string_view>

#include "deck/lines/record_reader.h"

namespace mbs {

bool is_text_next(const RecordReader& in);
// Takes a text in quotes; form: what was expected.
Token take_quoted(RecordReader& in, std::string_view field, std::string_view form);
// Takes this word, in capitals.
void take_fixed_word(RecordReader& in, std::string_view word, std::string_view form);

}  // namespace mbs

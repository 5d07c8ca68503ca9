// Letters and names of a deck, and its text in messages.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace mbs {

// ASCII letters only, whatever the locale.
std::string lower_case(std::string_view text);
std::string upper_case(std::string_view text);
// Whether both are equal but for letter case; `lower` is in lower case.
bool is_same_name(std::string_view name, std::string_view lower);
// The same, both in any letter case.
bool are_same_name(std::string_view one, std::string_view other);

// A letter or underscore, then letters, digits and underscores.
bool is_name(std::string_view text);
// Bytes of the letter, digit or underscore at offset i, else 0. Letters of other alphabets count,
// in UTF-8 or (one byte) Latin-1: a name with them is wrong, and the message must show the whole
// name.
std::size_t letter_length(std::string_view text, std::size_t i);
// Advice for a text with letters or signs that are not ASCII.
std::string plain_ascii(std::string_view text);

// Text for an error message: at most 40 bytes, bytes that are not printable ASCII as \xNN.
std::string printable(std::string_view text);

}  // namespace mbs

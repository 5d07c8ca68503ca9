// How a report speaks of a mechanism. The reader of each dialect fills it, so that nothing after it
// needs to know which dialect a deck was written in.
#pragma once

#include <cstdint>
#include <string_view>

namespace mbs {

// What the tables of a report have a row for.
enum class RowsOf : std::uint8_t {
  nodes,    // every coordinate of a node and every deformation of an element
  bodies,   // every body, joint and holder of a coordinate
  segments  // every segment of a chain
};

struct Vocabulary {
  std::string_view dialect = "native";  // in the first line of a report
  RowsOf rows = RowsOf::nodes;
  // Joints, contacts and cams are called by the number of their element in the deck; otherwise
  // those of a kind are counted from 1 in the order of the deck.
  bool own_numbers = true;
  std::string_view contact = "ELEMENT";  // the word of NAME for a contact
  // Numbers are shown with digits that suit the scale of the mechanism, unless --digits says more.
  bool suited_digits = true;
};

inline constexpr Vocabulary kNativeVocabulary{};
inline constexpr Vocabulary kKabiosVocabulary{"KABIOS", RowsOf::bodies, false, "CONTACT", false};
inline constexpr Vocabulary kSegdynVocabulary{"SEGDYN", RowsOf::segments, false, "CONTACT", true};

}  // namespace mbs

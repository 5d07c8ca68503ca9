// Words and tables of a report. The reader of each dialect fills it, so that later code does not
// depend on the dialect of the deck.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace mbs {

struct Model;
struct Plan;
struct Quantity;

// The things that tables of a report have a row for.
enum class RowsOf : std::uint8_t {
  nodes,    // every coordinate of a node and every deformation of an element
  bodies,   // every body, joint and holder of a coordinate
  segments  // every segment of a chain
};

struct Vocabulary {
  std::string_view dialect = "native";  // in the first line of a report
  RowsOf rows = RowsOf::nodes;
  // true: a joint, contact or cam has the number of its element in the deck. false: each kind is
  // counted from 1 in the order of the deck.
  bool own_numbers = true;
  std::string_view contact = "ELEMENT";  // the word of NAME for a contact
  // Digits of numbers suit the scale of the mechanism, unless --digits asks for more.
  bool suited_digits = true;
  // Other names of channels, from what they are; an empty one: the channel keeps the name that the
  // dialect gives it, which remains known besides. null: no other names.
  std::string (*namer)(const Quantity&, const Plan&, const Model&) = nullptr;
};

inline constexpr Vocabulary kNativeVocabulary{};
inline constexpr Vocabulary kKabiosVocabulary{"KABIOS", RowsOf::bodies, false, "CONTACT", false};
inline constexpr Vocabulary kSegdynVocabulary{"SEGDYN", RowsOf::segments, false, "CONTACT", true};

}  // namespace mbs

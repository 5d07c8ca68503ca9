// Words of KABIOS decks of bodies of space.
#pragma once

#include <span>
#include <string_view>

#include "deck/lines/dialects.h"

namespace mbs {

// A joint of section (c): its word, its element, and whether its last field is a length.
struct SpaceJointWord {
  std::string_view word, element;
  bool has_length = false;
};
std::span<const SpaceJointWord> space_joint_words();
const SpaceJointWord* find_space_joint(std::string_view word);

// SPACE, the eight counts, and the records (b) to (j) with contents of space.
Tables read_kabios_space(const LexedDeck& deck, ElementSpecs specs, const Options& options,
                         Diagnostics& diagnostics);
// A canonical deck with parameters resolved; reading it gives the same tables.
std::string write_kabios_space(const Tables& tables);

}  // namespace mbs

#include "deck/help/word_examples.h"
#include "deck/lines/dialects.h"

namespace mbs {

std::string deck_template(std::string_view dialect) {
  namespace decks = template_example;
  if (dialect == "kabios") return std::string(decks::kKabios);
  if (dialect == "kabios-space") return std::string(decks::kKabiosSpace);
  if (dialect == "native") return std::string(decks::kNative);
  if (dialect == "segdyn") return std::string(decks::kSegdyn);
  return {};
}

}  // namespace mbs

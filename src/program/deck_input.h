// A deck as text, with all that belongs to it before it is read.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "deck/lines/lexer.h"

namespace mbs {

struct DeckInput {
  std::string name;
  std::string text;
  std::string directory;
  std::vector<std::pair<std::string, std::string>> overrides = {};
  std::vector<AddedLine> added = {};      // read after the deck
  std::shared_ptr<FileCache> files = {};  // shared by many runs; null: none
  std::string stride_file = {};           // of --strides, with its ${parameters}
};

}  // namespace mbs

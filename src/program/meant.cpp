// Comments that say that a line of a deck is meant as it stands.
#include <algorithm>
#include <array>
#include <fstream>

#include "program/doubt.h"
#include "text/characters.h"
#include "text/names.h"

namespace mbs {

namespace {

constexpr std::array<std::string_view, 4> kMeant{" meant", " ok ", " intended", " on purpose"};

}  // namespace

bool says_meant(std::string_view line) {
  const std::size_t sign = line.find('#');
  if (sign == npos) return false;
  const std::string comment = " " + lower_case(line.substr(sign + 1)) + " ";
  return std::any_of(kMeant.begin(), kMeant.end(),
                     [&](std::string_view word) { return comment.find(word) != npos; });
}

std::string line_of_file(const std::string& path, int line) {
  std::ifstream file(path);
  std::string out;
  for (int k = 0; k < line; ++k)
    if (!std::getline(file, out)) return {};
  if (out.ends_with('\r')) out.pop_back();
  return out;
}

}  // namespace mbs

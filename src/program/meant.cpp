// Comments that say that a line of a deck is meant as it stands.
#include <algorithm>
#include <array>
#include <fstream>
#include <utility>

#include "base/diagnostics.h"
#include "base/index.h"
#include "program/doubt.h"
#include "text/characters.h"
#include "text/names.h"

namespace mbs {

namespace {

constexpr std::array<std::string_view, 4> kMeant{" meant", " ok ", " intended", " on purpose"};

}  // namespace

std::vector<std::string_view> lines_of(const std::string& text) {
  std::vector<std::string_view> out;
  for (std::size_t from = 0; from <= text.size();) {
    const std::size_t end = std::min(text.find('\n', from), text.size());
    out.push_back(std::string_view(text).substr(from, end - from));
    from = end + 1;
  }
  return out;
}

bool is_meant(SourceLocation where, const std::vector<std::string_view>& lines,
              const Diagnostics& diagnostics) {
  if (where.line < 1) return false;
  if (where.file > 0) return says_meant(line_of_file(diagnostics.file(where.file), where.line));
  return where.line <= count_of(lines) && says_meant(lines[at(where.line - 1)]);
}

void warn_of(Doubt doubt, const std::vector<std::string_view>& lines, Diagnostics& diagnostics) {
  if (is_meant(doubt.where, lines, diagnostics)) return;
  doubt.expected += "; '# meant' on the line silences this";
  diagnostics.warning(doubt.where, doubt.label, std::move(doubt.problem),
                      std::move(doubt.expected));
}

std::size_t comment_sign(std::string_view line) {
  for (std::size_t k = 0; k < line.size(); ++k) {
    const bool apart = k == 0 || is_blank(line[k - 1]);
    const bool equals = k + 1 < line.size() && line[k + 1] == '=';
    if (line[k] == '#' || ((line[k] == '!' || line[k] == '%') && apart && !equals)) return k;
  }
  return npos;
}

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

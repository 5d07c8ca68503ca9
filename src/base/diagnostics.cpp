#include "base/diagnostics.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <unordered_set>

#include "base/escaped.h"
#include "base/index.h"

namespace mbs {

int Diagnostics::add_file(std::string name) {
  files_.push_back(std::move(name));
  return count_of(files_) - 1;
}

void Diagnostics::error(SourceLocation where, std::string record, std::string problem,
                        std::string expected) {
  if (++errors_ > kMaxErrors) return;
  list_.push_back(
      {Severity::error, where, std::move(record), std::move(problem), std::move(expected)});
}

void Diagnostics::warning(SourceLocation where, std::string record, std::string problem,
                          std::string expected) {
  list_.push_back(
      {Severity::warning, where, std::move(record), std::move(problem), std::move(expected)});
}

std::string Diagnostics::format(const Diagnostic& d) const {
  std::string out = files_.empty() ? "mbsim" : file(d.where.file);
  if (d.where.line > 0) out += fmt::format(":{}:{}", d.where.line, d.where.column);
  out += d.severity == Severity::error ? ": error: " : ": warning: ";
  if (!d.record.empty()) out += d.record + ": ";
  out += d.problem;
  if (!d.expected.empty()) out += "; " + d.expected;
  return escaped(out);
}

std::string Diagnostics::format_all() const {
  std::vector<Diagnostic> sorted = list_;
  std::stable_sort(sorted.begin(), sorted.end(), [](const Diagnostic& a, const Diagnostic& b) {
    if (a.where.file != b.where.file) return a.where.file < b.where.file;
    if (a.where.line != b.where.line) return a.where.line < b.where.line;
    return a.where.column < b.where.column;
  });
  std::string out;
  std::unordered_set<std::string> said;  // against repeats, as of a table that two records read
  for (const Diagnostic& d : sorted)
    if (const std::string text = format(d); said.insert(text).second) out += text + "\n";
  if (errors_ > kMaxErrors)
    out += fmt::format("{}: {} more error{} not shown\n",
                       files_.empty() ? "mbsim" : escaped(files_[0]), errors_ - kMaxErrors,
                       errors_ == kMaxErrors + 1 ? "" : "s");
  return out;
}

namespace {

int distance(std::string_view a, std::string_view b) {
  auto lower = [](char c) { return std::tolower(static_cast<unsigned char>(c)); };
  const std::size_t n = a.size(), m = b.size();
  std::vector<std::vector<int>> d(n + 1, std::vector<int>(m + 1));
  for (std::size_t i = 0; i <= n; ++i) d[i][0] = static_cast<int>(i);
  for (std::size_t j = 0; j <= m; ++j) d[0][j] = static_cast<int>(j);
  for (std::size_t i = 1; i <= n; ++i)
    for (std::size_t j = 1; j <= m; ++j) {
      const int cost = lower(a[i - 1]) == lower(b[j - 1]) ? 0 : 1;
      d[i][j] = std::min({d[i - 1][j] + 1, d[i][j - 1] + 1, d[i - 1][j - 1] + cost});
      if (i > 1 && j > 1 && lower(a[i - 1]) == lower(b[j - 2]) &&
          lower(a[i - 2]) == lower(b[j - 1]))
        d[i][j] = std::min(d[i][j], d[i - 2][j - 2] + 1);
    }
  return d[n][m];
}

}  // namespace

std::string_view nearest_word(std::string_view word, const std::vector<std::string_view>& among) {
  if (word.empty() || word.size() > 40) return {};
  std::string_view best;
  int best_distance = static_cast<int>(std::max<std::size_t>(1, word.size() / 3)) + 1;
  for (std::string_view candidate : among) {
    const bool begins = candidate.size() > word.size() && candidate.starts_with(word) &&
                        candidate[word.size()] == '_';
    const int d = begins ? 0 : distance(word, candidate);
    if (d < best_distance) best_distance = d, best = candidate;
  }
  return best;
}

}  // namespace mbs

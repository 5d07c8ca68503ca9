#include "deck/forms/outline_record.h"

#include <fmt/format.h>

#include <array>

#include "deck/lines/record_reader.h"
#include "deck/lines/writing.h"

namespace mbs {

namespace {

struct OutlineWord {
  std::string_view name;
  std::size_t least;  // vertices
  std::size_t most;
};
constexpr std::size_t kAnyNumber = 1'000'000;
constexpr std::array<OutlineWord, 3> kOutlineWords = {
    {{"SEGMENT", 2, 2}, {"POLYLINE", 2, kAnyNumber}, {"POLYGON", 3, kAnyNumber}}};

}  // namespace

bool is_outline_word(std::string_view word) {
  return word == "SEGMENT" || word == "POLYLINE" || word == "POLYGON";
}

void take_outline(RecordReader& in, std::vector<double>& columns, SourceLocation& vertices_at) {
  take_outline(in, "xi", "eta", columns, vertices_at);
}

void take_outline(RecordReader& in, std::string_view xi, std::string_view eta,
                  std::vector<double>& columns, SourceLocation& vertices_at) {
  const SourceLocation at = in.here();
  const std::string all = "expected SEGMENT, POLYLINE or POLYGON";
  const std::string name = in.word("shape", all);
  if (!in.ok()) return;
  std::size_t shape = 0;
  while (shape < kOutlineWords.size() && kOutlineWords[shape].name != name) ++shape;
  if (shape == kOutlineWords.size())
    return fail_unknown_word(in, at, name, "is no shape", {"SEGMENT", "POLYLINE", "POLYGON"}, all);
  const OutlineWord& word = kOutlineWords[shape];
  columns = {static_cast<double>(shape)};
  for (const std::string_view field : {xi, eta}) columns.push_back(in.number(field));
  const SourceLocation r_at = in.here();
  const double r = in.number("radius r");
  if (in.ok() && !(r >= 0)) return in.fail(r_at, "its radius is negative", "expected 0 or more");
  if (in.ok() && r == 0 && word.name == "SEGMENT")
    return in.fail(r_at, "a point goes through a segment unseen",
                   "expected a positive radius, or a POLYGON");
  columns.push_back(r);
  vertices_at = in.here();
  const std::string expected =
      fmt::format("expected {} {} vertices, x y each", word.most == word.least ? "the" : "at least",
                  word.least == 2 ? "two" : "three");
  while (in.ok() && in.peek() && in.peek_word().empty()) {
    columns.push_back(in.number("x of a vertex"));
    const SourceLocation y_at = in.here();
    if (in.ok() && (!in.peek() || !in.peek_word().empty()))
      return in.fail(y_at, "its last vertex has no y", expected);
    columns.push_back(in.number("y of a vertex"));
  }
  if (!in.ok()) return;
  const std::size_t count = (columns.size() - OutlineColumn::first) / 2;
  if (count < word.least || count > word.most)
    in.fail(in.here(),
            fmt::format("a {} of {} {}", word.name, count, count == 1 ? "vertex" : "vertices"),
            expected);
}

std::string write_outline(const std::vector<double>& columns) {
  const auto shape = static_cast<std::size_t>(columns[OutlineColumn::shape]);
  return fmt::format(" {}", kOutlineWords[shape].name) +
         write_numbers({columns.begin() + OutlineColumn::xi, columns.end()});
}

}  // namespace mbs

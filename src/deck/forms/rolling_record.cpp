#include <fmt/format.h>

#include <algorithm>

#include "base/index.h"
#include "deck/forms/element_fields.h"
#include "deck/forms/orientation_record.h"
#include "deck/forms/row_forms.h"
#include "deck/lines/field_units.h"
#include "deck/lines/writing.h"

namespace mbs {

namespace {

// A word and the columns behind it, whose first one has this name.
struct Part {
  std::string_view word, column, fields;
  std::size_t count;
};
constexpr Part kTurnPart = {"TURN", "tx", "xyz a b c", 3};
constexpr Part kPlanePart = {"PLANE", "nx", "nx ny nz", 3};
constexpr Part kParts[] = {{"TYRE", "c", "c", 1},
                           {"CENTRE", "cx", "x y z", 3},
                           kTurnPart,
                           kPlanePart,
                           {"THROUGH", "x", "x y z", 3}};
constexpr std::string_view kOn = "ON";

std::size_t column_of(const RecordSpec& spec, std::string_view name) {
  const auto it = std::find_if(spec.columns.begin(), spec.columns.end(),
                               [name](const Column& column) { return column.name == name; });
  return static_cast<std::size_t>(it - spec.columns.begin());
}
bool has(const RecordSpec& spec, const Part& part) {
  return column_of(spec, part.column) < spec.columns.size();
}
// The columns before the first word.
std::size_t leading(const RecordSpec& spec) {
  std::size_t first = spec.columns.size();
  for (const Part& part : kParts) first = std::min(first, column_of(spec, part.column));
  return first;
}

void take_part(RecordReader& in, const Part& part, ElementRow& row) {
  const std::size_t first = column_of(*row.spec, part.column);
  if (part.word != kTurnPart.word) return take_column_range(in, row, first, part.count);
  const std::array<double, 3> turn = take_turn_vector(in);
  std::copy(turn.begin(), turn.end(), row.columns.begin() + static_cast<std::ptrdiff_t>(first));
}

bool is_ground(const Token* token) { return token && token->text == "0"; }

std::vector<std::string_view> part_words(const RecordSpec& spec) {
  std::vector<std::string_view> out;
  for (const Part& part : kParts)
    if (has(spec, part)) out.push_back(part.word);
  out.push_back(kOn);
  return out;
}

}  // namespace

std::string rolling_fields(const RecordSpec& spec) {
  std::string out = "e p a";
  for (std::size_t k = 0; k < leading(spec); ++k) out += fmt::format(" {}", spec.columns[k].name);
  for (const Part& part : kParts) {
    if (!has(spec, part) || part.word == kPlanePart.word || part.word == "THROUGH") continue;
    out += fmt::format(" [{} {}]", part.word, part.fields);
  }
  return out + " [ON q b] PLANE nx ny nz [THROUGH x y z]";
}

void take_rolling(RecordReader& in, const TakeBody& body, ElementRow& row) {
  const RecordSpec& spec = *row.spec;
  row.columns.assign(spec.columns.size(), 0.0);
  take_column_range(in, row, 0, leading(spec));
  std::vector<std::string> taken;
  while (in.ok() && !in.at_end()) {
    const SourceLocation where = in.here();
    const std::string word =
        in.word("part", fmt::format("expected {}", fmt::join(part_words(spec), ", ")));
    if (!in.ok()) return;
    if (std::find(taken.begin(), taken.end(), word) != taken.end())
      return in.fail(where, fmt::format("{} stands here twice", word), "expected it once");
    taken.push_back(word);
    const auto part = std::find_if(std::begin(kParts), std::end(kParts),
                                   [&](const Part& p) { return p.word == word && has(spec, p); });
    if (part != std::end(kParts)) {
      take_part(in, *part, row);
    } else if (word == kOn && is_ground(in.peek()) && is_ground(in.peek(1))) {
      in.skip(), in.skip();  // a plane of the ground is one of space
    } else if (word == kOn) {
      add_body(in, body, row);
    } else {
      return fail_unknown_word(in, where, word, "is no part of it", part_words(spec),
                               fmt::format("expected {}", fmt::join(part_words(spec), ", ")));
    }
  }
  if (in.ok() && std::find(taken.begin(), taken.end(), kPlanePart.word) == taken.end())
    in.fail(in.here(), spec.has_rates() ? "it has no plane to roll on" : "it has no plane",
            "expected PLANE and its normal nx ny nz");
}

std::string write_rolling(const ElementRow& row, const BodyText& body, const Parameters&) {
  const RecordSpec& spec = *row.spec;
  const auto numbers = [&row](std::size_t first, std::size_t count) {
    const auto from = row.columns.begin() + static_cast<std::ptrdiff_t>(first);
    return std::vector<double>(from, from + static_cast<std::ptrdiff_t>(count));
  };
  std::string out = write_numbers(numbers(0, leading(spec)));
  if (row.nodes.size() > 2) out += fmt::format(" {} {}", kOn, body(1));
  for (const Part& part : kParts) {
    if (!has(spec, part)) continue;
    const std::vector<double> values = numbers(column_of(spec, part.column), part.count);
    const bool none = std::all_of(values.begin(), values.end(), [](double v) { return v == 0; });
    if (none && part.word != kPlanePart.word) continue;
    out += fmt::format(" {}{}{}", part.word, part.word == kTurnPart.word ? " VECTOR" : "",
                       write_numbers(values));
  }
  return out;
}

}  // namespace mbs

#include "deck/forms/path_record.h"

#include <fmt/format.h>

#include <cmath>

#include "base/row_columns.h"
#include "deck/lines/record_reader.h"
#include "deck/lines/writing.h"

namespace mbs {

namespace {

constexpr long long kMostTurns = 1000;
constexpr std::size_t kMostPlaces = 64;

std::size_t places_of(const ElementRow& row) { return row.nodes.size() / 2; }

void take_circle(RecordReader& in, bool pulley, std::vector<double>& columns) {
  const SourceLocation r_at = in.here();
  double r = in.number("r");
  if (in.ok() && !(r > 0))
    in.fail(r_at, fmt::format("the radius of the circle is {}", r), "expected a positive number");
  const std::string side =
      take_word(in, "side", {"LEFT", "RIGHT"}, "is no side",
                "expected LEFT or RIGHT, the side of the path that the circle lies on");
  if (!in.ok()) return;
  double turns = pulley ? 0 : kLifts;
  if (in.ok() && pulley && in.peek_word() == "TURNS") {
    in.skip();
    turns = static_cast<double>(in.integer("turns", 0, kMostTurns, "a number of whole turns"));
  }
  columns.push_back(side == "RIGHT" ? -r : r);
  columns.push_back(turns);
}

}  // namespace

void take_path(RecordReader& in, const TakeBody& body, ElementRow& row) {
  const SourceLocation first_at = in.here();
  bool ends_in_point = false, begins_with_point = true;
  while (in.ok() && !in.at_end()) {
    const SourceLocation at = in.here();
    const std::string word = in.peek_word();
    if (!word.empty()) {
      if (word != "CIRCLE" && word != "PULLEY")
        return fail_unknown_word(in, at, word, "is no part of a path", {"CIRCLE", "PULLEY"},
                                 "expected a body and xi eta, or CIRCLE or PULLEY before it");
      in.skip();
    }
    if (row.nodes.empty()) begins_with_point = word.empty();
    add_body(in, body, row);
    row.columns.push_back(in.number("xi"));
    row.columns.push_back(in.number("eta"));
    ends_in_point = word.empty();
    if (word.empty())
      row.columns.insert(row.columns.end(), {0.0, 0.0});
    else
      take_circle(in, word == "PULLEY", row.columns);
  }
  if (!in.ok()) return;
  if (places_of(row) < 2 || !ends_in_point || !begins_with_point)
    return in.fail(first_at, "it does not run from a point to a point",
                   "expected a first and a last point of bodies, circles and points between them");
  if (places_of(row) > kMostPlaces)
    in.fail(first_at, fmt::format("it has {} places", places_of(row)),
            fmt::format("expected at most {}", kMostPlaces));
}

std::string write_path(const std::vector<double>& columns, const BodyText& body) {
  std::string out;
  for (std::size_t k = 0; k < columns.size() / kPathColumns; ++k) {
    const double* c = columns.data() + k * kPathColumns;
    if (c[2] != 0) out += c[3] == kLifts ? " CIRCLE" : " PULLEY";
    out += " " + body(k) + write_numbers({c[0], c[1]});
    if (c[2] == 0) continue;
    out += write_numbers({std::fabs(c[2])}) + (c[2] > 0 ? " LEFT" : " RIGHT");
    if (c[3] > 0) out += fmt::format(" TURNS {}", c[3]);
  }
  return out;
}

}  // namespace mbs

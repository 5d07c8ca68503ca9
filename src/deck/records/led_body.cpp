#include "deck/records/led_body.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

#include "base/index.h"
#include "deck/forms/turn_row.h"
#include "deck/records/space_markers.h"
#include "deck/tables/tables.h"
#include "text/names.h"

namespace mbs {

namespace {

// A step of an angle from which it may have been folded into half a turn.
constexpr double kHalfTurn = 3.14;

// Angles that were folded into half a turn jump by a whole one.
void doubt_jumps(RecordReader& in, const std::vector<MotionRow>& angles, SourceLocation rows_at) {
  for (const MotionRow& angle : angles) {
    const std::vector<double>& column = angle.table->columns[at(angle.column)];
    for (std::size_t k = 1; k < column.size(); ++k)
      if (std::fabs(column[k] - column[k - 1]) >= kHalfTurn)
        return in.warn(rows_at,
                       fmt::format("an angle goes from {:.4g} to {:.4g} rad between rows {} and "
                                   "{}, half a turn or more",
                                   column[k - 1], column[k], k, k + 1),
                       "angles of a table go on past 180 degrees; or give Q, Euler parameters");
  }
}

}  // namespace

std::vector<MotionRow> read_rows_of_body(RecordReader& in, const LexedDeck& deck, bool by_numbers,
                                         const TimeGrid& grid, Diagnostics& diagnostics,
                                         const std::string& label) {
  for (const std::string_view field : {"x", "y", "z"}) in.say_unit(field, unit::metre);
  for (const std::string_view field : {"phi1", "phi2", "phi3"}) in.say_unit(field, unit::radian);
  for (const std::string_view field : {"q0", "q1", "q2", "q3"}) in.say_unit(field, unit::number);
  return read_columns(in, deck, fields_of_led_body(by_numbers ? 7 : 6), Smoothing::quintic, grid,
                      diagnostics, label);
}

std::vector<MotionRow> alone(std::span<const MotionRow> motions) {
  const TimeTable& all = *motions.front().table;
  auto table = std::make_shared<TimeTable>();
  table->t = all.t;
  table->gaps = all.gaps;
  std::vector<MotionRow> out(motions.begin(), motions.end());
  for (MotionRow& motion : out) {
    table->columns.push_back(all.columns[at(motion.column)]);
    if (!all.empty_rows.empty()) table->empty_rows.push_back(all.empty_rows[at(motion.column)]);
    motion.column = count_of(table->columns) - 1;
  }
  for (MotionRow& motion : out) motion.table = table;
  return out;
}

void lead_body(RecordReader& in, Tables& tables, const ClassPlaces& classes, const LedBody& body,
               std::vector<MotionRow> place, std::vector<MotionRow> turn, SourceLocation rows_at) {
  const auto give = [&](int node, int component, MotionRow motion) {
    ClassRow& row = tables.classes[classes.at({Target::coordinate, node, component})];
    row.motion = count_of(tables.motions);
    tables.motions.push_back(std::move(motion));
  };
  for (int c = 0; c < 3; ++c) give(body.place, c, std::move(place[at(c)]));
  TurnRow row;
  row.node = body.turn;
  const bool by_numbers = turn.size() == 4;
  if (by_numbers) {
    make_continuous(in, turn, rows_at);
    std::rotate(turn.begin(), turn.begin() + 1, turn.end());
  } else {
    set_sequence(row, upper_case(body.sequence), false);
    doubt_jumps(in, turn, rows_at);
  }
  for (int c = 0; c < 3; ++c) give(row.node, c, turn[at(c)]);
  if (by_numbers) {
    row.turn.scalar = count_of(tables.motions);
    tables.motions.push_back(turn[3]);
  }
  tables.turns.push_back(std::move(row));
}

}  // namespace mbs

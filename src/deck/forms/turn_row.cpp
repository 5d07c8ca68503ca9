#include "deck/forms/turn_row.h"

#include <fmt/format.h>

#include <array>
#include <cmath>

#include "base/index.h"
#include "base/space_vector.h"
#include "base/tolerances.h"
#include "nodes/quaternion.h"
#include "text/number.h"
#include "text/time_table.h"

namespace mbs {

namespace {

// The norm of measured Euler parameters may be off by the digits of their table.
constexpr double kRoundedNorm = 1e-2;

}  // namespace

void set_sequence(TurnRow& row, const std::string& sequence, bool in_space) {
  row.words = sequence + (in_space ? " SPACE" : "");
  // Turns about axes of space are turns about carried axes in the opposite order.
  for (int k = 0; k < 3; ++k) {
    const int turn = in_space ? 2 - k : k;
    const Vec3 axis = unit_axis(sequence[at(turn)] - 'X');
    row.turn.axes[at(k)] = {axis.x, axis.y, axis.z};
    row.turn.order[at(k)] = turn;
  }
}

void make_continuous(RecordReader& in, std::vector<MotionRow>& motions, SourceLocation where) {
  const TimeTable& given = *motions.front().table;
  auto table = std::make_shared<TimeTable>(given);
  if (given.gaps != Gaps::refuse)
    return in.fail(where, "an empty cell leaves no orientation", "expected a table without gaps");
  const auto q_of = [&](std::size_t k) {
    return std::array<double, 4>{table->columns[0][k], table->columns[1][k], table->columns[2][k],
                                 table->columns[3][k]};
  };
  for (std::size_t k = 0; k < table->t.size(); ++k) {
    std::array<double, 4> q = q_of(k);
    double norm = norm_of(q.data());
    if (!(std::fabs(norm - 1) <= kRoundedNorm))
      return in.fail(where, fmt::format("row {} has the norm {:.6g}", k + 1, norm),
                     "expected Euler parameters, whose squares add up to 1");
    // Rows that were divided before, as those of a deck that --echo has written, stay as they are.
    if (std::fabs(norm - 1) <= tolerance::rounding_of_one) norm = 1;
    double along = 0;
    for (std::size_t c = 0; c < 4; ++c)
      along += k == 0 ? 1 : q[c] * table->columns[c][k - 1] / norm;
    if (k > 0 && std::fabs(along) < std::sqrt(0.5))
      return in.fail(where,
                     fmt::format("rows {} and {} differ by {:.3g} degrees", k, k + 1,
                                 2 * std::acos(std::fabs(along)) * 180 / kPi),
                     "expected rows that turn by less than 90 degrees from one to the next");
    for (std::size_t c = 0; c < 4; ++c)
      table->columns[c][k] = (k > 0 && along < 0 ? -1 : 1) * q[c] / norm;
  }
  for (MotionRow& motion : motions) motion.table = table;
}

}  // namespace mbs

#include "program/smoothed_columns.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/index.h"
#include "build/table_curves.h"
#include "deck/lines/gaps.h"
#include "deck/records/measured.h"
#include "deck/tables/tables.h"
#include "linalg/butterworth.h"
#include "linalg/spline.h"
#include "text/names.h"

namespace mbs {

namespace {

constexpr int kCutoffs = 120;                        // of the curve of residuals
constexpr double kNoiseFrom = 0.1, kNoiseTo = 0.25;  // of the rate of the rows

// "netjoint1" for the record "NETJOINT 1".
std::string joined(const std::string& label) {
  std::string out = lower_case(label);
  std::erase(out, ' ');
  return out;
}

// The channel that a motion prescribes.
std::string channel_of_motion(const Tables& tables, const ClassRow& row) {
  const bool turns =
      row.target == Target::coordinate && is_planar_turn(tables.nodes[row.owner].kind);
  if (row.target == Target::deformation)
    return fmt::format("e{}_{}", tables.elements[row.owner].number, row.component + 1);
  for (const BodyRow& body : tables.bodies)
    if (tables.vocabulary.rows == RowsOf::bodies && (turns ? body.angle : body.point) == row.owner)
      return fmt::format("body{}.{}", body.number, turns ? "phi" : row.component == 0 ? "x" : "y");
  const std::vector<ChainSegment>& segments = tables.chain.segments;
  for (std::size_t k = 0; k < segments.size(); ++k)
    if (turns && segments[k].angle == row.owner) return fmt::format("phi{}", k + 1);
  return fmt::format("x{}_{}", tables.nodes[row.owner].number, row.component + 1);
}

class Collector {
 public:
  explicit Collector(const Tables& tables) : tables_(tables) {}

  void add(std::string name, Unit unit, const std::shared_ptr<const TimeTable>& table, int column,
           const CurveChoice& choice) {
    if (!table || !smooths(choice)) return;
    KnownRows rows = known_rows(*table, column);
    if (rows.t.size() < 2) return;
    out_.push_back({std::move(name), unit, std::move(rows.t), std::move(rows.y),
                    curve_through(*table, column, choice)});
  }

  void motions() {
    for (const ClassRow& row : tables_.classes) {
      if (row.motion < 0) continue;
      const MotionRow& motion = tables_.motions[row.motion];
      const bool turns =
          row.target == Target::coordinate && is_planar_turn(tables_.nodes[row.owner].kind);
      const Unit unit = row.target == Target::deformation ? unit::unknown
                        : turns                           ? unit::radian
                                                          : unit::metre;
      add(channel_of_motion(tables_, row), unit, motion.table, motion.column, motion.smoothing);
    }
  }

  void loads() {
    static constexpr std::array<std::string_view, 5> kForce{"fx", "fy", "x", "y", "z"};
    for (const MeasuredForceRow& row : tables_.forces.measured_forces)
      for (std::size_t k = 0; k < row.motions.size(); ++k)
        add(fmt::format("{}.{}", joined(row.label), kForce[k]), k < 2 ? unit::newton : unit::metre,
            row.motions[k].table, row.motions[k].column, row.motions[k].smoothing);
    for (const SpaceLoadRow& row : tables_.forces.space_loads)
      for (std::size_t k = 0; k < row.motions.size(); ++k)
        add(fmt::format("{}.{}", joined(row.label), fields_of_space_load(row)[k]),
            k > 2            ? unit::metre
            : row.point >= 0 ? unit::newton
                             : unit::effort_along(unit::radian),
            row.motions[k].table, row.motions[k].column, row.motions[k].smoothing);
    for (const NetJointRow& row : tables_.forces.net_joints)
      for (std::size_t k = 0; k < row.place.size(); ++k)
        add(fmt::format("netjoint{}.{}", row.number, kForce[k + 2]), unit::metre,
            row.place[k].table, row.place[k].column, row.place[k].smoothing);
    for (const ChainKnown& row : tables_.chain.knowns)
      if (row.variable != ChainVariable::phi)
        add(joined(row.label), unit::unknown, row.is.table, 0, row.is.smoothing);
  }

  std::vector<SmoothedColumn> take() { return std::move(out_); }

 private:
  const Tables& tables_;
  std::vector<SmoothedColumn> out_;
};

}  // namespace

std::vector<SmoothedColumn> smoothed_columns(const Tables& tables) {
  Collector all(tables);
  all.motions();
  all.loads();
  return all.take();
}

ResidualAnalysis residual_analysis(const SmoothedColumn& column) {
  ResidualAnalysis out;
  const double rate = 1 / spacing_to_filter(column.t);
  double n = 0, sx = 0, sy = 0, sxx = 0, sxy = 0;
  for (int k = 1; k < kCutoffs; ++k) {
    const double part = kHighestCutoff * k / kCutoffs, x = part * rate;
    const double r = Spline::low_pass(column.t, column.y, x).fit().rms;
    out.cutoff.push_back(x);
    out.rms.push_back(r);
    if (part >= kNoiseFrom && part <= kNoiseTo)
      n += 1, sx += x, sy += r, sxx += x * x, sxy += x * r;
  }
  out.slope = (n * sxy - sx * sy) / (n * sxx - sx * sx);
  out.noise = (sy - out.slope * sx) / n;
  return out;
}

}  // namespace mbs

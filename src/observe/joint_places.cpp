#include "observe/joint_places.h"

#include <fmt/format.h>

#include <cmath>

namespace mbs {

namespace {

std::size_t at(int i) { return static_cast<std::size_t>(i); }

}  // namespace

std::array<double, 2> PlaceInBody::at(const State& state) const {
  const double angle = state.x[mbs::at(phi)], c = std::cos(angle), s = std::sin(angle);
  return {state.x[mbs::at(x)] + c * xi - s * eta, state.x[mbs::at(x + 1)] + s * xi + c * eta};
}

PlaceInBody place_of(const ElementRow& row, const Model& model, int of, int first) {
  return {model.nodes[at(row.nodes[at(of)])].first, model.nodes[at(row.nodes[at(of + 1)])].first,
          row.columns[at(first)], row.columns[at(first + 1)]};
}

JointPlaces::JointPlaces(const Tables& tables, const Model& model) : cams_(tables, model) {
  if (tables.vocabulary.rows == RowsOf::segments) {
    int number = 0;
    for (const ChainSegment& s : tables.chain.segments)
      joints_.push_back(
          {fmt::format("joint{}", ++number), place_of(tables.elements[at(s.joint)], model, 2, 2)});
    const ChainSegment& last = tables.chain.segments.back();
    joints_.push_back({fmt::format("joint{}", ++number),
                       {model.nodes[at(last.point)].first, model.nodes[at(last.angle)].first,
                        last.l - last.d, 0}});
    return;
  }
  int revolutes = 0, translationals = 0;
  for (const ElementRow& row : tables.elements) {
    const bool revolute = row.spec->keyword == "PLREV";
    if (!revolute && row.spec->keyword != "PLTRAN") continue;
    int number = revolute ? ++revolutes : ++translationals;
    if (tables.vocabulary.own_numbers) number = row.number;
    // Of a translational joint the columns are P and Q of body i, then P of body j.
    joints_.push_back({fmt::format("{}{}", revolute ? "rev" : "tran", number),
                       revolute ? place_of(row, model, 0, 0) : place_of(row, model, 2, 4)});
  }
}

void JointPlaces::lay_out(Layout& layout) const {
  for (const Joint& joint : joints_)
    for (const char* part : {".x", ".y"}) layout.add(joint.name + part, unit::metre);
  cams_.lay_out(layout);
}

void JointPlaces::observe(const State& state, double* out) const {
  for (const Joint& joint : joints_) {
    const std::array<double, 2> place = joint.place.at(state);
    *out++ = place[0];
    *out++ = place[1];
  }
  cams_.observe(state, out);
}

}  // namespace mbs

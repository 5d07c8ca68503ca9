#include "deck/write/space_twins.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/index.h"

namespace mbs {

namespace {

struct KnownTwin {
  std::string_view keyword;
  SpaceTwin twin;
};

constexpr std::string_view kGears =
    "gears of space are a RELATION of joint angles: write e of two REVOLUTEs with their teeth";
constexpr std::string_view kBeams = "there are no beams of space yet: stay in the plane";
constexpr std::string_view kContacts =
    "in space SPLANE is the contact of a point or a ball with a plane: write it in its place";

constexpr SpaceTwin refused(std::string_view why) {
  SpaceTwin out;
  out.refusal = why;
  return out;
}

constexpr KnownTwin kTwins[] = {
    {"PLTRUSS", {"TRUSS", TwinForm::nodes_alone}},
    {"PLTOR", {"HINGE", TwinForm::hinge, {0}, {1, 2}}},
    {"PLSDA", {"SDA", TwinForm::distance}},
    {"PLREV", {"REVOLUTE", TwinForm::pin, {4, 5}, {1, 2}, 3}},
    {"PLTRAN", {"PRISMATIC", TwinForm::slide, {1, 5}, {3, 4}, 2}},
    {"PLWELD", {"WELD", TwinForm::weld, {1, 2, 3}, {4, 5}, 0}},
    {"PLSLOT", {"INPLANE", TwinForm::slot}},
    {"PLBEAM", refused(kBeams)},
    {"PLBEAMG", refused(kBeams)},
    {"PLBEAML", refused(kBeams)},
    {"PLGEAR", refused(kGears)},
    {"PLBELT", refused(kGears)},
    {"PLRACK", refused("a rack of space is a RELATION of a joint's angle and a joint's travel")},
    {"PLSCREW", refused("a screw of space, SCREW, goes along the axis that it turns about")},
    {"PLCLINE", refused(kContacts)},
    {"PLCCIRC", refused(kContacts)},
    {"PLCPOLY", refused(kContacts)},
    {"PATH", refused("there are no paths of space yet; between two points SDA is one")},
    {"CAM", refused("there are no cams of space yet")},
    {"CURVES", refused("there are no curves of space yet")},
};

}  // namespace

const SpaceTwin& space_twin(const RecordSpec& of_plane) {
  static constexpr SpaceTwin kSame{};
  for (const KnownTwin& known : kTwins)
    if (known.keyword == of_plane.keyword) return known.twin;
  return kSame;
}

void make_twin(const Tables& plane, ElementSpecs specs, ElementRow& row) {
  const SpaceTwin& to = space_twin(*row.spec);
  const std::vector<double> c = row.columns;
  row.spec = find_spec(specs, to.keyword);
  row.columns.assign(row.spec->columns.size(), 0.0);
  const auto place = [&row](std::size_t body, double xi, double eta) {
    row.columns[3 * body] = xi, row.columns[3 * body + 1] = eta;
  };
  // Of u and v, along the axes of body i.
  const auto axes = [&row](std::size_t k) -> double& { return row.columns[6 + k]; };
  switch (to.form) {
    case TwinForm::same:
    case TwinForm::nodes_alone:
      return;
    case TwinForm::hinge:
      row.columns[2] = 1;
      return;
    case TwinForm::distance:
      return place(0, c[0], c[1]), place(1, c[2], c[3]);
    case TwinForm::pin: {  // about z; v lies along x of space
      place(0, c[0], c[1]), place(1, c[2], c[3]);
      const double phi = angle_of_node(plane, row.nodes[1]);
      axes(2) = 1, axes(3) = std::cos(phi), axes(4) = -std::sin(phi);
      return;
    }
    case TwinForm::weld:  // u is z
      place(0, c[0], c[1]), place(1, c[2], c[3]);
      axes(2) = 1, axes(3) = 1;
      return;
    case TwinForm::slide: {  // w is z
      place(0, c[0], c[1]), place(1, c[4], c[5]);
      const double length = std::hypot(c[2] - c[0], c[3] - c[1]);
      axes(0) = (c[2] - c[0]) / length, axes(1) = (c[3] - c[1]) / length;
      axes(3) = -axes(1), axes(4) = axes(0);
      return;
    }
    case TwinForm::slot: {  // its body is body i, u the normal against that of PLSLOT
      row.nodes = {row.nodes[2], row.nodes[3], row.nodes[0], row.nodes[1]};
      place(0, c[2], c[3]), place(1, c[0], c[1]);
      const double length = std::hypot(c[4], c[5]);
      axes(0) = c[5] / length, axes(1) = -c[4] / length;
      return;
    }
  }
}

int twin_component(const Tables& plane, int element, int deformation) {
  const SpaceTwin& to = space_twin(*plane.elements[at(element)].spec);
  return to.form == TwinForm::same ? deformation : to.components[at(deformation)];
}

bool is_same_deformation(const Tables& plane, int element, int deformation) {
  const ElementRow& row = plane.elements[at(element)];
  const TwinForm form = space_twin(*row.spec).form;
  if (form == TwinForm::pin) return is_fixed_angle(plane, row.nodes[1]);
  const bool has_sine = form == TwinForm::slide || form == TwinForm::weld;
  return !has_sine || deformation + 1 < static_cast<int>(row.spec->deformations.size());
}

void need_same_deformation(const Tables& plane, int element, int deformation, SourceLocation where,
                           const std::string& label, Diagnostics& diagnostics) {
  if (is_same_deformation(plane, element, deformation)) return;
  const ElementRow& row = plane.elements[at(element)];
  const SpaceTwin& to = space_twin(*row.spec);
  diagnostics.error(
      where, label,
      fmt::format("deformation {} of {} is none of {}", deformation + 1, row.label, to.keyword),
      to.form == TwinForm::pin ? "that of REVOLUTE is along the axes of body i, which turns here"
                               : "that of its twin is a sine of the angle");
}

double angle_between(const Tables& plane, int i, int j) {
  const NodeRow ground, &from = i < 0 ? ground : plane.nodes[at(i)], &to = plane.nodes[at(j)];
  const double drawn = to.x[0] - from.x[0], start = to.start - from.start;
  return drawn + kFullTurn * std::round((start - drawn) / kFullTurn);
}

bool is_fixed_angle(const Tables& plane, int node) {
  const ClassRow* const row = plane.class_of(Target::coordinate, node, 0);
  return row && row->cls == Class::fixed;
}

}  // namespace mbs

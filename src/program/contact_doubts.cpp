// Doubts about contacts that start deep on the side which is not free, and about what rolls and
// starts behind its plane: most likely the direction in the deck is the wrong way round.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "assembly/evaluation.h"
#include "base/index.h"
#include "base/row_columns.h"
#include "base/space_vector.h"
#include "deck/tables/tables.h"
#include "nodes/quaternion.h"
#include "program/doubt.h"
#include "run/motion/start.h"
#include "text/units.h"

namespace mbs {

namespace {

// Two signs of a line with the wrong direction. A wheel starts more than kFarBehind times its
// radius behind the line. Or a point starts more than kFarBehindOfSize times the size of the
// mechanism behind it, and the contact force is more than kManyWeights times the total weight:
// ground that carries a mechanism gives way by less.
constexpr double kFarBehind = 2, kFarBehindOfSize = 0.1, kManyWeights = 10;

// The diagonal of the box that holds all planar points.
double extent_of(const Tables& tables, const Model& model, const State& state) {
  double low[2] = {HUGE_VAL, HUGE_VAL}, high[2] = {-HUGE_VAL, -HUGE_VAL};
  for (std::size_t k = 0; k < tables.nodes.size(); ++k) {
    if (tables.nodes[k].kind != NodeKind::point) continue;
    for (int c = 0; c < 2; ++c) {
      const double x = state.x[model.nodes[k].first + c];
      low[c] = std::min(low[c], x), high[c] = std::max(high[c], x);
    }
  }
  return low[0] <= high[0] ? std::hypot(high[0] - low[0], high[1] - low[1]) : 0;
}

double weight_of(const Forces& forces, const Tables& tables) {
  double mass = 0;
  for (const MassRow& row : forces.masses)
    if (!row.of_element && !row.values.empty() &&
        node_type(tables.nodes[row.owner].kind).role == NodeRole::place)
      mass += row.values[0];
  return mass * std::hypot(forces.gravity[0], forces.gravity[1], forces.gravity[2]);
}

struct Wheel {
  double xi = 0, eta = 0, r = 0;
};

Wheel wheel_of(const ElementRow& element) {
  const std::size_t first = element.spec->keyword == "PLCPOLY" ? OutlineColumn::xi : 0;
  return {element.columns[first], element.columns[first + 1], element.columns[first + 2]};
}

// The texts of the warning: what the contact starts behind, and how to mend it. Empty for a shape
// with two free sides.
struct Side {
  std::string problem, expected;
};

Side of_line(const ElementRow& line) {
  return {"behind its line, whose free side is on the left of its direction",
          fmt::format("the direction {} {} has its free side there", 0.0 - line.columns[5],
                      0.0 - line.columns[6])};
}

Side of_circle(double radius) {
  if (radius > 0)
    return {"inside its disc", fmt::format("R = {} is a ring, touched from inside", -radius)};
  return {"outside its ring", fmt::format("R = {} is a disc, touched from outside", -radius)};
}

Side of_outline(const ElementRow& outline) {
  const auto shape = static_cast<OutlineShape>(outline.columns[OutlineColumn::shape]);
  if (shape == OutlineShape::polygon)
    return {"inside its polygon", "expected a start outside: a polygon is a body"};
  if (shape == OutlineShape::polyline)
    return {"behind its polyline, whose free side is on the left of the way along it",
            "the vertices in the other order have their free side there"};
  return {};
}

Side side_of(const ElementRow& element) {
  if (element.spec->keyword == "PLCLINE") return of_line(element);
  if (element.spec->keyword == "PLCCIRC") return of_circle(element.columns[5]);
  return element.spec->keyword == "PLCPOLY" ? of_outline(element) : Side{};
}

// The centre of what rolls over its plane [m], at the X lines.
double height_of(const ElementRow& row, const Tables& tables) {
  const auto place = [&](std::size_t n) { return vec3(tables.nodes[at(row.nodes[n])].x.data()); };
  const auto turned = [&](std::size_t n, Vec3 v) {
    double R[9];
    rotation_matrix(tables.nodes[at(row.nodes[n])].x.data(), R);
    return to_space(R, v);
  };
  const double* const plane = row.columns.data() + row.columns.size() - 6;
  Vec3 normal = vec3(plane), through = vec3(plane + 3), centre = place(0);
  if (row.spec->keyword == "EGG") centre = centre + turned(1, vec3(row.columns.data() + 3));
  if (row.nodes.size() > 2) {
    normal = turned(3, normal);
    through = place(2) + turned(3, through);
  }
  return dot(normal, centre - through) / std::sqrt(dot(normal, normal));
}

void add_rolling(const Tables& tables, std::vector<Doubt>& out) {
  for (const ElementRow& row : tables.elements) {
    // A point of SPLANE may well lie a little behind: a stiff contact gives way.
    if (row.spec->first_rate != 1 || row.spec->is_gap) continue;
    const double height = height_of(row, tables);
    if (!(height < 0)) continue;
    const double* const normal = row.columns.data() + row.columns.size() - 6;
    out.push_back({row.where, row.label,
                   fmt::format("its centre starts {:.6g} {} behind its plane", -height,
                               tables.units().length),
                   fmt::format("the normal points towards the body: PLANE {} {} {} has it there",
                               0.0 - normal[0], 0.0 - normal[1], 0.0 - normal[2])});
  }
}

}  // namespace

std::vector<Doubt> doubts_of_contacts(const Tables& tables, const Model& model) {
  std::vector<Doubt> out;
  add_rolling(tables, out);
  if (tables.contacts.empty()) return out;
  const State state = state_at_rest(model, tables.time.start);
  const double size = extent_of(tables, model, state);
  const double weight = weight_of(tables.forces, tables);
  const Evaluation here = evaluated(model, state.x);
  for (const ContactRow& row : tables.contacts) {
    const ElementRow& element = tables.elements[row.element];
    const Side side = side_of(element);
    if (side.problem.empty()) continue;
    const auto [xi, eta, r] = wheel_of(element);
    const double gap = here.e[model.elements[row.element].first];
    const double far =
        r > 0 ? kFarBehind * r : kFarBehindOfSize * std::max(size, std::hypot(xi, eta));
    if (!(gap < -far)) continue;
    // With another contact model an overlapping point is an error.
    const bool is_point = !(r > 0);
    if (is_point && row.model != ContactModel::penalty) continue;
    if (is_point && !(row.k * std::pow(-gap, row.n) > kManyWeights * weight)) continue;
    out.push_back({row.where, row.label,
                   fmt::format("it starts {:.6g} {} {}", -gap, tables.units().length, side.problem),
                   side.expected});
  }
  return out;
}

}  // namespace mbs

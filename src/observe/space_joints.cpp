#include "observe/space_joints.h"

#include <fmt/format.h>

#include <cmath>
#include <string_view>

#include "base/index.h"
#include "base/not_determined.h"
#include "model/redundancy.h"

namespace mbs {

namespace {

// Columns of De and parameters of a joint (elements/body_joint.h).
constexpr int kPlaceOfJ = 6, kTurnOfJ = 9, kTurnOfI = 3;
constexpr int kPointOfJ = 3, kAxesOfI = 6;
constexpr int kComponents = 12;

// A part of a force below this is rounding of the axes.
constexpr double kPart = 1e-9;

}  // namespace

std::string_view stem_of(const ElementType& type) {
  const auto& nodes = type.spec.nodes;
  if (nodes.size() != 4 || nodes[1] != NodeKind::orientation) return {};
  return type.spec.stem;
}

SpaceJointObserver::SpaceJointObserver(const Model& model, const Phase& phase)
    : model_(model), here_(model) {
  for (int owner = 0; owner < count_of(model.elements); ++owner) {
    const ElementRange& element = model.elements[owner];
    const std::string_view stem = stem_of(*element.type);
    if (stem.empty()) continue;
    Joint joint;
    joint.name = fmt::format("{}{}", stem, element.number);
    joint.label = model.deformation_origin[element.first].label;
    joint.element = owner;
    while (model.batches[joint.batch].type != element.type) ++joint.batch;
    joint.k = (element.first - model.batches[joint.batch].first_deformation) / element.type->ne;
    joint.has_axes = element.type->spec.keyword != "SPHERICAL";
    for (int d = 0; d < element.type->ne; ++d)
      if (is_open_stress(phase, element.first + d)) joint.open.push_back(d);
    joints_.push_back(std::move(joint));
  }
}

void SpaceJointObserver::lay_out(Layout& layout) const {
  TableLayout table{
      " JOINTS: FORCE AND MOMENT OF BODY I ON BODY J AT ITS POINT, ALONG u v w OF BODY I",
      " JOINT          ",
      {"FU", "FV", "FW", "MU", "MV", "MW"},
      {}};
  for (const Joint& joint : joints_) {
    if (joint.has_axes) table.rows.push_back({fmt::format(" {:<15}", joint.label), layout.count()});
    const Unit moment = unit::effort_along(unit::radian);
    int component = 0;
    for (const char* part :
         {".fu", ".fv", ".fw", ".mu", ".mv", ".mw", ".fx", ".fy", ".fz", ".mx", ".my", ".mz"}) {
      layout.add(joint.name + part, component % 6 < 3 ? unit::newton : moment,
                 {Of::wrench, joint.element, component});
      ++component;
    }
  }
  if (!table.rows.empty()) layout.tables.push_back(std::move(table));
}

std::string meaning_of_wrench(const Quantity& what, const Model& model) {
  const ElementRange& element = model.elements[what.owner];
  const int c = what.component % 6;
  return fmt::format("{} {} of body i on body j{} of {} {}", c < 3 ? "force along" : "moment about",
                     (what.component < 6 ? "uvw" : "xyz")[c % 3], c < 3 ? "" : " at its point",
                     element.type->spec.keyword, element.number);
}

SpaceJointObserver::Wrench SpaceJointObserver::wrench(const Joint& joint, const Dynamics& dynamics,
                                                      int r) const {
  const ElementBatch& batch = model_.batches[joint.batch];
  const int ne = batch.type->ne, nx = batch.type->nx;
  const double* const De = here_.De.data() + batch.first_derivative + joint.k * ne * nx;
  const ConstVector S = dynamics.stresses();
  const int first = model_.elements[joint.element].first;
  double sum[6];
  for (int c = 0; c < 6; ++c) {
    sum[c] = 0;
    for (int d = 0; d < ne; ++d) {
      const double stress = r < 0 ? S[first + d] : d == r ? 1 : 0;
      sum[c] -= De[(kPlaceOfJ + c) * ne + d] * stress;
    }
  }
  const int turn = batch.gather[joint.k * nx + kTurnOfJ];
  const double* const R = here_.rotation.data() + 9 * model_.orientation_of[turn];
  const double* const p = batch.parameters.data() + joint.k * batch.type->np;
  const Vec3 force = vec3(sum), arm = to_space(R, vec3(p + kPointOfJ));
  return {force, to_space(R, vec3(sum + 3)) - cross(arm, force)};
}

void SpaceJointObserver::axes_of(const Joint& joint, Vec3 axes[3]) const {
  const ElementBatch& batch = model_.batches[joint.batch];
  const int turn = batch.gather[joint.k * batch.type->nx + kTurnOfI];
  const double* const R = here_.rotation.data() + 9 * model_.orientation_of[turn];
  const double* const p = batch.parameters.data() + joint.k * batch.type->np;
  for (int c = 0; c < 3; ++c)
    axes[c] = to_space(R, joint.has_axes ? vec3(p + kAxesOfI + 3 * c) : unit_axis(c));
}

void SpaceJointObserver::observe(const State& state, const Dynamics& dynamics, double* out) {
  if (joints_.empty()) return;
  evaluate_position(model_, state.x, here_);
  for (const Joint& joint : joints_) {
    Vec3 axes[6];
    axes_of(joint, axes);
    for (int c = 0; c < 3; ++c) axes[3 + c] = unit_axis(c);
    const auto put = [&](const Wrench& of, double* to) {
      for (int frame = 0; frame < 2; ++frame)
        for (int c = 0; c < 3; ++c) {
          to[6 * frame + c] = dot(of.force, axes[3 * frame + c]);
          to[6 * frame + 3 + c] = dot(of.moment, axes[3 * frame + c]);
        }
    };
    put(wrench(joint, dynamics, -1), out);
    for (const int r : joint.open) {
      double part[kComponents];
      put(wrench(joint, dynamics, r), part);
      for (int c = 0; c < kComponents; ++c)
        if (std::fabs(part[c]) > kPart) out[c] = kNotDetermined;
    }
    out += kComponents;
  }
}

}  // namespace mbs

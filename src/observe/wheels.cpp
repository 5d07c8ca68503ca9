#include <fmt/format.h>

#include <array>
#include <utility>

#include "base/space_vector.h"
#include "elements/types.h"
#include "nodes/quaternion.h"
#include "observe/observers.h"

namespace mbs {

namespace {

constexpr std::pair<const char*, Unit> kParts[] = {{"x", unit::metre},
                                                   {"y", unit::metre},
                                                   {"z", unit::metre},
                                                   {"n", unit::newton},
                                                   {"along", unit::newton},
                                                   {"across", unit::newton},
                                                   {"slip", rate_of(unit::metre)},
                                                   {"side", rate_of(unit::metre)}};

const char* word_of(const ElementType* type) {
  if (type == &kWheel || type == &kWheelOnBody) return "wheel";
  if (type == &kBall || type == &kBallOnBody) return "ball";
  return type == &kEgg || type == &kEggOnBody ? "egg" : nullptr;
}

// Column k of the rows of De: of the normal, along and across.
std::array<Vec3, 3> rows_of(const double* De, int column) {
  std::array<Vec3, 3> out;
  for (std::size_t r = 0; r < 3; ++r) {
    const double* const of = De + 3 * column + r;
    out[r] = {of[0], of[3], of[6]};
  }
  return out;
}

}  // namespace

WheelObserver::WheelObserver(const Model& model) : model_(model) {
  for (int k = 0; const ElementRange& element : model.elements) {
    const int index = k++;
    const char* const word = word_of(element.type);
    if (!word) continue;
    for (const ElementBatch& batch : model.batches) {
      if (batch.type != element.type) continue;
      const int row = (element.first - batch.first_deformation) / element.type->ne;
      const int* const gather = batch.gather.data() + batch.first_column(row);
      all_.push_back({index, fmt::format("{}{}", word, element.number), element.first,
                      batch.first_derivative + element.type->ne * batch.first_column(row),
                      gather[0], gather[3]});
    }
  }
}

void WheelObserver::lay_out(Layout& layout) const {
  if (all_.empty()) return;
  TableLayout table{
      " WHEELS", "          NUMBER", {"X", "Y", "Z", "N", "ALONG", "ACROSS", "SLIP", "SIDE"}, {}};
  for (const Rolling& one : all_) {
    const ElementRange& element = model_.elements[one.element];
    table.rows.push_back(
        {fmt::format(" {:6} {:8}", element.type->spec.keyword, element.number), layout.count()});
    for (Quantity what{Of::wheel, one.element}; const auto& [part, unit] : kParts) {
      layout.add(fmt::format("{}.{}", one.name, part), unit, what);
      ++what.component;
    }
  }
  layout.tables.push_back(std::move(table));
}

// The rows of De have the directions d of the plane for the place of the body and R^T (rho x d) for
// its turn, with rho from its node to the contact. n.(rho x t) is rho.(t x n), and so on.
void WheelObserver::observe(const State& state, const Dynamics& dynamics, double* out) const {
  const std::vector<double>& De = dynamics.kinematics().evaluation().De;
  for (const Rolling& one : all_) {
    const double* const of = De.data() + one.first_derivative;
    const std::array<Vec3, 3> d = rows_of(of, 0), moment = rows_of(of, 3);
    double R[9];
    const Orientation& orientation = model_.orientations[model_.orientation_of[one.turn]];
    rotation_matrix(orientation.quaternion(state.x.data()).data(), R);
    const Vec3 by_normal = to_space(R, moment[0]), by_along = to_space(R, moment[1]);
    // n x t = u: rho.u = t.(rho x n), rho.t = -u.(rho x n), rho.n = u.(rho x t)
    const Vec3 rho =
        dot(by_along, d[2]) * d[0] - dot(by_normal, d[2]) * d[1] + dot(by_normal, d[1]) * d[2];
    const Vec3 contact = vec3(state.x.data() + one.place) + rho;
    const ConstVector S = dynamics.stresses();
    for (int c = 0; c < 3; ++c) *out++ = contact[c];
    for (int r = 0; r < 3; ++r) *out++ = -S[one.first + r];
    for (int r = 1; r < 3; ++r) *out++ = state.ed[one.first + r];
  }
}

}  // namespace mbs

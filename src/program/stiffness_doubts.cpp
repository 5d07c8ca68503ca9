// Doubts about rows of stiffness and damping: of what is rigid, with fewer numbers than what may
// deform, with a damping that drives.
#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/index.h"
#include "deck/tables/tables.h"
#include "elements/element.h"
#include "model/phase.h"
#include "program/doubt.h"

namespace mbs {

namespace {

class StiffnessDoubts {
 public:
  StiffnessDoubts(const Tables& tables, const Model& model, const Phase& phase)
      : tables_(tables), model_(model), phase_(phase) {}

  std::vector<Doubt> find() {
    for (const StressRow& row : tables_.forces.stresses) {
      if (row.kind == StressKind::prestress) continue;
      if (tables_.events.empty()) rigid(row);
      missing_numbers(row);
    }
    for (const StressRow& row : tables_.forces.stresses) {
      const bool matrix = count_of(row.values) > model_.elements[row.element].type->ne;
      if (row.kind == StressKind::damping) negative(row, "damping", "drives");
      if (row.kind == StressKind::stiffness && !matrix)
        negative(row, "stiffness", "pushes away from rest");
    }
    for (const DamperRow& row : tables_.forces.dampers) negative(row, "damping", "drives");
    return std::move(out_);
  }

 private:
  Class class_of(const ElementRange& range, int deformation) const {
    return phase_.e_class[range.first + deformation];
  }

  // None of the deformations may change.
  void rigid(const StressRow& row) {
    const ElementRange& range = model_.elements[row.element];
    bool is_rigid =
        std::any_of(row.values.begin(), row.values.end(), [](double value) { return value != 0; });
    for (int d = 0; d < range.type->ne; ++d)
      is_rigid = is_rigid && class_of(range, d) == Class::fixed;
    if (!is_rigid) return;
    out_.push_back(
        {row.where, row.label,
         fmt::format("{} is rigid: its {} does nothing", tables_.elements[row.element].label,
                     row.kind == StressKind::stiffness ? "stiffness" : "damping"),
         fmt::format("RLSE {} in the kinematics block lets it deform",
                     tables_.elements[row.element].number)});
  }

  // The row leaves out numbers of deformations that may change.
  void missing_numbers(const StressRow& row) {
    const ElementRange& range = model_.elements[row.element];
    const std::span<const Column> all = range.type->spec.stiffness_columns;
    const auto ne = static_cast<std::size_t>(range.type->ne);
    const bool may_be_matrix = ne > 2 && all.size() == ne * (ne + 1) / 2;
    const std::size_t count = may_be_matrix ? ne : all.size();
    std::string missing;
    for (std::size_t k = row.values.size(); k < count; ++k)
      if (may_act(range, k))
        missing += fmt::format("{}{}", missing.empty() ? "" : ", ", all[k].name);
    if (missing.empty()) return;
    out_.push_back({row.where, row.label,
                    fmt::format("it has {} of {} numbers; 0 is taken for {}", row.values.size(),
                                count, missing),
                    "expected all numbers, 0 where nothing acts"});
  }

  // Whether column k acts on a deformation that may change.
  bool may_act(const ElementRange& range, std::size_t k) const {
    const ElementType& type = *range.type;
    const auto ne = static_cast<std::size_t>(type.ne);
    std::vector<double> columns(type.spec.stiffness_columns.size()), K(ne * ne);
    columns[k] = 1;
    const std::vector<double> parameters(static_cast<std::size_t>(type.np), 1.0);
    type.stiffness(parameters.data(), columns.data(), K.data());
    for (int d = 0; d < type.ne; ++d) {
      const Class is = class_of(range, d);
      if (K[static_cast<std::size_t>(d) * (ne + 1)] != 0 && is != Class::fixed &&
          is != Class::prescribed)
        return true;
    }
    return false;
  }

  template <class Row>
  void negative(const Row& row, std::string_view what, std::string_view does) {
    const auto of =
        std::find_if(row.values.begin(), row.values.end(), [](double value) { return value < 0; });
    if (of == row.values.end()) return;
    out_.push_back({row.where, row.label,
                    fmt::format("its {} {} is negative: it {}", what, *of, does),
                    "expected a positive one"});
  }

  const Tables& tables_;
  const Model& model_;
  const Phase& phase_;
  std::vector<Doubt> out_;
};

}  // namespace

std::vector<Doubt> doubts_of_stiffness(const Tables& tables, const Model& model,
                                       const Phase& phase) {
  return StiffnessDoubts(tables, model, phase).find();
}

}  // namespace mbs

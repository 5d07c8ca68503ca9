#include "deck/forms/formulas.h"

#include <fmt/format.h>

#include <algorithm>

#include "deck/forms/curve_record.h"
#include "deck/names/input_names.h"
#include "deck/tables/tables.h"
#include "text/names.h"

namespace mbs {

namespace {

std::string_view name_of(const RecordSpec& spec) {
  return spec.is_linear ? "relation" : spec.of_rates ? "VFORMULA" : "formula";
}

bool is_position(InputKind kind) {
  return kind == InputKind::coordinate || kind == InputKind::deformation ||
         kind == InputKind::angle || kind == InputKind::point_position ||
         kind == InputKind::direction || kind == InputKind::space_position;
}

bool check(const ElementRow& row, const LawNames& known, const Parameters& parameters,
           Diagnostics& diagnostics) {
  const LawPlace nowhere{Target::coordinate, 0, 0, true};
  if (!check_inputs(row.text, row.text_at, known, nowhere, parameters, diagnostics, row.label))
    return false;
  const bool relation = row.spec->is_linear, velocity = row.spec->of_rates;
  const InputNames names = input_names(row.text, known, nowhere);
  for (std::size_t k = 0; k < names.names.size(); ++k) {
    const InputKind kind = names.inputs[k].kind;
    if (is_position(kind) || (kind == InputKind::time && !relation)) continue;
    if (velocity && is_velocity(kind)) continue;
    diagnostics.error(
        row.text_at, row.label,
        fmt::format("a {} cannot read '{}'", name_of(*row.spec), printable(names.names[k])),
        relation ? "expected coordinates, points and deformations; a relation that changes with t "
                   "is an INPUTE of it, or a FORMULA"
        : velocity ? "expected velocities of coordinates, points and deformations, and these, and t"
                   : "expected coordinates, points, deformations and t; a condition on velocities "
                     "is a VFORMULA");
    return false;
  }
  if (!names.names.empty()) return true;
  diagnostics.error(row.text_at, row.label, "its expression reads no coordinate or deformation",
                    "expected some that it relates");
  return false;
}

// Checks the use of rows without a position (VFORMULA, slips of WHEEL): they have no stiffness and
// no reference value, they are no unknowns, and they need a motion that is integrated in time.
class VelocityRows {
 public:
  VelocityRows(const LawNames& known, Diagnostics& diagnostics)
      : known_(known), t_(known.tables()), diagnostics_(diagnostics) {}

  bool check() {
    for (const ElementRow& row : t_.elements)
      if (row.spec->has_rates() && good_ && binds(row)) check_run(row);
    for (const StressRow& row : t_.forces.stresses)
      if (row.kind == StressKind::stiffness && any_of(row.element, row.values))
        fail(row.element, row.where, row.label, "has no stiffness: it has a rate and no value",
             "expected EDAMP, or ELAW with ed");
    for (const LawRow& row : t_.forces.laws)
      if (row.target == Target::deformation && of(row.owner, row.component) && reads_value(row))
        fail(row.owner, row.where, row.label, "has no value e, only the rate ed",
             "expected a law of ed");
    for (const RestRow& row : t_.forces.rests)
      if (any_of(row.element, row.values))
        fail(row.element, row.where, row.label,
             "has no reference value: it has a rate and no value", "expected nothing of that kind");
    for (const StartRow& row : t_.starts)
      if (row.target == Target::deformation && of(row.owner, row.component))
        fail(row.owner, row.where, row.label, "has no value that could begin somewhere",
             "expected velocities of coordinates (STARTVX)");
    for (const ClassRow& row : t_.classes)
      if (row.target == Target::deformation && row.cls == Class::dynamic &&
          of(row.owner, row.component))
        fail(row.owner, row.where, row.label, "is no coordinate, so no degree of freedom",
             "expected RLSE, which frees it");
    return good_;
  }

 private:
  // In a deck with errors the element may be missing.
  const RecordSpec* spec_of(int element) const {
    const std::size_t k = element;
    return k < t_.elements.size() ? t_.elements[k].spec : nullptr;
  }
  bool of(int element, int component) const {
    const RecordSpec* const spec = spec_of(element);
    return spec && spec->is_rate(component);
  }
  // Whether one of the numbers, one per deformation, belongs to a rate and is not 0, or all do.
  bool any_of(int element, const std::vector<double>& values) const {
    if (of(element, 0)) return true;
    for (std::size_t k = 0; k < values.size(); ++k)
      if (values[k] != 0 && of(element, static_cast<int>(k))) return true;
    return false;
  }

  bool reads_value(const LawRow& row) const {
    const InputNames read = input_names(row.text, known_, place_of(row));
    return std::any_of(read.inputs.begin(), read.inputs.end(), [&](const NamedInput& input) {
      return input.kind == InputKind::deformation && input.owner == row.owner &&
             of(input.owner, input.component);
    });
  }

  void fail(int element, SourceLocation where, const std::string& label, std::string_view problem,
            std::string expected) {
    diagnostics_.error(where, label,
                       fmt::format("{} {}", rate_row_text(*spec_of(element)), problem),
                       std::move(expected));
    good_ = false;
  }

  // Whether a rate of the element is not free, or an event may hold or drive it.
  bool binds(const ElementRow& row) const {
    const int element = static_cast<int>(&row - t_.elements.data());
    for (const EventRow& event : t_.events)
      for (const ActionRow& action : event.actions)
        for (const EventTarget& target : action.targets)
          if (target.target == Target::deformation && target.owner == element &&
              row.spec->is_rate(target.component))
            return true;
    for (int d = 0; d < count_of(row.spec->deformations); ++d) {
      if (!row.spec->is_rate(d)) continue;
      const ClassRow* const given = t_.class_of(Target::deformation, element, d);
      if (given ? given->cls != Class::calculable : d >= row.spec->free_deformations) return true;
    }
    return false;
  }

  void check_run(const ElementRow& row) {
    const int element = static_cast<int>(&row - t_.elements.data());
    const std::string& method = t_.method.integration.method;
    if (t_.job == Job::equilibrium || t_.method.equilibrium_first)
      fail(element, row.where, row.label, "binds velocities, and STATIC looks for positions",
           "expected a run in time, or EIGEN without STATIC");
    else if (t_.job == Job::kinematic)
      fail(element, row.where, row.label,
           "needs a dynamic run: only its integration tells the positions",
           "expected masses and a degree of freedom, or FORM AUTO in the deck");
    else if (method == "STIFF" || method == "GALPHA")
      fail(element, t_.method.integration.where, "INTEG",
           fmt::format("binds velocities, and {} integrates degrees of freedom alone", method),
           "expected STEP, DOP853, RK4 or HEUN");
  }

  const LawNames& known_;
  const Tables& t_;
  Diagnostics& diagnostics_;
  bool good_ = true;
};

}  // namespace

bool has_formula(const RecordSpec& spec) { return spec.arity == Arity::expression; }

bool is_velocity(InputKind kind) {
  return kind == InputKind::velocity || kind == InputKind::rate ||
         kind == InputKind::point_velocity || kind == InputKind::space_velocity;
}

bool check_formulas(const LawNames& known, const Parameters& parameters, Diagnostics& diagnostics) {
  bool good = true;
  for (const ElementRow& row : known.tables().elements)
    if (!row.curves.empty())
      good &= check_curves(row, parameters, diagnostics);
    else if (has_formula(*row.spec))
      good &= check(row, known, parameters, diagnostics);
  return good && VelocityRows(known, diagnostics).check();
}

}  // namespace mbs

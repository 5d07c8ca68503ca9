// The part of build_model() that builds muscles and their paths.
#include <algorithm>
#include <cmath>

#include "base/index.h"
#include "build/build_steps.h"
#include "deck/tables/tables.h"

namespace mbs {

MuscleTerm muscle_term(const Tables& tables, const Model& model, const MuscleArm& arm) {
  MuscleTerm term;
  const ElementRow& row = tables.elements[arm.element];
  const auto first = [&model](int node) { return model.nodes[node].first; };
  term.of_deformation = arm.over || row.spec->keyword != "PLREV";
  if (!term.of_deformation) {
    term.plus = term.i = first(row.nodes[3]), term.minus = term.j = first(row.nodes[1]);
    return term;
  }
  if (row.spec->keyword == "PLTOR") {
    term.plus = first(row.nodes[arm.sign > 0 ? 1 : 0]);
    term.minus = first(row.nodes[arm.sign > 0 ? 0 : 1]);
  }
  term.i = model.elements[arm.element].first + arm.component;
  term.sign = arm.sign;
  return term;
}

Muscle body_of_muscle(const Tables& tables, const Model& model, const MuscleRow& row) {
  Muscle m;
  m.constants = row.constants;
  m.height = std::sin(row.constants.pennation);
  for (const MuscleArm& arm : row.arms) {
    MuscleTerm term = muscle_term(tables, model, arm);
    term.first = count_of(m.coefficients);
    term.count = count_of(arm.coefficients);
    m.coefficients.insert(m.coefficients.end(), arm.coefficients.begin(), arm.coefficients.end());
    m.terms.push_back(term);
  }
  return m;
}

void set_muscle_references(Model& model) {
  const auto set = [&model](MuscleTerm& term) {
    if (!term.of_deformation) return;
    const auto batch =
        std::find_if(model.batches.rbegin(), model.batches.rend(),
                     [&term](const ElementBatch& b) { return b.first_deformation <= term.i; });
    const int ne = batch->type->ne, np = batch->type->np, r = term.i - batch->first_deformation;
    term.reference = batch->parameters[r / ne * np + np - ne + r % ne];
  };
  for (std::vector<Muscle>* all : {&model.forces.muscles, &model.shared_muscles})
    for (Muscle& muscle : *all)
      for (MuscleTerm& term : muscle.terms) set(term);
  for (std::vector<MuscleTerm>* joints : {&model.muscle_joints, &model.shared_joints})
    for (MuscleTerm& joint : *joints) set(joint);
}

}  // namespace mbs

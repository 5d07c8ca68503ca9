// The part of build_model() that builds muscles and their paths.
#pragma once

#include "deck/tables/rows.h"
#include "model/model.h"
#include "plan/muscles.h"

namespace mbs {

struct Tables;

// The term of an arm. A joint between bodies has an angle but no deformation for it.
MuscleTerm muscle_term(const Tables& tables, const Model& model, const MuscleArm& arm);

// The path and the constants of a muscle.
Muscle body_of_muscle(const Tables& tables, const Model& model, const MuscleRow& row);

// Sets MuscleTerm::reference of deformations; call it when all reference values are set.
void set_muscle_references(Model& model);

}  // namespace mbs

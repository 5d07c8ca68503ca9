// The part of build_model() that deals with muscles: what they lie over.
#pragma once

#include "deck/tables/rows.h"
#include "model/model.h"
#include "plan/muscles.h"

namespace mbs {

struct Tables;

// A joint between bodies has an angle and no deformation of it.
MuscleTerm muscle_term(const Tables& tables, const Model& model, const MuscleArm& arm);

// The path and the constants of a muscle.
Muscle body_of_muscle(const Tables& tables, const Model& model, const MuscleRow& row);

// The reference values of the deformations that muscles lie over, when all are set.
void set_muscle_references(Model& model);

}  // namespace mbs

// The parts of build_model(), in the order in which it calls them.
#pragma once

#include "base/diagnostics.h"
#include "deck/tables/rows.h"
#include "model/model.h"
#include "plan/muscles.h"

namespace mbs {

class LawNames;
struct Tables;

// Reads EREST first: stiffness and mass depend on the reference length.
void build_forces(const LawNames& known, Model& model, Diagnostics& diagnostics);

// Adds the joints to the model. The joints must form trees, each with one joint to no body;
// otherwise their loads are not determined, which is an error.
void build_net_joints(const std::vector<NetJointRow>& rows, Model& model, Diagnostics& diagnostics);

// Call it after all elements are built.
void build_parts(const Tables& tables, Model& model);

// The number of the body with the angle coordinate phi; 0 if there is none.
int body_of(const Model& model, int phi);

// The term of an arm. A joint between bodies has an angle but no deformation for it.
MuscleTerm muscle_term(const Tables& tables, const Model& model, const MuscleArm& arm);

// The path and the constants of a muscle.
Muscle body_of_muscle(const Tables& tables, const Model& model, const MuscleRow& row);

// Sets MuscleTerm::reference of deformations; call it when all reference values are set.
void set_muscle_references(Model& model);

// Fills muscle_crossings and shared_crossings. Joints that a muscle crosses without naming them are
// appended to its arms in Parts, which must exist.
void find_crossed_joints(const Tables& tables, Model& model);

}  // namespace mbs

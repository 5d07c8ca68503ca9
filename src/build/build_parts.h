// The part of build_model() that names the parts of the mechanism for the report.
#pragma once

#include "model/model.h"

namespace mbs {

struct Tables;

// Call it after all elements are built.
void build_parts(const Tables& tables, Model& model);

// The number of the body with the angle coordinate phi; 0 if there is none.
int body_of(const Model& model, int phi);

}  // namespace mbs

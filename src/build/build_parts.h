// The part of build_model() that gives the parts of the mechanism the names of a report.
#pragma once

#include "model/model.h"

namespace mbs {

struct Tables;

// After all elements.
void build_parts(const Tables& tables, Model& model);

// The number of the body whose angle this coordinate is, 0 if there is none.
int body_of(const Model& model, int phi);

}  // namespace mbs

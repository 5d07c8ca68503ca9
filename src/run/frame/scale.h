// Sizes that decide the digits of a report.
#pragma once

#include "model/model.h"
#include "plan/times.h"
#include "report/writer.h"

namespace mbs {

// [kg], at the initial positions; not finite where masses add up to more than a number can be.
double total_mass(const Model& model);
// The sizes that decide the digits of a report. length: the longest lever arm [m].
Scale report_scale(const Model& model, double length, const TimeGrid& grid);

}  // namespace mbs

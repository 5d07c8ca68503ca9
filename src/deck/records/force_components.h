// A force at a point of a body whose components are expressions, in ground or in the frame of a
// body, with which they turn then:
//   FX = expression ; FY = expression [; IN BODY [k]]
// Without a number the frame is that of the body the force acts at.
#pragma once

#include <functional>
#include <string>

#include "deck/lines/record_reader.h"
#include "deck/tables/rows.h"

namespace mbs {

class Parameters;
struct Tables;

// What follows the body of a force: xi eta, then fx fy or the components above. `take_frame` reads
// the number of a body and returns what stands for its angle. False after an error.
bool read_point_force(RecordReader& in, const std::function<int(RecordReader&)>& take_frame,
                      PointForceRow& row);
// Whether the names in the expressions of a force are known.
void check_force_components(const PointForceRow& row, const Tables& tables,
                            const Parameters& parameters, Diagnostics& diagnostics);
// " xi eta FX = ... ; FY = ... ; IN BODY k"; `frame` is k, left out where the components are those
// in ground. With constant components " xi eta fx fy".
std::string write_point_force(const PointForceRow& row, const Parameters& parameters, int frame);

}  // namespace mbs

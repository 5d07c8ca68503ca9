// A force at a point of a body. Its components are expressions, in ground or in the (turning) frame
// of a body:
//   FX = expression ; FY = expression [; IN BODY [k]]
// IN BODY without a number: the frame of the body that the force acts on.
#pragma once

#include <functional>
#include <string>

#include "deck/lines/record_reader.h"
#include "deck/tables/rows.h"

namespace mbs {

class Parameters;
class LawNames;

// Reads the fields behind the body: xi eta, then fx fy or the components above. `take_frame` reads
// the number of a body and returns its angle node. False after an error.
bool read_point_force(RecordReader& in, const std::function<int(RecordReader&)>& take_frame,
                      PointForceRow& row);
// Whether the names in the expressions of a force are known.
void check_force_components(const PointForceRow& row, const LawNames& known,
                            const Parameters& parameters, Diagnostics& diagnostics);
// " xi eta FX = ... ; FY = ... ; IN BODY k"; `frame` is k; IN BODY is left out for components in
// ground. With constant components " xi eta fx fy".
std::string write_point_force(const PointForceRow& row, const Parameters& parameters, int frame);

}  // namespace mbs

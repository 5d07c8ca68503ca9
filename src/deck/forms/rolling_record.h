// The fields of WHEEL, BALL and EGG behind their body:
//   WHEEL ax ay az r [TYRE c]   BALL r   EGG rx ry rz [CENTRE x y z] [TURN rotation]
// and for each of them [ON q b] PLANE nx ny nz [THROUGH x y z], the words in any order.
#pragma once

#include "deck/forms/row_forms.h"

namespace mbs {

std::string rolling_fields(const RecordSpec& spec);
void take_rolling(RecordReader& in, const TakeBody& body, ElementRow& row);
std::string write_rolling(const ElementRow& row, const BodyText& body, const Parameters&);

}  // namespace mbs

// The line of an element of fixed arity in a native deck: nodes and numbers. In space an element
// may join the ground: 0 in the place of the nodes of a body. Joints of space have words, too:
//   e p a q b  xi eta zeta xi eta zeta  ux uy uz [vx vy vz] [AXISJ ux uy uz [vx vy vz]] [LEAD l]
//   e p a q b  AT x y z  ux uy uz ...      place and axes in space, in the position of the X lines
//   e p a q b  AT x y z [x y z]            of joints without axes: the places in both bodies
#pragma once

#include <array>
#include <string>

#include "deck/lines/record_reader.h"
#include "deck/tables/rows.h"

namespace mbs {

// What stands in ElementRow::nodes for the nodes of the ground while a deck is read.
inline constexpr int kGroundPlace = kLargestNumber + 1, kGroundFrame = kLargestNumber + 2;

std::string element_fields(const RecordSpec& spec);
// Reads the fields behind the number of the element. in_space: the places and axes of the columns
// are those of space, and need put_in_bodies().
void take_element_fields(RecordReader& in, ElementRow& row, bool& in_space);
// The fields behind the nodes alone. stop: a word at which the fields of a joint end.
void take_element_columns(RecordReader& in, ElementRow& row, bool& in_space,
                          std::string_view stop = {});
// The numbers of `count` columns from `first` on.
void take_column_range(RecordReader& in, ElementRow& row, std::size_t first, std::size_t count);
// Turns places and axes of space into those of the bodies. x: the coordinates of its four nodes.
void put_in_bodies(const std::array<const double*, 4>& x, ElementRow& row);
// The numbers and words behind the nodes, with a blank before them.
std::string write_element_columns(const ElementRow& row);

}  // namespace mbs

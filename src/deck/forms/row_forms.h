// The lines of elements of variable arity, and of others with words among their numbers. All
// dialects read and write them alike, but for the name of a body: two nodes in a native deck, one
// number elsewhere.
#pragma once

#include <array>
#include <functional>
#include <string>

#include "deck/lines/record_reader.h"
#include "deck/tables/rows.h"

namespace mbs {

class Parameters;

// Takes a body and returns its point and angle node.
using TakeBody = std::function<std::array<int, 2>(RecordReader&)>;
// The name of body k of the row (from 0).
using BodyText = std::function<std::string(std::size_t k)>;

struct RowForm {
  std::string_view keyword;
  std::string (*fields)(const RecordSpec&);  // of a native line, behind the keyword
  int bodies;                                // that stand before all else, which take() leaves out
  // Reads the fields behind these bodies; row.spec is known. `body`: for others among the fields.
  void (*take)(RecordReader& in, const TakeBody& body, ElementRow& row);
  // The same fields as text, with a blank before them.
  std::string (*write)(const ElementRow& row, const BodyText& body, const Parameters& parameters);
};

// Whether the lines of a type have a form: those of variable arity, and those with words.
bool has_row_form(const RecordSpec& spec);
// The form of such an element type. A type of bodies without a form of its own has the
// columns of its record behind each body.
const RowForm& row_form(const RecordSpec& spec);

// Takes a body and adds its nodes to the row.
void add_body(RecordReader& in, const TakeBody& body, ElementRow& row);
void take_row(RecordReader& in, const TakeBody& body, ElementRow& row);
std::string write_row(const ElementRow& row, const BodyText& body, const Parameters& parameters);

// The fields of WHEEL, BALL and EGG behind their body:
//   WHEEL ax ay az r [TYRE c]   BALL r   EGG rx ry rz [CENTRE x y z] [TURN rotation]
// and for each of them [ON q b] PLANE nx ny nz [THROUGH x y z], the words in any order.
std::string rolling_fields(const RecordSpec& spec);
void take_rolling(RecordReader& in, const TakeBody& body, ElementRow& row);
std::string write_rolling(const ElementRow& row, const BodyText& body, const Parameters&);

}  // namespace mbs

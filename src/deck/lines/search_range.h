// The search range behind the value of a PARAM line, for programs that search a better value:
//
//   PARAM name = start [SPREAD s] [FROM a TO b]
//
// s is the size of a first step, a and b are bounds; all are expressions of earlier parameters. A
// plain run takes the start. The words end an expression only where an operator could stand, so
// that parameters may have these names.
#pragma once

#include <string>
#include <string_view>

#include "base/diagnostics.h"
#include "deck/lines/record.h"

namespace mbs {

class Parameters;
struct Parameter;

// Fills out.spread, out.from and out.to. Returns the text of the start; `expression` is the text
// behind '='. Errors (a word twice, FROM without TO, FROM that is not less than TO, SPREAD that is
// not positive) go to `diagnostics`.
std::string_view read_search_range(const Token& expression, Parameters& parameters,
                                   Diagnostics& diagnostics, const std::string& record,
                                   Parameter& out);

// An error if the start of the deck lies outside the bounds.
void check_start(double start, SourceLocation where, const std::string& record,
                 const Parameter& parameter, Diagnostics& diagnostics);

}  // namespace mbs

// ODE name start RATE expression, ODE name EQUILIBRIUM [guess] RATE expression: the same record in
// every dialect.
#pragma once

#include "deck/lines/record_reader.h"
#include "deck/tables/rows.h"

namespace mbs {

class Parameters;

// Reads the fields after the keyword. The rate is compiled when the model is built, because it may
// read channels. The lexer has checked that the name is new. False after an error.
bool read_ode(RecordReader& in, const Parameters& parameters, OdeRow& row);

// "ODE name start RATE expression\n" for each.
std::string write_odes(const std::vector<OdeRow>& rows, const Parameters& parameters);

inline constexpr std::string_view kOdeFields =
    "name start RATE expression, or name EQUILIBRIUM [guess] RATE expression";

}  // namespace mbs

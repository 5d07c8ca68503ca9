// Parts that the writers of all dialects share.
#pragma once

#include <string>
#include <vector>

#include "deck/tables/rows.h"
#include "plan/chain.h"
#include "plan/method.h"

namespace mbs {

class Parameters;
struct Tables;

// " 1 2.5 -3": a blank before each number; reading gives the same bits.
std::string write_numbers(const std::vector<double>& values);

// "INTEG STEP 1e-08 1e-06\n", or an ERROR line if only tolerances are given; empty if nothing is
// given.
std::string write_integration(const IntegrationRow& row);
std::string write_form(Form form);
// ITERSTEP, STATIC and EIGEN lines; empty if the deck has none.
std::string write_standstill(const Tables& tables);
// "PARAM name = value\n" for the parameters that events may change.
std::string write_live_parameters(const Parameters& parameters);
// "LIMIT ...\n"; empty if the deck sets none.
std::string write_limits(const LimitRow& row);
// "ASSEMBLE 1 MIRRORED\n" ...
std::string write_mirrored(const Tables& t);
// "GRAV gx gy\n" of KABIOS decks and chains; empty without gravity.
std::string write_gravity(const Forces& forces);
// "LAW SDA 2 = expression\n" of KABIOS decks and chains; row.label is "LAW SDA 2".
std::string write_law(const LawRow& row, const Parameters& parameters);
// "SDA 1 2 ...\n" or "RSDA ...\n".
std::string write_spring(const SpringRecord& row);

}  // namespace mbs

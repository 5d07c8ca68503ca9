// Records that are equal in every dialect: integration, form of the equations, laws. Each function
// takes the fields after the keyword; the RecordReader reports errors.
#pragma once

#include <span>
#include <string_view>

#include "deck/lines/record_reader.h"
#include "deck/tables/rows.h"
#include "plan/chain.h"
#include "plan/method.h"
#include "plan/times.h"

namespace mbs {

class LawNames;
class Parameters;
struct Tables;

// Range of tolerances of a deck; smaller ones are below rounding.
inline constexpr double kLeastAbs = 1e-18, kGreatestAbs = 1;
inline constexpr double kLeastRel = 1e-14, kGreatestRel = 0.1;  // tolerance::least_tolerance

// Most report steps of a run (report times less one).
inline constexpr long long kMostReportSteps = 1'000'000'000;

// The methods of INTEG: integrator_names() and AUTO.
std::span<const std::string_view> integration_methods();

// INTEG HEUN|RK4 h, INTEG DOP853|STEP|AUTO [abs rel [hmax]], INTEG STIFF [abs rel [hmax]] [STRICT],
// INTEG GALPHA STEP h [RHO r] or INTEG GALPHA [abs rel [hmax]] [RHO r].
void read_integration(RecordReader& in, IntegrationRow& row);
// abs rel
void read_tolerances(RecordReader& in, IntegrationRow& row);
// T0 TE DT; step: what is expected of DT.
void read_times(RecordReader& in, TimeGrid& grid, std::string_view step = "a positive number");
// REDUCED, FULL or AUTO.
void read_form(RecordReader& in, Form& form);

// TIME s, STEPS n, EVENTS n: at least one, each once.
void read_limits(RecordReader& in, LimitRow& row);

// Reads the fields behind i and j of SDA and RSDA: the points (SDA only), k, rest value, c and an
// optional constant stress. False after an error.
bool read_spring(RecordReader& in, SpringRecord& row);
// Adds the element of a spring between these nodes, with the class and the stresses of its
// deformation.
void add_spring(SpringRecord& row, const RecordSpec* spec, std::vector<int> nodes, Tables& tables);

// Reads AT t and returns the place of t; `expected`: text of the error for another word.
SourceLocation read_moment(RecordReader& in, double& t,
                           const std::string& expected = "expected AT t");

// Checks the expressions of all laws; call it at the end, since they may name things below them in
// the deck.
void check_laws(const LawNames& known, const Parameters& parameters, Diagnostics& diagnostics);

// Whether a table covers the run from its start to its last report time, up to rounding.
bool covers(const TimeTable& table, const TimeGrid& grid);
// Text of the error if the table does not cover the run; kCover completes it.
std::string cover_problem(const TimeTable& table, const TimeGrid& grid);
void check_cover(const TimeTable& table, const TimeGrid& grid, SourceLocation where,
                 const std::string& label, Diagnostics& diagnostics);
inline constexpr const char* kCover = "expected a table that covers the run";

// The class row of a released deformation.
ClassRow released(int element, int component, const std::string& label, SourceLocation where);

// Reads X, Y or PHI, or 1, 2 or 3. Returns the component from 0; -1 after an error.
int take_body_coordinate(RecordReader& in);

// For "the first is in line 7": "line 7", or "arm.dat:7" if that is another file than here.
std::string line_text(SourceLocation where, SourceLocation here, const Diagnostics& diagnostics);

}  // namespace mbs

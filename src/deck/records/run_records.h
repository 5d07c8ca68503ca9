// Records that mean the same in every dialect: how to integrate, in which form, laws. Each takes
// the fields after the keyword; what is wrong is reported by the RecordReader.
#pragma once

#include <span>
#include <string_view>

#include "deck/lines/record_reader.h"
#include "deck/tables/rows.h"
#include "plan/chain.h"
#include "plan/method.h"
#include "plan/times.h"

namespace mbs {

class Parameters;
struct Tables;

// Tolerances a deck may ask for; less than the least is below rounding.
inline constexpr double kLeastAbs = 1e-18, kGreatestAbs = 1;
inline constexpr double kLeastRel = 1e-14, kGreatestRel = 0.1;  // tolerance::least_tolerance

// Report times of a run, less one.
inline constexpr long long kMostReportSteps = 1'000'000'000;

// The names of INTEG: those of integrator_names().
std::span<const std::string_view> integration_methods();

// INTEG HEUN|RK4 h, INTEG DOP853|STEP|STIFF [abs rel [hmax]], INTEG GALPHA STEP h [RHO r] or
// INTEG GALPHA [abs rel [hmax]] [RHO r].
void read_integration(RecordReader& in, IntegrationRow& row);
// abs rel
void read_tolerances(RecordReader& in, IntegrationRow& row);
// T0 TE DT
void read_times(RecordReader& in, TimeGrid& grid);
// REDUCED, FULL or AUTO.
void read_form(RecordReader& in, Form& form);

// TIME s, STEPS n, EVENTS n: at least one, each once.
void read_limits(RecordReader& in, LimitRow& row);

// What follows i and j of SDA and RSDA: the points of SDA, k, rest value, c and, if it is there, a
// constant stress. False after an error.
bool read_spring(RecordReader& in, SpringRecord& row);
// Its element between these nodes, with the class and the stresses of its deformation.
void add_spring(SpringRecord& row, const RecordSpec* spec, std::vector<int> nodes, Tables& tables);

// AT t; `expected`: what is expected where another word stands. Where t is.
SourceLocation read_moment(RecordReader& in, double& t,
                           const std::string& expected = "expected AT t");

// = expression, to the end of the record. target, label and the rest of the row are the caller's.
// False after an error.
bool read_law(RecordReader& in, LawRow& row);
// The expressions of all laws, which may name what stands below them in the deck.
void check_laws(const Tables& tables, const Parameters& parameters, Diagnostics& diagnostics);

// Whether a table goes from the start of the run to its last report time, but for rounding.
bool covers(const TimeTable& table, const TimeGrid& grid);
// What is wrong where it does not; kCover completes the error.
std::string cover_problem(const TimeTable& table, const TimeGrid& grid);
void check_cover(const TimeTable& table, const TimeGrid& grid, SourceLocation where,
                 const std::string& label, Diagnostics& diagnostics);
inline constexpr const char* kCover = "expected a table that covers the run";

// A deformation that is let go.
ClassRow released(int element, int component, const std::string& label, SourceLocation where);

// X, Y or PHI of a body, or its number 1, 2 or 3; from 0, -1 after an error.
int take_body_coordinate(RecordReader& in);

// For "the first is in line 7": "line 7", or "arm.dat:7" if that is another file than here.
std::string line_text(SourceLocation where, SourceLocation here, const Diagnostics& diagnostics);

}  // namespace mbs

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/finite.h"
#include "base/tolerances.h"
#include "observe/matrices.h"
#include "plan/plan.h"
#include "run/dynamic/event_run.h"
#include "run/frame/causes.h"
#include "run/motion/start.h"

namespace mbs {

DynamicRows::DynamicRows(DynamicSite& site, Integration& integration, RunChannels& channels,
                         DynamicJudge& judge, const ContactRun& contacts, const Layout& layout,
                         RunOutput& out)
    : site_(site),
      integration_(integration),
      channels_(channels),
      judge_(judge),
      contacts_(contacts),
      out_(out),
      values_(layout.count()),
      asked_(site.plan.time.count()) {}

bool DynamicRows::write_until(double limit, const Interrupt& interrupt) {
  y_.resize(integration_.system().size());
  for (; !all_done() && !interrupt.requested(); ++done_) {
    const double t = site_.plan.time.at(done_);
    if (t > limit) return true;
    integration_.integrator().interpolate(t, y_);
    if (!write(t, y_)) return false;
  }
  return true;
}

bool DynamicRows::write(double t, ConstVector y) {
  // After a jump that lies a rounding behind the row, prescribed motions are those behind it, too.
  const double at = t < jump_time_ && is_same_row(t, jump_time_) ? jump_time_ : t;
  const SolveStatus solved = integration_.system().complete(at, y, site_.state);
  if (!solved.ok()) {
    const bool named =
        report_path(site_.model, solved, site_.plan.time.start, t, site_.diagnostics) ||
        site_.report_missing_value();
    if (!named) site_.report_singular(solved, t);
    return false;
  }
  if (site_.report_missing_value()) return false;
  if (site_.report_problem(contacts_.find_sunk(site_.state, *site_.dynamics))) return false;
  Kinematics& kinematics = site_.dynamics->kinematics();
  if (any_is_far(site_.phase, kinematics, site_.state))
    return !report_rounding(site_.plan, site_.model, site_.phase, kinematics, site_.state, t,
                            site_.diagnostics);
  channels_.observe(y, values_);
  mark_open(t);
  const std::string of_rotations = channels_.show_rotations(t, values_);
  if (!of_rotations.empty() && site_.settings.echo) out_.comment(of_rotations);
  if (!out_.row(t, values_)) return false;
  out_.state(site_.state, site_.dynamics->stresses(), site_.dynamics->reactions());
  judge_.note_row(values_);
  if (contacts_.any()) note_contacts();
  if (!site_.settings.echo) return true;
  if (is_same_row(t, jump_time_))
    out_.comment(fmt::format("the row at t = {:.12g} is the state after {}\n", t, jump_text_));
  return site_.plan.method.outlevel == 0 || write_matrices();
}

// Marks the rows of contacts whose forces rigid bodies leave undetermined; the first mark also gets
// a '#' line.
void DynamicRows::mark_open(double t) {
  const std::vector<char> open = channels_.open();
  const std::vector<TableLayout>& tables = channels_.layout().tables;
  const auto table = std::find_if(tables.begin(), tables.end(), [](const TableLayout& candidate) {
    return candidate.heading == " CONTACTS";
  });
  if (open.empty() || table == tables.end()) return;
  std::vector<int> rows;
  for (std::size_t k = 0; k < table->rows.size(); ++k)
    if (open[k] != 0) rows.push_back(table->rows[k].first);
  out_.mark(rows);
  if (!std::exchange(told_open_, true) && site_.settings.echo)
    out_.comment(
        fmt::format("contacts at t = {:.12g}: N and F of those marked * are not determined; shown "
                    "are the least squares of the normal forces\n",
                    t));
}

void DynamicRows::note_contacts() {
  const ContactRun::WrongForce wrong = contacts_.find_wrong_force(*site_.dynamics);
  double scale = 0;
  for (const ConstVector forces :
       {site_.dynamics->stresses(), ConstVector(site_.dynamics->loads().f)})
    for (const double force : forces) scale = std::max(scale, std::fabs(force));
  judge_.note_wrong_force(wrong.size, scale, wrong.label ? *wrong.label : "");
}

bool DynamicRows::is_same_row(double a, double b) const {
  return std::fabs(a - b) <= tolerance::same_row * std::fabs(site_.plan.time.step);
}

bool DynamicRows::ends_at(double t) const {
  return done_ > 0 && is_same_row(site_.plan.time.at(done_ - 1), t);
}

// A row that is already written at time t shows the state before the events; the next row shows the
// state after them.
void DynamicRows::note_jump(double t, const std::vector<std::string>& who) {
  std::vector<std::string> once;
  for (const std::string& label : who)
    if (std::find(once.begin(), once.end(), label) == once.end()) once.push_back(label);
  jump_time_ = t;
  jump_text_ = fmt::format("{}", fmt::join(once, ", "));
  if (ends_at(t) && site_.settings.echo)
    out_.comment(fmt::format("the row at t = {:.12g} is the state before {}\n", t, jump_text_));
}

// OUTLEVEL: writes the system of the full form, or the transfer functions of the reduced form.
bool DynamicRows::write_matrices() {
  const bool full = site_.plan.method.form == Form::full;
  const NamedSystem system =
      full ? full_system(site_.model, site_.phase, site_.state, *site_.dynamics)
           : transfer_functions(site_.model, site_.state, *site_.dynamics);
  if (first_not_finite(system.matrix) >= 0 || first_not_finite(system.rhs) >= 0) {
    site_.diagnostics.error({}, "OUTLEVEL",
                            fmt::format("at t = {:.9g} the matrices are not finite", site_.state.t),
                            "look for numbers of the deck that are too large or too small");
    return false;
  }
  out_.comment(full ? write_system(system, "full system", "right side")
                    : write_system(system, "transfer functions", "D2F(V,V)"));
  return true;
}

std::string DynamicRows::describe_count() const {
  return fmt::format("report times done: {} of {}\n", done_, asked_);
}

}  // namespace mbs

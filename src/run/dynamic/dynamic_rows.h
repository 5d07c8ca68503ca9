// The rows of a dynamic run, in the order of the report times.
#pragma once

#include <cmath>
#include <string>
#include <vector>

#include "run/dynamic/dynamic_judge.h"
#include "run/events/contact_run.h"
#include "run/motion/run_channels.h"

namespace mbs {

class DynamicRows {
 public:
  DynamicRows(DynamicSite& site, Integration& integration, RunChannels& channels,
              DynamicJudge& judge, const ContactRun& contacts, const Layout& layout,
              RunOutput& out);

  // Writes the remaining rows up to `limit`, a time within the last step. False after an error.
  bool write_until(double limit, const Interrupt& interrupt);
  // Writes one row; t may lie between report times.
  bool write(double t, ConstVector y);

  bool all_done() const { return done_ >= asked_; }
  // Whether the last row stands at this time.
  bool ends_at(double t) const;
  // The events `who` have made the state jump at time t: a '#' line says whether a row at t shows
  // the state before or after the jump.
  void note_jump(double t, const std::vector<std::string>& who);
  // "report times done: 3 of 5\n".
  std::string describe_count() const;

 private:
  bool is_same_row(double a, double b) const;
  bool write_matrices();
  void note_contacts();
  void mark_open(double t);

  DynamicSite& site_;
  Integration& integration_;
  RunChannels& channels_;
  DynamicJudge& judge_;
  const ContactRun& contacts_;
  RunOutput& out_;
  std::vector<double> values_, y_;
  long long done_ = 0, asked_;
  bool told_open_ = false;
  double jump_time_ = -HUGE_VAL;  // when events last changed velocities or forces
  std::string jump_text_;         // names of these events
};

}  // namespace mbs

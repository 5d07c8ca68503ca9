// How many events a run may have: LIMIT EVENTS, and no endless repetition.
#pragma once

#include <deque>
#include <functional>
#include <string>

#include "run/frame/run.h"

namespace mbs {

class EventLimits {
 public:
  EventLimits(const Plan& plan, const RunSettings& settings, Diagnostics& diagnostics);

  // Counts an event, or the change of a contact, at time t. False, with an error, where the count
  // exceeds the limit.
  bool may_happen(SourceLocation where, const std::string& label, double t);
  // False, with an error, where the event belongs to an endless repetition. The error is that of
  // names_law(), which gives one and returns true where a law jumps, else it names all
  // events taking part. The label must outlive this object.
  bool may_be_repeated(SourceLocation where, const std::string& label, double t,
                       const std::function<bool()>& names_law);
  // Whether may_happen() has been false.
  bool exhausted() const { return count_ > most_; }

 private:
  struct Recent {
    double t;
    const std::string* label;
  };
  double span_;  // length of the run
  Diagnostics& diagnostics_;
  long long most_, count_ = 0;
  std::deque<Recent> recent_;
};

}  // namespace mbs

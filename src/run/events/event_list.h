// The events of a deck as functions of the report's channels.
#pragma once

#include <array>
#include <optional>
#include <utility>
#include <vector>

#include "base/diagnostics.h"
#include "base/index.h"
#include "integrate/events.h"
#include "observe/layout.h"
#include "plan/events.h"
#include "run/frame/channel_rounding.h"
#include "text/compiled_expression.h"

namespace mbs {

struct Plan;

class EventList {
 public:
  // Errors (a channel that does not exist) go to `diagnostics`. Live parameters have the values of
  // the deck until set_parameters().
  EventList(const Plan& plan, const Layout& layout, Diagnostics& diagnostics);

  int count() const { return count_of(functions_); }
  Crossing direction(int event) const;
  // The caller puts the channels here before evaluate().
  Vector channels() {
    return {slots_.variables() + 1, std::as_const(slots_).variables().size() - 1};
  }
  // The functions whose zeros are sought, count() of them.
  void evaluate(double t, Vector g);
  // By how much rounding of the channels may change each of them.
  void rounding(ChannelRounding& channels, double t, Vector out);
  // keep() stores the channels of a look. foretell() gives the functions that read the state at
  // time t, from the parabolas through the channels of the last three stored looks.
  void keep(double t);
  void foretell(double t, Vector g);
  // Channels that functions and SET actions read; read_by_functions(): channels that functions
  // read.
  std::vector<int> reads() const;
  std::vector<int> read_by_functions() const;
  // What the function of an event reads besides parameters. evaluate_at_time(): its value if it
  // reads only the time.
  EventReads reads_of(int event) const { return what_is_read_[event]; }
  double evaluate_at_time(int event, double t);
  const Expression& function(int event) const { return functions_[event]; }
  // Live parameters, the time, the channels.
  const Slots& slots() const { return slots_; }
  // The new value of SET action `action` of event `event`, an expression of the slots.
  const Expression& new_value(int event, int action) const;
  // Why the function of an event has no value at the present channels, if that is so.
  std::optional<MissingValue> missing_value(int event) const;
  // Index into Phase::parameters of the parameter that SET names.
  std::size_t parameter(const ActionRow& action) const;
  void set_parameters(ConstVector values) { slots_.set_parameters(values); }

 private:
  struct NewValue {
    int event, action;
    Expression expression;
  };
  void add_reads(const Expression& expression, std::vector<int>& channels) const;
  EventReads reads_of(const Expression& function) const;
  int channel_of(int slot) const;
  void compile_sets(int event, const VariableNames& variables, Diagnostics& diagnostics);

  const Plan& plan_;
  Slots slots_;  // t, then the channels
  std::vector<Expression> functions_;
  std::vector<EventReads> what_is_read_;  // by each function
  std::vector<NewValue> sets_;
  std::vector<int> reads_;  // read_by_functions()
  struct Kept {
    double t = 0;
    std::vector<double> values;  // of the channels reads_
  };
  std::array<Kept, 3> kept_;  // the oldest first
};

}  // namespace mbs

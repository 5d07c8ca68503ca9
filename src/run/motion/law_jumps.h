// Laws that chatter: a force -F*sign(v) that holds its body changes its sign from step to step, and
// each step across the jump has to be shorter than the tolerance allows. Where very many steps have
// been very short, the values of laws are looked at: an error names a law that jumps to and fro
// between neighbouring states. Steps of fixed length go on across the jump, and the held body
// creeps or trembles by as much as a step. There a warning names a law that would jump within each
// of some steps.
#pragma once

#include <optional>
#include <vector>

#include "run/motion/dynamic_site.h"

namespace mbs {

class Integration;

class LawJumps {
 public:
  // span: length of the run.
  LawJumps(const Model& model, const Phase& phase, double span);

  // After an accepted step of this length, whose last evaluation is in the loads. True where a law
  // chatters.
  bool note(double t, double step, const Loads& loads);
  // After note(), at the end of an accepted step whose length the method has chosen. True where a
  // law chatters although steps have been short from the start of the run: the motion is led back
  // to its jump from both sides.
  bool holds(Integration& integration, const Loads& loads);
  // After note() or holds(): the error that names the law.
  void report(Diagnostics& diagnostics) const;

  // At the end of an accepted step of fixed length. Warns once of a law that has jumped within
  // several such steps in succession.
  void warn_of_fixed_step(Integration& integration, const Loads& loads, Diagnostics& diagnostics);
  // After a step has failed with the length h and all shorter lengths: true, with an error, where a
  // law jumps right ahead.
  bool explain(Integration& integration, double h, const Loads& loads, Diagnostics& diagnostics);
  // Where events repeat each other without end, after a step h: true, with an error, where a law of
  // velocities jumps right ahead. Where one of places does, the events say more.
  bool explain_events(Integration& integration, double h, const Loads& loads,
                      Diagnostics& diagnostics);

 private:
  struct Law {
    const Expression* expression;
    bool moves;     // it reads a velocity
    int jumps = 0;  // to and fro, in the present look
    int way = 0;    // direction of the last jump
    double low = 0, high = 0;
    bool may_jump = false;
    int in_way = 0;  // steps in succession within which it jumps
    int held = 0;    // steps looked at in which it holds the motion
    // From the last look ahead: whether the law jumps there, and between which parts of the way.
    bool is_ahead = false;
    double before = 0, behind = 0;
  };
  static const char* hint_of(const Law& law);
  bool find(Integration& integration, double h, const Loads& loads);
  bool prepare();
  bool look_ahead(Integration& integration, double h, const Loads& loads);
  void add(const ExpressionLaw& law);
  void add(const GivenNumber& number);
  bool look(const Loads& loads);
  bool is_jump(Law& law, double from, double to);
  bool is_held(const Law& law, const Slots& ahead);
  bool stands_on_jump(Integration& integration, const Loads& loads);

  const Model& model_;
  std::vector<Law> laws_;
  double longest_ = 0;   // step
  long long short_ = 0;  // steps in succession that are far shorter
  double shortest_;      // steps below it are very short
  long long very_short_steps_ = 0;
  Slots last_, between_, ahead_;
  double low_ = 0, high_ = 0;  // parts of the way between which a jump was found last
  const Slots* now_ = nullptr;
  double t_ = 0;
  const Law* found_ = nullptr;
  long long fixed_steps_ = 0;
  bool prepared_ = false, any_may_jump_ = false, is_warned_ = false;
  std::vector<double> y_, rate_;  // of a step ahead
};

}  // namespace mbs

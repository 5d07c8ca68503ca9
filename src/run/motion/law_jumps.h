// Laws that chatter: a force -F*sign(v) that holds what it rubs on changes its sign from step to
// step, and each step across the jump has to be shorter than the tolerance leaves. The values of
// laws are looked at where very many steps have been very short: one that jumps to and fro between
// neighbouring states there is named.
#pragma once

#include <optional>
#include <vector>

#include "run/motion/dynamic_site.h"

namespace mbs {

class LawJumps {
 public:
  LawJumps(const Model& model, const Phase& phase);

  // After an accepted step of this length, whose last evaluation is in the loads. True where a law
  // chatters.
  bool note(double t, double step, const Loads& loads);
  // After note(): the error that names the law.
  void report(Diagnostics& diagnostics) const;

 private:
  struct Law {
    const Expression* expression;
    bool moves;     // it reads a velocity
    int jumps = 0;  // to and fro, in the present look
    int way = 0;    // of the last one
    double low = 0, high = 0;
  };
  void add(const ExpressionLaw& law);
  bool look(const Loads& loads);
  bool is_jump(const Law& law, double from, double to);

  const Model& model_;
  std::vector<Law> laws_;
  double longest_ = 0;   // step
  long long short_ = 0;  // steps in succession that are far shorter
  Slots last_, between_;
  const Slots* now_ = nullptr;
  double t_ = 0;
  const Law* found_ = nullptr;
};

}  // namespace mbs

// --cross-check of a dynamic run without a choice of knowns. Each row is solved twice: by transfer
// functions (the reduced form), and by the two lines as one system for all unknowns
// (solve/forces/balance.h). Contacts that are closed, slide or stick take part. Both ways share the
// evaluation of elements and loads, but no equation of motion.
#pragma once

#include <memory>
#include <string>

#include "base/options.h"
#include "run/frame/cross_check.h"
#include "solve/forces/dynamics.h"

namespace mbs {

class FormCheck {
 public:
  FormCheck(const Model& model, const Options& options, bool may_choose);
  FormCheck(const FormCheck&) = delete;
  FormCheck& operator=(const FormCheck&) = delete;

  // Solves a row both ways; state: of the row, in the present phase.
  void note(const State& state, const Phase& phase);
  // At the end of the run: the largest relative difference (over the largest force, moment or
  // acceleration of the row), and the number of rows where one way had no solution.
  std::string describe() const;
  CrossCheck result() const {
    return {.difference = difference_, .unsolved = unsolved_, .unsolved_at = unsolved_at_};
  }

 private:
  struct Side {
    Phase phase;
    std::unique_ptr<Dynamics> dynamics;
    State state;
  };
  void follow(const State& state, const Phase& phase);
  bool solve(Side& side, const State& state);
  double difference() const;

  const Model& model_;
  Model model_of_balance_;  // with an empty choice, so that Balance is used
  Options options_;         // they allow only the reduced form
  bool may_choose_;
  std::vector<char> turns_;  // ne: the deformation is an angle
  Side reduced_, balance_;
  double difference_ = 0, worst_at_ = 0;
  long long rows_ = 0, unsolved_ = 0;
  double unsolved_at_ = 0;
};

}  // namespace mbs

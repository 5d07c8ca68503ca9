// Checks the rows of a run against each other: the change of v should be the integral of a, and the
// change of x the integral of v, by Simpson's rule through five rows. Simpson's rule over every
// other row estimates the error of the rule. The check uses only numbers of the rows. It compares
// five rows only if the method took fewer than five steps between the first and the last of them:
// such long steps may pass over something that the rows show.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "model/model.h"
#include "model/state.h"
#include "run/frame/verdict.h"

namespace mbs {

class RowAudit {
 public:
  explicit RowAudit(const Model& model);

  // Takes a row. steps: accepted so far. smooth: false where stiff parts make the accelerations
  // noisy (implicit methods).
  void note(const State& state, long long steps, bool smooth);
  // Velocities, accelerations or their rates may have jumped since the last row.
  void interrupt() { count_ = 0; }

  // Adds the largest gap as a figure if it is bad; abs, rel: tolerances of the integration.
  void add_figure(double abs, double rel, std::vector<Figure>& figures) const;
  // "rows compared 12, too far apart 3\n"
  std::string describe() const;

 private:
  static constexpr std::size_t kRows = 5;
  struct Row {
    double t = 0;
    long long steps = 0;
    std::vector<double> x, v, a;
  };
  struct Gap {
    double gap = 0, t = 0;
  };
  void compare(bool smooth);

  const Model& model_;
  std::array<Row, kRows> rows_;  // the latest at (first_ + count_ - 1) mod kRows
  std::size_t first_ = 0, count_ = 0;
  std::vector<Gap> of_x_, of_v_;                     // nx: the largest gap of each coordinate
  std::array<double, 2> largest_x_{}, largest_v_{};  // [0] lengths, [1] angles
  std::vector<char> turns_;
  double length_ = 0;  // of five rows [s]
  long long compared_ = 0, apart_ = 0;
};

}  // namespace mbs

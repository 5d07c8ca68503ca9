// Whether the rows of a run belong together: v between them should be the integral of a, and x that
// of v, by Simpson's rule through five rows. The rule over every other row says how far it can be
// trusted. What the method has done between the rows takes no part. It is asked where the method
// took no more steps than there are rows, which is where it may have passed over something that the
// rows show; where its steps are shorter it has seen more than they do.
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

  // A row; steps: accepted so far. smooth: its accelerations are; those of implicit methods have
  // the noise of all that is stiff.
  void note(const State& state, long long steps, bool smooth);
  // Velocities, accelerations or their rates may have jumped since the last row.
  void interrupt() { count_ = 0; }

  // Adds the worst that is bad; abs, rel: of the integration.
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
  std::vector<Gap> of_x_, of_v_;                     // nx: the largest
  std::array<double, 2> largest_x_{}, largest_v_{};  // of lengths and of angles
  std::vector<char> turns_;
  double length_ = 0;  // of the windows [s]
  long long compared_ = 0, apart_ = 0;
};

}  // namespace mbs

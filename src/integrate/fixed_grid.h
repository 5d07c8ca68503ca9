// The times of fixed steps: the k-th is t0 + k h, by multiplication.
#pragma once

namespace mbs {

class FixedGrid {
 public:
  void begin(double t0) {
    t0_ = t0;
    done_ = 0;
  }

  struct Next {
    double t = 0;
    bool on_grid = false;  // false where tstop comes before the next time of the grid
  };
  // The end of the next step; h is signed. A tstop within tolerance::same_row steps of a grid time
  // counts as that time.
  Next next(double h, double tstop) const;
  void accept(const Next& next) {
    if (next.on_grid) ++done_;
  }

 private:
  double t0_ = 0;
  long long done_ = 0;
};

}  // namespace mbs

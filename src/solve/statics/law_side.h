// On which side of their kinks laws are linearised: as long as one of these lives, derivatives of
// the laws of its thread are those a little aside of what they read.
#pragma once

namespace mbs {

class LawSide {
 public:
  // What laws read is a little larger (1) or smaller (-1) for their derivatives; times are not.
  explicit LawSide(double direction);
  ~LawSide();
  LawSide(const LawSide&) = delete;
  LawSide& operator=(const LawSide&) = delete;

  static double direction();  // 0: none lives
  // How far a value is moved aside.
  static double step(double value);

 private:
  double before_;
};

}  // namespace mbs

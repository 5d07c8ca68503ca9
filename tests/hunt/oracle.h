// An independent simulator of a Mechanism, after docs/theory.md and docs/dynamics.md: the two lines
// as one dense system at every evaluation, Gragg's extrapolation in all free coordinates, and a
// projection onto the constraints after each step. Slow; shares nothing with src/.
#pragma once

#include <functional>
#include <string>
#include <utility>

#include "dense.h"
#include "element_functions.h"
#include "mechanism.h"

namespace hunt {

// Of one step of the oracle, where nothing else is said; relative to a size of 1.
inline constexpr double kTolerance = 1e-13;

struct Sample {
  double t = 0;
  Numbers x, v, a, f, r;  // per coordinate
  Numbers e, ed, edd, s;  // per deformation
  double kinetic = 0, potential = 0, mass = 0;
  std::array<double, 2> cm{}, cmd{}, cmdd{}, momentum{};
  double angular = 0;
  double quality = 1;  // of the system solved: 0 is singular
};

class Oracle {
 public:
  explicit Oracle(const Mechanism& mechanism);

  int coordinate(int node, int component) const { return first_x_[at(node)] + component; }
  int deformation(int element, int component) const { return first_e_[at(element)] + component; }
  int nx() const { return nx_; }
  int ne() const { return ne_; }

  // The state at t0; false if it cannot be closed.
  bool start(Numbers& x, Numbers& v) const;
  // Moves x onto the constraints of time t, v next to it. The shortest way, in free coordinates but
  // those in `held` (empty: none).
  bool project(double t, Numbers& x, Numbers& v, const std::vector<bool>& held) const;
  Sample sample(double t, const Numbers& x, const Numbers& v) const;
  // Energy, centre of mass and momentum of a sample, by sums over all masses.
  void add_totals(Sample& sample) const;
  // From t to `end`; tolerance: of one step, relative to a size of 1. False: it became singular or
  // would take too long.
  bool advance(double& t, double end, Numbers& x, Numbers& v, double tolerance) const;
  // What is fixed stays at these coordinates and the deformations they give.
  void hold_at(const Numbers& x);
  // Pulleys and lines of centres go on with the arcs and directions of another oracle.
  void wind_as(const Oracle& other);
  // The whole turns round pulleys and of lines of centres are those of the deformations that are
  // said of the elements at the position, which alone does not say them.
  void wind_by(const Numbers& x, const std::function<double(const Element&, int)>& said);
  // Velocities of all that is free jump as impulses demand, to what the classes allow and the
  // strikes want. Their impulses act towards growth of what they strike; false where they are not
  // independent.
  struct Strike {
    bool coordinate = false;  // else a deformation
    int index = 0;
    double u = 0;         // velocity afterwards
    double friction = 0;  // impulse of the next deformation over its own
    double impulse = 0;   // found
  };
  bool jump(double t, const Numbers& x, Numbers& v, std::vector<Strike>& strikes) const;
  // Constraints (rows) by free coordinates (columns), and all deformations by all coordinates.
  Matrix constraints(const Numbers& x) const;
  Matrix jacobian(const Numbers& x) const;
  const std::vector<int>& free_coordinates() const { return free_; }
  const std::vector<int>& constrained() const { return constrained_; }
  // How well the named degrees of freedom determine the rest, 1 if none is named; the sign is that
  // of the determinant.
  double freedom_quality(const Numbers& x) const;
  // Smallest over largest pivot of the mass matrix of the degrees of freedom, or its smallest
  // diagonal if that is less.
  double mass_quality(const Numbers& x) const;
  // What presses an element with friction: mu times it is the bound of its friction.
  double pressing(int element, const Numbers& s) const;
  int slip(const Rub& rub) const { return deformation(rub.slip, rub.component); }

  mutable long evaluations = 0;

 private:
  static std::size_t at(int i) { return static_cast<std::size_t>(i); }
  // Takes the arcs round pulleys at a position near the last one; false where a path would leave
  // its pulley.
  bool wind(const Numbers& x) const;
  bool stays_determined(const Numbers& from, const Numbers& to, double before) const;
  void gather(const Element& element, const Numbers& x, std::vector<Taylor>& q,
              std::vector<int>& index) const;
  // Element k's deformations; q as gathered: its own coordinates, then those of its inner element.
  void deform(std::size_t k, const std::vector<Taylor>& q, Taylor* out) const;
  std::size_t own_coordinates(const Element& element) const;
  void place(const Numbers& x, const Numbers& v, Numbers& e, Matrix& De, Numbers& D2e) const;
  void inertia(const Numbers& x, const Numbers& v, Matrix& M, Numbers& h, Numbers& weight) const;
  void loads(double t, const Numbers& x, const Numbers& v, Numbers& f) const;
  void stresses(double t, const Numbers& e, const Numbers& ed, Numbers& s) const;
  void prescribe(double t, Numbers& x, Numbers& v, Numbers& a, Numbers& e, Numbers& ed,
                 Numbers& edd) const;
  struct Rubbing {
    int element;
    std::size_t slip;  // deformation
    double mu, side;
    int leader;  // element whose part of its bound it has, -1: it slides
    double ratio;
  };
  // Of a leader and those that have the same part of their bounds: that part.
  double part(int leader, const Numbers& s, const Numbers& friction) const;
  // Solves with the friction of what slides, which the solution itself says: unknowns u. What
  // sticks is a constraint.
  Numbers solve_sliding(const Elimination& system, const Matrix& De, const Numbers& b,
                        Sample& out) const;
  Numbers accelerations(double t, const Numbers& x, const Numbers& v) const;

  Mechanism m_;
  mutable std::vector<Reference> references_;
  std::vector<double> first_arc_;  // of each element
  std::vector<int> first_x_, first_e_, free_, constrained_;
  std::vector<Rubbing> rubs_;
  std::vector<bool> rate_only_;  // of each deformation
  std::vector<Class> x_class_, e_class_;
  Numbers x0_, drive_;
  Numbers sliding_;          // of a gap: the slip's stress over its own
  Numbers held_x_, held_e_;  // of what is fixed
  int nx_ = 0, ne_ = 0;
};

}  // namespace hunt

// Skeletal chains (docs/chains.md) as data, and an oracle of their own: Newton's and Euler's laws
// of each segment, all 7 n + 5 variables kept, any square choice of unknowns.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "dense.h"
#include "generator.h"

namespace hunt {

// c + a sin(w t + p) - k (phi_i - phi_j) - d phid_i; i, j segments, j < 0: none.
struct ChainValue {
  double c = 0, a = 0, w = 0, p = 0, k = 0, d = 0;
  int i = 0, j = -1;
};

struct Chain {
  struct Segment {
    double m, l, d, inertia;
    int parent = -1;  // of segments after the first
    bool attached = false;
    double reach = 0;  // of the joint, from the proximal end of the parent
    double phi, phid;
  };
  std::vector<Segment> segments;
  std::array<double, 4> base{};  // x y xd yd
  bool free_base = false;
  std::array<double, 2> gravity{};
  // By variable: see chain_variables().
  std::vector<bool> unknown;
  std::vector<ChainValue> value;  // of what is known; without gravity
  struct Term {
    int variable;
    double factor;
  };
  std::vector<std::vector<Term>> rows;  // equations of the deck's own
  std::vector<double> right_sides;
  std::vector<int> locked;                 // segments of no angular acceleration
  std::vector<std::pair<int, int>> equal;  // segments that keep their difference
  double t0 = 0, dt = 0.1;
  int steps = 4;
  std::string integ;
};

// FRX FRY M of joints 0..n, FEXTX FEXTY MEXT PHIDD of segments 0..n-1, XDD YDD.
struct ChainVariables {
  int n = 0;
  int frx(int joint) const { return 3 * joint; }
  int fextx(int segment) const { return 3 * (n + 1) + 4 * segment; }
  int phidd(int segment) const { return fextx(segment) + 3; }
  int xdd() const { return 7 * n + 3; }
  int count() const { return 7 * n + 5; }
  std::string name(int variable) const;  // "FRX 2"
};

class ChainOracle {
 public:
  explicit ChainOracle(const Chain& chain);
  // The state: angles, rates, base x y xd yd.
  Numbers start() const;
  // All variables, then the moments of LOCK and EQUAL lines; empty if the choice is singular.
  Numbers solve(double t, const Numbers& state, double* quality = nullptr) const;
  bool advance(double& t, double end, Numbers& state, double tolerance) const;
  std::map<std::string, double> channels(double t, const Numbers& state) const;
  std::string deck() const;

 private:
  double value(const ChainValue& v, double t, const Numbers& state) const;
  const Chain c_;
  ChainVariables at_;
};

// False: this seed gives no regular choice.
bool random_chain(Random& random, Chain& out);

}  // namespace hunt

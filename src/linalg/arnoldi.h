// The eigenpairs of a real operator whose values are largest in magnitude: the method of Arnoldi
// with full orthogonalisation (Saad 2011, Numerical Methods for Large Eigenvalue Problems, chapter
// 6). One run finds one vector of a multiple value. So further runs, with other start vectors,
// look at what is orthogonal to the space found, until they find only smaller values; all values
// are then those of the operator in the whole space. Start vectors are the same in every run.
#pragma once

#include <complex>
#include <functional>
#include <vector>

#include "base/views.h"

namespace mbs {

struct OperatorPair {
  std::complex<double> value;
  std::vector<std::complex<double>> vector;  // of length 1
  double residual = 0;                       // |A x - value x| / |value|
};

class Arnoldi {
 public:
  using Operator = std::function<void(ConstVector x, Vector image)>;
  Arnoldi(std::size_t size, Operator apply) : size_(size), apply_(std::move(apply)) {}

  // At least `wanted` pairs, the largest first; of a complex pair both values. Empty where they are
  // not found, or where a further run still finds larger ones.
  std::vector<OperatorPair> find(int wanted);

 private:
  // Adds an invariant space with the largest values outside the space found; returns the largest
  // magnitude among them, 0 if nothing is left, -1 if they do not converge.
  double run(int wanted);
  bool start(std::vector<double>& w);
  double orthogonalise(Vector w, const std::vector<std::vector<double>>& basis,
                       std::vector<double>* parts) const;
  void lock(std::vector<double> w);
  std::vector<OperatorPair> pairs() const;

  std::size_t size_;
  Operator apply_;
  std::vector<std::vector<double>> space_, image_;  // an orthonormal basis, and A times it
  std::uint64_t stream_ = 0;
};

}  // namespace mbs

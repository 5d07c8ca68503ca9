#include "solve/impact/fixed_loads.h"

#include <algorithm>
#include <cmath>

#include "base/index.h"
#include "linalg/cholesky.h"
#include "linalg/lu.h"

namespace mbs {

namespace {

// A matrix with scaled lines counts as positive definite where its least pivot exceeds kDefinite.
constexpr double kDefinite = 1e-5;

}  // namespace

FixedLoads::FixedLoads(const TouchProblem& problem, const std::vector<double>& loads,
                       const std::vector<char>& broken)
    : p_(problem), loads_(loads), broken_(broken), scale_(problem.n, 0.0) {
  for (std::size_t i = 0; i < scale_.size(); ++i) {
    const double own = p_.W[i * scale_.size() + i];
    scale_[i] = own > 0 ? 1 / std::sqrt(own) : 0;
    size_ = std::max(size_, std::fabs(p_.b[i]) * scale_[i]);
  }
  // Where joints are pressed although nothing accelerates, their friction gives the size.
  for (std::size_t j = 0; j < p_.rubs.size(); ++j)
    if (p_.rubs[j].normal < 0 && scale_[p_.rubs[j].line] > 0)
      size_ = std::max(size_, most(j, 1) * loads_[j] / scale_[p_.rubs[j].line]);
  if (!(size_ > 0)) size_ = 1;
}

bool FixedLoads::by_pivoting(std::vector<double>& f) {
  make();
  std::vector<double> z;
  if (!solve_lcp(M_, q_, z)) return false;
  read(z, f);
  return true;
}

// The scaled forces of a normal force of 1 and of the sliding friction that it presses.
std::vector<FixedLoads::Term> FixedLoads::terms_of_normal(std::size_t k,
                                                          const std::vector<int>& ways) const {
  const int line = p_.normals[k];
  std::vector<Term> out{{line, 1}};
  for (std::size_t j = 0; j < p_.rubs.size(); ++j) {
    const Rub& rub = p_.rubs[j];
    if (rub.normal != static_cast<int>(k) || ways[j] == 0 || !acts(rub.line)) continue;
    const double force = -ways[j] * most(j, -ways[j]);
    out.push_back({rub.line, scaled(rub.line, force * scale_[line])});
  }
  return out;
}

void FixedLoads::make() {
  unknowns_.clear();
  known_.assign(scale_.size(), 0.0);
  std::vector<int> ways, place(p_.normals.size(), -1);
  for (const Rub& rub : p_.rubs) ways.push_back(rub.way);
  for (std::size_t k = 0; k < p_.normals.size(); ++k) {
    if (!acts(p_.normals[k])) continue;
    place[k] = count_of(unknowns_);
    unknowns_.push_back({terms_of_normal(k, ways)});
  }
  const std::size_t normals = unknowns_.size();
  std::vector<std::size_t> resting;
  for (std::size_t j = 0; j < p_.rubs.size(); ++j) {
    const Rub& rub = p_.rubs[j];
    if (!acts(rub.line) || !(most(j, 1) > 0) || !(most(j, -1) > 0)) continue;
    if (rub.way == 0 && (rub.normal < 0 || place[rub.normal] >= 0)) resting.push_back(j);
    if (rub.way != 0 && rub.normal < 0)
      known_[rub.line] = scaled(rub.line, -rub.way * most(j, -rub.way) * loads_[j] / size_);
  }
  for (const std::size_t j : resting) {
    const int line = p_.rubs[j].line;
    unknowns_.push_back({{{line, 1}}});
    unknowns_.push_back({{{line, -1}}});
  }
  const std::size_t forces = unknowns_.size(), n = forces + resting.size();
  M_.assign(n * n, 0.0);
  q_.assign(n, 0.0);
  const auto acceleration = [&](std::size_t row, int line, double sign) {
    q_[row] = sign * b(line);
    for (std::size_t i = 0; i < known_.size(); ++i)
      q_[row] += sign * w(line, static_cast<int>(i)) * known_[i];
    for (std::size_t c = 0; c < forces; ++c)
      for (const Term& term : unknowns_[c].terms)
        M_[row * n + c] += sign * w(line, term.line) * term.by;
  };
  for (std::size_t k = 0; k < p_.normals.size(); ++k)
    if (place[k] >= 0) acceleration(at(place[k]), p_.normals[k], 1);
  for (std::size_t r = 0; r < resting.size(); ++r) {
    const std::size_t j = resting[r], plus = normals + 2 * r, slack = forces + r;
    const Rub& rub = p_.rubs[j];
    acceleration(plus, rub.line, 1);
    acceleration(plus + 1, rub.line, -1);
    M_[plus * n + slack] = M_[(plus + 1) * n + slack] = 1;
    const double larger = std::max(most(j, 1), most(j, -1));
    M_[slack * n + plus] = -larger / most(j, 1);
    M_[slack * n + plus + 1] = -larger / most(j, -1);
    if (rub.normal >= 0)
      M_[slack * n + at(place[rub.normal])] =
          scaled(rub.line, larger * scale_[p_.normals[rub.normal]]);
    else
      q_[slack] = scaled(rub.line, larger * loads_[j] / size_);
  }
}

void FixedLoads::read(const std::vector<double>& z, std::vector<double>& f) const {
  f = known_;
  for (std::size_t c = 0; c < unknowns_.size(); ++c)
    for (const Term& term : unknowns_[c].terms) f[term.line] += term.by * z[c];
  for (std::size_t i = 0; i < f.size(); ++i) f[i] *= size_ * scale_[i];
}

// Whether the symmetric part of W E is positive definite; bit j of `corner` says at which of its
// two limits the friction of the j-th standing rub is.
bool FixedLoads::is_definite(const std::vector<int>& normals,
                             const std::vector<std::size_t>& standing, unsigned corner) const {
  std::vector<int> lines = normals;
  std::vector<std::vector<Term>> columns;
  for (const int line : normals) {
    std::vector<Term>& column = columns.emplace_back();
    column.push_back({line, 1});
    for (std::size_t j = 0; j < p_.rubs.size(); ++j) {
      const Rub& rub = p_.rubs[j];
      if (rub.normal < 0 || p_.normals[at(rub.normal)] != line || !acts(rub.line)) continue;
      int way = rub.way;
      for (std::size_t k = 0; k < standing.size(); ++k)
        if (standing[k] == j) way = (corner >> k & 1U) != 0 ? 1 : -1;
      if (way != 0)
        column.push_back({rub.line, scaled(rub.line, -way * most(j, -way) * scale_[line])});
    }
  }
  for (const std::size_t j : standing) {
    lines.push_back(p_.rubs[j].line);
    columns.push_back({{p_.rubs[j].line, 1}});
  }
  const int n = count_of(lines);
  Cholesky factor(n);
  const auto entry = [&](int i, int k) {
    double sum = 0;
    for (const Term& term : columns[at(k)]) sum += w(lines[at(i)], term.line) * term.by;
    return sum;
  };
  for (int k = 0; k < n; ++k)
    for (int i = k; i < n; ++i) factor.matrix()(i, k) = (entry(i, k) + entry(k, i)) / 2;
  if (factor.factor() >= 0) return false;
  for (int k = 0; k < n; ++k)
    if (!(factor.matrix()(k, k) > kDefinite)) return false;
  return true;
}

bool FixedLoads::has_one_solution() const {
  std::vector<int> normals;
  for (const int line : p_.normals)
    if (acts(line)) normals.push_back(line);
  std::vector<std::size_t> standing;
  for (std::size_t j = 0; j < p_.rubs.size(); ++j)
    if (may_stand(p_.rubs[j])) standing.push_back(j);
  for (unsigned corner = 0; corner < 1U << standing.size(); ++corner)
    if (!is_definite(normals, standing, corner)) return false;
  return true;
}

}  // namespace mbs

#include "solve/impact/even_shares.h"

#include <algorithm>
#include <cmath>

#include "base/index.h"
#include "linalg/lu.h"

namespace mbs {

namespace {

// Numbers below these parts of the largest one are rounding: kDependent for entries of W (scaled to
// ones on its diagonal), kStill for forces and accelerations, kBound for a normal force at zero.
// kFirst: weight of the squares of friction beside those of normal forces, so that normal forces
// come first.
constexpr double kDependent = 1e-10, kStill = 1e-9, kFirst = 1e-10, kBound = 1e-14;

class Shares {
 public:
  Shares(const TouchProblem& problem, const TouchSolution& solution)
      : p_(problem), s_(solution), scale_(solution.f.size(), 0.0) {
    for (std::size_t i = 0; i < scale_.size(); ++i) {
      const double own = p_.W[i * scale_.size() + i];
      scale_[i] = own > 0 ? 1 / std::sqrt(own) : 0;
      if (!(own > 0)) continue;
      size_ = std::max({size_, std::fabs(s_.f[i]) / scale_[i], std::fabs(p_.b[i]) * scale_[i]});
      for (std::size_t k = 0; k < p_.P0.size(); ++k)
        load_size_ = std::max(load_size_, std::fabs(p_.C[k * scale_.size() + i]) * scale_[i]);
    }
    choose();
  }

  bool spread(std::vector<double>& f, std::vector<char>* open) {
    stays_out_.assign(shares_.size(), 0);
    std::vector<std::vector<double>> all = null_space(0);
    if (open) {
      keep_open(all, *open);
      all = null_space(0);
    }
    if (all.empty()) return false;
    std::vector<double> x;
    for (const Share& share : shares_) x.push_back(s_.f[share.line] / scale_[share.line]);
    const std::vector<double> start = x;
    std::vector<double> from = x;
    const auto keep_bounds = [&] {
      const double part = fits(from, x);
      for (std::size_t i = 0; i < x.size(); ++i) x[i] = from[i] + part * (x[i] - from[i]);
      from = x;
    };
    std::vector<double> weight;
    for (std::size_t i = 0; i < shares_.size(); ++i)
      weight.push_back((i < normals_ ? 1 : kFirst) * square(scale_[shares_[i].line]));
    step(all, weight, x);
    keep_bounds();
    for (std::size_t i = normals_; i < shares_.size(); ++i) {
      const double bound = std::min(bound_of(i, 1, x), bound_of(i, -1, x));
      weight[i] = bound > kStill * size_ ? size_ / bound : 1 / kStill;
      // A rub that nothing presses has exactly no friction.
      stays_out_[i] = !(bound > kStill * size_) && std::fabs(x[i]) <= kStill * size_ ? 1 : 0;
    }
    step(null_space(normals_), weight, x);
    keep_bounds();
    for (std::size_t i = 0; i < shares_.size(); ++i)
      for (const Term& term : shares_[i].terms)
        f[at(term.line)] += term.by * (x[i] - start[i]) * scale_[at(term.line)];
    for (std::size_t i = 0; i < normals_; ++i)  // at its bound but for rounding
      if (double& normal = f[shares_[i].line]; std::fabs(x[i]) <= kBound * size_) normal = 0;
    return true;
  }

 private:
  struct Term {
    int line;
    double by;  // in scaled forces
  };
  struct Share {
    std::size_t line;
    std::size_t rub;  // of friction
    std::vector<Term> terms;
  };
  static double square(double x) { return x * x; }
  bool stays(int line) const {
    return std::fabs(s_.u[at(line)]) * scale_[at(line)] <= kStill * size_;
  }
  const FrictionBounds& bounds(std::size_t j) const {
    return p_.rubs[j].way != 0 || s_.broken[j] ? p_.rubs[j].sliding : p_.rubs[j].rest;
  }

  // Lists the shares: first normals that push or could push, each with the friction of rubs that
  // slide under it, then rubs that stand.
  void choose() {
    for (std::size_t k = 0; k < p_.normals.size(); ++k) {
      const int line = p_.normals[k];
      if (!(scale_[at(line)] > 0) || !stays(line)) continue;
      Share share{at(line), 0, {{line, 1}}};
      for (std::size_t j = 0; j < p_.rubs.size(); ++j) {
        const Rub& rub = p_.rubs[j];
        if (rub.normal != static_cast<int>(k) || !(scale_[at(rub.line)] > 0)) continue;
        const double u = s_.u[at(rub.line)];
        const int way = rub.way != 0 ? rub.way : stays(rub.line) ? 0 : u < 0 ? -1 : 1;
        if (way == 0) continue;
        const double force = way > 0 ? -bounds(j).up : bounds(j).down;
        share.terms.push_back({rub.line, force * scale_[at(line)] / scale_[at(rub.line)]});
      }
      place_.push_back(static_cast<int>(k));
      shares_.push_back(std::move(share));
    }
    normals_ = shares_.size();
    for (std::size_t j = 0; j < p_.rubs.size(); ++j) {
      const Rub& rub = p_.rubs[j];
      if (rub.way == 0 && scale_[at(rub.line)] > 0 && stays(rub.line))
        shares_.push_back({at(rub.line), j, {{rub.line, 1}}});
    }
  }

  // Leaves out the friction of rubs whose normal force is unique.
  void keep_open(const std::vector<std::vector<double>>& all, std::vector<char>& open) {
    open.assign(scale_.size(), 0);
    for (const std::vector<double>& z : all)
      for (std::size_t i = 0; i < normals_; ++i)
        if (std::fabs(z[i]) > kStill) open[shares_[i].line] = 1;
    const auto has_one = [&](const Share& share) {
      const int normal = p_.rubs[share.rub].normal;
      return normal < 0 || open[at(p_.normals[at(normal)])] == 0;
    };
    const auto first = shares_.begin() + static_cast<std::ptrdiff_t>(normals_);
    shares_.erase(std::remove_if(first, shares_.end(), has_one), shares_.end());
  }

  // The changes of the shares from share `first` on that change no acceleration and no load of a
  // joint, by Gauss-Jordan elimination.
  std::vector<std::vector<double>> null_space(std::size_t first) const {
    const std::size_t lines = scale_.size(), rows = lines + p_.P0.size(),
                      n = shares_.size() - first;
    std::vector<double> A(rows * n, 0.0);
    for (std::size_t c = 0; c < n; ++c)
      for (const Term& term : shares_[first + c].terms)
        for (std::size_t r = 0; r < rows; ++r) {
          const double entry = r < lines ? p_.W[r * lines + at(term.line)] * scale_[r]
                                         : p_.C[(r - lines) * lines + at(term.line)] / load_size_;
          A[r * n + c] += entry * scale_[at(term.line)] * term.by;
        }
    std::vector<std::size_t> pivot_of(n, rows);  // column -> row
    std::vector<char> used(rows, 0);
    for (std::size_t k = 0; k < n; ++k) {
      std::size_t row = rows, column = n;
      double most = kDependent;
      for (std::size_t r = 0; r < rows; ++r)
        for (std::size_t c = 0; c < n && !used[r]; ++c)
          if (pivot_of[c] == rows && !stays_out_[first + c] && std::fabs(A[r * n + c]) > most)
            most = std::fabs(A[r * n + c]), row = r, column = c;
      if (row == rows) break;
      used[row] = 1;
      pivot_of[column] = row;
      for (std::size_t r = 0; r < rows; ++r) {
        const double by = r == row ? 0 : A[r * n + column] / A[row * n + column];
        for (std::size_t c = 0; c < n && by != 0; ++c) A[r * n + c] -= by * A[row * n + c];
      }
    }
    std::vector<std::vector<double>> out;
    for (std::size_t c = 0; c < n; ++c) {
      if (pivot_of[c] != rows || stays_out_[first + c]) continue;
      std::vector<double>& z = out.emplace_back(shares_.size(), 0.0);
      z[first + c] = 1;
      for (std::size_t d = 0; d < n; ++d)
        if (pivot_of[d] != rows) z[first + d] = -A[pivot_of[d] * n + c] / A[pivot_of[d] * n + d];
    }
    return out;
  }

  // Takes x to the least sum of weight x^2 along these directions.
  static void step(const std::vector<std::vector<double>>& Z, const std::vector<double>& weight,
                   std::vector<double>& x) {
    const int n = count_of(Z);
    if (n == 0) return;
    Lu factor(n);
    std::vector<double> s(Z.size());
    for (int a = 0; a < n; ++a) {
      for (int b = 0; b < n; ++b) {
        double sum = 0;
        for (std::size_t i = 0; i < x.size(); ++i) sum += Z[at(a)][i] * weight[i] * Z[at(b)][i];
        factor.matrix()(a, b) = sum;
      }
      for (std::size_t i = 0; i < x.size(); ++i) s[at(a)] -= Z[at(a)][i] * weight[i] * x[i];
    }
    if (factor.factor() >= 0) return;
    factor.solve(s.data());
    for (int a = 0; a < n; ++a)
      for (std::size_t i = 0; i < x.size(); ++i) x[i] += s[at(a)] * Z[at(a)][i];
  }

  // Bound of the friction of a share towards growth (1) or decrease (-1) of its slip.
  double bound_of(std::size_t i, int direction, const std::vector<double>& x) const {
    const std::size_t j = shares_[i].rub;
    const Rub& rub = p_.rubs[j];
    const double most = direction > 0 ? bounds(j).down : bounds(j).up;
    if (rub.normal < 0) return most * s_.loads[j] / scale_[shares_[i].line];
    const auto k = std::find(place_.begin(), place_.end(), rub.normal);
    if (k == place_.end()) return 0;
    const auto n = static_cast<std::size_t>(k - place_.begin());
    return most * std::max(x[n], 0.0) * scale_[shares_[n].line] / scale_[shares_[i].line];
  }

  // The largest part, up to 1, of the way from `from` to `to` that keeps all bounds.
  double fits(const std::vector<double>& from, const std::vector<double>& to) const {
    double part = 1;
    const double tiny = kStill * size_;
    const auto keep = [&](double room_from, double room_to) {
      if (room_to < -tiny && room_from > room_to)
        part = std::min(part, std::max(room_from, 0.0) / (std::max(room_from, 0.0) - room_to));
    };
    for (std::size_t i = 0; i < shares_.size(); ++i) {
      if (i < normals_) {
        keep(from[i], to[i]);
        continue;
      }
      for (const int way : {1, -1})
        keep(bound_of(i, way, from) - way * from[i], bound_of(i, way, to) - way * to[i]);
    }
    return part;
  }

  const TouchProblem& p_;
  const TouchSolution& s_;
  std::vector<double> scale_;
  double size_ = 0, load_size_ = 1e-300;  // of forces; of the joints' stresses per force
  std::vector<Share> shares_;
  std::vector<char> stays_out_;  // of each share: it stays as it is
  std::vector<int> place_;       // of each share of a normal: index into the problem's normals
  std::size_t normals_ = 0;      // the first shares
};

}  // namespace

bool share_evenly(const TouchProblem& problem, TouchSolution& solution, std::vector<char>* open) {
  std::vector<double> f = solution.f;
  if (!Shares(problem, solution).spread(f, open)) return false;
  solution.f = std::move(f);
  return true;
}

}  // namespace mbs

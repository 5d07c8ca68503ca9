#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "base/index.h"
#include "base/tolerances.h"
#include "linalg/lu.h"
#include "solve/impact/fixed_loads.h"
#include "solve/impact/line_response.h"

namespace mbs {

namespace {

// The largest number of modes that a search looks at: those of eight contacts that rub, 65 536, and
// some more.
constexpr int kMostSearched = 200000;
// Rounding of a force or an acceleration, as a part of the largest one.
constexpr double kSmallForce = 1e-11;
// Newton's method for the loads of sliding joints: starts as parts of the guess, most starts from
// the pieces of loads, most steps, and the relative change that ends it.
constexpr std::array<double, 5> kStarts{1, 0, 10, 0.1, 100};
constexpr std::size_t kMostTried = 1024;
constexpr int kMostSteps = 40;
constexpr double kRoom = 1.001;        // for rounding of the largest load
constexpr double kSameNewton = 1e-10;  // the error after such a change is its square

std::vector<double> sum_of(const std::vector<std::vector<double>>& columns,
                           const std::vector<double>& loads) {
  std::vector<double> out = columns[0];
  for (std::size_t k = 0; k < loads.size(); ++k)
    for (std::size_t i = 0; i < out.size(); ++i) out[i] += columns[k + 1][i] * loads[k];
  return out;
}

}  // namespace

bool TouchModes::find_forces(const Modes& modes, const std::vector<std::size_t>& sliding,
                             std::vector<std::vector<double>>& columns) const {
  std::vector<Unknown> unknowns;
  std::vector<int> rows;
  for (std::size_t k = 0; k < modes.closed.size(); ++k) {
    if (!modes.closed[k]) continue;
    unknowns.push_back({terms_of_normal(k, modes.ways)});
    rows.push_back(p_.normals[k]);
  }
  for (std::size_t j = 0; j < modes.ways.size(); ++j) {
    if (!modes.sticks[j]) continue;
    unknowns.push_back({{{p_.rubs[j].line, 1}}});
    rows.push_back(p_.rubs[j].line);
  }
  columns.assign(sliding.size() + 1, std::vector<double>(scale_.size(), 0.0));
  for (std::size_t k = 0; k < sliding.size(); ++k) {
    const int line = p_.rubs[sliding[k]].line, way = modes.ways[sliding[k]];
    columns[k + 1][at(line)] = scaled(line, -way * most(sliding[k], -way) / size_);
  }
  const int n = count_of(rows);
  Lu factor(n);
  std::vector<double> x(at(n) * columns.size());
  for (int r = 0; r < n; ++r) {
    x[at(r)] = -b(rows[at(r)]);
    for (std::size_t k = 0; k < sliding.size(); ++k) {
      const int line = p_.rubs[sliding[k]].line;
      x[(k + 1) * at(n) + at(r)] = -w(rows[at(r)], line) * columns[k + 1][at(line)];
    }
    for (int c = 0; c < n; ++c) {
      double sum = 0;
      for (const Term& term : unknowns[at(c)].terms) sum += w(rows[at(r)], term.line) * term.by;
      factor.matrix()(r, c) = sum;
    }
  }
  if (n > 0) {
    if (factor.factor() >= 0 || !(factor.pivot_ratio() > tolerance::dependent_line)) return false;
    factor.solve(x.data(), count_of(columns));
  }
  for (std::size_t k = 0; k < columns.size(); ++k)
    for (int c = 0; c < n; ++c)
      for (const Term& term : unknowns[at(c)].terms)
        columns[k][at(term.line)] += term.by * x[k * at(n) + at(c)];
  return true;
}

double TouchModes::load_at(const Rub& rub, const std::vector<double>& f,
                           std::vector<double>* slopes, int piece) const {
  Pressing P{}, by{}, inside{};
  for (int k = 0; k < rub.load.count(); ++k) {
    const std::size_t row = at(rub.load.first + k);
    P[at(k)] = p_.P0[row];
    for (std::size_t i = 0; i < f.size(); ++i)
      P[at(k)] += p_.C[row * f.size() + i] * size_ * scale_[i] * f[i];
  }
  if (slopes) {
    slopes->assign(f.size(), 0.0);
    if (piece >= 0) inside[at(piece / 2)] = piece % 2 == 0 ? 1 : -1;
    rub.load.slopes(piece < 0 ? P.data() : inside.data(), by.data());
    for (int k = 0; k < rub.load.count(); ++k)
      for (std::size_t i = 0; i < f.size(); ++i)
        (*slopes)[i] += by[at(k)] * p_.C[at(rub.load.first + k) * f.size() + i] * size_ * scale_[i];
  }
  if (piece >= 0 && rub.load.count() > 0)
    return std::inner_product(by.begin(), by.end(), P.begin(), 0.0);
  return std::fmax(0, rub.load.value(P.data()));
}

// Loads are norms, so each load of two solutions differs by at most the load that the difference of
// the forces makes. With row sums below 1, the loads of sliding joints have only one solution.
double TouchModes::largest_share(const std::vector<std::size_t>& of,
                                 const std::vector<std::vector<double>>& columns) const {
  double out = 0;
  for (const std::size_t j : of) {
    const FrictionLoad& load = p_.rubs[j].load;
    double sum = 0;
    for (std::size_t k = 1; k < columns.size(); ++k) {
      Pressing P{};
      for (int i = 0; i < load.count(); ++i)
        for (std::size_t c = 0; c < scale_.size(); ++c)
          P[at(i)] +=
              p_.C[at(load.first + i) * scale_.size() + c] * size_ * scale_[c] * columns[k][c];
      const bool one_sided = load.kind == FrictionKind::rope || load.kind == FrictionKind::contact;
      sum += load.is_constant() ? 0 : one_sided ? std::fabs(P[0]) : load.value(P.data());
    }
    out = std::isnan(sum) ? sum : std::max(out, sum);
    if (!(out < 1)) break;
  }
  return out;
}

// Of how many lines none follows from the others.
int TouchModes::freedom_count() const {
  Mobilities left(p_.W, scale_.size());
  int out = 0;
  for (std::size_t line = 0; line < scale_.size(); ++line)
    if (acts(static_cast<int>(line)) && left.hold_beyond(line, tolerance::dependent_line)) ++out;
  return out;
}

bool TouchModes::find_loads(const std::vector<std::size_t>& sliding,
                            const std::vector<std::vector<double>>& columns,
                            const std::vector<int>& pieces, std::vector<double>& loads) const {
  const int m = count_of(sliding);
  Lu factor(m);
  std::vector<double> missing(at(m)), slopes;
  for (int step = 0; step < kMostSteps; ++step) {
    const std::vector<double> f = sum_of(columns, loads);
    double size = 0;
    for (int j = 0; j < m; ++j) {
      const int piece = step == 0 && !pieces.empty() ? pieces[at(j)] : -1;
      const double load = load_at(p_.rubs[sliding[at(j)]], f, &slopes, piece);
      missing[at(j)] = load - loads[at(j)];
      size = std::max({size, load, std::fabs(loads[at(j)])});
      for (int k = 0; k < m; ++k) {
        double sum = 0;
        for (std::size_t i = 0; i < f.size(); ++i) sum += slopes[i] * columns[at(k) + 1][i];
        factor.matrix()(j, k) = (j == k ? 1 : 0) - sum;
      }
    }
    if (!std::isfinite(size) || factor.factor() >= 0) return false;
    factor.solve(missing.data());
    double change = 0;
    for (int j = 0; j < m; ++j) {
      loads[at(j)] += missing[at(j)];
      change = std::max(change, std::fabs(missing[at(j)]));
    }
    if (change <= kSameNewton * size && (step > 0 || pieces.empty()))
      return std::all_of(loads.begin(), loads.end(), [&](double l) { return l >= 0; });
  }
  return false;
}

bool TouchModes::fits(const Modes& modes, const std::vector<double>& f) const {
  double size = 1;
  for (const double force : f) size = std::max(size, std::fabs(force));
  const double tiny = kSmallForce * size;
  const auto acceleration = [&](int line) {
    double u = b(line);
    for (std::size_t i = 0; i < f.size(); ++i) u += w(line, static_cast<int>(i)) * f[i];
    return u;
  };
  for (std::size_t k = 0; k < modes.closed.size(); ++k) {
    const int line = p_.normals[k];
    if (!acts(line)) continue;
    if (modes.closed[k] ? f[at(line)] < -tiny : acceleration(line) < -tiny) return false;
  }
  for (std::size_t j = 0; j < modes.ways.size(); ++j) {
    const Rub& rub = p_.rubs[j];
    if (rub.way != 0 || !acts(rub.line)) continue;
    if (!modes.sticks[j]) {
      if (modes.ways[j] * acceleration(rub.line) < -tiny) return false;
      continue;
    }
    const double load = rub.normal < 0                 ? load_at(rub, f) / size_
                        : modes.closed[at(rub.normal)] ? f[at(p_.normals[at(rub.normal)])] *
                                                             scale_[at(p_.normals[at(rub.normal)])]
                                                       : 0;
    const double force = f[at(rub.line)];
    if (force > scaled(rub.line, most(j, 1) * load) + tiny ||
        force < -scaled(rub.line, most(j, -1) * load) - tiny)
      return false;
  }
  return true;
}

// Visits the forces of these modes that fit them; true as soon as `visit` returns true.
template <class Visit>
bool TouchModes::try_modes(const Modes& modes, Visit visit) {
  std::vector<std::size_t> sliding;
  for (std::size_t j = 0; j < modes.ways.size(); ++j)
    if (p_.rubs[j].normal < 0 && modes.ways[j] != 0 && acts(p_.rubs[j].line)) sliding.push_back(j);
  std::vector<std::vector<double>> columns;
  if (!find_forces(modes, sliding, columns)) {
    skipped_ = true;
    return false;
  }
  const auto take = [&](std::vector<double> f) {
    if (!fits(modes, f)) return false;
    for (std::size_t i = 0; i < f.size(); ++i) f[i] *= size_ * scale_[i];
    return visit(f);
  };
  if (sliding.empty()) return take(columns[0]);
  const bool has_one = largest_share(sliding, columns) < 1;
  std::vector<std::vector<double>> seen;
  const auto start_from = [&](double part, const std::vector<int>& pieces) {
    std::vector<double> loads;
    for (const std::size_t j : sliding) loads.push_back(part * loads_[j]);
    if ((has_one && !seen.empty()) || !find_loads(sliding, columns, pieces, loads)) return false;
    const bool is_new = std::none_of(seen.begin(), seen.end(), [&](const auto& other) {
      for (std::size_t k = 0; k < loads.size(); ++k)
        if (std::fabs(loads[k] - other[k]) > kSmallForce * (loads[k] + other[k])) return false;
      return true;
    });
    if (!is_new) return false;
    seen.push_back(loads);
    return take(sum_of(columns, loads));
  };
  for (const double part : kStarts)
    if (start_from(part, {})) return true;
  if (has_one) return false;
  // A load of one stress is linear for each of its signs, that of a slider for each sign of its two
  // ends: each piece has one solution at most, which is found from a start in it.
  std::vector<int> pieces(sliding.size(), 0);
  for (std::size_t tried = 0; tried < kMostTried; ++tried) {
    if (start_from(0, pieces)) return true;
    std::size_t k = 0;
    while (k < pieces.size() && ++pieces[k] >= 2 * p_.rubs[sliding[k]].load.count())
      pieces[k++] = 0;
    if (k == pieces.size()) return false;
  }
  skipped_ = true;
  return false;
}

// Joints alone: no friction is larger than its coefficient times the largest load that all friction
// together may bring about, where loads contract. A rub cannot stand where this is too little to
// hold it, nor slide against it.
std::vector<TouchModes::Choices> TouchModes::find_choices() const {
  std::vector<Choices> out(p_.rubs.size());
  if (!p_.normals.empty()) return out;
  const std::vector<double> nothing(scale_.size(), 0.0);
  std::vector<std::size_t> joints;
  std::vector<std::vector<double>> columns{nothing};
  double most_load = 0;
  for (std::size_t j = 0; j < p_.rubs.size(); ++j) {
    const Rub& rub = p_.rubs[j];
    if (!acts(rub.line)) continue;
    joints.push_back(j);
    columns.push_back(nothing);
    columns.back()[at(rub.line)] = scaled(rub.line, std::max(most(j, 1), most(j, -1)) / size_);
    Pressing P{};
    std::copy_n(p_.P0.begin() + rub.load.first, rub.load.count(), P.begin());
    most_load = std::max(most_load, std::fabs(rub.load.value(P.data())));
  }
  const double part = largest_share(joints, columns);
  if (!(part < 1)) return out;
  most_load *= kRoom / (1 - part);
  for (const std::size_t j : joints) {
    const int line = p_.rubs[j].line;
    double reach = 0;
    for (std::size_t k = 0; k < joints.size(); ++k) {
      const int other = p_.rubs[joints[k]].line;
      reach += std::fabs(w(line, other) * columns[k + 1][at(other)]) * most_load;
    }
    out[j] = {std::fabs(b(line)) <= reach, b(line) >= -reach, b(line) <= reach};
  }
  return out;
}

// Tries all modes one after the other: each normal pushes or parts, each rub at rest stands or
// slides one way or the other. A rub without force looks alike in all of its modes: it has one
// only. stands: without modes in which nothing moves. True as soon as `visit` returns true.
template <class Visit>
bool TouchModes::search(bool stands, Visit visit) {
  const std::vector<Choices> may = find_choices();
  const int freedoms = stands ? freedom_count() : 0;
  const auto is_out = [&](const Modes& modes) {
    int standing = 0;
    for (std::size_t j = 0; j < modes.ways.size(); ++j) {
      standing += modes.sticks[j];
      if (p_.rubs[j].way != 0 || !acts(p_.rubs[j].line)) continue;
      if (modes.sticks[j]
              ? !may[j].stands
              : (modes.ways[j] > 0 && !may[j].forwards) || (modes.ways[j] < 0 && !may[j].backwards))
        return true;
    }
    return stands && p_.normals.empty() && standing >= freedoms;
  };
  Modes modes;
  modes.closed.resize(p_.normals.size());
  modes.sticks.resize(p_.rubs.size());
  modes.ways.resize(p_.rubs.size());
  std::vector<int> choice, count;  // one for each normal, then for each rub
  for (const int line : p_.normals) count.push_back(acts(line) ? 2 : 1);
  for (std::size_t j = 0; j < p_.rubs.size(); ++j) {
    const Rub& rub = p_.rubs[j];
    const bool rubs =
        most(j, 1) > 0 && most(j, -1) > 0 && (rub.normal < 0 || acts(p_.normals[at(rub.normal)]));
    count.push_back(rub.way == 0 && acts(rub.line) && rubs ? 3 : 1);
  }
  choice.assign(count.size(), 0);
  const std::size_t normals = modes.closed.size();
  const auto count_of_modes = [&](std::size_t c) {
    for (std::size_t j = 0; c < normals && j < p_.rubs.size(); ++j)
      if (p_.rubs[j].normal == static_cast<int>(c) && choice[normals + j] != 0) return 1;
    return count[c];
  };
  for (int looked = 0; looked < kMostSearched; ++looked) {
    for (std::size_t k = 0; k < normals; ++k) modes.closed[k] = count[k] == 2 && choice[k] == 0;
    for (std::size_t j = 0; j < modes.ways.size(); ++j) {
      const std::size_t c = normals + j;
      const Rub& rub = p_.rubs[j];
      const bool parted = rub.normal >= 0 && !modes.closed[at(rub.normal)];
      modes.ways[j] = count[c] == 1 ? rub.way : choice[c] == 1 ? 1 : choice[c] == 2 ? -1 : 0;
      modes.sticks[j] = count[c] == 3 && choice[c] == 0 && !parted;
    }
    if (!is_out(modes) && try_modes(modes, visit)) return true;
    std::size_t c = 0;
    while (c < choice.size() && ++choice[c] >= count_of_modes(c)) choice[c++] = 0;
    if (c == choice.size()) return false;
  }
  cut_ = true;
  return false;
}

// Joints with known loads have one solution where W is positive definite for those that stand: the
// forces are then continuous in the loads, with the columns of some mode for their slopes. Where
// all loads contract in all modes, they have one solution, too. A way and its opposite have columns
// of opposite sign; the larger one counts.
bool TouchModes::has_one_solution() {
  const auto is_joint = [](const Rub& rub) { return rub.normal < 0; };
  if (std::none_of(p_.rubs.begin(), p_.rubs.end(), is_joint)) return FixedLoads::has_one_solution();
  if (!p_.normals.empty()) return false;
  Modes modes;
  modes.ways.resize(p_.rubs.size());
  modes.sticks.resize(p_.rubs.size());
  std::vector<std::size_t> rubbing, standing;
  for (std::size_t j = 0; j < p_.rubs.size(); ++j) {
    const Rub& rub = p_.rubs[j];
    if (!acts(rub.line)) continue;
    if (rub.way == 0 && !(most(j, 1) > 0 && most(j, -1) > 0)) continue;
    rubbing.push_back(j);
    if (rub.way == 0) standing.push_back(j);
    modes.ways[j] = rub.way;
  }
  std::vector<std::size_t> sliding;
  std::vector<std::vector<double>> columns;
  for (unsigned some = 0; some < 1U << standing.size(); ++some) {
    for (std::size_t k = 0; k < standing.size(); ++k) {
      const std::size_t j = standing[k];
      modes.sticks[j] = (some >> k & 1U) == 0;
      modes.ways[j] = modes.sticks[j] ? 0 : most(j, 1) > most(j, -1) ? -1 : 1;
    }
    sliding.clear();
    for (const std::size_t j : rubbing)
      if (modes.ways[j] != 0) sliding.push_back(j);
    if (!find_forces(modes, sliding, columns) || !(largest_share(rubbing, columns) < 1))
      return false;
  }
  return true;
}

bool TouchModes::find_one(std::vector<double>& f) {
  return search(false, [&](const std::vector<double>& found) { return f = found, true; });
}

std::vector<std::vector<double>> TouchModes::find_all(bool stands) {
  std::vector<std::vector<double>> out;
  search(stands, [&](const std::vector<double>& found) { return out.push_back(found), false; });
  return out;
}

}  // namespace mbs

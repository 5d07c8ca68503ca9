#include "run/contacts/contact_forces.h"

#include <algorithm>
#include <cmath>

#include "base/index.h"
#include "base/tolerances.h"
#include "run/contacts/common_impact.h"
#include "run/contacts/contact_modes.h"

namespace mbs {

namespace {

// Normal forces of redundant contacts: a part of W below kDependent is rounding; the iteration of
// their shares ends with changes below kSameShare.
constexpr double kDependent = 1e-10, kSameShare = 1e-10;
constexpr int kMostShares = 50;

}  // namespace

bool ContactForces::touches(const Contact& c) const {
  if (c.closed()) return true;
  return at_.state.e[c.e1()] <= set_.tolerance(c, *at_.dynamics) &&
         std::fabs(at_.state.ed[c.e1()]) <= tolerance::contact_zero * set_.speed;
}

bool ContactForces::rubs(const Contact& c) const {
  const int line = of_[static_cast<std::size_t>(&c - set_.contacts.data())].slip;
  return line >= 0 && std::fabs(solution_.f[static_cast<std::size_t>(line)]) > weightless_;
}

int ContactForces::add_line(int deformation) {
  const auto it = std::find(lines_.begin(), lines_.end(), deformation);
  if (it != lines_.end()) return static_cast<int>(it - lines_.begin());
  lines_.push_back(deformation);
  return count_of(lines_) - 1;
}

void ContactForces::choose_lines() {
  of_.assign(set_.contacts.size(), {});
  candidate_.assign(set_.contacts.size(), 0);
  for (std::size_t k = 0; k < set_.contacts.size(); ++k) {
    const Contact& c = set_.contacts[k];
    if (c.holds_nothing()) continue;
    candidate_[k] = c.is_joint() || (c.is_rigid() && touches(c));
    if (!candidate_[k]) continue;
    if (!c.is_joint()) of_[k].normal = add_line(c.normal);
    if (c.slips()) of_[k].slip = add_line(c.slip);
  }
}

bool ContactForces::find() {
  lines_.clear();
  choose_lines();
  for (std::size_t k = 0; k < set_.contacts.size(); ++k)
    if (candidate_[k]) ContactSet::release(set_.contacts[k], at_.phase);
  at_.phase.sliding.clear();
  at_.phase.leaders.clear();
  if (!at_.refit() || !at_.solve().ok()) return false;
  still_ = ContactModes::rounding_of_accelerations(at_.state);
  weightless_ = ContactModes::force_of_rounding(*at_.dynamics);
  problem_ = {};
  problem_.n = count_of(lines_);
  for (const int line : lines_) problem_.b.push_back(at_.state.edd[line]);
  load_first_.assign(set_.contacts.size(), -1);
  std::vector<int> stresses;  // that press joints
  for (std::size_t k = 0; k < set_.contacts.size(); ++k) {
    const Contact& c = set_.contacts[k];
    if (!candidate_[k] || !c.is_joint()) continue;
    load_first_[k] = count_of(problem_.P0);
    for (int i = 0; i < c.load.count(); ++i) {
      stresses.push_back(c.load.first + i);
      problem_.P0.push_back(at_.dynamics->own_stress(static_cast<std::size_t>(c.load.first + i)));
    }
  }
  FreeMotion motion(at_.model);
  if (!find_free_motion(at_.model, *at_.dynamics, at_.state, motion).ok()) return false;
  fill_matrix(motion);
  if (!problem_.P0.empty())
    problem_.C =
        find_stresses(at_.model, at_.phase, *at_.dynamics, motion, impact_lines(), stresses);
  return true;
}

// A line that joints hold moves by rounding only: its entry is made 0.
void ContactForces::fill_matrix(FreeMotion& motion) {
  const std::size_t n = lines_.size();
  const std::vector<ImpactLine> lines = impact_lines();
  problem_.W = find_response(at_.model, *at_.dynamics, motion, lines).W;
  const std::vector<double> least = least_mobilities(at_.model, *at_.dynamics, motion, lines);
  for (std::size_t a = 0; a < n; ++a) {
    if (problem_.W[a * n + a] > least[a]) continue;
    for (std::size_t b = 0; b < n; ++b) problem_.W[a * n + b] = problem_.W[b * n + a] = 0;
  }
}

std::vector<ImpactLine> ContactForces::impact_lines() const {
  std::vector<ImpactLine> out;
  for (const int line : lines_) out.push_back({Target::deformation, line});
  return out;
}

// Whether the gaps that are closed and the slips that stand leave the gap of a contact no motion:
// Gram and Schmidt on W.
bool ContactForces::is_held(int contact, const std::vector<Assumed>& assumed) const {
  const std::size_t n = lines_.size();
  std::vector<double> left = problem_.W;
  const auto take = [&](std::size_t k) {
    const double pivot = left[k * n + k];
    if (!(pivot > tolerance::dependent_line * problem_.W[k * n + k])) return;
    const std::vector<double> row(left.begin() + static_cast<std::ptrdiff_t>(k * n),
                                  left.begin() + static_cast<std::ptrdiff_t>((k + 1) * n));
    for (std::size_t a = 0; a < n; ++a)
      for (std::size_t b = 0; b < n; ++b) left[a * n + b] -= row[a] * row[b] / pivot;
  };
  for (std::size_t k = 0; k < of_.size(); ++k) {
    const Contact& c = set_.contacts[k];
    if (!candidate_[k] || !c.closed() || static_cast<int>(k) == contact) continue;
    if (assumed[k] == Assumed::parts) continue;
    if (of_[k].normal >= 0) take(static_cast<std::size_t>(of_[k].normal));
    if (of_[k].slip >= 0 && c.mode == ContactMode::stick)
      take(static_cast<std::size_t>(of_[k].slip));
  }
  const auto line = static_cast<std::size_t>(of_[static_cast<std::size_t>(contact)].normal);
  return !(left[line * n + line] > tolerance::dependent_line * problem_.W[line * n + line]);
}

bool ContactForces::moves(int line) const {
  const auto i = static_cast<std::size_t>(line);
  return problem_.W[i * lines_.size() + i] > 0;
}

int ContactForces::way_of(std::size_t contact) const {
  const int rub = rub_of_[contact];
  return rub < 0 ? 0 : problem_.rubs[static_cast<std::size_t>(rub)].way;
}

double ContactForces::acceleration(int line) const {
  return line < 0 ? 0 : solution_.u[static_cast<std::size_t>(line)];
}

void ContactForces::find_rubs(const std::vector<int>& ways, const std::vector<Assumed>& assumed) {
  problem_.normals.clear();
  problem_.rubs.clear();
  normal_of_.assign(set_.contacts.size(), -1);
  rub_of_ = normal_of_;
  for (std::size_t k = 0; k < set_.contacts.size(); ++k) {
    if (of_[k].normal < 0 || assumed[k] == Assumed::parts) continue;
    normal_of_[k] = count_of(problem_.normals);
    problem_.normals.push_back(of_[k].normal);
  }
  for (std::size_t k = 0; k < set_.contacts.size(); ++k) {
    const Contact& c = set_.contacts[k];
    if (!candidate_[k] || !c.has_friction() || of_[k].slip < 0) continue;
    if (!c.is_joint() && normal_of_[k] < 0) continue;
    Rub rub;
    rub.line = of_[k].slip;
    rub.normal = normal_of_[k];
    rub.sliding = c.sliding;
    rub.rest = assumed[k] == Assumed::is_loose ? c.sliding : c.at_rest;
    rub.way = assumed[k] == Assumed::slides ? (c.sign < 0 ? -1 : 1) : ways[k];
    if (c.is_joint()) {
      rub.load = c.load;
      rub.load.first = load_first_[k];
    }
    rub_of_[k] = count_of(problem_.rubs);
    problem_.rubs.push_back(rub);
  }
}

bool ContactForces::solve(const std::vector<int>& ways, const std::vector<Assumed>& assumed) {
  find_rubs(ways, assumed);
  set_.shares.clear();
  solution_ = solve_touch(problem_);
  solutions_ = 0;
  if (!solution_.found) return false;
  choose_nearest();
  if (has_idle_wheel() && find_shares()) stand_by_shares();
  take_modes();
  for (std::size_t k = 0; k < assumed.size(); ++k)
    if (assumed[k] == Assumed::parts && set_.contacts[k].closed() &&
        !is_held(static_cast<int>(k), assumed))
      set_.contacts[k].mode = ContactMode::open;
  return true;
}

// How many contacts have another mode in a solution than the preferred one.
int ContactForces::distance(const TouchSolution& solution) const {
  int out = 0;
  for (std::size_t k = 0; k < set_.contacts.size(); ++k) {
    if (!candidate_[k]) continue;
    const auto value = [](const std::vector<double>& of, int line) {
      return line < 0 ? 0.0 : of[static_cast<std::size_t>(line)];
    };
    const ContactSet::ModeAndSign& before = (*preferred_)[k];
    const bool parts = value(solution.u, of_[k].normal) > still_;
    const double goes = way_of(k) != 0 ? way_of(k) : value(solution.u, of_[k].slip);
    const bool slides = way_of(k) != 0 || std::fabs(goes) > still_;
    if (parts || before.mode == ContactMode::open)
      out += parts != (before.mode == ContactMode::open) ? 1 : 0;
    else if (slides)
      out += before.mode != ContactMode::slide || before.sign * goes < 0 ? 1 : 0;
    else
      out += before.mode == ContactMode::slide ? 1 : 0;
  }
  return out;
}

void ContactForces::choose_nearest() {
  std::vector<TouchSolution> all = solutions_beside(problem_, solution_);
  solutions_ = all.size();
  if (solutions_ < 2) return;
  const auto nearer = [this](const TouchSolution& a, const TouchSolution& b) {
    return distance(a) < distance(b);
  };
  solution_ = std::move(*std::min_element(all.begin(), all.end(), nearer));
}

bool ContactForces::shares_forces() const {
  const std::size_t n = lines_.size();
  std::vector<std::size_t> closed;
  for (const int line : problem_.normals)
    if (moves(line) && acceleration(line) <= still_)
      closed.push_back(static_cast<std::size_t>(line));
  std::vector<double> left = problem_.W;
  for (const std::size_t k : closed) {
    const double pivot = left[k * n + k];
    if (!(pivot > kDependent * problem_.W[k * n + k])) return true;
    for (std::size_t a = 0; a < n; ++a) {
      const double by = left[a * n + k] / pivot;
      for (std::size_t b = 0; b < n && a != k; ++b) left[a * n + b] -= by * left[k * n + b];
    }
  }
  return false;
}

// A wheel that touches, pushes nothing because others hold its gap, and would not turn with the
// ground for want of friction.
bool ContactForces::has_idle_wheel() const {
  for (std::size_t k = 0; k < set_.contacts.size(); ++k) {
    if (normal_of_[k] < 0 || rub_of_[k] < 0) continue;
    const Rub& rub = problem_.rubs[static_cast<std::size_t>(rub_of_[k])];
    const bool idle = solution_.f[static_cast<std::size_t>(of_[k].normal)] <= weightless_ &&
                      acceleration(of_[k].normal) <= still_;
    if (idle && rub.way == 0 && std::fabs(acceleration(rub.line)) > still_) return true;
  }
  return false;
}

// Least squares of the normal forces of all that is closed: their projection on the range of W.
// False where nothing is redundant, or a contact would pull by its share.
bool ContactForces::find_shares() {
  std::vector<std::size_t> closed;  // contacts
  for (std::size_t k = 0; k < set_.contacts.size(); ++k)
    if (normal_of_[k] >= 0 && moves(of_[k].normal) && acceleration(of_[k].normal) <= still_)
      closed.push_back(k);
  const std::size_t m = closed.size(), n = lines_.size();
  const auto line = [&](std::size_t i) { return static_cast<std::size_t>(of_[closed[i]].normal); };
  std::vector<std::vector<double>> left, range;  // columns of W, and an orthonormal basis of them
  double largest = 0;
  for (std::size_t j = 0; j < m; ++j) {
    std::vector<double>& column = left.emplace_back();
    for (std::size_t i = 0; i < m; ++i) column.push_back(problem_.W[line(i) * n + line(j)]);
    largest = std::max(largest, std::sqrt(dot(column, column)));
  }
  while (!left.empty()) {
    const auto by_size = [](const auto& a, const auto& b) { return dot(a, a) < dot(b, b); };
    const auto most = std::max_element(left.begin(), left.end(), by_size);
    const double size = std::sqrt(dot(*most, *most));
    if (!(size > kDependent * largest)) break;
    std::vector<double> q = *most;
    left.erase(most);
    for (double& value : q) value /= size;
    for (std::vector<double>& column : left) {
      const double along = dot(q, column);
      for (std::size_t i = 0; i < m; ++i) column[i] -= along * q[i];
    }
    range.push_back(std::move(q));
  }
  if (range.size() == m) return false;
  const std::size_t all = set_.contacts.size();
  set_.shares.assign(all * all, 0.0);
  for (std::size_t i = 0; i < m; ++i)
    for (std::size_t j = 0; j < m; ++j)
      for (const std::vector<double>& q : range)
        set_.shares[closed[i] * all + closed[j]] += q[i] * q[j];
  return true;
}

void ContactForces::share_among_wheels() {
  const auto rolls = [](const Contact& c) { return c.rolls; };
  if (set_.shares.empty() && std::any_of(set_.contacts.begin(), set_.contacts.end(), rolls))
    find_shares();
}

// What is at rest stands by its share of the normal forces, which depend on friction in turn.
void ContactForces::stand_by_shares() {
  const TouchProblem coupled = problem_;
  const TouchSolution first = solution_;
  const std::size_t all = set_.contacts.size(), n = lines_.size(), loads = problem_.P0.size();
  const auto share = [&](std::size_t k) {
    double N = 0;
    for (std::size_t j = 0; j < all; ++j)
      if (of_[j].normal >= 0)
        N += set_.shares[k * all + j] * solution_.f[static_cast<std::size_t>(of_[j].normal)];
    return N;
  };
  problem_.P0.resize(loads + all, 0.0);
  problem_.C.resize((loads + all) * n, 0.0);
  for (std::size_t k = 0; k < all; ++k) {
    if (rub_of_[k] < 0 || set_.shares[k * all + k] == 0) continue;
    Rub& rub = problem_.rubs[static_cast<std::size_t>(rub_of_[k])];
    if (rub.way != 0) continue;
    rub.normal = -1;
    rub.load = {FrictionKind::contact, static_cast<int>(loads + k), 0};
  }
  bool settled = false, pulls = false;
  for (int round = 0; round < kMostShares && !settled && !pulls && solution_.found; ++round) {
    double change = 0, size = 0;
    for (std::size_t k = 0; k < all; ++k) {
      if (set_.shares[k * all + k] == 0) continue;
      const double N = share(k);
      pulls |= N < -weightless_;
      change = std::max(change, std::fabs(N + problem_.P0[loads + k]));
      size = std::max(size, std::fabs(N));
      problem_.P0[loads + k] = -N;
    }
    settled = change <= kSameShare * size;
    if (!settled && !pulls) solution_ = solve_touch(problem_);
  }
  const bool found = solution_.found && settled && !pulls;
  problem_ = coupled;
  if (found) return;
  solution_ = first;
  set_.shares.clear();
}

int ContactForces::contradicted(const std::vector<Assumed>& assumed) const {
  for (std::size_t k = 0; k < assumed.size(); ++k) {
    const Contact& c = set_.contacts[k];
    if (assumed[k] == Assumed::parts && of_[k].normal >= 0 && acceleration(of_[k].normal) < -still_)
      return static_cast<int>(k);
    if (assumed[k] == Assumed::slides && c.closed() && rub_of_[k] >= 0 &&
        way_of(k) * acceleration(of_[k].slip) < -still_)
      return static_cast<int>(k);
  }
  return -1;
}

// Modes from the forces and accelerations. What touches without a force stays closed; so does what
// is held by others, as long as they do not move it.
void ContactForces::take_modes() {
  driven_in_ = nullptr;
  for (std::size_t k = 0; k < set_.contacts.size(); ++k) {
    Contact& c = set_.contacts[k];
    if (!candidate_[k]) continue;
    const Lines& of = of_[k];
    c.idle = c.rolls = false;
    c.carriers.clear();
    if (!c.is_joint()) {
      const double parts = acceleration(of.normal);
      const double N = solution_.f[static_cast<std::size_t>(of.normal)];
      const bool pushes = N > weightless_;
      c.idle = !pushes;
      if (!pushes && parts > still_) {
        c.mode = ContactMode::open;
        continue;
      }
      if (!moves(of.normal) && parts < -still_) driven_in_ = &c;
    }
    if (!c.has_friction() || of.slip < 0) {
      c.mode = ContactMode::slide;
      continue;
    }
    const double goes = acceleration(of.slip);
    if (const int way = way_of(k); way != 0) {
      c.mode = ContactMode::slide;
      c.sign = way;
    } else if (std::fabs(goes) > still_) {
      c.let_slip(goes);
    } else {
      c.mode = ContactMode::stick;
      c.fresh = false;
    }
  }
}

}  // namespace mbs

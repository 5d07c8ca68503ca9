#include "run/events/contact_forces.h"

#include <algorithm>
#include <cmath>

#include "base/index.h"
#include "base/tolerances.h"
#include "run/events/common_impact.h"
#include "run/events/contact_modes.h"

namespace mbs {

namespace {

// A mobility that is left below this part of its entry of W is rounding.
constexpr double kDependent = 1e-10;

}  // namespace

bool ContactForces::touches(const Contact& c) const {
  if (c.closed()) return true;
  if (only_closed_) return false;
  return at_.state.e[c.e1()] <= set_.tolerance(c.normal, *at_.dynamics) &&
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
  for (std::size_t k = 0; k < set_.contacts.size(); ++k) {
    const Contact& c = set_.contacts[k];
    of_[k].candidate = c.is_joint() || (c.is_rigid() && touches(c));
    if (!of_[k].candidate) continue;
    if (!c.is_joint()) of_[k].normal = add_line(c.normal);
    if (c.slips()) of_[k].slip = add_line(c.slip);
  }
}

bool ContactForces::find() {
  lines_.clear();
  choose_lines();
  for (std::size_t k = 0; k < set_.contacts.size(); ++k)
    if (of_[k].candidate) ContactSet::release(set_.contacts[k], at_.phase);
  at_.phase.sliding.clear();
  at_.phase.leaders.clear();
  if (!at_.refit() || !at_.solve().ok()) return false;
  still_ = ContactModes::rounding_of_accelerations(at_.state);
  weightless_ = ContactModes::force_of_rounding(*at_.dynamics);
  problem_ = {};
  problem_.n = count_of(lines_);
  for (const int line : lines_) problem_.b.push_back(at_.state.edd[line]);
  std::vector<int> stresses;  // that press joints
  for (std::size_t k = 0; k < set_.contacts.size(); ++k) {
    const Contact& c = set_.contacts[k];
    if (!of_[k].candidate || !c.is_joint()) continue;
    of_[k].load = count_of(problem_.P0);
    for (int i = 0; i < c.load.count(); ++i) {
      stresses.push_back(c.load.first + i);
      problem_.P0.push_back(ContactSet::pressing(c, i, *at_.dynamics));
    }
  }
  FreeMotion& motion = motion_.emplace(at_.model);
  if (!find_free_motion(at_.model, *at_.dynamics, at_.state, motion).ok()) return false;
  fill_matrix(motion);
  // Where nothing else accelerates, what is left is rounding of what friction could do.
  for (std::size_t k = 0; k < set_.contacts.size(); ++k) {
    const Contact& c = set_.contacts[k];
    if (of_[k].slip < 0 || !c.is_joint()) continue;
    const std::size_t line = static_cast<std::size_t>(of_[k].slip);
    const double load = c.load.value(problem_.P0.data() + of_[k].load);
    still_ = std::max(still_, tolerance::contact_sinks * problem_.W[line * lines_.size() + line] *
                                  std::max(c.sliding.up, c.sliding.down) * load);
  }
  if (!problem_.P0.empty())
    problem_.C =
        find_stresses(at_.model, at_.phase, *at_.dynamics, motion, impact_lines(), stresses);
  return true;
}

// A line that joints hold moves by rounding only: its row and column of W are made 0.
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

// Whether the closed gaps and the sticking slips of other contacts hold the gap of this contact.
bool ContactForces::is_held(int contact, const std::vector<Assumed>& assumed) const {
  Mobilities left(problem_.W, lines_.size());
  const auto hold = [&left](int line) {
    if (line >= 0) left.hold_beyond(static_cast<std::size_t>(line), tolerance::dependent_line);
  };
  for (std::size_t k = 0; k < of_.size(); ++k) {
    const Contact& c = set_.contacts[k];
    if (!of_[k].candidate || !c.closed() || static_cast<int>(k) == contact) continue;
    if (assumed[k] == Assumed::parts) continue;
    hold(of_[k].normal);
    if (c.mode == ContactMode::stick) hold(of_[k].slip);
  }
  const int line = of_[static_cast<std::size_t>(contact)].normal;
  return !left.hold_beyond(static_cast<std::size_t>(line), tolerance::dependent_line);
}

bool ContactForces::moves(int line) const {
  const auto i = static_cast<std::size_t>(line);
  return problem_.W[i * lines_.size() + i] > 0;
}

int ContactForces::way_of(std::size_t contact) const {
  const int rub = of_[contact].rub;
  return rub < 0 ? 0 : problem_.rubs[static_cast<std::size_t>(rub)].way;
}

double ContactForces::acceleration(int line) const {
  return line < 0 ? 0 : solution_.u[static_cast<std::size_t>(line)];
}

void ContactForces::find_rubs(const std::vector<int>& ways, const std::vector<Assumed>& assumed) {
  problem_.normals.clear();
  problem_.rubs.clear();
  for (std::size_t k = 0; k < set_.contacts.size(); ++k) {
    of_[k].push = of_[k].rub = -1;
    if (of_[k].normal < 0 || assumed[k] == Assumed::parts) continue;
    of_[k].push = count_of(problem_.normals);
    problem_.normals.push_back(of_[k].normal);
  }
  for (std::size_t k = 0; k < set_.contacts.size(); ++k) {
    const Contact& c = set_.contacts[k];
    if (!of_[k].candidate || !c.has_friction() || of_[k].slip < 0) continue;
    if (!c.is_joint() && of_[k].push < 0) continue;
    Rub rub;
    rub.line = of_[k].slip;
    rub.normal = of_[k].push;
    rub.sliding = c.sliding;
    rub.rest = assumed[k] == Assumed::is_loose ? c.sliding : c.at_rest;
    rub.way = assumed[k] == Assumed::slides ? (c.sign < 0 ? -1 : 1) : ways[k];
    if (c.is_joint()) {
      rub.load = c.load;
      rub.load.first = of_[k].load;
    }
    of_[k].rub = count_of(problem_.rubs);
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
    if (!of_[k].candidate) continue;
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
  Mobilities left(problem_.W, lines_.size());
  for (const int line : problem_.normals)
    if (moves(line) && acceleration(line) <= still_ &&
        !left.hold_beyond(static_cast<std::size_t>(line), kDependent))
      return true;
  return false;
}

int ContactForces::contradicted(const std::vector<Assumed>& assumed) const {
  for (std::size_t k = 0; k < assumed.size(); ++k) {
    const Contact& c = set_.contacts[k];
    if (assumed[k] == Assumed::parts && of_[k].normal >= 0 && acceleration(of_[k].normal) < -still_)
      return static_cast<int>(k);
    if (assumed[k] == Assumed::slides && c.closed() && of_[k].rub >= 0 &&
        way_of(k) * acceleration(of_[k].slip) < -still_)
      return static_cast<int>(k);
  }
  return -1;
}

// Takes the modes from the forces and accelerations. A contact that touches without a force stays
// closed; so does a contact whose gap others hold, as long as they do not move it.
void ContactForces::take_modes() {
  driven_in_ = nullptr;
  for (std::size_t k = 0; k < set_.contacts.size(); ++k) {
    Contact& c = set_.contacts[k];
    if (!of_[k].candidate) continue;
    const Part& of = of_[k];
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

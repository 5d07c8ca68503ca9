#include "solve/impact/impact.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "base/index.h"
#include "base/tolerances.h"

namespace mbs {

namespace {

// Work of an impact below this part of the sum of its terms is rounding, not gain.
constexpr double kImpactWorkRounding = 1e-13;

constexpr int kBisections = 60;
// A velocity below this part of the largest one is none, for the choice among several solutions.
constexpr double kNoVelocity = 1e-9;

bool is_held(const Phase& phase, ImpactLine line) {
  const bool on_x = line.target == Target::coordinate;
  const Class cls = (on_x ? phase.x_class : phase.e_class)[line.index];
  return cls == Class::fixed || cls == Class::prescribed;
}

// A line of J: the tangents that stop dead first, then the normals, turned so that u counts away
// from the stop, then the rubs.
struct Row {
  ImpactLine line;
  double away = 1;
  int contact = -1;  // for a normal: its contact; else -1
  bool approaches = false;
  int rub = -1;  // for a rub: its index; else -1
};

class Impact {
 public:
  Impact(const Model& model, const Phase& phase, Dynamics& dynamics, FreeMotion& motion,
         const ImpactProblem& asked, const State& state)
      : model_(model), phase_(phase), dynamics_(dynamics), motion_(motion), asked_(asked) {
    std::vector<double> rate(model.ne, 0.0);
    add_derivative_times(model, dynamics.kinematics().evaluation(), state.v, rate);
    choose_rows(rate, state.v);
    find_matrix();
    leave_out_held();
    for (const Row& row : rows_)
      before_.push_back(
          row.away * (row.line.target == Target::coordinate ? state.v : rate)[at(row.line.index)]);
    problem_.emplace(tangents_, touching());
    from_ = before_;
  }

  const std::vector<Row>& rows() const { return rows_; }
  // Tangents that joints and other lines hold already.
  const std::vector<ImpactLine>& left_out() const { return left_out_; }
  const std::vector<double>& before() const { return before_; }

  // Takes the restitution from the velocities after the tangents have come to rest.
  void take_energetic_law() {
    const std::vector<double> left = after(problem_->stop_tangents());
    for (std::size_t i = 0; i < left.size(); ++i)
      if (rows_[i].contact < 0 || !asked_.contacts[rows_[i].contact].newton) from_[i] = left[i];
  }

  // Solves with all restitutions times `scale`. False where friction has not settled. Without
  // friction, false where no impulses give all restitutions: the bounce of one line may drive
  // another into its stop.
  bool solve(double scale, std::vector<double>& P) { return problem_->solve(bounces(scale), P); }
  bool rubs() const { return problem_->rubs(); }
  bool has_none() const { return problem_->has_none(); }
  void leave_out_friction() { problem_->leave_out_friction(); }

  // Counts the solutions of the problem solved last, one of which is P. Of several that gain no
  // energy, P becomes the one that is nearest to the motion before.
  std::size_t choose(std::vector<double>& P) const {
    std::vector<std::vector<double>> others = problem_->others();
    if (others.empty()) return 1;
    // Of several as near the one with the smallest change of velocities.
    const auto measure = [this](const std::vector<double>& of) {
      const std::vector<double> u = after(of);
      double change = 0;
      for (std::size_t i = 0; i < u.size(); ++i) change += of[i] * (u[i] - before_[i]);
      return std::pair(distance(u), change);
    };
    auto least = measure(P);
    for (std::vector<double>& other : others) {
      const auto here = measure(other);
      if (here >= least || gains(other)) continue;
      least = here;
      P = std::move(other);
    }
    return others.size() + 1;
  }

  std::vector<double> after(const std::vector<double>& P) const {
    return response_to(W_, P, before_);
  }
  double work(const std::vector<double>& P) const { return work(P, after(P)); }
  bool gains(const std::vector<double>& P) const {
    const std::vector<double> u = after(P);
    double size = 0;
    for (std::size_t i = 0; i < P.size(); ++i)
      size += 0.5 * std::fabs(P[i]) * (std::fabs(u[i]) + std::fabs(before_[i]));
    return work(P, u) > kImpactWorkRounding * size;
  }

  std::vector<double> jump(const std::vector<double>& P) const {
    std::vector<double> qd(motion_.n, 0.0);
    for (std::size_t k = 0; k < rows_.size(); ++k)
      for (std::size_t j = 0; j < qd.size(); ++j) qd[j] += P[k] * moved_[k * qd.size() + j];
    return qd;
  }

 private:
  std::vector<double> bounces(double scale) const {
    std::vector<double> out(rows_.size(), 0.0);
    for (std::size_t i = 0; i < out.size(); ++i)
      if (rows_[i].contact >= 0)
        out[i] = scale * asked_.contacts[rows_[i].contact].restitution * std::min(from_[i], 0.0);
    return out;
  }

  // How many lines at rest an impact with these velocities sets in motion, and how many slips it
  // stops or turns. A contact that rested and parts does not count: nothing held it back.
  int distance(const std::vector<double>& u) const {
    const std::size_t n = rows_.size();
    double size = 0;
    const auto measured = [&](const std::vector<double>& of, std::size_t i) {
      return of[i] / std::sqrt(W_[i * n + i]);
    };
    for (std::size_t i = 0; i < n; ++i)
      size = std::max({size, std::fabs(measured(before_, i)), std::fabs(measured(u, i))});
    const auto way = [&](const std::vector<double>& of, std::size_t i) {
      const double v = measured(of, i);
      return std::fabs(v) <= kNoVelocity * size ? 0 : v > 0 ? 1 : -1;
    };
    std::vector<char> parts(asked_.contacts.size(), 0);
    const auto contact_of = [this](const Row& row) {
      return row.rub >= 0 ? asked_.rubs[at(row.rub)].normal : row.contact;
    };
    for (std::size_t i = tangents_; i < n; ++i)
      if (rows_[i].contact >= 0 && way(before_, i) == 0 && way(u, i) > 0)
        parts[at(rows_[i].contact)] = 1;
    int out = 0;
    for (std::size_t i = tangents_; i < n; ++i) {
      if (const int contact = contact_of(rows_[i]); contact >= 0 && parts[at(contact)]) continue;
      const bool rests = way(before_, i) == 0;
      if (rows_[i].rub >= 0 || rests) out += way(before_, i) != way(u, i) ? 1 : 0;
    }
    return out;
  }

  // u: after P.
  double work(const std::vector<double>& P, const std::vector<double>& u) const {
    double sum = 0;
    for (std::size_t i = 0; i < P.size(); ++i) sum += 0.5 * P[i] * (u[i] + before_[i]);
    return sum;
  }
  bool has_row(const ImpactLine& line) const {
    return std::any_of(rows_.begin(), rows_.end(),
                       [&](const Row& row) { return row.line == line; });
  }

  void choose_rows(const std::vector<double>& rate, ConstVector v) {
    std::vector<Row> normals;
    for (std::size_t k = 0; k < asked_.contacts.size(); ++k) {
      const ImpactContact& contact = asked_.contacts[k];
      const bool on_x = contact.normal.target == Target::coordinate;
      const double u = on_x ? v[contact.normal.index] : rate[at(contact.normal.index)];
      if (is_held(phase_, contact.normal)) continue;
      const double away = contact.side != 0 ? contact.side : u < 0 ? 1 : u > 0 ? -1 : 0;
      if (away == 0) continue;
      normals.push_back({contact.normal, away, static_cast<int>(k), away * u < 0});
      if (away * u >= 0) continue;  // pressed by other contacts at most
      for (const ImpactLine& line : contact.stick)
        if (!has_row(line) && !is_held(phase_, line)) rows_.push_back({line});
    }
    tangents_ = rows_.size();
    rows_.insert(rows_.end(), normals.begin(), normals.end());
    for (std::size_t k = 0; k < asked_.rubs.size(); ++k) {
      const ImpactLine line{Target::deformation, asked_.rubs[k].line};
      if (!has_row(line) && !is_held(phase_, line))
        rows_.push_back({line, 1, -1, false, static_cast<int>(k)});
    }
  }

  std::vector<ImpactLine> lines() const {
    std::vector<ImpactLine> out;
    for (const Row& row : rows_) out.push_back(row.line);
    return out;
  }

  void find_matrix() {
    LineResponse response = find_response(model_, dynamics_, motion_, lines());
    W_ = std::move(response.W);
    moved_ = std::move(response.moved);
    const std::size_t n = rows_.size(), dof = at(motion_.n);
    for (std::size_t a = 0; a < n; ++a) {
      for (std::size_t b = 0; b < n; ++b) W_[a * n + b] *= rows_[a].away * rows_[b].away;
      for (std::size_t j = 0; j < dof; ++j) moved_[a * dof + j] *= rows_[a].away;
    }
  }

  // Leaves out lines that cannot move, and tangents that cannot move while the normals of
  // approaching contacts and the tangents before them are held: a stop has its own law before it
  // sticks.
  void leave_out_held() {
    const std::size_t n = rows_.size();
    const std::vector<double> least = least_mobilities(model_, dynamics_, motion_, lines());
    Mobilities left(W_, n);
    std::vector<char> kept(n, 1);
    auto take = [&](std::size_t k) {
      return left.hold(k, std::max(tolerance::dependent_line * W_[k * n + k], least[k]));
    };
    for (std::size_t k = tangents_; k < n; ++k) {
      kept[k] = W_[k * n + k] > least[k];
      if (kept[k] && rows_[k].approaches) take(k);
    }
    for (std::size_t k = 0; k < tangents_; ++k) {
      kept[k] = take(k);
      if (!kept[k]) left_out_.push_back(rows_[k].line);
    }
    keep(kept);
  }

  void keep(const std::vector<char>& kept) {
    const std::size_t n = rows_.size(), dof = at(motion_.n);
    std::vector<Row> rows;
    std::vector<double> W, moved;
    std::size_t tangents = 0;
    for (std::size_t a = 0; a < n; ++a) {
      if (!kept[a]) continue;
      tangents += a < tangents_;
      rows.push_back(rows_[a]);
      for (std::size_t b = 0; b < n; ++b)
        if (kept[b]) W.push_back(W_[a * n + b]);
      for (std::size_t j = 0; j < dof; ++j) moved.push_back(moved_[a * dof + j]);
    }
    tangents_ = tangents;
    rows_ = std::move(rows);
    W_ = std::move(W);
    moved_ = std::move(moved);
  }

  TouchProblem touching() {
    TouchProblem out;
    out.n = count_of(rows_);
    out.W = W_;
    out.b = before_;
    std::vector<int> normal_of(asked_.contacts.size(), -1), stresses;
    for (std::size_t k = 0; k < rows_.size(); ++k) {
      const Row& row = rows_[k];
      if (row.contact >= 0) {
        normal_of[at(row.contact)] = count_of(out.normals);
        out.normals.push_back(static_cast<int>(k));
      }
      if (row.rub < 0) continue;
      Rub rub = asked_.rubs[at(row.rub)];
      rub.line = static_cast<int>(k);
      if (rub.normal >= 0) {
        rub.normal = normal_of[at(rub.normal)];
        if (rub.normal < 0) continue;
      } else {
        const int first = std::exchange(rub.load.first, count_of(stresses));
        for (int i = 0; i < rub.load.count(); ++i) stresses.push_back(first + i);
      }
      out.rubs.push_back(rub);
    }
    if (stresses.empty()) return out;
    out.P0.assign(stresses.size(), 0.0);
    for (std::size_t i = 0; i < stresses.size() && !asked_.given.empty(); ++i)
      out.P0[i] = asked_.given[at(stresses[i])];
    out.C = find_stresses(model_, phase_, dynamics_, motion_, lines(), stresses);
    for (std::size_t i = 0; i < out.C.size(); ++i) out.C[i] *= rows_[i % rows_.size()].away;
    return out;
  }

  const Model& model_;
  const Phase& phase_;
  Dynamics& dynamics_;
  FreeMotion& motion_;
  const ImpactProblem& asked_;
  std::vector<Row> rows_;
  std::size_t tangents_ = 0;  // the first of the rows
  std::vector<ImpactLine> left_out_;
  std::vector<double> W_, moved_;  // rows x rows, rows x degrees of freedom
  std::vector<double> before_;     // u-
  std::vector<double> from_;       // u*
  std::optional<RubbingImpact> problem_;
};

// The largest scale of the restitutions found that has a solution and gains no energy, and its
// impulses P.
double cap(Impact& impact, std::vector<double>& P) {
  double low = 0, high = 1;
  impact.solve(0, P);
  for (int k = 0; k < kBisections; ++k) {
    const double middle = 0.5 * (low + high);
    std::vector<double> trial;
    const bool gains = !impact.solve(middle, trial) || impact.work(trial) > 0;
    (gains ? high : low) = middle;
    if (!gains) P = std::move(trial);
  }
  return low;
}

}  // namespace

SolveStatus strike(const Model& model, const Phase& phase, Dynamics& dynamics,
                   const ImpactProblem& problem, State& state, ImpactOutcome& outcome) {
  FreeMotion motion(model);
  const SolveStatus status = find_free_motion(model, dynamics, state, motion);
  if (!status.ok()) return status;
  Impact impact(model, phase, dynamics, motion, problem, state);
  if (problem.law == ImpactLaw::energetic) impact.take_energetic_law();
  outcome.scale = 1;
  std::vector<double> P;
  bool found = impact.solve(1, P);
  if (!found && impact.rubs() && !impact.solve(0, P)) {
    outcome.frictionless = true;
    outcome.none = impact.has_none();
    impact.leave_out_friction();
    found = impact.solve(1, P);
  }
  if (!found || impact.gains(P)) outcome.scale = cap(impact, P);
  if (impact.rubs() && (outcome.scale == 1 || impact.solve(outcome.scale, P)))
    outcome.solutions = impact.choose(P);
  outcome.work = impact.work(P);

  outcome.held = impact.left_out();
  outcome.normals.assign(problem.contacts.size(), {});
  outcome.impulses.R.assign(model.nx, 0.0);
  outcome.impulses.L.assign(model.ne, 0.0);
  const std::vector<double> after = impact.after(P);
  for (std::size_t k = 0; k < P.size(); ++k) {
    const Row& row = impact.rows()[k];
    const double along = row.away * P[k];
    if (row.line.target == Target::coordinate)
      outcome.impulses.R[row.line.index] += along;
    else
      outcome.impulses.L[row.line.index] -= along;
    if (row.contact >= 0)
      outcome.normals[row.contact] = {row.away * impact.before()[k], row.away * after[k], along,
                                      true};
  }
  share_impulses(model, phase, dynamics, motion, motion.add(state.v, impact.jump(P)), state,
                 outcome.impulses);
  return {};
}

}  // namespace mbs

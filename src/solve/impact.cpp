#include "solve/impact.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/index.h"
#include "base/tolerances.h"
#include "solve/contact_impulses.h"

namespace mbs {

namespace {

constexpr int kBisections = 60;

bool is_held(const Phase& phase, ImpactLine line) {
  const bool on_x = line.target == Target::coordinate;
  const Class cls = (on_x ? phase.x_class : phase.e_class)[line.index];
  return cls == Class::fixed || cls == Class::prescribed;
}

// A line of J: the tangents first, then the normals, turned so that u counts away from the stop.
struct Row {
  ImpactLine line;
  double away = 1;
  int contact = -1;  // -1: a tangent
  bool approaches = false;
};

class Impact {
 public:
  Impact(const Model& model, const Phase& phase, Dynamics& dynamics, FreeMotion& motion,
         const ImpactProblem& asked, const State& state)
      : model_(model), here_(dynamics.kinematics().evaluation()), motion_(motion) {
    const auto rate = rates(state.v);
    choose_rows(phase, asked, rate, state.v);
    fill_matrix();
    leave_out_held();
    problem_.n = count_of(rows_);
    for (const Row& row : rows_) {
      problem_.velocity.push_back(row.away * value(rate, state.v, row.line));
      restitution_.push_back(row.contact < 0 ? 0 : asked.contacts[row.contact].restitution);
      leaves_.push_back(row.contact < 0 ? -1 : asked.contacts[row.contact].leaves);
    }
    problem_.bounce.assign(rows_.size(), 0.0);
    from_ = problem_.velocity;
  }

  const std::vector<Row>& rows() const { return rows_; }
  // Tangents that joints and other lines hold already.
  const std::vector<ImpactLine>& left_out() const { return left_out_; }
  const std::vector<double>& before() const { return problem_.velocity; }

  // Restitution from the velocities that are left when the tangents have come to rest.
  void take_energetic_law() {
    ContactProblem tangents = problem_;
    for (int i = problem_.equalities; i < problem_.n; ++i) tangents.bounce[i] = HUGE_VAL;
    from_ = contact_velocities(problem_, solve_contacts(tangents));
  }

  // All restitutions times `scale`.
  std::vector<double> solve(double scale) {
    for (int i = problem_.equalities; i < problem_.n; ++i)
      problem_.bounce[i] =
          leaves_[i] >= 0 ? -leaves_[i] : scale * restitution_[i] * std::min(from_[i], 0.0);
    return solve_contacts(problem_);
  }
  std::vector<double> after(const std::vector<double>& P) const {
    return contact_velocities(problem_, P);
  }
  double work(const std::vector<double>& P) const {
    const std::vector<double> u = after(P);
    double sum = 0;
    for (std::size_t i = 0; i < P.size(); ++i) sum += 0.5 * P[i] * (u[i] + problem_.velocity[i]);
    return sum;
  }
  bool gains(const std::vector<double>& P) const {
    if (std::any_of(leaves_.begin(), leaves_.end(), [](double u) { return u >= 0; })) return false;
    const std::vector<double> u = after(P);
    double size = 0;
    for (std::size_t i = 0; i < P.size(); ++i)
      size += 0.5 * std::fabs(P[i]) * (std::fabs(u[i]) + std::fabs(problem_.velocity[i]));
    return work(P) > tolerance::impact_work_rounding * size;
  }

  std::vector<double> jump(const std::vector<double>& P) const {
    std::vector<double> qd(motion_.n, 0.0);
    for (std::size_t k = 0; k < rows_.size(); ++k)
      for (std::size_t j = 0; j < qd.size(); ++j) qd[j] += P[k] * moved_[k * qd.size() + j];
    return qd;
  }

 private:
  std::vector<double> rates(ConstVector v) const {
    std::vector<double> out(model_.ne, 0.0);
    add_derivative_times(model_, here_, v, out);
    return out;
  }
  static double value(const std::vector<double>& rate, ConstVector v, ImpactLine line) {
    return line.target == Target::coordinate ? v[line.index] : rate[line.index];
  }

  void choose_rows(const Phase& phase, const ImpactProblem& asked, const std::vector<double>& rate,
                   ConstVector v) {
    auto stop_dead = [&](const std::vector<ImpactLine>& lines) {
      for (const ImpactLine& line : lines) {
        const bool there = std::any_of(rows_.begin(), rows_.end(),
                                       [&](const Row& row) { return row.line == line; });
        if (!there && !is_held(phase, line)) rows_.push_back({line});
      }
    };
    std::vector<Row> normals;
    for (std::size_t k = 0; k < asked.contacts.size(); ++k) {
      const ImpactContact& contact = asked.contacts[k];
      const double u = value(rate, v, contact.normal);
      if (is_held(phase, contact.normal)) continue;
      const double away = contact.side != 0 ? contact.side : u < 0 ? 1 : u > 0 ? -1 : 0;
      if (away == 0) continue;
      normals.push_back({contact.normal, away, static_cast<int>(k), away * u < 0});
      if (away * u >= 0 && !contact.resting) continue;  // pressed by other contacts at most
      stop_dead(contact.stick);
    }
    stop_dead(asked.sticks);
    problem_.equalities = count_of(rows_);
    rows_.insert(rows_.end(), normals.begin(), normals.end());
  }

  // W = (J DF) (DF^T M DF)^-1 (J DF)^T, and the jump of the degrees of freedom per impulse.
  void fill_matrix() {
    const std::size_t n = rows_.size(), dof = motion_.n, nx = model_.nx;
    std::vector<double> JDF(n * dof), column(nx);
    for (std::size_t j = 0; j < dof; ++j) {
      for (std::size_t i = 0; i < nx; ++i) column[i] = motion_.DF[j * nx + i];
      const std::vector<double> rate = rates(column);
      for (std::size_t k = 0; k < n; ++k)
        JDF[k * dof + j] = rows_[k].away * value(rate, column, rows_[k].line);
    }
    moved_ = JDF;
    motion_.respond(moved_.data(), static_cast<int>(n));
    problem_.symmetric = motion_.is_symmetric();
    problem_.W.assign(n * n, 0.0);
    for (std::size_t a = 0; a < n; ++a)
      for (std::size_t b = 0; b < n; ++b)
        for (std::size_t j = 0; j < dof; ++j)
          problem_.W[a * n + b] += JDF[a * dof + j] * moved_[b * dof + j];
  }

  // For each row the mobility below which it is only rounding.
  std::vector<double> unmoved() const {
    std::vector<char> is_angle(model_.nx, 0);
    for (int i : model_.turning) is_angle[i] = 1;
    const std::array<double, 2> most = motion_.largest_mobilities(model_);
    std::vector<double> out;
    for (const Row& row : rows_)
      out.push_back(row.line.target == Target::coordinate
                        ? tolerance::unmoved_line * most[is_angle[row.line.index]]
                        : unmoved_mobility(model_, here_, most, row.line.index));
    return out;
  }

  // Lines that cannot move, and tangents that cannot while the normals of what approaches and the
  // tangents before them are held: a stop has its own law before it sticks. Gram and Schmidt on W.
  void leave_out_held() {
    const std::size_t n = rows_.size();
    const std::vector<double> least = unmoved();
    std::vector<double> left = problem_.W;
    std::vector<char> kept(n, 1);
    auto take = [&](std::size_t k) {
      const double own = problem_.W[k * n + k], pivot = left[k * n + k];
      if (!(pivot > std::max(tolerance::dependent_line * own, least[k]))) return false;
      const std::vector<double> row(left.begin() + static_cast<std::ptrdiff_t>(k * n),
                                    left.begin() + static_cast<std::ptrdiff_t>((k + 1) * n));
      std::vector<double> column = row;
      for (std::size_t a = 0; a < n && !problem_.symmetric; ++a) column[a] = left[a * n + k];
      for (std::size_t a = 0; a < n; ++a)
        for (std::size_t b = 0; b < n; ++b) left[a * n + b] -= column[a] * row[b] / pivot;
      return true;
    };
    const std::size_t tangents = problem_.equalities;
    for (std::size_t k = tangents; k < n; ++k) {
      kept[k] = problem_.W[k * n + k] > least[k];
      if (kept[k] && rows_[k].approaches) take(k);
    }
    for (std::size_t k = 0; k < tangents; ++k) {
      kept[k] = take(k);
      if (!kept[k]) left_out_.push_back(rows_[k].line);
    }
    keep(kept);
  }

  void keep(const std::vector<char>& kept) {
    const std::size_t n = rows_.size(), dof = motion_.n;
    std::vector<Row> rows;
    std::vector<double> W, moved;
    for (std::size_t a = 0; a < n; ++a) {
      if (!kept[a]) {
        problem_.equalities -= rows_[a].contact < 0;
        continue;
      }
      rows.push_back(rows_[a]);
      for (std::size_t b = 0; b < n; ++b)
        if (kept[b]) W.push_back(problem_.W[a * n + b]);
      for (std::size_t j = 0; j < dof; ++j) moved.push_back(moved_[a * dof + j]);
    }
    rows_ = std::move(rows);
    problem_.W = std::move(W);
    moved_ = std::move(moved);
  }

  const Model& model_;
  const Evaluation& here_;
  FreeMotion& motion_;
  std::vector<Row> rows_;
  std::vector<ImpactLine> left_out_;
  ContactProblem problem_;
  std::vector<double> restitution_, leaves_, from_;
  std::vector<double> moved_;  // rows x degrees of freedom
};

// The largest scale of the restitutions found that gains no energy; P goes along.
double cap(Impact& impact, std::vector<double>& P) {
  double low = 0, high = 1;
  P = impact.solve(0);
  for (int k = 0; k < kBisections; ++k) {
    const double middle = 0.5 * (low + high);
    std::vector<double> trial = impact.solve(middle);
    const bool gains = impact.work(trial) > 0;
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
  std::vector<double> P = impact.solve(1);
  if (impact.gains(P)) outcome.scale = cap(impact, P);
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

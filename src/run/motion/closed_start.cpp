#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "assembly/evaluation.h"
#include "base/views.h"
#include "model/owner.h"
#include "plan/plan.h"
#include "run/motion/start.h"
#include "solve/place/prescribed_motion.h"

namespace mbs {

namespace {

// kFarthestStart: how far a coordinate may move, as a part of the size of the mechanism, where the
// deck does not say; kRowRepeats: rows of equations below this part of their size depend on others;
// kFulfilled: an equation is fulfilled within this part of the terms whose sum it is or of the
// size; kLastStep: the last step is below this part of the size.
constexpr double kFarthestStart = 0.01, kRowRepeats = 1e-10, kFulfilled = 4e-15, kLastStep = 1e-13;
constexpr int kMostMoves = 60;

// Rows that exist only as rates bind no positions.
void leave_rates_out(const Model& model, std::vector<int>& rows) {
  for (const ElementRange& element : model.elements)
    if (element.type->has_rates())
      std::erase_if(rows, [&element](int r) {
        return has_deformation(element, r) && element.type->is_rate(r - element.first);
      });
}

// The coordinates x with the least |x - x0| that fulfil the equations. Each step solves the linear
// equations with the least distance from x0, so that the iteration ends at the nearest point.
class LeastMove {
 public:
  LeastMove(const Model& model, const Phase& phase, Partition partition, double length)
      : model_(model), partition_(std::move(partition)), here_(model, phase) {
    column_.assign(model.nx, -1);
    for (std::size_t j = 0; j < partition_.columns.size(); ++j) {
      column_[partition_.columns[j]] = static_cast<int>(j);
      weight_.push_back(turns(model, partition_.columns[j]) ? length : 1);
    }
    row_.assign(model.ne, -1);
    for (std::size_t i = 0; i < partition_.rows.size(); ++i)
      row_[partition_.rows[i]] = static_cast<int>(i);
    size_ = length;
  }

  // False where the equations stay open: `worst` is then the row that is farthest from its value.
  bool solve(const std::vector<double>& target, State& state, int& worst) {
    const std::vector<double> x0 = state.x;
    const std::size_t n = partition_.columns.size(), m = partition_.rows.size();
    for (int iteration = 0; iteration < kMostMoves; ++iteration) {
      evaluate_position(model_, state.x, here_);
      double open = 0;
      std::vector<double> right(m);
      for (std::size_t i = 0; i < m; ++i) {
        const auto r = static_cast<std::size_t>(partition_.rows[i]);
        right[i] = target[r] - here_.e[r];
        const double relative = std::fabs(right[i]) / std::max(here_.size[r], size_);
        if (!(relative <= open)) open = relative, worst = partition_.rows[i];
      }
      if (!std::isfinite(open)) return false;
      const std::vector<double> moved = moved_from(x0, state);
      const std::vector<double> step = step_from(moved, std::move(right));
      double largest = 0;
      for (const double s : step) largest = std::max(largest, std::fabs(s));
      if (open <= kFulfilled && (largest <= kLastStep * size_ || iteration > kMostMoves / 2))
        return true;
      std::vector<double> d(model_.nx, 0.0);
      for (std::size_t j = 0; j < n; ++j) d[partition_.columns[j]] = step[j] / weight_[j];
      move_coordinates(model_, d, 1, state.x);
    }
    return false;
  }

  // How far each free coordinate has moved, angles times the length of the mechanism.
  std::vector<double> moved_from(const std::vector<double>& x0, const State& state) const {
    std::vector<double> d(model_.nx, 0.0), out;
    coordinate_difference(model_, x0, state.x, d);
    for (std::size_t j = 0; j < partition_.columns.size(); ++j)
      out.push_back(d[partition_.columns[j]] * weight_[j]);
    return out;
  }

 private:
  // s with J s = right and the least |moved + s|: an orthonormal basis of the rows of J, the rows
  // that depend on others left out.
  std::vector<double> step_from(const std::vector<double>& moved, std::vector<double> right) const {
    const std::size_t n = partition_.columns.size(), m = partition_.rows.size();
    std::vector<std::vector<double>> rows(m, std::vector<double>(n, 0.0));
    for (std::size_t k = 0; k < here_.De.size(); ++k) {
      const int i = row_[model_.entry_row[k]], j = column_[model_.entry_column[k]];
      if (i >= 0 && j >= 0) rows[i][j] += here_.De[k] / weight_[j];
    }
    std::vector<double> out(n);
    for (std::size_t j = 0; j < n; ++j) out[j] = -moved[j];
    std::vector<double> along(n, 0.0);  // moved + s, in the span of the rows
    std::vector<std::vector<double>> basis;
    for (std::size_t i = 0; i < m; ++i) {
      std::vector<double>& q = rows[i];
      double value = right[i];
      for (std::size_t j = 0; j < n; ++j) value += q[j] * moved[j];
      const double before = std::sqrt(dot(q, q));
      for (int pass = 0; pass < 2; ++pass)
        for (const std::vector<double>& b : basis) {
          const double part = dot(q, b);
          value -= part * dot(along, b);
          for (std::size_t j = 0; j < n; ++j) q[j] -= part * b[j];
        }
      const double left = std::sqrt(dot(q, q));
      if (!(left > kRowRepeats * before)) continue;
      for (std::size_t j = 0; j < n; ++j) q[j] /= left;
      for (std::size_t j = 0; j < n; ++j) along[j] += q[j] * (value / left);
      basis.push_back(q);
    }
    for (std::size_t j = 0; j < n; ++j) out[j] += along[j];
    return out;
  }

  const Model& model_;
  Partition partition_;
  Evaluation here_;
  std::vector<int> column_, row_;
  std::vector<double> weight_;
  double size_ = 0;
};

const ContactRow* contact_of(const Plan& plan, const Model& model, int deformation) {
  for (const ContactRow& row : plan.contacts)
    if (row.starts_closed && model.elements[row.element].first == deformation) return &row;
  return nullptr;
}

}  // namespace

bool starts_closed(const Plan& plan) {
  return std::any_of(plan.contacts.begin(), plan.contacts.end(),
                     [](const ContactRow& row) { return row.starts_closed; });
}

bool close_contacts(const Plan& plan, const Built& built, const Kinematics& at, State& state,
                    Diagnostics& diagnostics) {
  const Model& model = built.model;
  Phase phase = built.phase;
  const ContactRow* first = nullptr;
  for (const ContactRow& row : plan.contacts) {
    if (!row.starts_closed) continue;
    if (!first) first = &row;
    const int gap = model.elements[row.element].first;
    phase.e_class[gap] = Class::fixed;
    phase.e_fixed[gap] = 0;
  }
  // The degrees of freedom of a chain are named by no line of its deck.
  if (!plan.chain.segments.empty())
    for (std::vector<Class>* classes : {&phase.x_class, &phase.e_class})
      std::replace(classes->begin(), classes->end(), Class::dynamic, Class::calculable);
  Partition partition = named_partition(phase);
  leave_rates_out(model, partition.rows);
  PrescribedMotion motion(model, phase, partition);
  std::vector<double> target = at.evaluation().e;
  if (!motion.prescribe(state)) return true;  // the assembly reports it
  for (const int r : partition.rows)
    if (phase.e_class[r] != Class::dynamic) target[r] = motion.e()[r];
  const double length = at.jacobian().length();
  const std::vector<double> x0 = state.x;
  LeastMove move(model, phase, partition, length);
  int worst = -1;
  if (!move.solve(target, state, worst)) {
    const ContactRow* const named = contact_of(plan, model, worst);
    const ContactRow& row = named ? *named : *first;
    const Evaluation here = evaluated(model, phase, state.x);
    diagnostics.error(row.where, row.label,
                      fmt::format("it cannot begin closed: its gap stays {:.6g}",
                                  here.e[model.elements[row.element].first]),
                      "expected coordinates that may move so: none of those that the deck holds, "
                      "and none that DYNX names; DOF AUTO names none");
    return false;
  }
  const std::vector<double> moved = move.moved_from(x0, state);
  std::size_t most = 0;
  for (std::size_t j = 0; j < moved.size(); ++j)
    if (std::fabs(moved[j]) > std::fabs(moved[most])) most = j;
  const double distance = moved.empty() ? 0 : std::fabs(moved[most]);
  const ContactRow* strictest = nullptr;
  double least = HUGE_VAL;
  for (const ContactRow& row : plan.contacts) {
    const double reach = row.reach > 0 ? row.reach : kFarthestStart * length;
    if (row.starts_closed && reach < least) least = reach, strictest = &row;
  }
  if (!(distance > least)) return true;
  diagnostics.error(strictest->where, strictest->label,
                    fmt::format("to begin closed moves {} by {:.6g}{}, farther than {:.6g}",
                                model.coordinate_name(partition.columns[most]), distance,
                                turns(model, partition.columns[most])
                                    ? fmt::format(" ({:.6g} rad times the size of the mechanism)",
                                                  distance / length)
                                    : "",
                                least),
                    "expected a start nearer to touching, or CLOSED d with a larger d");
  return false;
}

}  // namespace mbs

// GALPHA: the generalised-alpha method (Chung and Hulbert 1993) in the form for equations of first
// order (Jansen, Whiting and Hulbert 2000) that Kadapa, Dettmer and Peric 2017 use for structures:
// of order 2, stable in linear systems at any step. Each step reduces the fastest oscillations to
// the part rho and keeps slow ones nearly unchanged. For every component y' = f, positions with f =
// qd included,
//   y1 = y0 + h ((1 - gamma) r0 + gamma r1)
//   (1 - alpha_m) r1 + alpha_m r0 = (1 - alpha_f) f1 + alpha_f f0
// with algorithmic rates r that begin as f. Integrals go by the trapezoidal rule. The form of 1993,
// with algorithmic accelerations alone, multiplies the energy of oscillations that the step does
// not resolve in its first steps (docs/decisions.md). When the step changes from g to h the rates
// move along, r0 := f0 + (h / g) (r0 - f0), which keeps the order (Bruels and Arnold 2008).
//
// The unknowns are the rates of all components but the positions; the rates of positions follow.
// Newton's method:
//   [(1 - alpha_m) I - (1 - alpha_f) (gamma h dF/dqd + b h^2 dF/dq)] dr1 = residual,
//   b = gamma^2 (1 - alpha_f) / (1 - alpha_m), F the accelerations,
// which is M + gamma h C + b h^2 K but for factors, divided by M. Derivatives serve for many steps.
//
// In a large mechanism the residual is one of forces, M (F - a) for the accelerations a of the
// formula: no accelerations F are solved for but those of accepted steps. What iterations leave
// improves the kept matrix (linalg/broyden.h).
//
// One file above 400 lines: every part of a step reads the same rates and residuals.
#include <algorithm>
#include <cmath>
#include <utility>

#include "base/tolerances.h"
#include "integrate/controlled_step.h"
#include "integrate/fixed_grid.h"
#include "integrate/generalised_alpha_dense.h"
#include "integrate/generalised_alpha_derivatives.h"
#include "integrate/generalised_alpha_energy.h"
#include "integrate/generalised_alpha_errors.h"
#include "integrate/generalised_alpha_rest.h"
#include "integrate/generalised_alpha_weights.h"
#include "integrate/method_meters.h"
#include "integrate/methods.h"
#include "linalg/broyden.h"

namespace mbs {
namespace {

// Newton's iteration ends at corrections below this part of the unknowns, or at rest.
constexpr double kSolved = 1e-12;
constexpr double kRounding = 1e-6, kResting = 0.3;  // parts of unknowns, of the last correction
constexpr double kSolvedPart = 1e-2;                // part of the tolerance
// Part of the limit of the error of a step, see error().
constexpr double kPartOfTolerance = 0.28;
// Unknowns near zero are compared with this part of the largest unknown.
constexpr double kSmallest = 1e-6;
constexpr int kIterations = 8, kNewtonIterations = 60;  // the latter with derivatives for each
constexpr int kPassesToRest = 12;                       // at least, with derivatives for each
// Derivatives are renewed for the next step when an iteration leaves more than this.
constexpr double kSlow = 0.2, kDiverging = 0.7;
// By forces: iterations with old derivatives, updates of their matrix.
constexpr int kOldIterations = 12, kUpdates = 24;
constexpr long kQuietSteps = 4;
constexpr int kStepHalvings = 6;  // of a fixed step

class GeneralisedAlpha final : public Integrator {
 public:
  GeneralisedAlpha(const OdeSystem& system, const IntegratorSettings& settings)
      : Integrator(system, settings),
        weights_(settings.rho),
        n_(y_.size()),
        m_(system.pairs),
        implicit_(n_ - static_cast<std::size_t>(system.quadratures)),
        count_(implicit_ - m_),
        derivatives_(n_, m_, implicit_),
        rates_(implicit_) {
    // abs_each has no part here: it holds the same tolerance in the unit of each unknown, so that
    // its root means nothing.
    const double tolerance = std::max(settings_.rel, settings_.abs);
    root_tolerance_ = kPartOfTolerance * std::sqrt(std::min(tolerance, 1.0));
    for (auto* v : {&correction_, &product_, &bend_}) v->resize(count_);
    rest_.resize(count_);
    if (system.find_tangent == nullptr) derivatives_.claim(system.jacobian != nullptr);
    if (system.unbalance != nullptr) broyden_ = Broyden(count_, kUpdates);
  }

 private:
  // The rest that a vanished force leaves in the algorithmic rates falls by alpha_m / (1 - alpha_m)
  // in a step (0.64 at rho 0.8) and is multiplied by the growth of the step. The product must stay
  // small.
  static constexpr StepRule kRule = {1.0 / 3, 0.2, 1.2, false};

  bool is_fixed() const { return settings_.h > 0; }
  // The rate of component i of y; f(t, y) is known.
  double rate(const std::vector<double>& y, const std::vector<double>& f, std::size_t i) const {
    return i < m_ ? y[m_ + i] : f[i];
  }

  void begin() override {
    stats_.order = 2;
    rates_.begin([this](std::size_t i) { return rate(y_, f_, i); });
    factored_h_ = 0;
    jacobian_known_ = false;
    by_forces_ = system_.unbalance != nullptr;
    foretells_ = false;
    rest_.begin();
    steps_since_ = 0;
    goes_on_ = false;
    grid_.begin(t_);
    h_next_ = is_fixed() ? control_.direction() * settings_.h : first_step(2);
  }

  void go_on() override { goes_on_ = true; }

  void begin_meter() override { measured_.begin(*meter_, t_); }
  void measure(double h, double t_new) override {
    measured_.measure(*meter_, weights_, h, rates_.growth(h), t_new, meter_change_);
  }

  // What a sudden load leaves of vibrations that a fixed step does not follow would ring. In a
  // large mechanism the first step after the start, an event or an impact is made of shorter ones
  // that leave nothing of them.
  bool is_quiet() const {
    return is_fixed() && system_.find_tangent != nullptr && steps_since_ < kQuietSteps;
  }
  void choose_weights() {
    const double rho = is_quiet() ? 0 : settings_.rho;
    if (rho == rho_) return;
    rho_ = rho;
    weights_ = GeneralisedAlphaWeights(rho);
    factored_h_ = 0;
  }

  StepStatus advance() override {
    choose_weights();
    const StepStatus status = is_fixed() ? fixed_step() : controlled();
    if (!status.ok()) return status;
    ++steps_since_;
    if (meter_ && !is_fixed()) measured_.accept();
    const double h = t_ - t_old_;
    if (by_forces_ && is_fixed()) foretells_ = rates_.were_foretold(m_, h, weights_);
    for (std::size_t i = implicit_; i < n_; ++i) y_[i] = y_old_[i] + h / 2 * (f_old_[i] + f_[i]);
    if (system_.momentum != nullptr)
      stats_.dissipated += generalised_alpha_dissipation(
          system_, h, {y_old_, f_old_}, {y_, f_}, {correction_.data(), m_}, {product_.data(), m_});
    rates_.accept(h);
    rest_.accept();
    goes_on_ = false;
    return status;
  }

  // Where f changes steadily the algorithmic rates come to f + (alpha_m - alpha_f) h f'. Rates that
  // begin as f leave an error of the size of h^2 f' on their way there: small at a start, whose
  // first steps are short. Where the motion goes on, those of positions begin there.
  void start_rates(double h) {
    rates_.start_from(h, [this](std::size_t i) { return rate(y_, f_, i); });
    if (!goes_on_) return;
    const double ahead = (weights_.alpha_m - weights_.alpha_f) * h;
    for (std::size_t i = 0; i < m_; ++i) rates_.start[i] += ahead * f_[m_ + i];
  }

  // In a large mechanism a step that cannot be made is halved, and those after it lead to the next
  // time of the grid; stats_.rejected counts that. (A law that chatters would be crept along.)
  StepStatus fixed_step() {
    const int most_halvings = system_.find_tangent && !system_.jumps ? kStepHalvings : 0;
    const FixedGrid::Next next = grid_.next(control_.direction() * settings_.h, control_.tstop());
    FixedGrid::Next end = next;
    if (const long left = kQuietSteps - steps_since_; is_quiet() && left > 1)
      end = {t_ + (next.t - t_) / static_cast<double>(left), false};
    if (next.t == t_) return failure(StepKind::step_too_small, 0, {});
    for (int halvings = 0;; ++halvings) {
      const double h = end.t - t_;
      if (!control_.spend()) return failure(StepKind::too_many_steps, h, {});
      Solved solved = solve(h, end.t);
      if (solved.ok()) solved.eval = project_and_evaluate(end.t);
      if (solved.ok()) break;
      ++stats_.rejected;
      jacobian_known_ = false;
      if (halvings == most_halvings || solved.eval.kind == EvalKind::failed ||
          end.t + h / 2 == end.t)
        return solved.eval.ok()
                   ? failure(StepKind::not_solved, h, {EvalKind::ok, solved.component, 0})
                   : failure(without_retry(solved.eval), h, solved.eval);
      end = {t_ + h / 2, false};
    }
    commit(end.t, 2);
    grid_.accept(end);
    return {};
  }

  StepStatus controlled() {
    return controlled_step(kRule, [this](double h, double t_new) -> ErrorRatio {
      const Solved solved = solve(h, t_new);
      if (!solved.eval.ok()) return {solved.eval, 0, -1};
      if (!solved.converged) return {{EvalKind::reject, solved.component, 0}, 0, solved.component};
      if (by_forces_) {
        const EvalStatus eval = evaluate(t_new, y_new_, f_new_);
        if (!eval.ok()) return {eval, 0, -1};
      }
      return error(h);
    });
  }

  struct Solved {
    EvalStatus eval;
    bool converged = false;
    int component = -1;  // the component of y that was corrected most
    bool ok() const { return eval.ok() && converged; }
  };

  enum class Renewal { none, first, each };  // iterates for which derivatives are taken anew

  // Finds y_new_ and the rates at the end by Newton's method: with the derivatives at hand, then
  // with those of the last state and, where the step cannot be shortened, with those of each
  // iterate. Such a step begins with constant velocities: with a guess out of reach other unknowns
  // would be found.
  Solved solve(double h, double t_new) {
    start_rates(h);
    foretold_ = !is_fixed() || foretells_;
    Solved solved;
    if (jacobian_known_) {
      solved = iterate(h, t_new, by_forces_ ? kOldIterations : kIterations, Renewal::none);
      if (solved.ok() || solved.eval.kind == EvalKind::failed) return solved;
    }
    if (system_.find_tangent == nullptr) {
      solved.eval = differentiate(t_, h, y_, f_);
      if (!solved.eval.ok()) return solved;
      jacobian_known_ = true;
      solved = iterate(h, t_new, kIterations, Renewal::none);
    } else {
      // At a sudden load the stresses of the last state are those of accelerations that the step
      // does not follow.
      jacobian_known_ = true;
      solved = iterate(h, t_new, kIterations, Renewal::first);
    }
    if (solved.ok() || solved.eval.kind == EvalKind::failed || !is_fixed()) return solved;
    solved = iterate(h, t_new, kNewtonIterations, Renewal::each);
    jacobian_known_ = false;
    return solved;
  }

  // Guesses the rates at the end: as foretold by the step before, or those with which velocities
  // stay constant.
  void guess(double h) {
    const double growth = rates_.growth(h), steady = weights_.steady();
    for (std::size_t i = m_; i < implicit_; ++i)
      rates_.end[i] = foretold_ ? rates_.foretold(i, growth) : steady * rates_.start[i];
  }

  // The rates of a vibration that the step does not follow say nothing of the end of the step, and
  // the foretold state may be out of reach. Then the guess is constant velocities.
  EvalStatus evaluate_guess(double h, double t_new) {
    guess(h);
    compose(h);
    const EvalStatus eval = find_residual(t_new);
    if (eval.ok() || eval.kind == EvalKind::failed || !std::exchange(foretold_, false)) return eval;
    return evaluate_guess(h, t_new);
  }

  // correction_ := what the rates at the end lack; by forces: what the forces there exceed those of
  // the accelerations with which the rates would be right.
  EvalStatus find_residual(double t_new) {
    const auto [alpha_m, alpha_f, gamma, by_rate, error] = weights_;
    EvalStatus eval;
    if (!by_forces_) eval = evaluate(t_new, y_new_, f_new_);
    for (std::size_t k = 0; k < count_ && eval.ok(); ++k) {
      const std::size_t i = m_ + k;
      const double of_end = by_forces_ ? 0 : (1 - alpha_f) * f_new_[i];
      correction_[k] =
          of_end + alpha_f * f_[i] - (1 - alpha_m) * rates_.end[i] - alpha_m * rates_.start[i];
    }
    if (!by_forces_) return eval;
    for (std::size_t k = 0; k < count_; ++k) product_[k] = -correction_[k] / (1 - alpha_f);
    ++stats_.rhs;
    return system_.unbalance(system_.context, t_new, y_new_, product_, correction_);
  }

  Solved iterate(double h, double t_new, int most, Renewal renewal) {
    Solved solved;
    double before = 0;
    if (by_forces_) broyden_.go_on();
    for (int pass = 0; pass < most; ++pass) {
      if (pass > 0) compose(h);
      solved.eval = pass > 0 ? find_residual(t_new) : evaluate_guess(h, t_new);
      if (!solved.eval.ok()) return solved;
      if (renewal == Renewal::each || (renewal == Renewal::first && pass == 0))
        solved.eval = renew(h, t_new);
      if (!solved.eval.ok()) return solved;
      if (!factor(h)) return solved.eval.kind = EvalKind::reject, solved;
      correct(h);
      const double size = correction_size(h, solved.component);
      if (!std::isfinite(size)) return solved.eval = not_finite(t_new), solved;
      const double left = before > 0 ? size / before : 0;
      // With updates an iteration may leave more than the one before, at rest or not.
      const double resting = by_forces_ ? kDiverging : kResting;
      const int worst = solved.component, m = static_cast<int>(m_);
      const bool has_way = !by_forces_ && worst >= 0;
      const double way = has_way ? rest_.way(correction_, worst < m ? worst : worst - m) : 0;
      // Newton's method may go to and fro across a kink.
      if (renewal == Renewal::each && way < 0 && left > kDiverging)
        for (double& one : correction_) one /= 2;
      for (std::size_t k = 0; k < count_; ++k) rates_.end[m_ + k] += correction_[k];
      // With derivatives of each iterate it is rounding that stands, or a kink that is halved.
      const int least = renewal == Renewal::each ? kPassesToRest : 1;
      const bool stands =
          pass > least && left > resting && size * kSolved <= kRounding && !(way > 0);
      const bool at_rest = stands && rest_.is_at_rest(size);
      if (stands && !at_rest && renewal == Renewal::none) return solved;
      const double enough = by_forces_ ? rest_.enough() : 1;
      const bool solved_soon = left > 0 && left < kDiverging && size * left <= 1 - left;
      if (size <= enough || solved_soon || at_rest) {
        solved.converged = true;
        if (by_forces_ ? age_.is_old(pass + 1, renewal != Renewal::none)
                       : left > kSlow && pass > 1 && !at_rest)
          jacobian_known_ = false;
        compose(h);
        return solved;
      }
      if (renewal != Renewal::each && left > kDiverging) return solved;
      before = size;
    }
    return solved;
  }

  // The evaluation itself says what is not finite.
  EvalStatus not_finite(double t_new) {
    EvalStatus eval;
    if (by_forces_) eval = evaluate(t_new, y_new_, f_new_);
    if (eval.ok()) eval.kind = EvalKind::non_finite;
    return eval;
  }

  // Composes y_new_ from the rates of all components but the positions.
  void compose(double h) {
    const auto [alpha_m, alpha_f, gamma, by_rate, error] = weights_;
    for (std::size_t i = m_; i < implicit_; ++i)
      y_new_[i] = y_[i] + h * ((1 - gamma) * rates_.start[i] + gamma * rates_.end[i]);
    for (std::size_t i = 0; i < m_; ++i) {
      rates_.end[i] =
          ((1 - alpha_f) * y_new_[m_ + i] + alpha_f * y_[m_ + i] - alpha_m * rates_.start[i]) /
          (1 - alpha_m);
      y_new_[i] = y_[i] + h * ((1 - gamma) * rates_.start[i] + gamma * rates_.end[i]);
    }
    std::copy(y_.begin() + static_cast<std::ptrdiff_t>(implicit_), y_.end(),
              y_new_.begin() + static_cast<std::ptrdiff_t>(implicit_));
  }

  // judged(): index in y by which unknown k is judged: its position, if it has one. reach(): how
  // far unknown k moves that.
  std::size_t judged(std::size_t k) const { return k < m_ ? k : m_ + k; }
  double reach(std::size_t k, double h) const { return weights_.reach(k < m_, h); }

  // The largest correction relative to the size that ends the iteration; positions count, not their
  // rates.
  double correction_size(double h, int& component) {
    double largest = 0;
    for (std::size_t k = 0; k < count_; ++k)
      largest = std::max(largest, product_[k] = size_of(k, h));
    double worst = 0;
    for (std::size_t k = 0; k < count_; ++k) {
      const std::size_t i = judged(k);
      double enough = kSolved * std::max(product_[k], kSmallest * largest);
      if (!is_fixed()) enough = std::min(enough, kSolvedPart * error_weights_.at(i, y_new_[i]));
      enough = std::max(enough, tolerance::rounding_of_one * error_weights_.one(i));
      const double moved = std::abs(reach(k, h) * correction_[k]);
      // Divides only where the result may be the worst so far; nan counts as worst.
      if (!(moved <= worst * enough)) worst = moved / enough, component = static_cast<int>(i);
    }
    return worst;
  }

  double size_of(std::size_t k, double h) const {
    const std::size_t i = judged(k);
    return std::max(std::abs(y_new_[i]), std::abs(h * rate(y_, f_, i)));
  }

  bool factor(double h) {
    constexpr double kSameStep = 1e-3;  // derivatives are no better than that
    if (factored_h_ != 0 && std::abs(h / factored_h_ - 1) <= kSameStep) return true;
    ++stats_.factorizations;
    factored_h_ = 0;
    if (by_forces_) broyden_.begin();
    const double part = (1 - weights_.alpha_f) * h;
    const double reach = reach_of_force(h);
    const bool factored =
        on_tangent_ ? system_.factor_tangent(system_.context, (1 - weights_.alpha_m) / reach,
                                             part * weights_.gamma / reach)
                    : derivatives_.factor(weights_, h);
    if (factored) factored_h_ = h;
    return factored;
  }

  // How far a unit change of an acceleration at the end, over a step, moves its position.
  double reach_of_force(double h) const {
    return (1 - weights_.alpha_f) * weights_.by_rate * h * h;
  }

  // A change of the accelerations, and of the rates of states, becomes one that the step does
  // follow.
  void filter(double h) {
    if (!on_tangent_) return derivatives_.solve(correction_.data());
    system_.solve_tangent(system_.context, correction_, {}, {});
    const double reach_of_rate = (1 - weights_.alpha_f) * weights_.gamma * h;
    for (std::size_t k = 0; k < count_; ++k)
      correction_[k] /= k < m_ ? reach_of_force(h) : reach_of_rate;
  }

  // The residual becomes a correction of the rates.
  void correct(double h) {
    if (!by_forces_) return filter(h);
    system_.solve_forces(system_.context, correction_);
    for (double& one : correction_) one /= weights_.by_rate * h * h;
    broyden_.improve(correction_);
  }

  // Takes derivatives at the end of the step, where the residual was found last. Without a tangent
  // there, the rates are evaluated from now on.
  EvalStatus renew(double h, double t_new) {
    factored_h_ = 0;
    rest_.renew();
    if (by_forces_) {
      on_tangent_ = by_forces_ = system_.find_tangent(system_.context, {});
      if (on_tangent_) return ++stats_.jacobians, EvalStatus{};
      if (const EvalStatus eval = find_residual(t_new); !eval.ok()) return eval;
    }
    return differentiate(t_new, h, y_new_, f_new_);
  }

  // Derivatives of the rates with respect to all implicit components, f = f(t, y). For a tangent f
  // has been evaluated there last, and correction_ holds the residual.
  EvalStatus differentiate(double t, double h, const std::vector<double>& y,
                           const std::vector<double>& f) {
    ++stats_.jacobians;
    factored_h_ = 0;
    rest_.renew();
    if (system_.find_tangent != nullptr) {
      product_ = correction_;
      for (double& one : product_) one /= 1 - weights_.alpha_f;
      on_tangent_ = system_.find_tangent(system_.context, ConstVector(product_).first(m_));
      if (on_tangent_) return {};
    }
    derivatives_.claim(system_.jacobian != nullptr);
    if (system_.jacobian != nullptr) return derivatives_.given(system_, t, y);
    return derivatives_.difference(y, f, h, error_weights_, [&](ConstVector beside, Vector rates) {
      return evaluate(t, beside, rates);
    });
  }

  // The error of the step in positions, from the change of the accelerations; the error in rates
  // follows it. Oscillations that the step does not resolve enter by their amplitude: the matrix of
  // the iteration takes out their accelerations. The limit is the tolerance times its own square
  // root. The error of a run of a method of order 2 then is proportional to the tolerance, as with
  // the other methods, and not to its power 2/3.
  ErrorRatio error(double h) {
    const GeneralisedAlphaErrors errors{m_, y_, y_new_, f_old_, f_, f_new_, h, rates_.step()};
    errors.take_change(1 - weights_.alpha_m, correction_);
    filter(h);
    std::copy_n(correction_.begin(), m_, bend_.begin());
    ErrorRatio worst;
    errors.judge_positions(weights_.error, correction_, root_tolerance_, error_weights_, worst);
    if (system_.poles || (system_.jumps && rates_.step() != 0)) {
      errors.take_last_change(1 - weights_.alpha_m, correction_);
      filter(h);
      errors.judge_jumps(bend_, correction_, error_weights_, worst);
    }
    errors.judge_integrals(implicit_, error_weights_, worst);
    return worst;
  }

  EvalStatus dense(double t, Vector y) override {
    const double h = t_ - t_old_;
    GeneralisedAlphaDense{m_, implicit_, y_old_, y_, f_old_, f_, bend_}.at((t - t_old_) / h, h, y);
    return {};
  }

  GeneralisedAlphaWeights weights_;
  GeneralisedAlphaMeter measured_;
  // y is (m_ positions, their rates, components of first order | integrals). implicit_: components
  // before the bar; count_: unknowns, the rates of all of these but the positions.
  std::size_t n_, m_, implicit_, count_;
  GeneralisedAlphaDerivatives derivatives_;
  AlgorithmicRates rates_;
  std::vector<double> correction_, product_, bend_;
  double root_tolerance_ = 1, rho_ = settings_.rho, factored_h_ = 0;
  FixedGrid grid_;
  long steps_since_ = 0;  // the start, an event or an impact
  bool jacobian_known_ = false, on_tangent_ = false;
  Broyden broyden_{0, 0};
  MatrixAge age_;
  IterationRest rest_;
  bool goes_on_ = false;  // the next step is the first one in other unknowns
  bool foretells_ = false;
  bool by_forces_ = false;  // residuals are forces, and no accelerations are solved for
  bool foretold_ = true;    // the iteration begins with the rates foretold by the step before
};

}  // namespace

std::unique_ptr<Integrator> make_generalised_alpha(const OdeSystem& system,
                                                   const IntegratorSettings& settings) {
  return std::make_unique<GeneralisedAlpha>(system, settings);
}

}  // namespace mbs

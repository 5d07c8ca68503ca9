// Finds gaps of contacts that change their sign between two looks of the event locator, or shows
// that there are none.
//
// Let q be the place of one body seen from the other. Over a step q is taken as the quintic through
// its places, velocities and accelerations at both ends; the looks between the ends give its error.
// A quintic lies between its least and largest Bernstein coefficient. A gap that is convex in q
// lies above its tangent plane at any look, which along the quintic is a polynomial of t. A
// distance changes by no more than the way of q plus the size times the turn. A smooth gap is
// itself a quintic, and a FORMULA has the range of its expression (run/events/formula_gap.h). Where
// a body turns far within a piece, what it carries moves in waves, of which a few looks say little:
// such a piece is halved first, unless the bodies are too far apart to touch in it. If none of
// these bounds shows that the gap keeps its sign on a piece, the piece is halved, with a look in
// the middle, until the sign is shown or the other sign is found. The proof holds for the
// interpolated motion, widened by its estimated error.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/tolerances.h"
#include "integrate/quintic.h"
#include "observe/followed.h"
#include "plan/plan.h"
#include "run/events/contact_set.h"
#include "run/events/formula_gap.h"
#include "run/events/gap_waves.h"
#include "run/events/step_watch.h"

namespace mbs {

namespace {

constexpr std::array<Quintic, 4> kWeights{bernstein_weights(0.2), bernstein_weights(0.4),
                                          bernstein_weights(0.6), bernstein_weights(0.8)};

class GapWatch : public StepWatch {
 public:
  GapWatch(const DynamicSite& site, const ContactSet& set, int first, const Layout& layout);

  bool any() const override { return !gaps_.empty(); }
  void note(int point, const State& state) override;
  void begin_step() override;
  std::optional<Unseen> seek(const WatchedStep& step, std::size_t& start) override;
  std::string describe(std::string_view second) const override;

 private:
  struct Gap : Proof {
    std::size_t contact = 0;  // place among ContactSet's gaps
    int batch = 0, row = 0;
    Approach approach;
    std::unique_ptr<FormulaGap> formula;
    std::optional<GapWaves> waves;
  };
  // A gap at one look, its rates only where `full`.
  struct Look {
    double t = 0;
    bool full = false;
    Jet gap, x, y, turn;  // x, y: of q
    GapWaves::Look waves;
    std::vector<Jet> inputs;  // of a FORMULA
  };
  // The search for one gap in one step.
  struct Task {
    Gap* gap = nullptr;
    const WatchedStep* step = nullptr;
    double side = 1, noise = 0;
    bool ends_at_zero = false;
    std::optional<Unseen> found;
  };
  struct Errors {
    double gap = 0, place = 0, turn = 0;
    std::span<double> inputs;
  };

  int function_of(const Gap& gap) const { return first_ + 2 * static_cast<int>(gap.contact); }
  double side_of(std::size_t contact) const;
  bool winds(const Gap& gap, const Look& a, const Look& b) const;
  bool is_far(const Task& task, const Look& a, const Look& b) const;
  Look look_at(const Gap& gap, const State& state, bool full) const;
  bool look(const Task& task, double t, Look& out) const;
  void show_step(Task& task, std::span<const Look> looks);
  void halve(Task& task, const Look& a, const Look& b);
  bool is_shown(const Task& task, const Look& a, const Look& b, const Errors& errors,
                std::span<const Look* const> planes) const;
  bool formula_stays(const Task& task, const Look& a, const Look& b, const Errors& errors) const;
  bool stays(const Task& task, const Look& a, const Look& b, const Jet& at_a, const Jet& at_b,
             double error) const;
  double comes_nearer(const Task& task, const Look& a, const Look& b, const Errors& errors) const;
  bool may_have_kink(const Task& task, const Look& a, const Look& b, const Errors& errors,
                     double nearer) const;

  const DynamicSite& site_;
  const ContactSet& set_;
  const int first_;
  FollowedChannels followed_;
  std::vector<Gap> gaps_;
  std::vector<Look> looks_;                         // kPoints of each gap
  std::vector<double> step_errors_, piece_errors_;  // of the inputs of a FORMULA
};

}  // namespace

GapWatch::GapWatch(const DynamicSite& site, const ContactSet& set, int first, const Layout& layout)
    : site_(site), set_(set), first_(first), followed_(site.model, layout, site.plan.chain) {
  const Model& model = site.model;
  for (std::size_t k = 0; k < set.gap_count(); ++k) {
    const ContactGap& contact = set.gap(k);
    if (k < set.contacts.size() && set.contacts[k].is_joint()) continue;
    for (std::size_t b = 0; b < model.batches.size(); ++b) {
      const ElementBatch& batch = model.batches[b];
      const int row = (contact.normal - batch.first_deformation) / batch.type->ne;
      if (contact.normal < batch.first_deformation || row >= batch.count) continue;
      Gap& gap = gaps_.emplace_back();
      gap.contact = k, gap.batch = static_cast<int>(b), gap.row = row;
      if (batch.type->approach) gap.approach = batch.type->approach(batch, row);
      gap.formula = FormulaGap::find(batch, row);
      gap.waves.emplace(model, batch, row, gap.approach);
    }
  }
  looks_.resize(kPoints * gaps_.size());
}

// Whether the gap is a wave between two looks.
bool GapWatch::winds(const Gap& gap, const Look& a, const Look& b) const {
  return gap.waves->wind(a.waves, b.waves, b.t - a.t);
}

bool GapWatch::is_far(const Task& task, const Look& a, const Look& b) const {
  return task.side > 0 && task.gap->waves->are_far(a.waves, b.waves, b.t - a.t,
                                                   std::max(a.gap.value, b.gap.value) - task.noise);
}

// The sign that the gap has to keep; 0: the gap is not watched.
double GapWatch::side_of(std::size_t contact) const {
  const std::size_t n = set_.contacts.size();
  if (contact < n) return set_.contacts[contact].closed() ? 0 : 1;
  return site_.phase.touch[contact - n] == Touch::closed ? -1 : 1;
}

GapWatch::Look GapWatch::look_at(const Gap& gap, const State& state, bool full) const {
  const ContactGap& c = set_.gap(gap.contact);
  Look out;
  out.t = state.t;
  out.full = full;
  out.gap = {state.e[c.normal] - c.floor, state.ed[c.normal], state.edd[c.normal]};
  if (gap.formula)
    for (const Followed& what : gap.formula->inputs())
      out.inputs.push_back(followed_.at(what, state));
  if (full) out.waves = gap.waves->at(state);
  const Approach& way = gap.approach;
  if (way.form == GapForm::smooth) return out;
  const Evaluation& here = site_.dynamics->kinematics().evaluation();
  const auto& g = way.coordinates;
  const double ca = here.cosine[g[2]], sa = here.sine[g[2]], cb = here.cosine[g[5]],
               sb = here.sine[g[5]];
  const double arm[2] = {ca * way.xi - sa * way.eta, sa * way.xi + ca * way.eta};
  const double w[2] = {state.x[g[0]] - state.x[g[3]] + arm[0],
                       state.x[g[1]] - state.x[g[4]] + arm[1]};
  out.x.value = cb * w[0] + sb * w[1], out.y.value = cb * w[1] - sb * w[0];
  out.turn.value = state.x[g[2]] - state.x[g[5]];
  if (!full) return out;
  const double wa = state.v[g[2]], wb = state.v[g[5]], aa = state.a[g[2]], ab = state.a[g[5]];
  const double v[2] = {state.v[g[0]] - state.v[g[3]] - wa * arm[1],
                       state.v[g[1]] - state.v[g[4]] + wa * arm[0]};
  const double a[2] = {state.a[g[0]] - state.a[g[3]] - aa * arm[1] - wa * wa * arm[0],
                       state.a[g[1]] - state.a[g[4]] + aa * arm[0] - wa * wa * arm[1]};
  // Velocity u and acceleration s of q seen from body b, in axes of ground.
  const double u[2] = {v[0] + wb * w[1], v[1] - wb * w[0]};
  const double s[2] = {a[0] + 2 * wb * v[1] + ab * w[1] - wb * wb * w[0],
                       a[1] - 2 * wb * v[0] - ab * w[0] - wb * wb * w[1]};
  out.x.rate = cb * u[0] + sb * u[1], out.y.rate = cb * u[1] - sb * u[0];
  out.x.second = cb * s[0] + sb * s[1], out.y.second = cb * s[1] - sb * s[0];
  out.turn.rate = wa - wb, out.turn.second = aa - ab;
  return out;
}

void GapWatch::note(int point, const State& state) {
  const bool full = point == 0 || point == kLast;
  for (std::size_t k = 0; k < gaps_.size(); ++k)
    looks_[kPoints * k + static_cast<std::size_t>(point)] = look_at(gaps_[k], state, full);
}

void GapWatch::begin_step() {
  for (std::size_t k = 0; k < gaps_.size(); ++k) looks_[kPoints * k] = looks_[kPoints * k + kLast];
}

std::optional<Unseen> GapWatch::seek(const WatchedStep& step, std::size_t& start) {
  for (std::size_t& k = start; k < gaps_.size(); ++k) {
    Gap& gap = gaps_[k];
    const double side = gap.sampled ? 0 : side_of(gap.contact);
    const std::span<const Look> looks(looks_.data() + kPoints * k, kPoints);
    if (side == 0 || step.limit == looks.front().t) continue;
    const bool hits = step.hits(function_of(gap), 2);
    const double noise = std::max(set_.tolerance(set_.gap(gap.contact).normal, *site_.dynamics),
                                  tolerance::gap_overrun * set_.largest_gap);
    Task task{&gap, &step, side, noise, hits, {}};
    ++gap.steps;
    show_step(task, looks);
    if (gap.is_spent()) gap.sampled = true;
    if (task.found) return task.found;
  }
  return {};
}

// The whole step first, then the pieces between its looks.
void GapWatch::show_step(Task& task, std::span<const Look> looks) {
  const Look &a = looks[0], &b = looks[kLast];
  const double h = b.t - a.t;
  if (winds(*task.gap, a, b)) return halve(task, a, b);
  const GapForm form = task.gap->approach.form;
  Errors errors;
  if (task.gap->formula) {
    step_errors_.assign(a.inputs.size(), 0), errors.inputs = step_errors_;
    for (std::size_t j = 0; j < watch::kInner.size(); ++j)
      FormulaGap::raise_errors({.a = a.inputs, .b = b.inputs, .length = h},
                               looks[watch::kInner[j]].inputs, watch::kPart[j], errors.inputs);
  }
  const auto worst = [&](Jet Look::*of) {
    const Quintic p = quintic(a.*of, b.*of, h);
    double out = 0;
    for (std::size_t j = 0; j < watch::kInner.size(); ++j)
      out =
          std::max(out, std::fabs((looks[watch::kInner[j]].*of).value - weighted(p, kWeights[j])) /
                            error_share(watch::kPart[j]));
    return watch::kMargin * out;
  };
  if (form != GapForm::convex || task.side < 0) errors.gap = worst(&Look::gap);
  if (form != GapForm::smooth) errors.place = worst(&Look::x) + worst(&Look::y);
  if (form == GapForm::distance) errors.turn = worst(&Look::turn);
  const Look* const planes[] = {&a, &b};
  if (is_shown(task, a, b, errors, planes)) return;
  for (double* const e : {&errors.gap, &errors.place, &errors.turn}) *e *= watch::kBetweenLooks;
  for (double& e : errors.inputs) e *= watch::kBetweenLooks;
  // Between two looks a distance may have a kink even where the motion has none.
  if (form == GapForm::distance) errors.gap = HUGE_VAL;
  const auto inner = [&](std::size_t j, Look& out) {
    out = looks[j];
    return out.full || look(task, out.t, out);
  };
  Look from = a, to;
  for (const std::size_t j : {2, 3, 4, 5, kLast}) {
    if (!inner(static_cast<std::size_t>(j), to)) return;
    const Look* const ends[] = {&from, &to};
    if (!is_shown(task, from, to, errors, ends)) halve(task, from, to);
    if (task.found || (to.t - task.step->limit) * h >= 0) return;
    from = to;
  }
}

// The look in the middle gives the error of the interpolation, and a tangent plane of its own.
void GapWatch::halve(Task& task, const Look& a, const Look& b) {
  const bool wave = winds(*task.gap, a, b);
  if (wave && is_far(task, a, b)) return;
  if (!wave) ++task.gap->pieces;
  Look middle;
  if (!look(task, a.t + 0.5 * (b.t - a.t), middle)) return;
  const bool before_limit = task.step->is_before_limit(middle.t);
  if (before_limit && task.side * middle.gap.value < -task.noise) {
    task.found = Unseen{function_of(*task.gap), a.t, a.gap.value, middle.t, middle.gap.value};
    return;
  }
  constexpr Quintic kMiddle = bernstein_weights(0.5);
  const double h = b.t - a.t;
  const auto off = [&](Jet Look::*of) {
    return watch::kMargin *
           std::fabs((middle.*of).value - weighted(quintic(a.*of, b.*of, h), kMiddle));
  };
  Errors errors{off(&Look::gap), off(&Look::x) + off(&Look::y), off(&Look::turn), {}};
  if (task.gap->formula) {
    piece_errors_.assign(a.inputs.size(), 0), errors.inputs = piece_errors_;
    FormulaGap::raise_errors({.a = a.inputs, .b = b.inputs, .length = h}, middle.inputs, 0.5,
                             errors.inputs);
  }
  const Look* const planes[] = {&middle, &a, &b};
  if (!wave && is_shown(task, a, b, errors, planes)) return;
  const bool tiny = std::max({std::fabs(a.gap.value), std::fabs(middle.gap.value),
                              std::fabs(b.gap.value)}) <= task.noise;
  if (tiny || task.gap->is_spent() ||
      std::fabs(h) <= watch::kShortestPiece * std::fabs(task.step->length()))
    return task.gap->give_up(h);
  halve(task, a, middle);
  if (!task.found && before_limit) halve(task, middle, b);
}

bool GapWatch::look(const Task& task, double t, Look& out) const {
  const State* const state = task.step->look(t);
  if (state) out = look_at(*task.gap, *state, true);
  return state != nullptr;
}

// Whether the gap keeps its sign between two looks, as far as the limit.
bool GapWatch::is_shown(const Task& task, const Look& a, const Look& b, const Errors& errors,
                        std::span<const Look* const> planes) const {
  if (task.gap->formula) return formula_stays(task, a, b, errors);
  const GapForm form = task.gap->approach.form;
  if (form == GapForm::distance && task.side > 0) {
    const double nearer = comes_nearer(task, a, b, errors);
    if (a.gap.value > nearer) return true;
    if (may_have_kink(task, a, b, errors, nearer)) return false;
  }
  if (form != GapForm::convex || task.side < 0) return stays(task, a, b, a.gap, b.gap, errors.gap);
  const ElementBatch& batch = site_.model.batches[task.gap->batch];
  for (const Look* const at : planes) {
    const auto n = batch.type->gap_slope(batch, task.gap->row, {at->x.value, at->y.value});
    const double away = at->gap.value - n[0] * at->x.value - n[1] * at->y.value;
    const auto above = [&](const Look& look) {
      return Jet{away + n[0] * look.x.value + n[1] * look.y.value,
                 n[0] * look.x.rate + n[1] * look.y.rate,
                 n[0] * look.x.second + n[1] * look.y.second};
    };
    if (stays(task, a, b, above(a), above(b), errors.place)) return true;
  }
  return false;
}

bool GapWatch::formula_stays(const Task& task, const Look& a, const Look& b,
                             const Errors& errors) const {
  const double h = b.t - a.t;
  const bool cut = (b.t - task.step->limit) * h > 0;
  return task.gap->formula->stays(
      {.a = a.inputs,
       .b = b.inputs,
       .errors = errors.inputs,
       .length = h,
       .gap_at_a = a.gap.value,
       .end = cut ? (task.step->limit - a.t) / h : 1,
       .ends_at_zero = task.ends_at_zero && (cut || b.t == task.step->limit)},
      task.side, task.noise);
}

// Whether the quintic through at_a and at_b keeps the sign of the gap with an error up to `error`.
bool GapWatch::stays(const Task& task, const Look& a, const Look& b, const Jet& at_a,
                     const Jet& at_b, double error) const {
  const double h = b.t - a.t;
  Quintic p = quintic(at_a, at_b, h);
  for (double& c : p) c *= task.side;
  p = lowered(p, error);
  const bool cut = (b.t - task.step->limit) * h > 0,
             falls = task.ends_at_zero && (cut || b.t == task.step->limit);
  if (cut) p = cut_at(p, (task.step->limit - a.t) / h);
  const auto last = p.end() - (falls ? 1 : 0);
  const auto [least, most] = std::minmax_element(p.begin(), last);
  return *least >= -task.noise && *most > task.noise && (!falls || p[5] <= p[4]);
}

// A distance has a kink where another place becomes the nearest; a polynomial through both ends
// does not show it. A kink in the middle of the piece shows as an error there. A kink near an end
// does not, so the gap at that end must be too large for a touch, unless the contact touches at the
// end.
bool GapWatch::may_have_kink(const Task& task, const Look& a, const Look& b, const Errors& errors,
                             double nearer) const {
  constexpr double kShows = 1e-3;   // of the gap
  constexpr double kNearEnd = 0.3;  // of the way over the piece
  const bool falls = task.ends_at_zero && (b.t - task.step->limit) * (b.t - a.t) >= 0;
  if (errors.gap > kShows * std::max(std::fabs(a.gap.value), std::fabs(b.gap.value))) return true;
  const auto is_near = [&](double gap) { return gap > task.noise && gap <= kNearEnd * nearer; };
  return is_near(a.gap.value) || (!falls && is_near(b.gap.value));
}

// The most by which the distance can become smaller within the piece.
double GapWatch::comes_nearer(const Task& task, const Look& a, const Look& b,
                              const Errors& errors) const {
  const Approach& way = task.gap->approach;
  const double h = b.t - a.t;
  const Quintic x = quintic(a.x, b.x, h), y = quintic(a.y, b.y, h),
                turn = quintic(a.turn, b.turn, h);
  double moved = 0, turned = 0, far = 0;
  for (std::size_t k = 0; k < x.size(); ++k) {
    moved = std::max(moved, std::hypot(x[k] - x[0], y[k] - y[0]));
    turned = std::max(turned, std::fabs(turn[k] - turn[0]));
    far = std::max(far, std::hypot(x[k], y[k]));
  }
  const double size = way.size + (way.size_grows ? far + errors.place : 0);
  return moved + errors.place + size * (turned + errors.turn);
}

std::string GapWatch::describe(std::string_view second) const {
  std::string out;
  for (const Gap& gap : gaps_) {
    const std::string& label = set_.gap(gap.contact).row->label;
    if (gap.sampled)
      out += fmt::format("sampled: {}, which takes more than {} pieces a step\n", label,
                         watch::kMostPieces);
    out += gap.describe(label, second);
  }
  return out;
}

std::unique_ptr<StepWatch> make_gap_watch(const DynamicSite& site, const ContactSet& set, int first,
                                          const Layout& layout) {
  return std::make_unique<GapWatch>(site, set, first, layout);
}

}  // namespace mbs

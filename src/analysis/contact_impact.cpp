// Contacts that strike.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "analysis/contact_run.h"

namespace mbs {

namespace {

std::size_t at_(int i) { return static_cast<std::size_t>(i); }

constexpr double kZero = 1e-10;
// A rigid contact that approaches with less than this part of the largest speed rests.
constexpr double kRest = 1e-6;
constexpr double kEnergyRounding = 1e-12;
// A resting impulse contact rises with at least this part of the speed that its interval asks for.
constexpr double kLeastRise = 0.1;
constexpr int kMostFrictionRounds = 200;
constexpr double kFrictionFound = 1e-13;

}  // namespace

bool push(const Model& model, Dynamics& dynamics, State& state, int deformation, double P) {
  FreeMotion motion(model);
  if (!find_free_motion(model, dynamics, state, motion).ok()) return false;
  std::vector<double> S(at_(model.ne), 0.0), force(at_(model.nx), 0.0);
  S[at_(deformation)] = -P;
  subtract_transposed_times(model, dynamics.kinematics().evaluation(), S, force);
  std::vector<double> qd = motion.project(force);
  if (motion.n > 0) motion.mass.solve(qd.data());
  state.v = motion.add(state.v, qd);
  return true;
}

// The speed with which a contact leaves that approaches with the present one.
double ContactRun::rebound(Contact& c, const State& state) {
  const double approach = -state.ed[c.e1()], flight = state.t - c.last_time;
  const double bounced = c.row->restitution * approach;
  if (c.is_rigid()) {
    c.bounces = c.strikes > 0 && flight < c.last_flight ? c.bounces + 1 : 1;
    c.last_flight = flight;
    c.last_time = state.t;
    return c.bounces > c.row->bounces || approach <= kRest * largest_speed_ ? 0 : bounced;
  }
  const double rise = -state.edd[c.e1()] * c.row->tau / 2;
  return std::max(bounced, std::min(approach, rise));
}

// What strikes, against what is held already; held contacts that would have to pull are let go.
bool ContactRun::strike_together(const std::vector<int>& struck,
                                 const std::vector<double>& restitution, ContactSite at,
                                 ImpactOutcome& outcome) {
  const State before = at.state;
  for (std::size_t round = 0; round <= contacts_.size(); ++round) {
    at.state = before;
    outcome = {};
    if (!rebuild(at)) return false;
    std::vector<ImpactContact> lines;
    for (std::size_t i = 0; i < struck.size(); ++i) {
      const Contact& c = contacts_[at_(struck[i])];
      ImpactContact& line = lines.emplace_back();
      line.normal = {Target::deformation, c.normal};
      line.restitution = restitution[i];
      line.side = 1;
      if (c.has_friction()) line.stick = {{Target::deformation, c.normal + 1}};
    }
    if (!strike(model_, at.phase, *at.dynamics, lines, ImpactLaw::newton, at.state, outcome).ok())
      return false;
    const double limit =
        kZero * std::fabs(*std::max_element(
                    outcome.impulses.L.begin(), outcome.impulses.L.end(),
                    [](double a, double b) { return std::fabs(a) < std::fabs(b); }));
    bool changed = false;
    for (Contact& c : contacts_) {
      if (c.is_penalty() || !c.closed()) continue;
      const double pull = outcome.impulses.L[c.e1()];
      const bool slips = c.mode == ContactMode::stick &&
                         std::fabs(outcome.impulses.L[c.e2()]) > -c.row->mu_s * pull + limit;
      if (pull > limit)
        c.mode = ContactMode::open, changed = true;
      else if (slips)
        c.mode = ContactMode::carried, changed = true;
    }
    if (!changed) return slide_through(struck, restitution, at, before, outcome);
  }
  return false;
}

// Where sticking would need more than mu_s times the normal impulse, the tangent gets mu_k times
// it, first; the normals follow without friction. Both parts lose energy, or there is no friction.
bool ContactRun::slide_through(const std::vector<int>& struck,
                               const std::vector<double>& restitution, ContactSite at,
                               const State& before, ImpactOutcome& outcome) {
  std::vector<char> slides(struck.size(), 0);
  std::vector<double> way(struck.size(), 0.0);  // of the impulse that would make it stick
  bool any = false;
  for (std::size_t i = 0; i < struck.size(); ++i) {
    const Contact& c = contacts_[at_(struck[i])];
    const double N = -outcome.impulses.L[c.e1()], T = outcome.impulses.L[c.e2()];
    slides[i] = c.has_friction() && std::fabs(T) > c.row->mu_s * N;
    way[i] = T > 0 ? -1 : 1;
    any |= slides[i] != 0;
  }
  if (!any) return true;
  const double kinetic = outcome.impulses.kinetic_before;
  std::vector<double> tangent(struck.size(), 0.0);  // pushes towards growth of the slip
  for (int round = 0; round < kMostFrictionRounds; ++round) {
    at.state = before;
    outcome = {};
    for (std::size_t i = 0; i < struck.size(); ++i)
      if (slides[i] &&
          !push(model_, *at.dynamics, at.state, contacts_[at_(struck[i])].normal + 1, tangent[i]))
        return false;
    // Restitution counts from the approach before friction.
    std::vector<double> rate(at_(model_.ne), 0.0);
    add_derivative_times(model_, at.dynamics->kinematics().evaluation(), at.state.v, rate);
    std::vector<ImpactContact> lines;
    for (std::size_t i = 0; i < struck.size(); ++i) {
      const Contact& c = contacts_[at_(struck[i])];
      const double leaves = -restitution[i] * before.ed[c.e1()], approach = -rate[c.e1()];
      ImpactContact& line = lines.emplace_back();
      line.normal = {Target::deformation, c.normal};
      line.restitution = approach > 0 ? std::clamp(leaves / approach, 0.0, 1.0) : 0;
      line.side = 1;
      if (c.has_friction() && !slides[i]) line.stick = {{Target::deformation, c.normal + 1}};
    }
    if (!strike(model_, at.phase, *at.dynamics, lines, ImpactLaw::newton, at.state, outcome).ok())
      return false;
    double change = 0, size = 0;
    for (std::size_t i = 0; i < struck.size(); ++i) {
      const Contact& c = contacts_[at_(struck[i])];
      const double N = -outcome.impulses.L[c.e1()];
      size = std::max(size, std::fabs(N));
      if (!slides[i]) continue;
      outcome.impulses.L[c.e2()] = -tangent[i];
      const double wanted = way[i] * c.row->mu_k * N;
      change = std::max(change, std::fabs(wanted - tangent[i]));
      tangent[i] = wanted;
    }
    if (change > kFrictionFound * size) continue;
    if (outcome.impulses.kinetic_after <= kinetic * (1 + kEnergyRounding)) return true;
    break;
  }
  // Friction that would not settle or would gain energy is left out.
  frictionless_ = true;
  at.state = before;
  outcome = {};
  std::vector<ImpactContact> lines;
  for (std::size_t i = 0; i < struck.size(); ++i)
    lines.push_back({{Target::deformation, contacts_[at_(struck[i])].normal}, restitution[i], 1});
  return strike(model_, at.phase, *at.dynamics, lines, ImpactLaw::newton, at.state, outcome).ok();
}

std::string ContactRun::describe_strike(const Contact& c, const State& before, double gap_rate,
                                        double slip_rate, double N, double T) const {
  auto clean = [this](double v) { return std::fabs(v) > kZero * largest_speed_ ? v : 0.0; };
  std::string out =
      fmt::format("{} at t = {:.12g}: bounce {}, gap rate {:.9g} -> {:.9g}, impulse {:.9g}",
                  c.row->label, before.t, c.bounces, clean(before.ed[c.e1()]), clean(gap_rate), N);
  if (c.has_friction())
    out += fmt::format("; slip rate {:.9g} -> {:.9g}, impulse {:.9g}", clean(before.ed[c.e2()]),
                       clean(slip_rate), std::fabs(T) > kZero * N ? T : 0.0);
  return out + "\n";
}

ContactChange ContactRun::strike_at(int k, ContactSite at) {
  const std::vector<Held> modes_before = modes();
  const State before = at.state;
  std::vector<int> struck;
  std::vector<double> restitution;
  for (std::size_t i = 0; i < contacts_.size(); ++i) {
    Contact& c = contacts_[i];
    if (c.is_penalty() || c.closed()) continue;
    const bool here = static_cast<int>(i) == k;
    if (!here && !(std::fabs(before.e[c.e1()]) <= tolerance(c, at))) continue;
    const double approach = -before.ed[c.e1()];
    if (!(approach > 0) && !here) continue;
    struck.push_back(static_cast<int>(i));
    const double leaves = approach > 0 ? rebound(c, before) : 0;
    restitution.push_back(approach > 0 ? std::min(1.0, leaves / approach) : 0);
  }
  ImpactOutcome outcome;
  frictionless_ = false;
  if (!strike_together(struck, restitution, at, outcome))
    return fail(contacts_[at_(k)], before.t, "its impact finds no velocities");
  ContactChange out;
  out.switched = true;
  std::string text;
  std::vector<double> after(at_(model_.ne), 0.0);
  add_derivative_times(model_, at.dynamics->kinematics().evaluation(), at.state.v, after);
  bool closes = false;
  for (std::size_t i = 0; i < struck.size(); ++i) {
    Contact& c = contacts_[at_(struck[i])];
    const double N = -outcome.impulses.L[c.e1()], T = -outcome.impulses.L[c.e2()];
    ++c.strikes;
    c.normal_impulse += N;
    c.friction_impulse += std::fabs(T);
    if (c.is_rigid()) {
      const bool leaves = after[c.e1()] > kZero * largest_speed_;
      text += describe_strike(c, before, leaves ? after[c.e1()] : 0, after[c.e2()], N, T);
      if (!leaves && c.row->restitution > 0 && c.bounces > c.row->bounces)
        text += fmt::format("{}: {} bounces in a row, each shorter than the one before: it rests\n",
                            c.row->label, c.row->bounces);
      out.in_series |= leaves && c.bounces > 1;
      if (!leaves) c.mode = ContactMode::stick, closes = true;
      continue;
    }
    const bool from_rest = !(-before.ed[c.e1()] > kZero * largest_speed_);
    const double rise = -before.edd[c.e1()] * c.row->tau / 2 * (from_rest ? 1 : kLeastRise);
    if (after[c.e1()] < rise) {  // from rest: nothing else would keep it from sinking in
      State unit = at.state;
      if (!push(model_, *at.dynamics, unit, c.normal, 1))
        return fail(c, before.t, "it has no mass");
      std::vector<double> moved(at_(model_.ne), 0.0);
      add_derivative_times(model_, at.dynamics->kinematics().evaluation(), unit.v, moved);
      const double per_impulse = moved[c.e1()] - after[c.e1()];
      const double P = per_impulse > 0 ? (rise - after[c.e1()]) / per_impulse : 0;
      push(model_, *at.dynamics, at.state, c.normal, P);
      c.normal_impulse += P;
    }
  }
  const bool held =
      std::any_of(contacts_.begin(), contacts_.end(), [](const Contact& c) { return c.closed(); });
  if (closes || held || modes() != modes_before) {
    at.state.ed = after;
    ContactChange settled = resolve(at, modes_before);
    if (!settled.problem.empty()) return settled;
    text += settled.text;
  }
  if (frictionless_)
    text += fmt::format("{}: without friction, which would not settle or would create energy\n",
                        contacts_[at_(k)].row->label);
  out.text = text;
  return out;
}

}  // namespace mbs

#include "run/events/contact_modes.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>

#include "base/index.h"
#include "base/tolerances.h"
#include "solve/impact/impulse.h"
#include "solve/place/rank_audit.h"

namespace mbs {

namespace {

// Two contact points hold the same motion if their slips or gaps differ by no more than this part.
constexpr double kSamePoint = 1e-8;

RankAudit audit(const DynamicSite& at, JacobianBlock& block) {
  const Evaluation here = evaluated(at.model, at.phase, at.state.x);
  block.choose_scales(at.model, here, kSamePoint);
  return audit_rank(at.model, block, here, kSamePoint);
}

// The factor of a deformation in a dependency: the rows times their factors add up to 0.
double factor_of(const RankAudit::Redundancy& found, int deformation) {
  if (found.row == deformation) return -1;
  for (std::size_t k = 0; k < found.repeats.size(); ++k)
    if (found.repeats[k] == deformation) return found.factors[k];
  return 0;
}

}  // namespace

// A contact whose gap lies between the gaps of others: the others alone can push what all of them
// push together, as the two end points of a plank do. Null: none.
Contact* ContactModes::find_between(const RankAudit::Redundancy& found) {
  std::vector<Contact*> with, against;  // by the sign of their factor in the dependency
  for (Contact& c : set_.contacts) {
    if (c.is_joint() || !c.closed() || c.mode == ContactMode::spare) continue;
    const double factor = factor_of(found, c.normal);
    if (factor != 0) (factor > 0 ? with : against).push_back(&c);
  }
  if (with.size() == 1 && against.size() > 1) return with.front();
  return against.size() == 1 && with.size() > 1 ? against.front() : nullptr;
}

// The spare contacts that part with contact `lifted`: their gaps grow with its gap while all others
// hold. A spare contact whose gap shrinks instead takes over from it.
std::vector<char> ContactModes::find_parting(const DynamicSite& at, int lifted) const {
  std::vector<char> out(set_.contacts.size(), 0);
  const int normal = set_.contacts[static_cast<std::size_t>(lifted)].normal;
  for (std::size_t k = 0; k < out.size(); ++k) {
    if (set_.contacts[k].mode != ContactMode::spare) continue;
    std::vector<int> rows = constrained_deformations(at.phase);
    rows.push_back(set_.contacts[k].normal);
    JacobianBlock block(at.model, std::move(rows), free_coordinates(at.phase));
    for (const RankAudit::Redundancy& found : audit(at, block).redundant) {
      const double spare = factor_of(found, set_.contacts[k].normal),
                   other = factor_of(found, normal);
      out[k] |= spare * other < 0;
    }
  }
  return out;
}

void ContactModes::make_spare(Contact& contact) {
  contact.rolls = contact.mode == ContactMode::stick && contact.has_friction();
  contact.mode = ContactMode::spare;
}

// The gaps and slips of contacts among constraints that repeat each other.
std::vector<ContactModes::Repeated> ContactModes::find_repeated(const RankAudit& audited) {
  std::vector<Repeated> out;
  for (const RankAudit::Redundancy& among : audited.redundant)
    for (const int held : among.repeats)
      for (Contact& c : set_.contacts) {
        if (!c.is_joint() && c.closed() && c.mode != ContactMode::spare && c.normal == held)
          out.push_back({&c, false, &among});
        if ((c.mode == ContactMode::stick || c.rolls) && c.slip == held)
          out.push_back({&c, true, &among});
      }
  return out;
}

// Where constraints repeat each other, one contact lets go. It lets go of its gap where it lies
// between others (it is spare then), else of its slip (it is carried then), or of its gap where no
// slip is among the constraints. False where no contact is among them.
bool ContactModes::carry_one(DynamicSite& at) {
  JacobianBlock block(at.model, constrained_deformations(at.phase), free_coordinates(at.phase));
  RankAudit audited = audit(at, block);
  for (const RankAudit::Redundancy& found : audited.redundant)
    if (Contact* const between = by_forces_ ? nullptr : find_between(found)) {
      make_spare(*between);
      return true;
    }
  // The deformation that repeats the others comes first.
  for (RankAudit::Redundancy& found : audited.redundant) {
    found.repeats.insert(found.repeats.begin(), found.row);
    found.factors.insert(found.factors.begin(), -1);
  }
  const std::vector<Repeated> all = find_repeated(audited);
  const auto let_go = [this](const Repeated& of) {
    Contact& c = *of.contact;
    if (!of.is_slip) return make_spare(c);
    if (c.mode == ContactMode::stick) c.mode = ContactMode::carried;
    c.rolls = false;
    c.carriers = of.among->repeats;
    c.parts = of.among->factors;
  };
  // One without a force in the common problem lets go; those with a force are needed.
  const auto has_no_force = [this](const Repeated& of) {
    const Contact& c = *of.contact;
    return of.is_slip ? c.rolls || !forces_->rubs(c) : c.idle;
  };
  if (by_forces_)
    if (const auto it = std::find_if(all.begin(), all.end(), has_no_force); it != all.end())
      return let_go(*it), true;
  // Any of the slips may let go. The last one does: it does not depend on the order of the deck's
  // lines. Without slips the contact whose force has just fallen to zero lets go first, then
  // contacts that push nothing, and sticking contacts last.
  const auto rank = [this](const Repeated& of) {
    const Contact& c = *of.contact;
    return of.is_slip
               ? std::tuple(true, c.rolls, false, false, c.slip)
               : std::tuple(false, &c == lifted_, c.idle, c.mode != ContactMode::stick, c.normal);
  };
  const auto last = std::max_element(
      all.begin(), all.end(), [&](const auto& a, const auto& b) { return rank(a) < rank(b); });
  if (last != all.end()) let_go(*last);
  return last != all.end();
}

// The rate of the slip of `carried` for a unit slip rate of `contact`; 0: `contact` does not carry
// it.
double ContactModes::ratio(const Contact& carried, const Contact& contact, int depth) const {
  const auto part_of = [&](int slip) {
    for (std::size_t k = 0; k < carried.carriers.size(); ++k)
      if (carried.carriers[k] == slip) return carried.parts[k];
    return 0.0;
  };
  const double own = part_of(carried.slip);
  if (own == 0) return 0;
  if (const double part = part_of(contact.slip); part != 0) return -part / own;
  for (const Contact& c : set_.contacts) {
    const double part = &c == &carried || !c.slips() ? 0 : part_of(c.slip);
    if (part == 0 || depth <= 0) continue;
    if (const double by = ratio(c, contact, depth - 1); by != 0) return -part / own * by;
  }
  return 0;
}

void ContactModes::let_slip(Contact& contact, const Dynamics& dynamics) {
  const double friction = dynamics.own_stress(contact.e2());
  for (Contact& c : set_.contacts) {
    if (&c == &contact || !c.has_friction() || c.rolls) continue;
    if (c.mode != ContactMode::carried && c.mode != ContactMode::spare) continue;
    const double by = ratio(c, contact, count_of(set_.contacts));
    if (by != 0) c.let_slip(by * friction);
  }
  contact.let_slip(friction);
}

// Finds the velocities that the present modes allow, and then the accelerations.
bool ContactModes::apply(DynamicSite& at) {
  const auto closed = std::count_if(set_.contacts.begin(), set_.contacts.end(),
                                    [](const Contact& c) { return c.closed(); });
  for (bool possible = set_.rebuild(at); !possible || closed > 1; possible = set_.rebuild(at))
    if (!carry_one(at)) {
      if (possible) break;
      return false;
    }
  Impulses impulses;
  return project_velocities(at.model, at.phase, *at.dynamics, at.state, impulses).ok() &&
         impulses.excess() <= tolerance::impact_energy && at.solve().ok();
}

double ContactModes::rounding_of_accelerations(const State& state) {
  double scale = 0;
  for (double a : state.edd) scale = std::max(scale, std::fabs(a));
  for (double a : state.a) scale = std::max(scale, std::fabs(a));
  return tolerance::contact_sinks * scale;
}

double ContactModes::force_of_rounding(const Dynamics& dynamics) {
  double scale = 0;
  for (double f : dynamics.loads().f) scale = std::max(scale, std::fabs(f));
  for (double s : dynamics.stresses()) scale = std::max(scale, std::fabs(s));
  for (double s : dynamics.loads().S) scale = std::max(scale, std::fabs(s));
  return tolerance::contact_zero * scale;
}

// The direction of each slip, from its rate; 0: at rest. A slip that has just stopped is at rest.
std::vector<int> ContactModes::find_ways(const State& state,
                                         const ContactSet::Modes& before) const {
  const double still = tolerance::contact_zero * set_.speed;
  std::vector<int> out(set_.contacts.size(), 0);
  for (std::size_t k = 0; k < out.size(); ++k) {
    const Contact& c = set_.contacts[k];
    const double w = c.slip_rate(state);
    const bool stopped = c.mode == ContactMode::stick && before[k].mode == ContactMode::slide &&
                         std::fabs(w) <= tolerance::contact_still * set_.speed;
    if (std::fabs(w) > still && !stopped) out[k] = w < 0 ? -1 : 1;
  }
  return out;
}

// Finds the modes from the forces of all that touches, and drops assumptions that the forces
// contradict.
bool ContactModes::find_modes(ContactForces& forces, const std::vector<int>& ways,
                              std::vector<Assumed>& assumed) {
  for (std::size_t round = 0; round <= 3 * assumed.size(); ++round) {
    if (!forces.solve(ways, assumed)) {
      bool any = false;
      for (std::size_t k = 0; k < assumed.size(); ++k) {
        if (assumed[k] == Assumed::nothing || assumed[k] == Assumed::is_loose) continue;
        assumed[k] = assumed[k] == Assumed::slides ? Assumed::is_loose : Assumed::nothing;
        set_.contacts[k].fresh = false;
        any = true;
      }
      if (!any) return false;
      continue;
    }
    const int wrong = forces.contradicted(assumed);
    if (wrong < 0) return true;
    Assumed& of = assumed[static_cast<std::size_t>(wrong)];
    of = of == Assumed::slides ? Assumed::is_loose : Assumed::nothing;
    set_.contacts[static_cast<std::size_t>(wrong)].fresh = false;
  }
  return false;
}

// Checks the dynamics of the modes, in which contacts that stand together share their friction: a
// slip may go the other way, or a force may exceed its limit. Corrects `ways` or `assumed` for one
// such contact; true if there is one.
bool ContactModes::correct(const DynamicSite& at, std::vector<int>& ways,
                           std::vector<Assumed>& assumed) {
  const double still = tolerance::contact_zero * set_.speed;
  for (std::size_t k = 0; k < ways.size(); ++k) {
    const Contact& c = set_.contacts[k];
    if (c.mode != ContactMode::slide || !c.has_friction() || ways[k] == 0) continue;
    const double w = c.slip_rate(at.state);
    if (std::fabs(w) <= still || w * ways[k] > 0) continue;
    ways[k] = -ways[k];
    return true;
  }
  return correct_at_limit(at, assumed);
}

bool ContactModes::correct_at_limit(const DynamicSite& at, std::vector<Assumed>& assumed) {
  const double weightless = force_of_rounding(*at.dynamics);
  double most = weightless;
  std::size_t worst = set_.contacts.size();
  bool pulls = false;
  for (std::size_t k = 0; k < set_.contacts.size(); ++k) {
    const Contact& c = set_.contacts[k];
    if (!c.closed()) continue;
    if (!c.is_joint() && at.dynamics->own_stress(c.e1()) > most) {
      most = at.dynamics->own_stress(c.e1());
      worst = k, pulls = true;
    }
    if ((c.mode != ContactMode::stick && !c.rolls) || !c.has_friction()) continue;
    const double lacking = -set_.friction_room(c, *at.dynamics);
    if (lacking > most) most = lacking, worst = k, pulls = false;
  }
  if (worst == set_.contacts.size()) return false;
  // In the common problem no contact pulls, and no friction is above its limit: the contacts that
  // let go were badly chosen.
  const auto lets_go = [](const Contact& c) {
    return c.mode == ContactMode::spare || c.mode == ContactMode::carried;
  };
  const bool has_choice = pulls || std::any_of(set_.contacts.begin(), set_.contacts.end(), lets_go);
  if (has_choice && !by_forces_) return by_forces_ = true;
  lets_stand_ |= has_choice && !pulls;
  if (pulls)
    assumed[worst] = Assumed::parts;
  else
    let_slip(set_.contacts[worst], *at.dynamics);
  for (std::size_t k = 0; k < assumed.size() && !pulls; ++k)
    if (set_.contacts[k].mode == ContactMode::slide && set_.contacts[k].fresh)
      assumed[k] = Assumed::slides;
  return true;
}

// The lines of the report where several solutions fit, or where all modes had to be tried.
std::string ContactModes::describe_choice(double t) const {
  if (lets_stand_)
    return fmt::format(
        "contacts at t = {:.12g}: some that slide now could stand, with forces of others that "
        "rigid "
        "bodies leave open\n",
        t);
  if (forces_->solutions() < 2) {
    if (!forces_->solution().by_modes) return {};
    return fmt::format(
        "contacts at t = {:.12g}: the loads of joints do not settle; all modes of what touches "
        "were tried, and these fit\n",
        t);
  }
  if (forces_->shares_forces())
    return fmt::format(
        "contacts at t = {:.12g}: friction depends on how contacts share what presses "
        "them, which rigid bodies leave open\n",
        t);
  return fmt::format(
      "contacts at t = {:.12g}: {} solutions fit, since friction presses on what "
      "slides (Painleve 1895); taken: the one nearest to the modes before\n",
      t, forces_->solutions());
}

Change ContactModes::resolve(DynamicSite& at, const ContactSet::Modes& before, int lifted,
                             int slipped) {
  const std::size_t n = set_.contacts.size();
  std::vector<int> ways = find_ways(at.state, before);
  std::vector<Assumed> assumed(n, Assumed::nothing);
  const std::vector<char> parts_too =
      lifted < 0 ? std::vector<char>(n, 0) : find_parting(at, lifted);
  lifted_ = lifted < 0 ? nullptr : &set_.contacts[static_cast<std::size_t>(lifted)];
  for (std::size_t k = 0; k < n; ++k) {
    Contact& c = set_.contacts[k];
    // Only a look before this instant counts: a look behind it has seen a motion that does not come
    // about.
    if (c.moves_from < at.state.t) c.fresh = false;
    const bool begins = c.mode == ContactMode::slide && c.fresh && c.has_friction();
    if (static_cast<int>(k) == lifted || parts_too[k]) assumed[k] = Assumed::parts;
    if (begins && ways[k] == 0) assumed[k] = Assumed::slides;
  }
  for (Contact& c : set_.contacts) c.moves_from = HUGE_VAL;
  set_.find_laws_that_press(at.phase);
  const State entry = at.state;
  ContactForces forces(set_, at);
  forces.prefer(before);
  forces_ = &forces;
  by_forces_ = lets_stand_ = false;
  bool found = forces.find();
  for (std::size_t round = 0; found && round <= 2 * n + 3; ++round) {
    found = find_modes(forces, ways, assumed);
    if (!found) break;
    if (const Contact* const in = forces.driven_in()) return set_.driven_in(*in, entry.t);
    at.state = entry;
    found = apply(at);
    if (!found) break;
    forces.share_among_wheels();
    if (correct(at, ways, assumed)) continue;
    const double rounding = force_of_rounding(*at.dynamics);
    for (Contact& c : set_.contacts)
      c.flight.slack = -at.dynamics->own_stress(c.e1()) < 2 * rounding ? 4 * rounding : 0;
    Change out;
    out.switched = true;
    out.modes = set_.changes(before);
    out.text = ContactSet::describe(out.modes, at.state.t) + describe_choice(at.state.t);
    return out;
  }
  const Contact& first = set_.contacts[std::max({0, lifted, slipped})];
  // Where a joint breaks away, a contact that slides may jam.
  const auto jams =
      std::find_if(set_.contacts.begin(), set_.contacts.end(), [&](const Contact& other) {
        return first.is_joint() && !other.is_joint() && other.mode == ContactMode::slide &&
               other.has_friction();
      });
  const Contact& c = jams == set_.contacts.end() ? first : *jams;
  if (!c.is_joint()) {
    Change out = set_.fail(c, at.state.t, "the contacts find no state in which none of them pulls");
    if (forces.solution().was_cut)
      out.hint =
          "more than eight contacts and joints touch here: not all of their modes were tried";
    else if (forces.solutions() == 0)
      out.hint = "no forces fit what slides (Painleve 1895): take a smaller mu_k, or PENALTY";
    return out;
  }
  return set_.fail_jammed(c, at.state.t);
}

}  // namespace mbs

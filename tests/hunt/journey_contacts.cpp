// Rigid contacts on the way: what they do when they strike, open, stick and slide.
#include <algorithm>
#include <array>
#include <cmath>

#include "journey.h"

namespace hunt {

namespace {

std::size_t at(int i) { return static_cast<std::size_t>(i); }

}  // namespace

bool Journey::is_rough_closed() const {
  for (const Element& e : now_.elements)
    if (e.contact.model == Contact::Model::rigid && e.cls[0] == Class::fixed && e.contact.mu_s > 0)
      return true;
  return false;
}

// A contact strikes that has friction, or others that are closed have. Its own slip stops if mu_s
// allows it. The others go on as they are, pressed together, sticking or sliding to their side: of
// that the impulses and velocities are the proof, and anything else is beyond the oracle.
bool Journey::collide_rough(int contact) {
  struct Touching {
    int gap;
    bool sticks;
    double side, mu_s, mu_k;
    std::array<Class, 3> cls;
    int element;
  };
  std::vector<Touching> others;
  for (int e = 0; e < static_cast<int>(now_.elements.size()); ++e) {
    Element& other = now_.elements[at(e)];
    if (other.contact.model != Contact::Model::rigid || other.cls[0] != Class::fixed) continue;
    others.push_back({oracle_->deformation(e, 0), other.cls[1] == Class::fixed,
                      other.contact.slides, other.contact.mu_s, other.contact.mu_k, other.cls, e});
    other.cls = {Class::calculable, Class::calculable, Class::calculable};
  }
  const Sample now = oracle_->sample(t_, x_, v_);
  if (!others.empty()) (void)rebuild();
  Contact& c = now_.elements[at(contact)].contact;
  const int gap = oracle_->deformation(contact, 0);
  const auto kinetic = [&](const Sample& s) {
    Sample totals = s;
    oracle_->add_totals(totals);
    return totals.kinetic;
  };
  const double u = -c.restitution * now.ed[at(gap)];
  const double side = now.ed[at(gap + 1)] < 0 ? -1 : 1;
  auto add_others = [&](std::vector<Oracle::Strike>& strikes) {
    for (const Touching& o : others) {
      strikes.push_back({false, o.gap, 0, o.sticks ? 0 : -o.side * o.mu_k, 0});
      if (o.sticks) strikes.push_back({false, o.gap + 1, 0, 0, 0});
    }
  };
  std::vector<Oracle::Strike> strikes{{false, gap, u, 0, 0}};
  Numbers v = v_;
  bool sticks = false;
  if (c.mu_s > 0) {
    strikes.push_back({false, gap + 1, 0, 0, 0});
    add_others(strikes);
    if (!oracle_->jump(t_, x_, v, strikes) || !(strikes[0].impulse > 0)) return false;
    const double share = strikes[1].impulse / strikes[0].impulse;
    if (std::fabs(std::fabs(share) / c.mu_s - 1) < 1e-6) return false;  // neither nor
    sticks = std::fabs(share) < c.mu_s;
  }
  if (!sticks) {
    v = v_;
    strikes = {{false, gap, u, c.mu_s > 0 ? -side * c.mu_k : 0, 0}};
    add_others(strikes);
    if (!oracle_->jump(t_, x_, v, strikes) || !(strikes[0].impulse > 0)) return false;
  }
  const Sample later = oracle_->sample(t_, x_, v);
  std::size_t k = sticks ? 2 : 1;
  for (const Touching& o : others) {
    const double normal = strikes[k++].impulse;
    if (!(normal > 1e-9)) return false;
    if (o.sticks) {
      const double room = o.mu_s * normal - std::fabs(strikes[k++].impulse);
      if (!(room > 1e-6 * normal)) return false;
    } else if (o.mu_s > 0 && !(o.side * later.ed[at(o.gap + 1)] > 1e-6)) {
      return false;
    }
  }
  // Friction that turns the slip back, and impacts that win energy, are another story.
  if (c.mu_s > 0 && !sticks && side * later.ed[at(gap + 1)] < 1e-6) return false;
  if (kinetic(later) > kinetic(now) * (1 - 1e-9)) return false;
  v_ = v;
  changed_ = true;
  for (const Touching& o : others) now_.elements[at(o.element)].cls = o.cls;
  if (c.restitution > 0) {
    if (!others.empty()) return rebuild() && u > kSlowRebound && holds_together();
    watch();
    return u > kSlowRebound;
  }
  now_.elements[at(contact)].cls[0] = Class::fixed;
  now_.elements[at(contact)].cls[1] = sticks ? Class::fixed : Class::calculable;
  c.slides = sticks || !(c.mu_s > 0) ? 0 : side;
  return rebuild() && holds_together();
}

// Of a closed contact with friction the normal force ends, or friction is at its limit, or the slip
// is at its end.
bool Journey::change(int contact, int what) {
  Element& element = now_.elements[at(contact)];
  const std::size_t slip = at(oracle_->deformation(contact, 1));
  if (what == 1) {
    element.cls[0] = element.cls[1] = Class::calculable;
    element.contact.slides = 0;
    return rebuild() && holds_together();
  }
  if (what == 2) {
    const double side = oracle_->sample(t_, x_, v_).s[slip] > 0 ? 1 : -1;
    element.cls[1] = Class::calculable;
    element.contact.slides = side;
    return rebuild() && holds_together() && side * oracle_->sample(t_, x_, v_).edd[slip] > -1e-9;
  }
  const double side = element.contact.slides;
  element.cls[1] = Class::fixed;
  element.contact.slides = 0;
  (void)rebuild();
  const Sample s = oracle_->sample(t_, x_, v_);
  const double room = element.contact.mu_s * -s.s[slip - 1] - std::fabs(s.s[slip]);
  if (std::fabs(room) < 1e-6) return false;
  if (room > 0) return holds_together();
  element.cls[1] = Class::calculable;
  element.contact.slides = -side;
  return rebuild() && holds_together() && -side * oracle_->sample(t_, x_, v_).edd[slip] > 0;
}

// Whether every closed contact presses, and every sticking one may.
bool Journey::holds_together() const {
  const Sample s = oracle_->sample(t_, x_, v_);
  if (s.quality < 1e-7) return false;
  for (int e = 0; e < static_cast<int>(now_.elements.size()); ++e) {
    const Element& element = now_.elements[at(e)];
    if (element.contact.model != Contact::Model::rigid || element.cls[0] != Class::fixed) continue;
    const std::size_t gap = at(oracle_->deformation(e, 0));
    if (!(s.s[gap] < 1e-9)) return false;
    if (element.cls[1] == Class::fixed &&
        std::fabs(s.s[gap + 1]) > element.contact.mu_s * -s.s[gap] + 1e-9)
      return false;
  }
  return true;
}

// Contacts that touch at an impact: Moreau's problem without friction by trying every set.
bool Journey::collide(int contact) {
  const Contact& struck = now_.elements[at(contact)].contact;
  if (struck.mu_s > 0 || struck.model == Contact::Model::impulses || is_rough_closed())
    return collide_rough(contact);
  const Sample now = oracle_->sample(t_, x_, v_);
  std::vector<int> touching;
  for (int e = 0; e < static_cast<int>(now_.elements.size()); ++e) {
    Element& element = now_.elements[at(e)];
    if (element.contact.model != Contact::Model::rigid) continue;
    const bool closed = element.cls[0] == Class::fixed;
    if (!closed && e != contact) continue;
    touching.push_back(e);
    element.cls = {Class::calculable, Class::calculable, Class::calculable};
  }
  (void)rebuild();
  const int sets = 1 << touching.size();
  for (int set = sets - 1; set >= 0; --set) {
    std::vector<Oracle::Strike> strikes;
    auto rebound = [&](int e) {
      const double u = now.ed[at(oracle_->deformation(e, 0))];
      return e == contact ? -now_.elements[at(e)].contact.restitution * std::min(u, 0.0) : 0;
    };
    for (std::size_t k = 0; k < touching.size(); ++k)
      if (set >> k & 1)
        strikes.push_back(
            {false, oracle_->deformation(touching[k], 0), rebound(touching[k]), 0, 0});
    Numbers v = v_;
    if (!oracle_->jump(t_, x_, v, strikes)) return false;
    bool holds = true;
    for (const Oracle::Strike& s : strikes) holds = holds && s.impulse > 0;
    const Sample later = oracle_->sample(t_, x_, v);
    for (std::size_t k = 0; k < touching.size(); ++k)
      if (!(set >> k & 1))
        holds = holds && later.ed[at(oracle_->deformation(touching[k], 0))] > rebound(touching[k]);
    if (!holds) continue;
    v_ = v;
    for (const int e : touching) {
      const double u = later.ed[at(oracle_->deformation(e, 0))];
      if (u > kSlowRebound) continue;
      if (u > 1e-9) return false;
      now_.elements[at(e)].cls[0] = Class::fixed;
    }
    return resolve();
  }
  return false;
}

// Of the contacts that are closed, those whose normal force pulls open.
bool Journey::resolve() {
  std::vector<int> closed;
  for (int e = 0; e < static_cast<int>(now_.elements.size()); ++e) {
    const Element& element = now_.elements[at(e)];
    if (element.contact.model != Contact::Model::rigid) continue;
    if (element.cls[0] == Class::fixed) closed.push_back(e);
  }
  const int sets = 1 << closed.size();
  for (int set = sets - 1; set >= 0; --set) {
    for (std::size_t k = 0; k < closed.size(); ++k)
      now_.elements[at(closed[k])].cls[0] = set >> k & 1 ? Class::fixed : Class::calculable;
    (void)rebuild();
    const Sample s = oracle_->sample(t_, x_, v_);
    if (s.quality < 1e-7) return false;
    bool holds = true;
    for (std::size_t k = 0; k < closed.size(); ++k) {
      const std::size_t gap = at(oracle_->deformation(closed[k], 0));
      holds = holds && (set >> k & 1 ? s.s[gap] < -1e-9 : s.edd[gap] > -1e-9);
    }
    if (holds) return true;
  }
  return false;
}

}  // namespace hunt

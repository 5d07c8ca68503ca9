#include "journey.h"

#include <algorithm>
#include <cmath>

#include "text.h"

namespace hunt {

namespace {

std::size_t at(int i) { return static_cast<std::size_t>(i); }

constexpr double kLook = 0.004;
constexpr int kMostChanges = 12;
// Constraints nearer to singular than this leave too few digits to compare.
constexpr double kWeak = 3e-3;

// value + v (t - t0) + a (t - t0)^2/2 in powers of t.
Motion from(double t0, double value, double v, double a) {
  Motion out;
  out.given = true;
  out.c[0] = value - v * t0 + a / 2 * t0 * t0;
  out.c[1] = v - a * t0;
  out.c[2] = a / 2;
  return out;
}

// "r3_1.impulse" of what strikes a coordinate, "s2_1.impulse" of a deformation.
std::string impulse_channel(const Mechanism& m, const Happening& h) {
  const int number = h.coordinate ? m.nodes[at(h.owner)].number : m.elements[at(h.owner)].number;
  return (h.coordinate ? "r" : "s") + std::to_string(number) + "_" +
         std::to_string(h.component + 1) + ".impulse";
}

}  // namespace

std::string Happening::line(const std::string& name) const {
  static const char* const kWords[] = {"STOP",      "FIX", "RELEASE", "IMPACT",
                                       "PRESCRIBE", "SET", "FORWARD"};
  std::string out = "EVENT " + name + " WHEN " + channel + (rising ? " > " : " < ") +
                    number(value) + " DO " + kWords[static_cast<int>(what)];
  if (what == Happens::set)
    return out + " " + parameter + " = " + number(constant) + "+(" + number(factor) + ")*" + of;
  if (!target.empty()) out += " " + target;
  if (what == Happens::impact) out += " e = " + number(restitution);
  if (what == Happens::prescribe)
    out += " " + number(sign * velocity) + " " + number(sign * acceleration);
  return out;
}

Journey::Journey(const Mechanism& m, const std::vector<Happening>& happenings)
    : deck_(m), now_(m), happenings_(happenings), oracle_(std::make_unique<Oracle>(m)) {
  bool only_impacts = m.dialect == Dialect::native;
  for (const Element& e : m.elements)
    only_impacts = only_impacts && (!e.ruled() || e.contact.model == Contact::Model::penalty);
  for (const Happening& h : happenings)
    only_impacts = only_impacts &&
                   (h.what == Happens::impact || h.what == Happens::set || h.what == Happens::stop);
  if (only_impacts)
    for (const Happening& h : happenings)
      if (h.what == Happens::impact) impulses_[impulse_channel(m, h)] = 0;
  auto add = [&](const Motion& motion) {
    knots_.insert(knots_.end(), motion.times.begin(), motion.times.end());
  };
  for (const Node& n : m.nodes)
    for (const Motion& motion : n.motion) add(motion);
  for (const Element& e : m.elements)
    for (const Motion& motion : e.motion) add(motion);
}

double Journey::channel(const std::string& name) const {
  return name == "t" ? t_ : channels(deck_, *oracle_, oracle_->sample(t_, x_, v_)).at(name);
}

Row Journey::row() const {
  Row out = channels(deck_, *oracle_, oracle_->sample(t_, x_, v_));
  out.insert(impulses_.begin(), impulses_.end());
  return out;
}

// A stress resists the growth that the impulse acts towards.
void Journey::note_impulse(const Happening& h, double impulse) {
  const auto sum = impulses_.find(impulse_channel(deck_, h));
  if (sum != impulses_.end()) sum->second += h.coordinate ? impulse : -impulse;
}

void Journey::watch() {
  std::vector<Watch> old = std::move(watches_);
  watches_.clear();
  for (int e = 0; e < static_cast<int>(happenings_.size()); ++e) {
    Watch w;
    w.event = e;
    for (const Watch& o : old)
      if (o.event == e) w.armed = o.armed;
    watches_.push_back(w);
  }
  for (int e = 0; e < static_cast<int>(now_.elements.size()); ++e) {
    const Element& element = now_.elements[at(e)];
    auto add = [&](int what) { watches_.push_back({-1, e, what, true}); };
    if (element.rub.given() && element.rub.leader < 0) add(element.rub.sticks ? 6 : 5);
    // A pin's load has none but at 0; what sticks has no load of its own.
    if (element.rub.given() && !element.rub.sticks && element.kind != Kind::revolute) add(7);
    if (element.rub.given() && !element.rub.sticks && element.kind == Kind::slider) add(8);
    if (element.contact.model == Contact::Model::penalty) add(4);
    if (element.contact.model == Contact::Model::penalty && element.contact.d > 0) add(9);
    if (element.contact.model == Contact::Model::impulses) add(0);
    if (element.contact.model != Contact::Model::rigid) continue;
    const bool closed = element.cls[0] == Class::fixed;
    add(closed ? 1 : 0);
    if (closed && element.contact.mu_s > 0) add(element.cls[1] == Class::fixed ? 2 : 3);
  }
}

bool Journey::start(double push, std::uint64_t direction) {
  if (!oracle_->start(x_, v_)) return false;
  t_ = deck_.t0;
  if (push != 0) {
    Random random(direction);
    for (int i : oracle_->free_coordinates())
      x_[at(i)] += push * random.uniform(-1, 1), v_[at(i)] += push * random.uniform(-1, 1);
    if (!oracle_->project(t_, x_, v_, {})) return false;
  }
  if (!begin_to_rub()) return false;
  watch();
  const Numbers now = values(t_, x_, v_);
  for (std::size_t k = 0; k < watches_.size(); ++k) {
    if (watches_[k].event >= 0) watches_[k].armed = now[k] < 0;
    if (watches_[k].contact >= 0 && watches_[k].what < 4 && !(now[k] < -1e-6))
      return false;  // they begin open
  }
  return is_sound();
}

bool Journey::go(double end) {
  constexpr double kNowhere = -INFINITY;
  double end_of_look = kNowhere;
  while (t_ < end && !stopped_) {
    double t1 = end - t_ < 1.5 * kLook ? end : t_ + kLook;
    if (end_of_look > t_) t1 = end_of_look;
    end_of_look = kNowhere;
    for (const double knot : knots_)
      if (knot > t_ + 1e-12) t1 = std::min(t1, knot);
    Numbers x1 = x_, v1 = v_;
    double t = t_;
    if (!oracle_->advance(t, t1, x1, v1, kTolerance)) return false;
    if (now_.has_friction() && !(oracle_->sample(t, x1, v1).quality > 0)) return false;
    if (watches_.empty()) {
      t_ = t, x_ = x1, v_ = v1;
      continue;
    }
    const Numbers before = values(t_, x_, v_), after = values(t, x1, v1);
    std::vector<std::size_t> passed;
    for (std::size_t k = 0; k < watches_.size(); ++k) {
      if (watches_[k].event >= 0 && !watches_[k].armed) {
        if (after[k] < -1e-9) watches_[k].armed = true;
        // Back again within one look is beyond the oracle.
        if (after[k] >= 0 && happenings_[at(watches_[k].event)].what == Happens::impact)
          return false;
      } else if (watches_[k].goes_both_ways()) {
        // Where it has just passed it is rounding.
        if ((before[k] < 0) != (after[k] < 0) && std::fabs(before[k]) > watches_[k].rounding())
          passed.push_back(k);
      } else if (before[k] < 0 && after[k] >= 0) {
        passed.push_back(k);
      } else if (watches_[k].contact >= 0 && before[k] >= 0 && after[k] >= 0) {
        return false;
      }
    }
    if (passed.empty()) {
      // What rises above 0 and falls again in between is looked at from there.
      const double top = highest_between(before, t, x1, v1, after);
      if (top < 0) return false;
      if (top > 0) {
        if (top - t_ <= 1e-13 * std::max(1.0, std::fabs(t_))) return false;  // the look would stay
        end_of_look = top;
        continue;
      }
      t_ = t, x_ = x1, v_ = v1;
      continue;
    }
    std::size_t first = 0;
    double when = 0;
    if (!first_passage(passed, before, t1, after, first, when)) return false;
    if (!oracle_->advance(t_, when, x_, v_, kTolerance)) return false;
    if (++changes_ > kMostChanges || !fire(watches_[first])) return false;
    if (!fire_what_jumped()) return false;
    if (!stopped_ && !is_sound()) return false;
  }
  return true;
}

// A jump that makes the condition of an event true makes it happen at the same instant.
bool Journey::fire_what_jumped() {
  for (bool again = true; again && !stopped_;) {
    again = false;
    const Numbers now = values(t_, x_, v_);
    for (std::size_t k = 0; k < watches_.size() && !again; ++k) {
      if (watches_[k].event < 0 || !watches_[k].armed || now[k] < -1e-7) continue;
      if (now[k] < 1e-7 || ++changes_ > kMostChanges || !fire(watches_[k])) return false;
      again = true;
    }
  }
  return true;
}

bool Journey::is_sound() const {
  double quality = 1;
  (void)null_space(oracle_->constraints(x_), quality);
  return quality > (changed_ ? 0.02 : kWeak) &&
         (changed_ || std::fabs(oracle_->freedom_quality(x_)) > 3 * kWeak) &&
         (!changed_ || oracle_->mass_quality(x_) > 1e-3);
}

// The classes of now_ have changed; everything that is fixed stays where it is.
bool Journey::rebuild() {
  now_.choose_freedoms = true;
  const long spent = oracle_->evaluations;
  auto changed = std::make_unique<Oracle>(now_);
  changed->wind_as(*oracle_);
  oracle_ = std::move(changed);
  oracle_->evaluations = spent;
  oracle_->hold_at(x_);
  changed_ = true;
  watch();
  return true;
}

bool Journey::fire(Watch& w) {
  if (w.goes_both_ways()) return --changes_, ++passages_ < 60;
  if (w.what > 4) return rub(w.contact, w.what);
  if (w.contact >= 0) {
    if (w.what == 0) return collide(w.contact);
    const bool rough = now_.elements[at(w.contact)].contact.mu_s > 0 || is_rough_closed();
    return rough ? change(w.contact, w.what) : resolve();
  }
  w.armed = false;
  return happen(happenings_[at(w.event)]);
}

bool Journey::happen(const Happening& h) {
  Class* cls = nullptr;
  Motion* motion = nullptr;
  if (!h.target.empty()) {
    Node* node = h.coordinate ? &now_.nodes[at(h.owner)] : nullptr;
    Element* element = h.coordinate ? nullptr : &now_.elements[at(h.owner)];
    cls = node != nullptr ? &node->cls[at(h.component)] : &element->cls[at(h.component)];
    motion = node != nullptr ? &node->motion[at(h.component)] : &element->motion[at(h.component)];
    if (element != nullptr && (*cls == Class::calculable || *cls == Class::dynamic))
      element->was_free[at(h.component)] = true;
  }
  const Sample now = oracle_->sample(t_, x_, v_);
  std::vector<Oracle::Strike> strikes;
  const int index = h.target.empty() ? 0
                    : h.coordinate   ? oracle_->coordinate(h.owner, h.component)
                                     : oracle_->deformation(h.owner, h.component);
  switch (h.what) {
    case Happens::stop:
      stopped_ = true;
      return true;
    case Happens::fix:
      *cls = Class::fixed;
      break;
    case Happens::release:
      *cls = Class::calculable;
      return rebuild();
    case Happens::impact:
      strikes.push_back({h.coordinate, index,
                         -h.restitution * (h.coordinate ? now.v[at(index)] : now.ed[at(index)]), 0,
                         0});
      if (std::fabs(strikes[0].u) < kSlowRebound) return false;
      changed_ = true;
      if (!oracle_->jump(t_, x_, v_, strikes)) return false;
      note_impulse(h, strikes.front().impulse);
      return true;
    case Happens::prescribe:
      *cls = Class::prescribed;
      *motion =
          from(t_, h.coordinate ? now.x[at(index)] : now.e[at(index)], h.velocity, h.acceleration);
      break;
    case Happens::set: {
      const double value = h.constant + h.factor * (h.of == "t" ? t_ : channel(h.of));
      auto give = [&](Law& l) {
        if (l.parameter == h.parameter) l.a = value;
      };
      for (Node& n : now_.nodes)
        for (Law& l : n.law) give(l);
      for (Element& e : now_.elements)
        for (Law& l : e.law) give(l);
      return rebuild();
    }
    case Happens::forward: {
      for (int n = 0; n < static_cast<int>(now_.nodes.size()); ++n)
        for (int c = 0; c < now_.nodes[at(n)].count(); ++c) {
          Node& node = now_.nodes[at(n)];
          if (node.cls[at(c)] != Class::prescribed || node.clock) continue;
          node.cls[at(c)] = Class::calculable;
          node.drive[at(c)] = now.r[at(oracle_->coordinate(n, c))];
        }
      for (int e = 0; e < static_cast<int>(now_.elements.size()); ++e)
        for (int r = 0; r < now_.elements[at(e)].count(); ++r) {
          Element& element = now_.elements[at(e)];
          if (element.cls[at(r)] != Class::prescribed) continue;
          element.cls[at(r)] = Class::calculable;
          element.prestress.resize(at(element.count()), 0);
          element.prestress[at(r)] = now.s[at(oracle_->deformation(e, r))];
        }
      return rebuild();
    }
  }
  (void)rebuild();
  return oracle_->jump(t_, x_, v_, strikes);
}

std::vector<Row> Journey::rows(double push, std::uint64_t direction) {
  std::vector<Row> out;
  if (!start(push, direction)) return out;
  for (int k = 0; k <= deck_.steps; ++k) {
    const double report = deck_.t0 + k * deck_.dt;
    if (!go(report)) return out;
    if (!is_sound() && !stopped_) return out;
    out.push_back(row());
    if (stopped_) return out;
  }
  return out;
}

}  // namespace hunt

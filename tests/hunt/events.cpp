#include "events.h"

#include <algorithm>
#include <cmath>

#include "oracle.h"
#include "text.h"

namespace hunt {

namespace {

std::size_t at(int i) { return static_cast<std::size_t>(i); }

// Of the two lines, where a free motion has no mass.
constexpr double kNoMass = 1e-12;

bool is_free(Class c) { return c == Class::dynamic || c == Class::calculable; }

struct Target {
  bool coordinate;
  int owner, component;
};

std::vector<Target> targets(const Mechanism& m, bool free) {
  std::vector<Target> out;
  for (int n = 0; n < static_cast<int>(m.nodes.size()); ++n)
    for (int c = 0; c < m.nodes[at(n)].count(); ++c) {
      const Class cls = m.nodes[at(n)].cls[at(c)];
      // A fixed node without mass would be free of anything.
      if (free ? is_free(cls) : !is_free(cls) && m.nodes[at(n)].mass > 0)
        out.push_back({true, n, c});
    }
  for (int e = 0; e < static_cast<int>(m.elements.size()); ++e)
    for (int r = 0; r < m.elements[at(e)].count(); ++r)
      if (is_free(m.elements[at(e)].cls[at(r)]) == free) out.push_back({false, e, r});
  return out;
}

// A spring along what is driven: what it does when that is let go is not what drove it.
bool drives_springs(const Mechanism& m) {
  for (const Element& e : m.elements)
    for (int r = 0; r < e.count(); ++r)
      if (e.cls[at(r)] == Class::prescribed &&
          !(e.stiffness.empty() && e.damping.empty() && e.prestress.empty()))
        return true;
  return false;
}

// A channel that passes the value it has now, clearly; false if it does not.
bool random_watch(Random& random, const Journey& j, const Mechanism& m, Happening& out) {
  if (out.what != Happens::impact && random.chance(0.2)) {
    out.channel = "t";
    out.value = j.time();
    return true;
  }
  const Row now = j.row();
  std::vector<std::string> names;
  for (const auto& [name, value] : now) names.push_back(name);
  Journey later = Journey(m, {});
  if (!later.start(0, 0) || !later.go(j.time() + 1e-4)) return false;
  const Row then = later.row();
  for (int tries = 0; tries < 10; ++tries) {
    out.channel = random.of(names);
    // What they do themselves to velocities and forces would make these come again at once.
    const bool again = out.what == Happens::prescribe || out.what == Happens::set;
    if (again && kind_of(out.channel) != 0) continue;
    // What bounces off a passed velocity, force or energy is another story.
    const double slope = (then.at(out.channel) - now.at(out.channel)) / 1e-4;
    if (out.channel == "energy.balance" || !(std::fabs(slope) > 0.1) ||
        std::fabs(slope) > 1e3 * (1 + std::fabs(now.at(out.channel))))
      continue;
    out.value = now.at(out.channel);
    out.rising = slope > 0;
    return true;
  }
  return false;
}

// An impact is watched by what it strikes.
bool watch_struck(const Journey& j, const Mechanism& m, Happening& out) {
  const Sample now = j.oracle().sample(j.time(), j.x(), j.v());
  const std::size_t i = at(out.coordinate ? j.oracle().coordinate(out.owner, out.component)
                                          : j.oracle().deformation(out.owner, out.component));
  const double position = out.coordinate ? now.x[i] : now.e[i];
  const double velocity = out.coordinate ? now.v[i] : now.ed[i];
  if (!(std::fabs(velocity) > 0.1)) return false;
  for (const auto& [name, value] : j.row())
    if (value == position && name.find('v') != 0 && name != "energy.balance") {
      out.channel = name;
      out.value = value;
      out.rising = velocity > 0;
      return m.dialect != Dialect::native || name[0] == (out.coordinate ? 'x' : 'e');
    }
  return false;
}

bool is_driven(const Mechanism& m) {
  for (const Node& n : m.nodes)
    for (Class c : n.cls)
      if (c == Class::prescribed && !n.clock) return true;
  for (const Element& e : m.elements)
    for (Class c : e.cls)
      if (c == Class::prescribed) return true;
  return false;
}

// Acts on something, without what it waits for.
bool random_action(Random& random, Mechanism& m, Happening& out) {
  out.what = static_cast<Happens>(random.below(7));
  if (out.what == Happens::stop) return true;
  if (out.what == Happens::forward)
    return m.dialect == Dialect::native && is_driven(m) && !drives_springs(m);
  if (out.what == Happens::set) {
    std::vector<Law*> laws;
    for (Node& n : m.nodes)
      for (Law& l : n.law)
        if (l.given && l.a != 0) laws.push_back(&l);
    for (Element& e : m.elements)
      for (Law& l : e.law)
        if (l.given && l.a != 0) laws.push_back(&l);
    if (laws.empty()) return false;
    Law& l = *random.of(laws);
    if (l.parameter.empty()) l.parameter = "amplitude";
    out.parameter = l.parameter;
    out.constant = random.rough(-5, 5);
    out.of = "t";
    if (random.chance(0.6)) out.factor = random.rough(-3, 3);
    return true;
  }
  const std::vector<Target> all = targets(m, out.what != Happens::release);
  if (all.empty()) return false;
  const Target target = random.of(all);
  // BASE X of a deck is the base itself, element 0 the base against what carries it, which may
  // move.
  if (m.dialect == Dialect::chain && !target.coordinate && target.owner == 0 &&
      out.what != Happens::release && m.nodes[2].motion[at(target.component)].given)
    return false;
  out.coordinate = target.coordinate;
  out.owner = target.owner;
  out.component = target.component;
  out.target = target_words(m, target.coordinate, target.owner, target.component);
  // Element 0 of a chain is what carries the base minus the base, that of FIX JOINT the ground
  // minus the joint, that of EQUAL PHI i j the angle of j minus that of i.
  const bool after_joints = target.owner >= 2 * static_cast<int>(m.limbs.size());
  const bool backwards = m.dialect == Dialect::chain && !target.coordinate &&
                         (target.owner == 0 || m.elements[at(target.owner)].nodes[0] == 0 ||
                          (after_joints && m.elements[at(target.owner)].kind == Kind::hinge));
  if (backwards) out.sign = -1;
  out.restitution = random.rough(0.1, 1);
  out.velocity = random.rough(-1, 1);
  out.acceleration = random.chance(0.5) ? random.rough(-3, 3) : 0;
  return !out.target.empty();
}

}  // namespace

std::vector<Happening> random_happenings(Random& random, Mechanism& m) {
  const double end = m.t0 + m.steps * m.dt;
  Happening first;
  Mechanism named = m;
  if (!random_action(random, named, first)) return {};
  Journey j(named, {});
  if (j.oracle().free_coordinates().empty()) return {};
  if (!j.start(0, 0) || !j.go(m.t0 + random.uniform(0.15, 0.7) * (end - m.t0))) return {};
  const double t = j.time();
  if (first.what == Happens::set && random.chance(0.5)) {
    std::vector<std::string> names;
    for (const auto& [name, value] : j.row())
      if (std::fabs(value) < 5) names.push_back(name);
    if (!names.empty()) first.of = random.of(names);
  }
  if (first.what == Happens::impact ? !watch_struck(j, named, first)
                                    : !random_watch(random, j, named, first))
    return {};
  // Not true at the start.
  Journey again(named, {});
  if (!again.start(0, 0)) return {};
  if ((first.rising ? 1 : -1) * (again.channel(first.channel) - first.value) > -1e-6) return {};
  m = named;
  std::vector<Happening> out{first};
  if (first.what == Happens::stop || random.chance(0.5)) return out;
  Journey with(m, out);
  const double later = t + random.uniform(0.2, 0.8) * (end - t);
  if (!with.start(0, 0) || !with.go(later)) return out;
  Happening second;
  Mechanism changed = with.mechanism();
  if (!random_action(random, changed, second) || second.what == Happens::impact ||
      second.what == Happens::set)
    return out;
  // The words are those of the deck: what it holds, prescribes or leaves free.
  if (!second.target.empty())
    second.target = target_words(m, second.coordinate, second.owner, second.component);
  if (second.what != Happens::stop && second.what != Happens::forward && second.target.empty())
    return out;
  second.channel = "t";
  second.value = later;
  out.push_back(second);
  return out;
}

Finding compare(const Mechanism& m, const std::vector<Happening>& happenings, const Runner& run) {
  Subject subject;
  subject.integ = m.integ;
  subject.integrates = moves_freely(m) || !happenings.empty();
  bool stopped = false, undetermined = false;
  int rubbed = 0;
  subject.expected = [&](double push, std::uint64_t direction) {
    Journey journey(m, happenings);
    std::vector<Row> rows = journey.rows(push, direction);
    if (push == 0) {
      stopped = journey.stopped();
      rubbed = journey.rubbed();
      undetermined = journey.undetermined();
    }
    return rows;
  };
  subject.deck = [&](int steps, const std::string& integ) {
    Mechanism said = m;
    if (!stopped) said.steps = steps;  // else an event ends it before that
    said.integ = integ;
    for (std::size_t k = 0; k < happenings.size(); ++k)
      said.tail += (k == 0 ? "" : "\n") + happenings[k].line("it" + std::to_string(k));
    return deck_lines(said).text();
  };
  Finding out = compare(subject, run);
  out.rubbed = rubbed;
  out.undetermined = undetermined;
  return out;
}

Mechanism sprung(Random& random, const Mechanism& m) {
  Mechanism out = m;
  const double share = random.uniform(0.3, 1);
  for (Node& n : out.nodes)
    for (int c = 0; c < n.count(); ++c) {
      if (!is_free(n.cls[at(c)]) || n.law[at(c)].given || !random.chance(share)) continue;
      Law& l = n.law[at(c)];
      l.given = true;
      l.k = random.rough(n.angle ? 1 : 5, n.angle ? 20 : 80);
      if (random.chance(0.2)) l.k3 = random.rough(0, 20);
      l.offset = n.x[at(c)] + (random.chance(0.5) ? random.rough(-0.1, 0.1) : 0);
    }
  return out;
}

namespace {

// At rest what moves without mass, as a node between two bars in line, has no acceleration that the
// equations determine. The forces may balance all the same: the stresses are those that balance
// them best, and what is left takes the place of the accelerations.
void balance(const Oracle& oracle, Sample& rest) {
  const Matrix De = oracle.jacobian(rest.x), D = oracle.constraints(rest.x);
  const std::vector<int>& free = oracle.free_coordinates();
  const std::vector<int>& held = oracle.constrained();
  for (const int k : held) rest.s[at(k)] = 0;
  const auto unbalanced = [&](int i) {
    double out = rest.f[at(i)];
    for (int k = 0; k < oracle.ne(); ++k) out -= De(k, i) * rest.s[at(k)];
    return out;
  };
  Matrix normal(D.rows, D.rows);
  Numbers b(at(D.rows), 0);
  for (int k = 0; k < D.rows; ++k)
    for (int i = 0; i < D.columns; ++i) {
      b[at(k)] += D(k, i) * unbalanced(free[at(i)]);
      for (int l = 0; l < D.rows; ++l) normal(k, l) += D(k, i) * D(l, i);
    }
  const Numbers s = Elimination(normal).solve(b);
  for (int k = 0; k < D.rows; ++k) rest.s[at(held[at(k)])] = s[at(k)];
  std::vector<bool> is_free(at(oracle.nx()), false);
  for (const int i : free) is_free[at(i)] = true;
  for (int i = 0; i < oracle.nx(); ++i) {
    rest.a[at(i)] = is_free[at(i)] ? unbalanced(i) : 0;
    rest.r[at(i)] = is_free[at(i)] ? 0 : -unbalanced(i);
  }
}

}  // namespace

Finding compare_static(const Mechanism& m, const Runner& run) {
  Finding out;
  Table table;
  if (!run_job(m, "STATIC", m.steps, run, table, out)) return out;
  Oracle oracle(m);
  std::map<std::string, double> got;
  for (std::size_t k = 0; k < table.names.size(); ++k) got[table.names[k]] = table.rows[0][k];
  Numbers x(at(oracle.nx())), v(at(oracle.nx()), 0);
  for (int n = 0; n < static_cast<int>(m.nodes.size()); ++n)
    for (int c = 0; c < m.nodes[at(n)].count(); ++c)
      x[at(oracle.coordinate(n, c))] =
          got["x" + std::to_string(m.nodes[at(n)].number) + "_" + std::to_string(c + 1)];
  oracle.wind_by(x, [&](const Element& e, int component) {
    return got["e" + std::to_string(e.number) + "_" + std::to_string(component + 1)];
  });
  Sample rest = oracle.sample(m.t0, x, v);
  if (!(rest.quality > kNoMass)) balance(oracle, rest);
  const Row expected = channels(m, oracle, rest);
  double force = 1, worst = 0;
  for (double s : rest.s) force = std::max(force, std::fabs(s));
  for (double f : rest.f) force = std::max(force, std::fabs(f));
  for (double r : rest.r) force = std::max(force, std::fabs(r));  // moments have long arms
  for (const auto& [name, value] : expected) {
    const char c = name[0];
    const bool effort = (c == 's' || c == 'r' || c == 'f') && name.find('.') == std::string::npos;
    const bool place = (c == 'e' || c == 'x') && std::isdigit(static_cast<unsigned char>(name[1]));
    const double d = !effort && !place ? 0 : std::fabs(got[name] - value) / (effort ? force : 1);
    if (!(d <= worst)) {
      worst = std::isfinite(d) ? d : 1e300;
      out.what = name + " " + number(got[name]) + ", oracle " + number(value);
    }
  }
  // At rest and without acceleration, in proportion to the forces.
  for (int i : oracle.free_coordinates())
    if (!(std::fabs(rest.a[at(i)]) <= 100 * worst * force)) {
      const double d = std::fabs(rest.a[at(i)]) / (100 * force);
      worst = std::isfinite(d) ? d : 1e300;
      out.what = "acceleration " + number(rest.a[at(i)]);
    }
  const int stable = stability(m, oracle, x);
  const bool said_unstable = table.messages.find("unstable") != std::string::npos;
  if (stable != 0 && said_unstable != (stable < 0)) {
    worst = 1;
    out.what = stable < 0 ? "it is unstable" : "it is stable";
  }
  out.verdict = worst < 1e-8 ? Verdict::agrees : Verdict::disagrees;
  return out;
}

}  // namespace hunt

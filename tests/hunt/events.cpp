#include "events.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "oracle.h"

namespace hunt {

namespace {

std::size_t at(int i) { return static_cast<std::size_t>(i); }

std::string number(double x) {
  char text[40];
  std::snprintf(text, sizeof text, "%.17g", x);
  return text;
}

bool is_free(Class c) { return c == Class::dynamic || c == Class::calculable; }

double watched(const Happening& h, double t, const Numbers& x) {
  return (h.watched < 0 ? t : x[at(h.watched)]) - h.value;
}

// Advances to the happening, to rounding; false if it is not met by `end`.
bool meet(const Oracle& oracle, const Happening& h, double end, double& t, Numbers& x, Numbers& v) {
  constexpr double kLook = 0.01;
  while (t < end) {
    double later = std::min(end, t + kLook);
    Numbers x1 = x, v1 = v;
    double t1 = t;
    const double before = watched(h, t, x);
    if (!oracle.advance(t1, later, x1, v1, 1e-13)) return false;
    const double after = watched(h, t1, x1);
    if ((before < 0) == (after < 0) || (after > before) != h.rising) {
      t = t1, x = x1, v = v1;
      continue;
    }
    double low = t, high = t1;
    for (int k = 0; k < 60; ++k) {  // from the start of the interval each time
      const double middle = (low + high) / 2;
      Numbers xm = x, vm = v;
      double tm = t;
      if (!oracle.advance(tm, middle, xm, vm, 1e-13)) return false;
      ((watched(h, tm, xm) < 0) == (before < 0) ? low : high) = middle;
    }
    return oracle.advance(t, (low + high) / 2, x, v, 1e-13);
  }
  return false;
}

// The mechanism and its velocities after the happening.
bool happen(const Mechanism& m, const Happening& h, Mechanism& after, double t, const Numbers& x,
            Numbers& v) {
  after = m;
  if (h.what == Happens::release || h.what == Happens::fix) {
    const Class cls = h.what == Happens::fix ? Class::fixed : Class::calculable;
    if (h.coordinate)
      after.nodes[at(h.owner)].cls[at(h.component)] = cls;
    else
      after.elements[at(h.owner)].cls[at(h.component)] = cls;
    after.choose_freedoms = true;
  }
  if (h.what == Happens::fix) {
    Oracle oracle(after);
    oracle.hold_at(x);
    return oracle.jump(t, x, v, -1, 0);
  }
  if (h.what == Happens::impact) {
    const Oracle oracle(after);
    const int i = oracle.coordinate(h.owner, h.component);
    return oracle.jump(t, x, v, i, -h.restitution * v[at(i)]);
  }
  return true;
}

void drop_powers(Row& row) {
  for (auto k = row.begin(); k != row.end();)
    k = k->first.find(".power") != std::string::npos ? row.erase(k) : std::next(k);
}

std::vector<Row> expected_rows(const Mechanism& m, const Happening& h, double push,
                               std::uint64_t direction) {
  const Oracle first(m);
  Mechanism later = m;
  std::vector<Row> out;
  Numbers x, v;
  if (!first.start(x, v)) return out;
  Random random(direction);
  for (int i : first.free_coordinates())
    x[at(i)] += push * random.uniform(-1, 1), v[at(i)] += push * random.uniform(-1, 1);
  if (push != 0 && !first.project(m.t0, x, v, {})) return out;
  double t = m.t0, tm = t;
  Numbers xm = x, vm = v;
  const double end = m.t0 + m.steps * m.dt;
  if (!meet(first, h, end, tm, xm, vm)) return out;
  Oracle second(m);
  for (int k = 0; k <= m.steps; ++k) {
    const double report = m.t0 + k * m.dt;
    const bool passed = report > tm;
    if (passed && t <= tm) {
      t = tm, x = xm, v = vm;
      if (h.what == Happens::stop) {
        out.push_back(channels(m, first, first.sample(t, x, v)));
        drop_powers(out.back());
        return out;
      }
      if (!happen(m, h, later, t, x, v)) return {};
      second = Oracle(later);
      if (h.what == Happens::fix) second.hold_at(x);
      if (second.mass_quality(x) < 1e-3) return {};
    }
    const Oracle& now = passed ? second : first;
    // A second impact is beyond the oracle.
    if (passed && h.what == Happens::impact) {
      double again = t;
      Numbers xa = x, va = v;
      if (meet(second, h, report, again, xa, va)) return out;
    }
    if (report > t && !now.advance(t, report, x, v, 1e-13)) return {};
    double quality = 1;
    (void)null_space(now.constraints(x), quality);
    if (quality < 0.02) return {};
    out.push_back(channels(passed ? later : m, now, now.sample(t, x, v)));
    drop_powers(out.back());
  }
  return out;
}

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

}  // namespace

std::string Happening::line() const {
  static const char* const kWords[] = {"STOP", "FIX", "RELEASE", "IMPACT"};
  std::string out = "EVENT it WHEN " + channel + (rising ? " > " : " < ") + number(value) + " DO " +
                    kWords[static_cast<int>(what)];
  if (what != Happens::stop) out += " " + target;
  if (what == Happens::impact) out += " e = " + number(restitution);
  return out;
}

bool random_happening(Random& random, const Mechanism& m, Happening& out) {
  out = {};
  out.what = static_cast<Happens>(random.below(4));
  const double end = m.t0 + m.steps * m.dt;
  const Oracle oracle(m);
  if (oracle.free_coordinates().empty()) return false;
  Numbers x, v;
  double t = m.t0;
  if (!oracle.start(x, v) ||
      !oracle.advance(t, m.t0 + random.uniform(0.2, 0.8) * (end - m.t0), x, v, 1e-13))
    return false;
  // An impact is watched by what it strikes.
  const std::vector<Target> all = targets(m, out.what != Happens::release);
  if (all.empty()) return false;
  Target target = random.of(all);
  const int free = random.of(oracle.free_coordinates());
  int node = 0, component = 0;
  for (int n = 0; n < static_cast<int>(m.nodes.size()); ++n)
    for (int c = 0; c < m.nodes[at(n)].count(); ++c)
      if (oracle.coordinate(n, c) == free) node = n, component = c;
  if (out.what == Happens::impact) target = {true, node, component};
  out.coordinate = target.coordinate;
  out.owner = target.owner;
  out.component = target.component;
  const int number_of =
      target.coordinate ? m.nodes[at(target.owner)].number : m.elements[at(target.owner)].number;
  out.target = std::string(target.coordinate ? "X " : "E ") + std::to_string(number_of) + " " +
               std::to_string(target.component + 1);
  out.restitution = random.rough(0, 1);
  if (out.what != Happens::impact && random.chance(0.3)) {
    out.channel = "t";
    out.value = t;
    return true;
  }
  if (std::fabs(v[at(free)]) < 0.05) return false;
  out.watched = free;
  out.channel =
      "x" + std::to_string(m.nodes[at(node)].number) + "_" + std::to_string(component + 1);
  out.value = x[at(free)];
  out.rising = v[at(free)] > 0;
  Numbers x0, v0;
  (void)oracle.start(x0, v0);
  return (watched(out, m.t0, x0) < 0) == out.rising;  // not true at the start
}

Finding compare(const Mechanism& m, const Happening& h, const Runner& run) {
  Subject subject;
  subject.integ = m.integ;
  subject.expected = [&](double push, std::uint64_t direction) {
    return expected_rows(m, h, push, direction);
  };
  subject.deck = [&](int steps, const std::string& integ) {
    Mechanism said = m;
    if (h.what != Happens::stop) said.steps = steps;
    said.integ = integ;
    said.tail = h.line();
    return deck_lines(said).text();
  };
  return compare(subject, run);
}

Finding compare_static(const Mechanism& m, const Runner& run) {
  Finding out;
  Mechanism said = m;
  said.integ.clear();
  said.form.clear();
  said.tail = "STATIC";
  out.deck = deck_lines(said).text();
  const Table table = run(out.deck);
  if (table.status != 0 || table.rows.empty()) {
    out.verdict = Verdict::refused;
    out.what = table.messages;
    return out;
  }
  const Oracle oracle(m);
  std::map<std::string, double> got;
  for (std::size_t k = 0; k < table.names.size(); ++k) got[table.names[k]] = table.rows[0][k];
  Numbers x(at(oracle.nx())), v(at(oracle.nx()), 0);
  for (int n = 0; n < static_cast<int>(m.nodes.size()); ++n)
    for (int c = 0; c < m.nodes[at(n)].count(); ++c)
      x[at(oracle.coordinate(n, c))] =
          got["x" + std::to_string(m.nodes[at(n)].number) + "_" + std::to_string(c + 1)];
  const Sample rest = oracle.sample(m.t0, x, v);
  const Row expected = channels(m, oracle, rest);
  double force = 1, worst = 0;
  for (double s : rest.s) force = std::max(force, std::fabs(s));
  for (double f : rest.f) force = std::max(force, std::fabs(f));
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
  out.verdict = worst < 1e-8 ? Verdict::agrees : Verdict::disagrees;
  return out;
}

}  // namespace hunt

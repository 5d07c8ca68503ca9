#include <algorithm>
#include <cmath>

#include "chain.h"
#include "text.h"

namespace hunt {

namespace {

std::size_t at(int i) { return static_cast<std::size_t>(i); }

std::string formula(const ChainValue& v) {
  std::string out = number(v.c);
  if (v.a != 0) out += "+(" + number(v.a) + ")*sin(" + number(v.w) + "*t+(" + number(v.p) + "))";
  const std::string i = std::to_string(v.i + 1);
  if (v.k != 0)
    out +=
        "-(" + number(v.k) + ")*(phi" + i + (v.j < 0 ? "" : "-phi" + std::to_string(v.j + 1)) + ")";
  if (v.d != 0) out += "-(" + number(v.d) + ")*phid" + i;
  return out;
}

bool is_zero(const ChainValue& v) { return v.c == 0 && v.a == 0 && v.k == 0 && v.d == 0; }

// What a deck without further lines takes as unknown: joint forces and accelerations.
std::vector<bool> forward(const Chain& c) {
  const ChainVariables at_{static_cast<int>(c.segments.size())};
  std::vector<bool> out(at(at_.count()), false);
  for (int i = 0; i < at_.n; ++i) {
    const bool base = i == 0 && c.free_base;
    out[at(at_.frx(i))] = out[at(at_.frx(i) + 1)] = !base;
    out[at(at_.phidd(i))] = true;
  }
  out[at(at_.xdd())] = out[at(at_.xdd() + 1)] = c.free_base;
  return out;
}

ChainValue random_value(Random& random, int n, int joint, double size) {
  ChainValue v;
  if (random.chance(0.6)) v.c = random.rough(-size, size);
  if (random.chance(0.6)) {
    v.a = random.rough(-size, size);
    v.w = random.rough(1, 8);
    v.p = random.rough(-1, 1);
  }
  v.i = joint < n ? joint : n - 1;
  v.j = v.i > 0 && random.chance(0.7) ? v.i - 1 : -1;
  if (random.chance(0.4)) v.k = random.rough(0, size);
  if (random.chance(0.4)) v.d = random.rough(0, 0.2 * size);
  return v;
}

}  // namespace

std::string ChainOracle::deck() const {
  std::string out = "SEGDYN\n";
  int i = 0;
  for (const Chain::Segment& s : c_.segments) {
    const std::string n = std::to_string(++i);
    out += "SEGMENT " + n + " " + number(s.m) + " " + number(s.l) + " " + number(s.d) + " " +
           number(s.inertia) + "\nSTATE " + n + " " + number(s.phi) + " " + number(s.phid) + "\n";
    if (s.attached)
      out += "ATTACH " + n + " " + std::to_string(s.parent + 1) +
             (s.reach == c_.segments[at(s.parent)].l ? "" : " " + number(s.reach)) + "\n";
  }
  out += "BASE " + number(c_.base[0]) + " " + number(c_.base[1]) + " " + number(c_.base[2]) + " " +
         number(c_.base[3]) + "\n";
  if (c_.free_base) out += "FREE BASE\n";
  if (c_.gravity[0] != 0 || c_.gravity[1] != 0)
    out += "GRAV " + number(c_.gravity[0]) + " " + number(c_.gravity[1]) + "\n";
  const std::vector<bool> usual = forward(c_);
  for (int v = 0; v < at_.count(); ++v) {
    if (c_.unknown[at(v)]) {
      if (!usual[at(v)]) out += "UNKNOWN " + at_.name(v) + "\n";
    } else if (usual[at(v)] || !is_zero(c_.value[at(v)])) {
      const ChainValue& is = c_.value[at(v)];
      out += "KNOWN " + at_.name(v) +
             (is.a == 0 && is.k == 0 && is.d == 0 ? " " + number(is.c) : " = " + formula(is)) +
             "\n";
    }
  }
  for (std::size_t k = 0; k < c_.rows.size(); ++k) {
    const std::string row = "ROW " + std::to_string(k + 1) + " ";
    for (const Chain::Term& term : c_.rows[k])
      out += row + at_.name(term.variable) + " " + number(term.factor) + "\n";
    out += row + "RHS " + number(c_.right_sides[k]) + "\n";
  }
  for (int k : c_.locked) out += "LOCK PHI " + std::to_string(k + 1) + "\n";
  for (const auto& [j, k] : c_.equal)
    out += "EQUAL PHI " + std::to_string(j + 1) + " " + std::to_string(k + 1) + "\n";
  out += "TIME " + number(c_.t0) + " " + number(c_.t0 + (c_.steps + 0.25) * c_.dt) + " " +
         number(c_.dt) + "\n";
  if (!c_.integ.empty()) out += "INTEG " + c_.integ + "\n";
  return out + "END\n";
}

bool random_chain(Random& random, Chain& out) {
  out = {};
  const int n = 1 + random.below(5);
  for (int i = 0; i < n; ++i) {
    Chain::Segment s{};
    s.m = random.rough(0.5, 4);
    s.l = random.rough(0.3, 0.8);
    s.d = s.l * random.uniform(0.3, 0.7);
    s.inertia = random.rough(0.03, 0.3);
    s.parent = i - 1;
    if (i > 1 && random.chance(0.15)) {
      s.attached = true;
      s.parent = random.below(i);
    }
    if (i > 0) s.reach = out.segments[at(s.parent)].l;
    if (s.attached && random.chance(0.6)) s.reach = random.chance(0.5) ? 0 : random.rough(0, 0.5);
    s.phi = random.rough(-3, 3);
    s.phid = random.rough(-2, 2);
    out.segments.push_back(s);
  }
  const ChainVariables variables{n};
  if (random.chance(0.5)) out.base = {random.rough(-1, 1), random.rough(-1, 1), 0, 0};
  out.free_base = random.chance(0.35);
  if (random.chance(0.3)) out.base[2] = random.rough(-1, 1), out.base[3] = random.rough(-1, 1);
  if (random.chance(0.8)) out.gravity = {random.chance(0.2) ? random.rough(-2, 2) : 0, -9.81};
  out.unknown = forward(out);
  out.value.resize(at(variables.count()));
  if (random.chance(0.15)) out.locked.push_back(random.below(n));
  if (n > 1 && random.chance(0.15)) {
    const int i = random.below(n), j = random.below(n);
    if (i != j && (out.locked.empty() || (out.locked[0] != i && out.locked[0] != j))) {
      out.equal.push_back({i, j});
      out.segments[at(j)].phid = out.segments[at(i)].phid;
    }
  }
  // One variable for another, as long as the choice stays regular.
  const int swaps = random.chance(0.3) ? 0 : random.below(3 * n);
  for (int k = 0; k < swaps; ++k) {
    std::vector<int> known, unknown;
    for (int v = 0; v < variables.count(); ++v) (out.unknown[at(v)] ? unknown : known).push_back(v);
    const int a = random.of(known), b = random.of(unknown);
    Chain trial = out;
    trial.unknown[at(a)] = true;
    trial.unknown[at(b)] = false;
    double quality = 0;
    const ChainOracle oracle(trial);
    (void)oracle.solve(0, oracle.start(), &quality);
    if (quality > 3e-3) out = trial;
  }
  if (random.chance(0.15)) {  // an equation more and an unknown more
    std::vector<int> known;
    for (int v = 0; v < variables.count(); ++v)
      if (!out.unknown[at(v)]) known.push_back(v);
    const int a = random.of(known), b = random.below(variables.count());
    Chain trial = out;
    trial.unknown[at(a)] = true;
    trial.rows.push_back({{a, random.rough(0.5, 2)}});
    if (a != b) trial.rows.back().push_back({b, random.rough(-2, 2)});
    trial.right_sides.push_back(random.rough(-2, 2));
    double quality = 0;
    const ChainOracle oracle(trial);
    (void)oracle.solve(0, oracle.start(), &quality);
    if (quality > 3e-3) out = trial;
  }
  for (int v = 0; v < variables.count(); ++v) {
    if (out.unknown[at(v)] || !random.chance(0.25)) continue;
    const int joint = v < 3 * (n + 1) ? v / 3 : v < variables.xdd() ? (v - 3 * (n + 1)) / 4 : 0;
    out.value[at(v)] = random_value(random, n, joint, 4);
  }
  double quality = 0;
  const ChainOracle oracle(out);
  (void)oracle.solve(0, oracle.start(), &quality);
  out.t0 = random.chance(0.25) ? random.rough(-2, 2) : 0;
  out.dt = random.rough(0.04, 0.1);
  switch (random.below(4)) {
    case 0:
      out.integ = "DOP853 1e-10 1e-10";
      break;
    case 1:
      out.integ = "RK4 0.001";
      break;
    default:
      out.integ = "STEP 1e-10 1e-10";
      break;
  }
  return quality > 3e-3;
}

}  // namespace hunt

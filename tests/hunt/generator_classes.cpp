// Which coordinates and deformations are degrees of freedom or prescribed, where a mechanism
// starts, how it is run.
#include <algorithm>
#include <cmath>

#include "generator.h"
#include "oracle.h"
#include "spline.h"

namespace hunt {

namespace {

std::size_t at(int i) { return static_cast<std::size_t>(i); }

// A coordinate or deformation that may be a degree of freedom.
struct Candidate {
  int coordinate = -1, deformation = -1;  // of the oracle
  Class* cls = nullptr;
  Motion* motion = nullptr;
  Law* law = nullptr;  // of a deformation
  Numbers row;         // its rate by the motions of the null space
};

std::vector<Candidate> candidates(Mechanism& m, const Oracle& oracle, const Numbers& x,
                                  const Matrix& N) {
  std::vector<Candidate> out;
  const auto& free = oracle.free_coordinates();
  const Matrix De = oracle.jacobian(x);
  for (std::size_t n = 0; n < m.nodes.size(); ++n)
    for (int c = 0; c < m.nodes[n].count(); ++c) {
      const int i = oracle.coordinate(static_cast<int>(n), c);
      const auto found = std::find(free.begin(), free.end(), i);
      if (found == free.end()) continue;
      Candidate k{i, -1, &m.nodes[n].cls[at(c)], &m.nodes[n].motion[at(c)], nullptr, {}};
      for (int f = 0; f < N.columns; ++f)
        k.row.push_back(N(static_cast<int>(found - free.begin()), f));
      out.push_back(k);
    }
  for (std::size_t e = 0; e < m.elements.size() && m.dialect == Dialect::native; ++e)
    for (int r = 0; r < m.elements[e].count(); ++r) {
      const Class cls = m.elements[e].cls[at(r)];
      if (cls != Class::calculable || m.elements[e].ruled()) continue;
      if (m.elements[e].kind == Kind::rate) continue;  // no degree of freedom of position
      const int i = oracle.deformation(static_cast<int>(e), r);
      Candidate k{
          -1, i, &m.elements[e].cls[at(r)], &m.elements[e].motion[at(r)], &m.elements[e].law[at(r)],
          {}};
      for (int f = 0; f < N.columns; ++f) {
        double sum = 0;
        for (std::size_t j = 0; j < free.size(); ++j)
          sum += De(i, free[j]) * N(static_cast<int>(j), f);
        k.row.push_back(sum);
      }
      out.push_back(k);
    }
  return out;
}

// As many of them as there are motions, well independent, in random order.
bool pick(Random& random, std::vector<Candidate>& all, int wanted, std::vector<Candidate>& out) {
  while (static_cast<int>(out.size()) < wanted) {
    std::vector<std::size_t> good;
    double best = 0;
    for (const Candidate& c : all) {
      double size = 0;
      for (double v : c.row) size += v * v;
      best = std::max(best, size);
    }
    if (best < 1e-4) return false;
    for (std::size_t k = 0; k < all.size(); ++k) {
      double size = 0;
      for (double v : all[k].row) size += v * v;
      if (size > 0.1 * best) good.push_back(k);
    }
    const std::size_t k = random.of(good);
    const Candidate chosen = all[k];
    out.push_back(chosen);
    double norm = 0;
    for (double v : chosen.row) norm += v * v;
    for (Candidate& c : all) {
      double dot = 0;
      for (std::size_t f = 0; f < c.row.size(); ++f) dot += c.row[f] * chosen.row[f];
      for (std::size_t f = 0; f < c.row.size(); ++f) c.row[f] -= dot / norm * chosen.row[f];
    }
    all.erase(all.begin() + static_cast<long>(k));
  }
  return true;
}

// value + v s + a s^2/2 (+ j s^3) with s = t - t0, in powers of t.
Motion motion_from(Random& random, double value, double t0, bool quadratic) {
  const double v = random.rough(-1.2, 1.2), a = random.rough(-3, 3) / 2;
  const double j = quadratic || random.chance(0.6) ? 0 : random.rough(-3, 3);
  Motion out;
  out.given = true;
  out.c = {value - v * t0 + a * t0 * t0 - j * t0 * t0 * t0,
           v - 2 * a * t0 + 3 * j * t0 * t0,
           a - 3 * j * t0,
           j,
           0,
           0};
  return out;
}

// The natural spline through a table that covers the run; times are shared by all of a deck.
Motion table_from(Random& random, double value, double t0, const Numbers& times) {
  Motion out;
  out.given = true;
  out.times = times;
  const double v = random.rough(-1, 1), a = random.rough(-1, 1);
  for (double t : times)
    out.values.push_back(value + v * (t - times[0]) + a * (t - times[0]) * (t - times[0]) +
                         random.rough(-0.02, 0.02));
  const double off = spline_at(times, out.values, natural_curvatures(times, out.values), t0).p;
  for (double& x : out.values) x += value - off;
  return out;
}

Numbers table_times(Random& random, double t0) {
  Numbers out{random.chance(0.3) ? t0 : t0 - random.rough(0.01, 0.1)};
  while (out.back() < t0 + 0.75) out.push_back(out.back() + random.rough(0.08, 0.3));
  return out;
}

}  // namespace

bool choose_classes(Random& random, Mechanism& m) {
  m.t0 = random.chance(0.25) ? random.rough(-2, 2) : 0;
  for (Node& node : m.nodes)
    if (node.clock) node.motion[0].c[0] = -m.t0;
  const Oracle oracle(m);
  Numbers x, v;
  if (!oracle.start(x, v)) return false;
  double quality = 1;
  const Matrix N = null_space(oracle.constraints(x), quality);
  if (quality < 0.02) return false;
  std::vector<Candidate> all = candidates(m, oracle, x, N), chosen;
  if (N.columns > 16 || !pick(random, all, N.columns, chosen)) return false;

  const bool kabios = m.dialect == Dialect::kabios;
  const double share = random.chance(0.2) ? 1 : random.chance(0.5) ? 0 : random.uniform(0.2, 0.7);
  const bool automatic = kabios || random.chance(0.4);
  const Sample now = oracle.sample(m.t0, x, v);
  int freedoms = 0;
  const Numbers times = table_times(random, m.t0);
  for (Candidate& c : chosen) {
    if (random.chance(share)) {
      const double value = c.coordinate >= 0 ? x[at(c.coordinate)] : now.e[at(c.deformation)];
      *c.cls = Class::prescribed;
      if (c.law != nullptr) *c.law = {};  // a law acts on what is free
      if (kabios || c.deformation >= 0 || random.chance(0.9))
        *c.motion = random.chance(0.2) ? table_from(random, value, m.t0, times)
                                       : motion_from(random, value, m.t0, kabios);
    } else {
      ++freedoms;
      if (!automatic) *c.cls = Class::dynamic;
    }
  }
  m.choose_freedoms = automatic && freedoms > 0;
  const Oracle moved(m);
  if (freedoms > 0 && moved.mass_quality(x) < 1e-3) return false;

  // Somewhere else than in the X lines, with some velocity.
  if (!moved.start(x, v)) return false;
  if (freedoms > 0 && random.chance(0.7)) {
    const bool displace = !kabios && random.chance(0.5) && (m.choose_freedoms || !m.has_rates());
    std::vector<bool> held(x.size(), false);
    for (int i : moved.free_coordinates()) {
      if (displace) x[at(i)] += random.rough(-0.15, 0.15);
      v[at(i)] = random.rough(-1.5, 1.5);
    }
    m.displaced = displace;
    if (!moved.project(m.t0, x, v, {})) return false;
  }
  // The deck gives the degrees of freedom alone: the rest must be on the branch of the X lines.
  Numbers x0 = x;
  for (std::size_t n = 0; n < m.nodes.size(); ++n)
    for (int c = 0; c < m.nodes[n].count(); ++c)
      x0[at(moved.coordinate(static_cast<int>(n), c))] = m.nodes[n].x[at(c)];
  const double here = moved.freedom_quality(x), there = moved.freedom_quality(x0);
  if (!m.choose_freedoms && std::fabs(std::min(here, there)) < 0.02) return false;
  if (!m.choose_freedoms && (here < 0) != (there < 0)) return false;
  m.x = x;
  m.v = v;
  double start_quality = 1;
  (void)null_space(moved.constraints(x), start_quality);
  return start_quality > 0.02;
}

void choose_run(Random& random, Mechanism& m) {
  bool free = false, force = false;
  for (const Node& n : m.nodes) {
    for (int c = 0; c < n.count(); ++c) free = free || n.cls[at(c)] == Class::dynamic;
    force =
        force || n.mass > 0 || n.load[0] != 0 || n.load[1] != 0 || n.law[0].given || n.law[1].given;
  }
  for (const Element& e : m.elements) {
    for (int r = 0; r < e.count(); ++r) {
      free = free || e.cls[at(r)] == Class::dynamic;
      force = force || e.law[at(r)].given;
    }
    force = force || !e.stiffness.empty() || !e.damping.empty() || !e.prestress.empty() ||
            !e.rest.empty() || e.mass[0] > 0;
  }
  free = free || m.choose_freedoms;
  m.dynamic = free || force || !m.forces.empty() || m.gravity[0] != 0 || m.gravity[1] != 0;
  m.steps = 4;
  m.dt = random.rough(0.05, 0.15);
  if (!free) return;
  if (random.chance(0.1) && !m.has_rates()) {
    static const char* const kRho[] = {"", " RHO 0", " RHO 0.5", " RHO 1"};
    m.integ = random.chance(0.5) ? "GALPHA STEP 0.0005" : "GALPHA 1e-8 1e-8";
    m.integ += kRho[random.below(4)];
    return;
  }
  switch (random.below(5)) {
    case 0:
      m.integ = "STEP 1e-10 1e-10";
      break;
    case 1:
      m.integ = "DOP853 1e-10 1e-10";
      break;
    case 2:
      m.integ = "STIFF 1e-8 1e-8";
      break;
    case 3:
      m.integ = "RK4 0.001";
      break;
    default:
      m.integ = random.chance(0.5) ? "HEUN 0.0005" : "";
      break;
  }
  // Conditions on velocities are for methods that integrate all coordinates.
  if (m.has_rates() && m.integ.starts_with("STIFF")) m.integ = "DOP853 1e-10 1e-10";
  static const char* const kForms[] = {"", "", "REDUCED", "FULL"};
  m.form = kForms[random.below(4)];
}

}  // namespace hunt

#include <cmath>

#include "generator.h"

namespace hunt {

namespace {

std::size_t at(int i) { return static_cast<std::size_t>(i); }

struct Body {
  int point, angle;
};

struct Place {
  double x, y;
};

// Bodies of the mechanism: what elements take as one, and a point that nothing turns has none.
std::vector<Body> bodies(const Mechanism& m) {
  std::vector<Body> out;
  auto add = [&](int p, int a) {
    for (const Body& b : out)
      if (b.point == p && b.angle == a) return;
    out.push_back({p, a});
  };
  if (m.dialect != Dialect::native) {
    for (int b = 0; b < static_cast<int>(m.nodes.size()) / 2; ++b)
      if (m.dialect != Dialect::chain || b != 1) add(2 * b, 2 * b + 1);
    return out;
  }
  add(0, 1);
  for (const Element& e : m.elements)
    for (std::size_t k = 0; e.nodes.size() == 4 && k < 4; k += 2) add(e.nodes[k], e.nodes[k + 1]);
  return out;
}

Place place(const Mechanism& m, Body b, double xi, double eta) {
  const Node& p = m.nodes[at(b.point)];
  const double phi = m.nodes[at(b.angle)].x[0], c = std::cos(phi), s = std::sin(phi);
  return {p.x[0] + c * xi - s * eta, p.x[1] + s * xi + c * eta};
}

// In the frame of the body.
Place local(const Mechanism& m, Body b, Place p) {
  const Node& o = m.nodes[at(b.point)];
  const double phi = m.nodes[at(b.angle)].x[0], c = std::cos(phi), s = std::sin(phi);
  const double dx = p.x - o.x[0], dy = p.y - o.x[1];
  return {c * dx + s * dy, c * dy - s * dx};
}

Contact model_of(Random& random, Contact::Model model) {
  Contact c;
  c.model = model;
  static const std::vector<double> kPowers{1, 1, 1.5, 2, 1.3};
  c.n = random.of(kPowers);
  c.k = random.rough(100, c.n > 1 ? 20000 : 3000);
  if (random.chance(0.6)) c.d = random.rough(0, 0.8);
  if (model == Contact::Model::penalty && random.chance(0.6)) {
    c.mu = random.rough(0.1, 0.9);
    c.vs = random.rough(0.02, 0.3);
  }
  if (random.chance(0.6)) c.restitution = random.rough(0.2, 1);
  if (model == Contact::Model::rigid && random.chance(0.6)) {
    c.mu_k = random.rough(0.1, 0.8);
    c.mu_s = random.chance(0.4) ? c.mu_k : c.mu_k * (1 + random.rough(0, 0.6));
  }
  // Of impulses; drawn aside, so that other decks are what they are without them. Their flights of
  // tau at rest are beyond the oracle, which sees fast ones alone.
  Random aside = random;
  if (model == Contact::Model::rigid && aside.chance(0.3)) {
    c.model = Contact::Model::impulses;
    c.restitution = aside.rough(0.3, 1);
    c.tau = aside.uniform(1e-4, 5e-4);
    c.mu_s = c.mu_k;
  }
  return c;
}

int next_number(const Mechanism& m) {
  int number = 0;
  for (const Element& other : m.elements) number = std::max(number, other.number);
  return number + 1;
}

}  // namespace

void add_drives(Random& random, Mechanism& m) {
  const std::vector<Body> all = bodies(m);
  static const std::vector<Kind> kKinds{Kind::slot, Kind::gear, Kind::belt,
                                        Kind::rack, Kind::path, Kind::weld};
  const int wanted = 1 + random.below(2);
  for (int k = 0; k < wanted; ++k) {
    const Body i = random.of(all), j = random.of(all), via = random.of(all);
    if (i.point == j.point || i.angle == j.angle) continue;
    Element e;
    e.kind = random.of(kKinds);
    e.number = next_number(m);
    e.nodes = {i.point, i.angle, j.point, j.angle};
    const double xi = random.rough(-0.5, 0.5), eta = random.rough(-0.3, 0.3);
    const double r = random.rough(0.1, 0.4), way = random.uniform(-3, 3);
    const Place p = place(m, i, xi, eta);
    const double along = random.uniform(-0.5, 0.5), phi = m.nodes[at(j.angle)].x[0];
    if (e.kind == Kind::slot) {
      const Place q =
          local(m, j, {p.x + along * std::cos(phi + way), p.y + along * std::sin(phi + way)});
      e.columns = {xi, eta, q.x, q.y, 2 * std::cos(way), 2 * std::sin(way)};
    } else if (e.kind == Kind::weld) {
      const Place q = local(m, j, p);
      e.columns = {xi, eta, q.x, q.y};
    } else if (e.kind == Kind::rack) {
      e.columns = {xi, eta, random.chance(0.3) ? -r : r, std::cos(way), std::sin(way)};
      // Drawn aside, so that other decks are what they are without it.
      Random aside = random;
      if (aside.chance(0.4) && via.angle != i.angle && via.angle != j.angle) {
        e.kind = Kind::screw;
        e.nodes = {via.angle, i.point, i.angle, j.point, j.angle};
        e.columns = {xi, eta, std::cos(way), std::sin(way),
                     aside.rough(0.3, 3) * (aside.chance(0.5) ? -1 : 1)};
      }
    } else if (e.kind == Kind::path) {
      e.nodes.insert(e.nodes.begin() + 2, {via.point, via.angle});
      e.columns = {xi,
                   eta,
                   random.rough(-1, 1),
                   random.rough(-1, 1),
                   random.rough(-1, 1),
                   random.rough(-1, 1)};
      const auto far = [&](Body a, Body b, std::size_t n) {
        const Place s = place(m, a, e.columns[n], e.columns[n + 1]);
        const Place t = place(m, b, e.columns[n + 2], e.columns[n + 3]);
        return std::hypot(s.x - t.x, s.y - t.y) > 0.3;
      };
      if (!far(i, via, 0) || !far(via, j, 2)) continue;
      if (random.chance(0.5)) {
        e.cls[0] = Class::calculable;
        e.stiffness = {random.rough(5, 60)};
      }
    } else {
      // The radii do not cancel, so that half a turn of the line of centres is far away.
      const bool inside = random.chance(0.3), gear = e.kind == Kind::gear;
      const double other = inside ? -(r + random.rough(0.3, 0.5)) : random.rough(0.3, 0.6) + r;
      e.columns = {xi,
                   eta,
                   r,
                   random.rough(-0.5, 0.5),
                   random.rough(-0.5, 0.5),
                   gear ? other : std::fabs(other) * (random.chance(0.3) ? -1 : 1)};
      const Place q = place(m, j, e.columns[3], e.columns[4]);
      if (std::hypot(p.x - q.x, p.y - q.y) < 0.3) continue;
    }
    m.elements.push_back(e);
  }
}

// Of pins, sliders, slots and wheels that hold; what slips is the angle or the travel between their
// bodies, measured by an element of its own.
void add_frictions(Random& random, Mechanism& m) {
  for (const Element& e : m.elements)
    if (e.ruled() && e.contact.model != Contact::Model::penalty) return;
  const std::size_t count = m.elements.size();
  int left = 1 + random.below(3);
  for (std::size_t k = 0; k < count && left > 0; ++k) {
    Element& e = m.elements[k];
    const bool two = e.kind == Kind::revolute || e.kind == Kind::slider;
    if (!two && e.kind != Kind::slot && !(e.touches() && !e.ruled())) continue;
    if (e.cls[0] != Class::fixed || (two && e.cls[1] != Class::fixed) || random.chance(0.4))
      continue;
    Rub rub;
    rub.mu_k = random.rough(0.05, 0.4);
    rub.mu_s = random.chance(0.4) ? rub.mu_k : rub.mu_k * (1 + random.rough(0, 0.6));
    rub.slip = static_cast<int>(m.elements.size());
    Element slip;
    slip.number = next_number(m);
    slip.cls = {Class::calculable, Class::calculable, Class::calculable};
    slip.nodes = e.nodes;
    const std::vector<double>& c = e.columns;
    if (e.kind == Kind::revolute || (e.touches() && e.cls[1] == Class::fixed)) {
      slip.kind = Kind::hinge;
      slip.nodes = {e.nodes[1], e.nodes[3]};
      if (slip.nodes[0] == slip.nodes[1]) continue;
      if (e.kind == Kind::revolute) rub.size = random.rough(0.02, 0.15);
      if (e.touches()) rub.mu_k *= 0.1, rub.mu_s *= 0.1;
    } else if (e.touches()) {
      if (e.cls[1] != Class::calculable || !e.stiffness.empty() || !e.damping.empty() ||
          !e.prestress.empty() || e.law[1].given)
        continue;
      rub.slip = static_cast<int>(k), rub.component = 1;
    } else {
      slip.kind = Kind::contact_line;
      rub.component = 1;
      slip.columns = {c[0], c[1], 0, c[2], c[3], c[4], c[5]};
      if (e.kind == Kind::slider) {
        slip.nodes = {e.nodes[2], e.nodes[3], e.nodes[0], e.nodes[1]};
        slip.columns = {c[4], c[5], 0, c[0], c[1], c[2] - c[0], c[3] - c[1]};
        if (random.chance(0.7)) rub.size = random.rough(0.05, 0.5);
      }
    }
    e.rub = rub;
    if (rub.slip != static_cast<int>(k)) m.elements.push_back(slip);
    --left;
  }
}

void add_contacts(Random& random, Mechanism& m, Contact::Model model) {
  const std::vector<Body> all = bodies(m);
  const int wanted = 1 + random.below(random.chance(0.5) ? 1 : 3);
  for (int k = 0; k < wanted; ++k) {
    const Body i = random.of(all);
    Body j = random.chance(0.6) ? all[0] : random.of(all);
    if (m.dialect == Dialect::chain) j = all[0];
    if (i.point == j.point || i.point == all[0].point) continue;
    if (i.angle == j.angle) continue;
    Element e;
    e.kind = random.chance(0.6) ? Kind::contact_line : Kind::contact_circle;
    e.nodes = {i.point, i.angle, j.point, j.angle};
    e.contact = model_of(random, model);
    const double xi = random.rough(-0.5, 0.5), eta = random.rough(-0.3, 0.3);
    const double r = random.chance(0.5) ? random.rough(0.02, 0.2) : 0;
    const double gap = model == Contact::Model::none ? 0 : random.uniform(0.005, 0.15);
    const Place p = place(m, i, xi, eta);
    const double phi = m.nodes[at(j.angle)].x[0];
    // The way from what is touched to the point, mostly upwards.
    const double a = random.chance(0.6) ? random.uniform(0.8, 2.3) : random.uniform(-3.1, 3.1);
    if (e.kind == Kind::contact_line) {
      const double along = random.uniform(-1, 1);
      const Place q = local(m, j,
                            {p.x - (gap + r) * std::cos(a) + along * std::sin(a),
                             p.y - (gap + r) * std::sin(a) - along * std::cos(a)});
      const double size = random.rough(0.5, 2);
      e.columns = {xi, eta, r, q.x, q.y, size * std::sin(a - phi), -size * std::cos(a - phi)};
    } else {
      const bool ring = random.chance(0.4);
      const double R = ring ? -random.rough(0.6, 1.5) : random.rough(0.1, 1);
      const double distance = ring ? R + r + gap : R + r + gap;
      const Place c = local(m, j, {p.x - distance * std::cos(a), p.y - distance * std::sin(a)});
      e.columns = {xi, eta, r, c.x, c.y, R};
    }
    if (model != Contact::Model::none) {
      e.cls = {Class::calculable, Class::calculable, Class::calculable};
    } else if (random.chance(0.6)) {
      e.cls[1] = Class::calculable;  // slides
    }
    e.number = next_number(m);
    m.elements.push_back(e);
  }
}

}  // namespace hunt

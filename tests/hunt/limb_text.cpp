// Decks and channels of chains of limbs.
#include <cmath>

#include "deck_text.h"
#include "text.h"

namespace hunt {

namespace {

std::size_t at(int i) { return static_cast<std::size_t>(i); }

int segments(const Mechanism& m) { return static_cast<int>(m.limbs.size()); }

// What an element after the joints is.
enum class Role { tip, joint, equal, contact };
Role role(const Element& e) {
  if (e.touches()) return Role::contact;
  if (e.kind == Kind::hinge) return Role::equal;
  return e.nodes[0] == 0 ? Role::joint : Role::tip;
}
int segment_of(int node) { return node / 2 - 2; }

bool free_base(const Mechanism& m) { return m.elements[0].cls[0] == Class::calculable; }

// Place or velocity of the base: the proximal end of the first segment.
struct Base {
  double x, y, xd, yd, xdd, ydd;
};
Base base(const Mechanism& m, const Numbers& x, const Numbers& v, const Numbers& a) {
  // Coordinates of nodes 4 and 5 are 6, 7, 8.
  const double d = m.limbs[0].d, c = std::cos(x[8]), s = std::sin(x[8]), w = v[8];
  return {x[6] - d * c,
          x[7] - d * s,
          v[6] + d * s * w,
          v[7] - d * c * w,
          a[6] + d * s * a[8] + d * c * w * w,
          a[7] - d * c * a[8] + d * s * w * w};
}

}  // namespace

DeckLines limb_lines(const Mechanism& m) {
  DeckLines out;
  out.native = false;
  out.before = "SEGDYN\n";
  auto& lines = out.first;
  const int n = segments(m);
  const Numbers zero(m.x.size(), 0);
  const Base b = base(m, m.x, m.v, zero);
  for (int k = 0; k < n; ++k) {
    const Limb& limb = m.limbs[at(k)];
    const Node &body = m.nodes[at(2 * k + 4)], &turn = m.nodes[at(2 * k + 5)];
    lines.push_back(line("SEGMENT", k + 1, body.mass, limb.l, limb.d, turn.mass));
    lines.push_back(line("STATE", k + 1, m.x[at(3 * k + 8)], m.v[at(3 * k + 8)]));
    if (limb.attached)
      lines.push_back(limb.reach == m.limbs[at(limb.parent)].l
                          ? line("ATTACH", k + 1, limb.parent + 1)
                          : line("ATTACH", k + 1, limb.parent + 1, limb.reach));
    if (turn.cls[0] == Class::prescribed) lines.push_back(line("LOCK PHI", k + 1));
    const Element& hinge = m.elements[at(2 * k + 1)];
    const std::string phi = "phi" + std::to_string(k + 1), phid = "phid" + std::to_string(k + 1);
    const int parent = limb.parent;
    const std::string q = k == 0 ? phi : "(" + phi + "-phi" + std::to_string(parent + 1) + ")";
    const std::string qd = k == 0 ? phid : "(" + phid + "-phid" + std::to_string(parent + 1) + ")";
    const double constant = hinge.prestress.empty() ? 0 : -hinge.prestress[0];
    if (hinge.law[0].given || constant != 0)
      lines.push_back(line("KNOWN M", k + 1) + " = " + number(constant) + "+(" +
                      formula(hinge.law[0], q, qd, -1) + ")");
    if (body.load[0] != 0) lines.push_back(line("KNOWN FEXTX", k + 1, body.load[0]));
    if (body.load[1] != 0) lines.push_back(line("KNOWN FEXTY", k + 1, body.load[1]));
    if (turn.load[0] != 0 || turn.law[0].given)
      lines.push_back(line("KNOWN MEXT", k + 1) + " = " + number(turn.load[0]) + "+(" +
                      formula(turn.law[0], phi, phid, -1) + ")");
  }
  lines.push_back(line("BASE", b.x, b.y, b.xd, b.yd));
  if (free_base(m)) lines.push_back("FREE BASE");
  for (const PointForce& f : m.forces) {  // at the tip
    lines.push_back(line("KNOWN FRX", n + 1, -f.fx));
    lines.push_back(line("KNOWN FRY", n + 1, -f.fy));
  }
  for (std::size_t e = at(2 * n); e < m.elements.size(); ++e) {
    const Element& element = m.elements[e];
    const auto& c = element.columns;
    switch (role(element)) {
      case Role::tip:
        lines.push_back(line("FIX TIP", c[2], c[3]));
        break;
      case Role::joint:
        lines.push_back(line("FIX JOINT", segment_of(element.nodes[2]) + 1));
        break;
      case Role::equal:
        lines.push_back(line("EQUAL PHI", segment_of(element.nodes[0] - 1) + 1,
                             segment_of(element.nodes[1] - 1) + 1));
        break;
      case Role::contact: {
        const int k = segment_of(element.nodes[0]);
        std::vector<double> rest(c.begin() + 2, c.end());
        rest.insert(rest.begin(), {c[0] + m.limbs[at(k)].d, c[1]});
        lines.push_back(line(line("CONTACT", k + 1) +
                                 (element.kind == Kind::contact_line ? " LINE" : " CIRCLE"),
                             rest) +
                        " " + contact_model(element.contact));
        break;
      }
    }
  }
  if (m.gravity[0] != 0 || m.gravity[1] != 0)
    lines.push_back(line("GRAV", m.gravity[0], m.gravity[1]));
  if (!m.integ.empty()) lines.push_back("INTEG " + m.integ);
  if (!m.form.empty()) lines.push_back("FORM " + m.form);
  if (!m.tail.empty()) lines.push_back(m.tail);
  lines.push_back(line("TIME", m.t0, m.t0 + (m.steps + 0.25) * m.dt, m.dt));
  out.second.push_back("END");
  return out;
}

void limb_channels(const Mechanism& m, const Sample& s, std::map<std::string, double>& out) {
  const int n = segments(m);
  std::vector<std::size_t> first;
  std::size_t deformations = 0;
  for (const Element& e : m.elements) {
    first.push_back(deformations);
    deformations += at(e.count());
  }
  std::string name;
  for (int k = 0; k < n; ++k) {
    name = std::to_string(k + 1);
    const std::size_t i = at(3 * k + 6), rev = first[at(2 * k)], hinge = first[at(2 * k + 1)];
    out["phi" + name] = s.x[i + 2], out["phid" + name] = s.v[i + 2];
    out["phidd" + name] = s.a[i + 2];
    out["frx" + name] = s.s[rev], out["fry" + name] = s.s[rev + 1];
    out["m" + name] = -s.s[hinge];
    // A known force at the tip makes it a deck with a choice of its own.
    if (m.forces.empty()) out["m" + name + ".power"] = -s.s[hinge] * s.ed[hinge];
    out["fextx" + name] = s.f[i], out["fexty" + name] = s.f[i + 1];
    out["mext" + name] = s.f[i + 2];
    if (m.nodes[at(2 * k + 5)].cls[0] == Class::prescribed) {
      out["lock" + name + ".m"] = s.r[i + 2];
      out["lock" + name + ".power"] = s.r[i + 2] * s.v[i + 2];
    }
  }
  const std::string last = std::to_string(n + 1);
  out["frx" + last] = out["fry" + last] = out["m" + last] = 0;
  for (const PointForce& f : m.forces) {
    // The tip's force is no load at the centre of gravity.
    out["frx" + last] = -f.fx, out["fry" + last] = -f.fy;
    const std::size_t i = at(3 * n + 3);
    name = std::to_string(n);
    const double c = std::cos(s.x[i + 2]), d = std::sin(s.x[i + 2]);
    out["fextx" + name] -= f.fx, out["fexty" + name] -= f.fy;
    out["mext" + name] -= c * f.xi * f.fy - d * f.xi * f.fx;
  }
  int contact = 0;
  for (std::size_t e = at(2 * n); e < m.elements.size(); ++e) {
    const Element& element = m.elements[e];
    const std::size_t i = first[e];
    switch (role(element)) {
      case Role::tip:
        out["frx" + last] = s.s[i], out["fry" + last] = s.s[i + 1];
        break;
      case Role::joint:
        name = "fix" + std::to_string(segment_of(element.nodes[2]) + 1);
        out[name + ".fx"] = s.s[i], out[name + ".fy"] = s.s[i + 1];
        break;
      case Role::equal:
        out["equal" + std::to_string(segment_of(element.nodes[0] - 1) + 1) + "_" +
            std::to_string(segment_of(element.nodes[1] - 1) + 1) + ".m"] = s.s[i];
        break;
      case Role::contact:
        contact_channels(++contact, i, s, out);
        break;
    }
  }
  const Base b = base(m, s.x, s.v, s.a);
  out["x"] = b.x, out["y"] = b.y, out["xd"] = b.xd, out["yd"] = b.yd;
  out["xdd"] = b.xdd, out["ydd"] = b.ydd;
}

std::string limb_words(const Mechanism& m, bool coordinate, int owner, int component) {
  if (coordinate) {
    const bool segment = owner >= 4 && m.nodes[at(owner)].angle;
    return segment ? line("PHI", segment_of(owner - 1) + 1) : "";
  }
  const std::string c = component == 0 ? " X" : " Y";
  const int n = segments(m);
  if (owner == 0) return "BASE" + c;
  const Element& e = m.elements[at(owner)];
  if (owner < 2 * n) return e.kind == Kind::hinge && owner > 1 ? line("HINGE", owner / 2 + 1) : "";
  switch (role(e)) {
    case Role::tip:
      return "TIP" + c;
    case Role::joint:
      return line("JOINT", segment_of(e.nodes[2]) + 1) + c;
    case Role::equal:
      return line("PHI", segment_of(e.nodes[0] - 1) + 1, segment_of(e.nodes[1] - 1) + 1);
    case Role::contact:
      return "";
  }
  return "";
}

}  // namespace hunt

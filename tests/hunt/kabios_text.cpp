// Decks and channels of KABIOS: bodies, joints and the tail.
#include "deck_text.h"
#include "text.h"

namespace hunt {

namespace {

std::size_t at(int i) { return static_cast<std::size_t>(i); }

bool is_ground(const Mechanism& m, int body) {
  return m.nodes[at(2 * body)].cls[0] == Class::fixed &&
         m.nodes[at(2 * body)].cls[1] == Class::fixed &&
         m.nodes[at(2 * body + 1)].cls[0] == Class::fixed;
}

}  // namespace

DeckLines kabios_lines(const Mechanism& m) {
  DeckLines out;
  out.native = false;
  const int bodies = static_cast<int>(m.nodes.size()) / 2;
  std::vector<std::string> revolutes, sliders, grounds, simples, drivers, guides, tail;
  std::vector<const Motion*> tables;
  int sda = 0, rsda = 0;
  for (const Element& e : m.elements) {
    // Bodies are counted from 1, nodes of body k are 2k - 2 and 2k - 1.
    const int i = e.kind == Kind::hinge ? e.nodes[0] / 2 + 1 : e.nodes[0] / 2 + 1;
    const int j = e.kind == Kind::hinge ? e.nodes[1] / 2 + 1 : e.nodes[2] / 2 + 1;
    const double k = e.stiffness.empty() ? 0 : e.stiffness[0];
    const double c = e.damping.empty() ? 0 : e.damping[0];
    const double a = e.prestress.empty() ? 0 : e.prestress[0];
    if (e.kind == Kind::revolute) revolutes.push_back(line(line("", i, j), e.columns));
    if (e.kind == Kind::slider) sliders.push_back(line(line("", i, j), e.columns));
    if (e.kind == Kind::spring) {
      ++sda;
      tail.push_back(line(line(line("SDA", i, j), e.columns), k, e.rest[0], c, a));
      if (e.law[0].given)
        tail.push_back(line("LAW SDA", sda) + " = " + formula(e.law[0], "e", "ed", 1));
    }
    if (e.touches())
      tail.push_back(
          line(line("CONTACT", i, j) + (e.kind == Kind::contact_line ? " LINE" : " CIRCLE"),
               e.columns) +
          " " + contact_model(e.contact));
    if (e.kind == Kind::hinge) {
      ++rsda;
      tail.push_back(line("RSDA", i, j, k, e.rest[0], c, a));
      if (e.law[0].given)
        tail.push_back(line("LAW RSDA", rsda) + " = " + formula(e.law[0], "e", "ed", 1));
    }
  }
  bool moving = false;
  for (double v : m.v) moving = moving || v != 0;
  for (int b = 0; b < bodies; ++b) {
    const Node& p = m.nodes[at(2 * b)];
    const Node& q = m.nodes[at(2 * b + 1)];
    out.first.push_back(line("", p.x[0], p.x[1], q.x[0]));
    if (is_ground(m, b)) grounds.push_back(line("", b + 1));
    for (int c = 0; c < 3; ++c) {
      const Node& node = c < 2 ? p : q;
      const std::size_t k = c < 2 ? at(c) : 0;
      if (node.cls[k] == Class::fixed && !is_ground(m, b))
        simples.push_back(line("", b + 1, c + 1));
      if (node.cls[k] == Class::prescribed && !node.motion[k].times.empty()) {
        guides.push_back(line("", b + 1, c + 1));
        tables.push_back(&node.motion[k]);
      } else if (node.cls[k] == Class::prescribed)
        drivers.push_back(line("", b + 1, c + 1, node.motion[k].c[0], node.motion[k].c[1],
                               2 * node.motion[k].c[2]));
      if (node.law[k].given)
        tail.push_back(line("LAW BODY", b + 1, c + 1) + " = " + formula(node.law[k], "x", "v", -1));
    }
    if (p.mass > 0 || q.mass > 0) tail.push_back(line("MASS", b + 1, p.mass, q.mass));
    if (moving && !is_ground(m, b))
      tail.push_back(line("VEL", b + 1, m.v[at(3 * b)], m.v[at(3 * b + 1)], m.v[at(3 * b + 2)]));
    if (q.load[0] != 0) tail.push_back(line("TORQ", b + 1, q.load[0]));
  }
  for (const PointForce& f : m.forces)
    tail.push_back(
        line("FORCE", f.point / 2 + 1, f.xi, f.eta) +
        force_components(f, "body" + number(f.point / 2 + 1) + ".phid", number(f.frame / 2 + 1)));
  if (m.gravity[0] != 0 || m.gravity[1] != 0)
    tail.push_back(line("GRAV", m.gravity[0], m.gravity[1]));
  if (!m.integ.empty()) tail.push_back("INTEG " + m.integ);
  if (!m.form.empty()) tail.push_back("FORM " + m.form);
  if (!m.tail.empty()) tail.push_back(m.tail);
  auto count = [](const std::vector<std::string>& v) { return static_cast<double>(v.size()); };
  out.first.insert(out.first.begin(),
                   line("", bodies, count(revolutes), count(sliders), count(grounds),
                        count(simples), count(drivers), 0, count(guides),
                        tables.empty() ? 0 : static_cast<double>(tables[0]->times.size())));
  for (std::size_t k = 0; !tables.empty() && k < tables[0]->times.size(); ++k) {
    guides.push_back(line("", tables[0]->times[k]));
    for (const Motion* motion : tables) guides.back() = line(guides.back(), motion->values[k]);
  }
  for (const auto* part : {&revolutes, &sliders, &grounds, &simples, &drivers, &guides})
    out.first.insert(out.first.end(), part->begin(), part->end());
  out.first.push_back(line("", m.t0, m.t0 + (m.steps + 0.25) * m.dt, m.dt));
  if (m.dynamic) out.second = tail;
  return out;
}

void kabios_channels(const Mechanism& m, const Oracle& oracle, const Sample& s,
                     std::map<std::string, double>& out) {
  static const char* const kNames[3][3] = {
      {"x", "y", "phi"}, {"xd", "yd", "phid"}, {"xdd", "ydd", "phidd"}};
  int ground = 0, simple = 0, driver = 0, guide = 0, contact = 0, rev = 0, tran = 0, sda = 0,
      rsda = 0;
  for (int b = 0; b < static_cast<int>(m.nodes.size()) / 2; ++b) {
    const std::string body = "body" + std::to_string(b + 1) + ".";
    const bool grounded = is_ground(m, b);
    if (!grounded)
      for (int c = 0; c < 3; ++c) {
        out[body + kNames[0][c]] = s.x[at(3 * b + c)];
        out[body + kNames[1][c]] = s.v[at(3 * b + c)];
        out[body + kNames[2][c]] = s.a[at(3 * b + c)];
      }
    if (!m.dynamic) continue;
    if (grounded) {
      const std::string name = "ground" + std::to_string(++ground) + ".";
      out[name + "fx"] = s.r[at(3 * b)], out[name + "fy"] = s.r[at(3 * b + 1)];
      out[name + "m"] = s.r[at(3 * b + 2)];
      continue;
    }
    for (int c = 0; c < 3; ++c) {
      const std::size_t i = at(3 * b + c);
      const Class cls = m.nodes[at(2 * b + c / 2)].cls[at(c % 2)];
      if (cls == Class::fixed) out["simple" + std::to_string(++simple) + ".f"] = s.r[i];
      if (cls != Class::prescribed) continue;
      const bool is_guide = !m.nodes[at(2 * b + c / 2)].motion[at(c % 2)].times.empty();
      const std::string name =
          is_guide ? "guide" + std::to_string(++guide) : "driver" + std::to_string(++driver);
      out[name + ".f"] = s.r[i], out[name + ".power"] = s.r[i] * s.v[i];
    }
  }
  for (std::size_t k = 0; k < m.elements.size() && m.dynamic; ++k) {
    const Element& e = m.elements[k];
    const std::size_t i = at(oracle.deformation(static_cast<int>(k), 0));
    if (e.kind == Kind::revolute) {
      const std::string name = "rev" + std::to_string(++rev);
      out[name + ".fx"] = s.s[i], out[name + ".fy"] = s.s[i + 1];
      out[name + ".angle"] =
          s.x[at(oracle.coordinate(e.nodes[3], 0))] - s.x[at(oracle.coordinate(e.nodes[1], 0))];
    }
    if (e.kind == Kind::slider) {
      const std::string name = "tran" + std::to_string(++tran);
      out[name + ".n"] = s.s[i], out[name + ".m"] = s.s[i + 1];
    }
    if (e.touches()) contact_channels(++contact, i, s, out);
    if (e.kind == Kind::spring) {
      const std::string name = "sda" + std::to_string(++sda);
      out[name + ".f"] = s.s[i], out[name + ".power"] = -s.s[i] * s.ed[i];
    }
    if (e.kind == Kind::hinge) {
      const std::string name = "rsda" + std::to_string(++rsda);
      out[name + ".m"] = s.s[i], out[name + ".power"] = -s.s[i] * s.ed[i];
    }
  }
}

std::string kabios_words(const Mechanism& m, bool coordinate, int owner, int component) {
  static const char* const kComponents[] = {" X", " Y", " PHI"};
  if (!coordinate) {
    const Kind kind = m.elements[at(owner)].kind;
    int k = 0;
    for (int e = 0; e <= owner; ++e) k += m.elements[at(e)].kind == kind ? 1 : 0;
    const std::string c = " " + std::to_string(component + 1);
    if (kind == Kind::revolute) return line("REVOLUTE", k) + c;
    if (kind == Kind::slider) return line("TRANSLATIONAL", k) + c;
    if (kind == Kind::spring) return line("SDA", k);
    return kind == Kind::hinge ? line("RSDA", k) : "";
  }
  const Node& node = m.nodes[at(owner)];
  const Class cls = node.cls[at(component)];
  if (cls != Class::fixed && cls != Class::prescribed)
    return line("BODY", owner / 2 + 1) + kComponents[node.angle ? 2 : component];
  if (is_ground(m, owner / 2)) return "";
  // Simple constraints, drivers and guides are counted in the order of bodies.
  const bool table = !node.motion[at(component)].times.empty();
  int k = 0;
  for (int n = 0; n <= owner; ++n)
    for (int c = 0; c < m.nodes[at(n)].count() && (n < owner || c <= component); ++c)
      if (m.nodes[at(n)].cls[at(c)] == cls && !is_ground(m, n / 2) &&
          m.nodes[at(n)].motion[at(c)].times.empty() != table)
        ++k;
  return line(cls == Class::fixed ? "SIMPLE" : table ? "GUIDE" : "DRIVER", k);
}

}  // namespace hunt

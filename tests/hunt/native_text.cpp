// Decks and channels of the native dialect.
#include "deck_text.h"
#include "text.h"

namespace hunt {

namespace {

std::size_t at(int i) { return static_cast<std::size_t>(i); }

const char* keyword(Kind kind) {
  switch (kind) {
    case Kind::truss:
      return "PLTRUSS";
    case Kind::beam:
      return "PLBEAM";
    case Kind::beam_geometric:
      return "PLBEAMG";
    case Kind::hinge:
      return "PLTOR";
    case Kind::revolute:
      return "PLREV";
    case Kind::slider:
      return "PLTRAN";
    case Kind::spring:
      return "PLSDA";
    case Kind::contact_line:
      return "PLCLINE";
    case Kind::contact_circle:
      return "PLCCIRC";
    case Kind::slot:
      return "PLSLOT";
    case Kind::weld:
      return "PLWELD";
    case Kind::gear:
      return "PLGEAR";
    case Kind::belt:
      return "PLBELT";
    case Kind::rack:
      return "PLRACK";
    case Kind::screw:
      return "PLSCREW";
    case Kind::path:
    case Kind::pulley:
      return "PATH";
    case Kind::cam:
      return "CAM";
    case Kind::relation:
      return "RELATION";
    case Kind::formula:
      return "FORMULA";
    case Kind::rate:
      return "VFORMULA";
  }
  return "";
}

const char* class_word(Class cls, bool coordinate) {
  switch (cls) {
    case Class::fixed:
      return coordinate ? "FIX" : "";
    case Class::prescribed:
      return coordinate ? "INPUTX" : "INPUTE";
    case Class::dynamic:
      return coordinate ? "DYNX" : "DYNE";
    case Class::calculable:
      return coordinate ? "" : "RLSE";
  }
  return "";
}

void motion_lines(std::vector<std::string>& out, const std::string& head, const Motion& motion) {
  if (!motion.given) return;
  const auto& c = motion.c;
  if (!motion.times.empty()) {
    std::string words = head + " TABLE NATURAL";
    for (std::size_t k = 0; k < motion.times.size(); ++k)
      words = line(words, motion.times[k], motion.values[k]);
    out.push_back(words);
  } else if (c[3] == 0 && c[4] == 0 && c[5] == 0)
    out.push_back(line(head, c[0], c[1], 2 * c[2]));
  else
    out.push_back(line(head + " POLY", c[0], c[1], c[2], c[3], c[4], c[5]));
}

// "x3_1"
std::string read_name(const Mechanism& m, const Element& e, std::size_t k,
                      const char* letter = "x") {
  const Node& node = m.nodes[at(e.nodes[k])];
  if (node.clock) return "(t + " + number(node.motion[0].c[0]) + ")";
  return letter + std::to_string(node.number) + "_" + std::to_string(e.components[k] + 1);
}
std::string factor(double x) { return "(" + number(x) + ")*"; }

// "RELATION 4 = (0.5)*x3_1 + (2)*e1_1"
std::string expression_line(const Mechanism& m, const Element& e) {
  const auto& c = e.columns;
  std::string out = line(keyword(e.kind), e.number) + " = ";
  if (e.kind == Kind::relation) {
    for (std::size_t k = 0; k < e.nodes.size(); ++k)
      out += (k == 0 ? "" : " + ") + factor(c[k]) + read_name(m, e, k);
  } else if (e.kind == Kind::rate) {
    out += "(" + number(c[0]);
    if (c[1] != 0) out += " + " + factor(c[1]) + "sin(" + factor(c[2]) + read_name(m, e, 5) + ")";
    out += ")*" + read_name(m, e, 0, "v") + " + " + factor(c[3]) + "sin(" + factor(c[4]) +
           read_name(m, e, 1) + ")*" + read_name(m, e, 2, "v") + " + " + factor(c[5]) +
           read_name(m, e, 3) + "*" + read_name(m, e, 4, "v");
  } else {
    out += number(c[0]) + " + " + factor(c[1]) + read_name(m, e, 0) + " + " + factor(c[2]) +
           "sin(" + factor(c[3]) + read_name(m, e, 1) + ")*" + read_name(m, e, 2) + " + " +
           factor(c[4]) + read_name(m, e, 3) + "^2";
    if (c[5] != 0) out += " + " + factor(c[5]) + "sin(" + factor(c[6]) + read_name(m, e, 4) + ")";
  }
  if (e.inner >= 0)
    out += " + " + factor(e.inner_factor) + "e" + std::to_string(m.elements[at(e.inner)].number) +
           "_" + std::to_string(e.inner_component + 1);
  return out;
}

// A PATH through three body points, or from one round a pulley to another.
std::string path_line(const Mechanism& m, const Element& e) {
  const auto& c = e.columns;
  std::string out = line(keyword(e.kind), e.number);
  std::size_t column = 0;
  for (std::size_t n = 0; n < 3; ++n) {
    const bool pulley = e.kind == Kind::pulley && n == 1;
    if (pulley) out += " PULLEY";
    out = line(out, m.nodes[at(e.nodes[2 * n])].number, m.nodes[at(e.nodes[2 * n + 1])].number,
               c[column], c[column + 1]);
    column += 2;
    if (!pulley) continue;
    out = line(out, c[4]) + (c[5] > 0 ? " LEFT" : " RIGHT");
    column += 2;
  }
  return out;
}

// A circle, by a parameter that does not run evenly.
std::string cam_line(const Mechanism& m, const Element& e) {
  const auto& c = e.columns;
  std::string out = line(keyword(e.kind), e.number);
  for (const int n : e.nodes) out = line(out, m.nodes[at(n)].number);
  out += c[6] == 0 ? line(" ROLLER", c[0], c[1], c[2])
                   : line(" FLAT", c[0], c[1], std::cos(c[2]), std::sin(c[2]));
  const auto part = [&](const char* name, double centre, const char* function) {
    return std::string(name) + "(" + number(centre) + ")+" + number(c[5]) + "*" + function +
           "(u+0.3*sin(u))";
  };
  return out + part(" X = ", c[3], "cos") + part(" ; Y = ", c[4], "sin") +
         " ; FROM -1 TO ${2*pi-1}";
}

}  // namespace

DeckLines native_lines(const Mechanism& m) {
  DeckLines out;
  auto& first = out.first;
  auto& second = out.second;
  int i = 0;
  const Oracle oracle(m);
  for (const Node& node : m.nodes) {
    if (node.clock) {
      ++i;
      continue;
    }
    first.push_back(node.angle ? line("X", node.number, node.x[0])
                               : line("X", node.number, node.x[0], node.x[1]));
    for (int c = 0; c < node.count(); ++c, ++i) {
      const std::string word = class_word(node.cls[at(c)], true);
      if (!word.empty()) first.push_back(line(word, node.number, c + 1));
      const std::string name = line("", node.number, c + 1);
      if (node.cls[at(c)] == Class::prescribed)
        motion_lines(second, "INPUTX" + name, node.motion[at(c)]);
      if (node.law[at(c)].given)
        second.push_back("XLAW" + name + " = " + formula(node.law[at(c)], "x", "v", -1));
      const bool named = node.cls[at(c)] == Class::dynamic ||
                         (m.choose_freedoms && node.cls[at(c)] == Class::calculable);
      if (named && !m.x.empty()) {
        if (m.displaced)
          second.push_back(line("STARTDX" + name, m.x[at(i)], m.v[at(i)]));
        else if (m.v[at(i)] != 0)
          second.push_back(line("STARTVX" + name, m.v[at(i)]));
      }
    }
    if (node.mass > 0) second.push_back(line("XM", node.number, node.mass));
    if (node.load[0] != 0 || node.load[1] != 0)
      second.push_back(node.angle ? line("XF", node.number, node.load[0])
                                  : line("XF", node.number, node.load[0], node.load[1]));
  }
  Sample start;
  if (!m.x.empty()) start = oracle.sample(m.t0, m.x, m.v);
  for (std::size_t k = 0; k < m.elements.size(); ++k) {
    const Element& e = m.elements[k];
    std::string words = line(keyword(e.kind), e.number);
    if (e.kind == Kind::path || e.kind == Kind::pulley) {
      first.push_back(path_line(m, e));
    } else if (e.kind == Kind::cam) {
      first.push_back(cam_line(m, e));
    } else if (e.expression()) {
      first.push_back(expression_line(m, e));
    } else {
      for (int n : e.nodes) words = line(words, m.nodes[at(n)].number);
      first.push_back(line(words, e.columns));
    }
    const std::string name = line("", e.number);
    for (int r = 0; r < e.count(); ++r) {
      const bool let_go = e.ruled() || m.slips(static_cast<int>(k), r);
      const std::string word = let_go ? "" : class_word(e.cls[at(r)], false);
      if (!word.empty()) first.push_back(line(word, e.number, r + 1));
      const std::string component = line("", e.number, r + 1);
      if (e.cls[at(r)] == Class::prescribed)
        motion_lines(second, "INPUTE" + component, e.motion[at(r)]);
      if (e.law[at(r)].given)
        second.push_back("ELAW" + component + " = " + formula(e.law[at(r)], "e", "ed", 1));
      const std::size_t i_e = at(oracle.deformation(static_cast<int>(k), r));
      if (e.cls[at(r)] == Class::dynamic && !m.x.empty())
        second.push_back(line("STARTDE" + component, start.e[i_e], start.ed[i_e]));
    }
    if (e.ruled()) second.push_back("CONTACT" + name + " " + contact_model(e.contact));
    if (e.rub.given()) {
      std::string rubs =
          line("FRICTION", e.number, m.elements[at(e.rub.slip)].number, e.rub.component + 1);
      if (e.kind == Kind::revolute || e.kind == Kind::slider) rubs = line(rubs, e.rub.size);
      second.push_back(line(rubs, e.rub.mu_s, e.rub.mu_k));
    }
    if (!e.stiffness.empty()) second.push_back(line("ESTIFF" + name, e.stiffness));
    if (!e.damping.empty()) second.push_back(line("EDAMP" + name, e.damping));
    if (!e.prestress.empty()) second.push_back(line("ESIG" + name, e.prestress));
    if (!e.rest.empty()) second.push_back(line("EREST" + name, e.rest));
    if (e.mass[1] != 0)
      second.push_back(line("EM", e.number, e.mass[0], e.mass[1]));
    else if (e.mass[0] != 0)
      second.push_back(line("EM", e.number, e.mass[0]));
  }
  for (std::size_t k = 0; k < m.forces.size(); ++k) {
    const PointForce& p = m.forces[k];
    const int angle = m.nodes[at(p.angle)].number;
    second.push_back(line("PFORCE", static_cast<double>(k + 1), m.nodes[at(p.point)].number, angle,
                          p.xi, p.eta) +
                     force_components(p, "v" + number(angle) + "_1",
                                      p.frame < 0 ? "" : number(m.nodes[at(p.frame)].number)));
  }
  if (m.gravity[0] != 0 || m.gravity[1] != 0)
    second.push_back(line("GRAVITY", m.gravity[0], m.gravity[1]));
  second.push_back(line("TIMES", m.t0, m.t0 + (m.steps + 0.25) * m.dt, m.dt));
  if (m.choose_freedoms) second.push_back("DOF AUTO");
  if (!m.integ.empty()) second.push_back("INTEG " + m.integ);
  if (!m.form.empty()) second.push_back("FORM " + m.form);
  if (!m.tail.empty()) second.push_back(m.tail);
  return out;
}

void native_channels(const Mechanism& m, const Oracle& oracle, const Sample& s,
                     std::map<std::string, double>& out) {
  for (std::size_t n = 0; n < m.nodes.size(); ++n)
    for (int c = 0; c < m.nodes[n].count() && !m.nodes[n].clock; ++c) {
      const std::size_t i = at(oracle.coordinate(static_cast<int>(n), c));
      const std::string name = std::to_string(m.nodes[n].number) + "_" + std::to_string(c + 1);
      out["x" + name] = s.x[i], out["v" + name] = s.v[i], out["a" + name] = s.a[i];
      if (!m.dynamic) continue;
      out["f" + name] = s.f[i], out["r" + name] = s.r[i];
      if (m.nodes[n].cls[at(c)] == Class::prescribed) out["x" + name + ".power"] = s.r[i] * s.v[i];
    }
  for (std::size_t k = 0; k < m.elements.size(); ++k) {
    const Element& e = m.elements[k];
    for (int r = 0; r < e.count(); ++r) {
      const std::size_t i = at(oracle.deformation(static_cast<int>(k), r));
      const std::string name = std::to_string(e.number) + "_" + std::to_string(r + 1);
      out["e" + name] = s.e[i], out["ed" + name] = s.ed[i], out["edd" + name] = s.edd[i];
      if (!m.dynamic) continue;
      out["s" + name] = s.s[i];
      if (e.cls[at(r)] != Class::fixed) out["e" + name + ".power"] = -s.s[i] * s.ed[i];
    }
    if (e.ruled())
      contact_channels(e.number, at(oracle.deformation(static_cast<int>(k), 0)), s, out);
    if (e.rub.given()) {
      const std::size_t i = at(oracle.deformation(e.rub.slip, e.rub.component));
      const std::string name = "friction" + std::to_string(e.number);
      out[name + ".slip"] = s.e[i], out[name + ".slipd"] = s.ed[i], out[name + ".f"] = s.s[i];
    }
    if (e.kind == Kind::revolute && m.dynamic)
      out["rev" + std::to_string(e.number) + ".angle"] =
          s.x[at(oracle.coordinate(e.nodes[3], 0))] - s.x[at(oracle.coordinate(e.nodes[1], 0))];
  }
}

}  // namespace hunt

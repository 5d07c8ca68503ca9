#include "deck_text.h"

#include "text.h"

namespace hunt {

namespace {

std::size_t at(int i) { return static_cast<std::size_t>(i); }

// Parameters of laws, the first lines of a deck.
std::string parameters(const Mechanism& m) {
  std::string out;
  auto name = [&](const Law& l) {
    if (!l.parameter.empty()) out += "PARAM " + l.parameter + " = " + number(l.a) + "\n";
  };
  for (const Node& n : m.nodes)
    for (const Law& l : n.law) name(l);
  for (const Element& e : m.elements)
    for (const Law& l : e.law) name(l);
  return out;
}

}  // namespace

std::string DeckLines::text() const {
  std::string out = before;
  for (const std::string& l : first) out += l + "\n";
  if (native) out += "END HALT\n";
  for (const std::string& l : second) out += l + "\n";
  return out + (native ? "END END\n" : "");
}

DeckLines deck_lines(const Mechanism& mechanism) {
  DeckLines out = mechanism.dialect == Dialect::native   ? native_lines(mechanism)
                  : mechanism.dialect == Dialect::kabios ? kabios_lines(mechanism)
                                                         : limb_lines(mechanism);
  out.before += parameters(mechanism);
  return out;
}

namespace {

void totals(const Sample& s, std::map<std::string, double>& out) {
  out["energy.kinetic"] = s.kinetic;
  out["energy.potential"] = s.potential;
  out["energy.balance"] = 0;
  if (s.mass > 0) {
    out["cm.x"] = s.cm[0], out["cm.y"] = s.cm[1];
    out["cm.xd"] = s.cmd[0], out["cm.yd"] = s.cmd[1];
    out["cm.xdd"] = s.cmdd[0], out["cm.ydd"] = s.cmdd[1];
  }
  out["momentum.x"] = s.momentum[0], out["momentum.y"] = s.momentum[1];
  out["momentum.angular"] = s.angular;
}

}  // namespace

std::map<std::string, double> channels(const Mechanism& mechanism, const Oracle& oracle,
                                       const Sample& given) {
  Sample sample = given;
  std::map<std::string, double> out;
  if (mechanism.dynamic) {
    oracle.add_totals(sample);
    totals(sample, out);
  }
  if (mechanism.dialect == Dialect::native)
    native_channels(mechanism, oracle, sample, out);
  else if (mechanism.dialect == Dialect::kabios)
    kabios_channels(mechanism, oracle, sample, out);
  else
    limb_channels(mechanism, sample, out);
  return out;
}

std::string target_words(const Mechanism& m, bool coordinate, int owner, int component) {
  if (!coordinate && m.elements[at(owner)].ruled()) return "";
  if (m.dialect == Dialect::kabios) return kabios_words(m, coordinate, owner, component);
  if (m.dialect == Dialect::chain) return limb_words(m, coordinate, owner, component);
  const int number = coordinate ? m.nodes[at(owner)].number : m.elements[at(owner)].number;
  return line(coordinate ? "X" : "E", number, component + 1);
}

}  // namespace hunt

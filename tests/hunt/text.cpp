#include "text.h"

namespace hunt {

std::string formula(const Law& l, const std::string& q, const std::string& qd, double sign) {
  const std::string moved = l.offset == 0 ? q : "(" + q + "-(" + number(l.offset) + "))";
  std::string out = "0";
  if (l.k != 0) out += "+(" + number(sign * l.k) + ")*" + moved;
  if (l.k3 != 0) out += "+(" + number(sign * l.k3) + ")*" + moved + "^3";
  if (l.d != 0) out += "+(" + number(sign * l.d) + ")*" + qd;
  if (l.a != 0)
    out += (l.parameter.empty() ? "+(" + number(sign * l.a) + ")"
                                : "+(" + number(sign) + ")*" + l.parameter) +
           "*sin(" + number(l.w) + "*t+(" + number(l.p) + "))";
  return out;
}

std::string contact_model(const Contact& c) {
  if (c.model == Contact::Model::penalty) {
    const std::string out = line("PENALTY", c.k, c.n, c.d);
    return c.mu > 0 ? line(out, c.mu, c.vs) : out;
  }
  const std::string out = line("RIGID", c.restitution);
  return c.mu_s > 0 ? line(out, c.mu_s, c.mu_k) : out;
}

void contact_channels(int number, std::size_t gap, const Sample& s,
                      std::map<std::string, double>& out) {
  const std::string name = "contact" + std::to_string(number) + ".";
  out[name + "gap"] = s.e[gap], out[name + "n"] = -s.s[gap];
  out[name + "slip"] = s.e[gap + 1], out[name + "slipd"] = s.ed[gap + 1];
  out[name + "f"] = -s.s[gap + 1];
}

}  // namespace hunt

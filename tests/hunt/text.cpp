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

std::string force_components(const PointForce& f, const std::string& phid,
                             const std::string& frame) {
  if (f.w == 0) return line("", f.fx, f.fy);
  std::string out;
  for (const std::size_t k : {std::size_t{0}, std::size_t{1}}) {
    out += k == 0 ? " FX = " : " ; FY = ";
    out += number(k == 0 ? f.fx : f.fy) + "+(" + number(f.swing[k]) + ")*sin(" + number(f.w) +
           "*t+(" + number(f.p) + "))+(" + number(f.drag[k]) + ")*" + phid;
  }
  if (f.frame == f.angle) return out + " ; IN BODY";
  return f.frame < 0 ? out : out + " ; IN BODY " + frame;
}

std::string contact_model(const Contact& c) {
  if (c.model == Contact::Model::penalty) {
    const std::string out = line("PENALTY", c.k, c.n, c.d);
    return c.mu > 0 ? line(out, c.mu, c.vs) : out;
  }
  if (c.model == Contact::Model::impulses) {
    const std::string out = line("IMPULSES", c.restitution, c.tau);
    return c.mu_s > 0 ? line(out, c.mu_s) : out;
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

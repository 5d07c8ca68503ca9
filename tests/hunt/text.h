// Words of decks that dialects share.
#pragma once

#include <cmath>
#include <cstdio>
#include <map>
#include <string>
#include <vector>

#include "oracle.h"

namespace hunt {

// In the fewest digits that read back.
inline std::string number(double x) {
  char text[40];
  if (std::fabs(x) < 1e9 && x == std::floor(x)) return std::to_string(static_cast<int>(x));
  for (int digits = 1; digits <= 17; ++digits) {
    std::snprintf(text, sizeof text, "%.*g", digits, x);
    if (std::stod(text) == x) break;
  }
  return text;
}

inline std::string line(const std::string& word) { return word; }
template <class... More>
std::string line(const std::string& word, double x, More... more) {
  return line(word + " " + number(x), more...);
}
inline std::string line(const std::string& word, const std::vector<double>& values) {
  std::string out = word;
  for (double x : values) out += " " + number(x);
  return out;
}

// A law as a deck says it, of q and its rate.
std::string formula(const Law& l, const std::string& q, const std::string& qd, double sign);
// " 1 -2", or " FX = ... ; FY = ..." with the body's rate of turning and, where it has one, its
// frame.
std::string force_components(const PointForce& f, const std::string& phid,
                             const std::string& frame);
// "PENALTY 1000 1.5 0.1"
std::string contact_model(const Contact& c);
// contact1.gap and so on; gap: deformation of the oracle.
void contact_channels(int number, std::size_t gap, const Sample& s,
                      std::map<std::string, double>& out);

}  // namespace hunt

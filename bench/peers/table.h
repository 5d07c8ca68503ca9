// The table of the peers: each row is one job of mbsim and of one peer.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "support/results.h"
#include "support/timing.h"

namespace mbs::bench {

// Of accelerations, relative. MuJoCo loses digits along a chain.
inline constexpr double kAgreement = 1e-6;

// A side of a comparison: its setting, and the error reached there.
struct Side {
  double setting = 0, error = 0;
  bool reached = true;
};

class Table {
 public:
  explicit Table(const char* path) : json_(path, "peers") {
    fmt::print(
        "Simbody is Debian's, built with assertions; an optimised build is 1.6 to 2.7 faster.\n"
        "{:<32}{:<17}{:>10}{:>11}{:>8}{:>9}{:>9}\n",
        "CPU, interleaved batches", "peer", "mbsim us", "peer us", "ratio", "error", "peer's");
  }
  void row(const std::string& job, const std::string& peer, const Pair& p, const Side& own,
           const Side& other) {
    fmt::print("{:<32}{:<17}{:>10.2f}{:>11.2f}{:>8.3f}{:>9.1e}{:>9.1e}\n", job, peer, 1e6 * p.first,
               1e6 * p.second, p.ratio, own.error, other.error);
    std::fflush(stdout);
    json_.row(
        fmt::format("{}, \"mbsim_seconds\": {:.6e}, \"peer_seconds\": {:.6e}, \"ratio\": {:.4f}, "
                    "\"mbsim_error\": {:.2e}, \"peer_error\": {:.2e}, "
                    "\"mbsim_setting\": {:.3g}, \"peer_setting\": {:.3g}",
                    names(job, peer), p.first, p.second, p.ratio, own.error, other.error,
                    own.setting, other.setting));
  }
  void no_ratio(const std::string& job, const std::string& peer, const std::string& why) {
    fmt::print("{:<32}{:<17}no ratio: {}\n", job, peer, why);
    std::fflush(stdout);
    json_.row(fmt::format("{}, \"no_ratio\": \"{}\"", names(job, peer), why));
  }

 private:
  static std::string names(const std::string& job, const std::string& peer) {
    return fmt::format("\"job\": \"{}\", \"peer\": \"{}\"", job, peer);
  }
  JsonRows json_;
};

// The first setting of start, start * factor, ... whose error is at most the target.
template <class Error>
Side loosest(Error error, double target, double start, double factor, int settings) {
  Side best{start, 1e300, false};
  double setting = start;
  for (int k = 0; k < settings; ++k, setting *= factor) {
    const double here = error(setting);
    if (here < best.error) best = {setting, here, here <= target};
    if (best.reached) return best;
  }
  return best;
}

inline double difference(double a, double b) { return std::fabs(a - b) / (1 + std::fabs(b)); }

// Trees and loops of space (space_rows.cpp), chains up to this many bodies.
void space_rows(Table& table, int largest);
// So many random trees and loops of space at one evaluation (random_trees.cpp).
void random_trees(int count);

}  // namespace mbs::bench

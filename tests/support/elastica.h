// The elastica under a force across its tip (tests/data/R10_flexible.json): length 1, EI 1.
#pragma once

#include <algorithm>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <vector>

#include "paths.h"
#include "support/process.h"

namespace mbs::test {

// alpha = P L^2 / EI, then slope, deflection and shortening of the tip.
inline std::vector<double> elastica(double alpha) {
  const auto reference =
      nlohmann::json::parse(read_all(MBSIM_ROOT "/tests/data/R10_flexible.json"));
  const std::vector<std::vector<double>> table = reference.at("cantilever_elastica").at("table");
  const auto row = std::find_if(table.begin(), table.end(),
                                [&](const std::vector<double>& r) { return r[0] == alpha; });
  if (row == table.end()) throw std::runtime_error("no row of the elastica for this force");
  return *row;
}

}  // namespace mbs::test

// Doubts about gears and belts whose wheels start at a distance that does not go with their radii.
// Nothing in the element holds the distance: joints do.
#include <fmt/format.h>

#include <cmath>
#include <optional>
#include <string_view>

#include "deck/tables/tables.h"
#include "program/doubt.h"
#include "run/motion/start.h"
#include "text/units.h"

namespace mbs {

namespace {

// Wheels whose pitch circles are apart, or overlap, by more than this part of their distance.
// Shifted profiles mesh at a distance that differs by less.
constexpr double kApart = 0.05;

double distance_of_centres(const ElementRow& row, const Model& model, const State& state) {
  const auto x = [&](std::size_t n, int c) {
    return state.x[model.nodes[static_cast<std::size_t>(row.nodes[n])].first + c];
  };
  double d[2] = {x(0, 0) - x(2, 0), x(0, 1) - x(2, 1)};
  for (const std::size_t body : {std::size_t{0}, std::size_t{1}}) {
    const double phi = x(2 * body + 1, 0), way = body == 0 ? 1 : -1;
    const double xi = row.columns[3 * body], eta = row.columns[3 * body + 1];
    d[0] += way * (std::cos(phi) * xi - std::sin(phi) * eta);
    d[1] += way * (std::sin(phi) * xi + std::cos(phi) * eta);
  }
  return std::hypot(d[0], d[1]);
}

}  // namespace

std::vector<Doubt> doubts_of_gears(const Tables& tables, const Model& model) {
  std::vector<Doubt> out;
  std::optional<State> state;
  for (const ElementRow& row : tables.elements) {
    const bool is_gear = row.spec->keyword == "PLGEAR";
    if (!is_gear && row.spec->keyword != "PLBELT") continue;
    if (!state) state = state_at_rest(model, tables.time.start);
    const double distance = distance_of_centres(row, model, *state);
    const double ra = row.columns[2], rb = row.columns[5];
    const std::string_view length = tables.units().length;
    if (is_gear && std::fabs(distance - std::fabs(ra + rb)) > kApart * std::fabs(ra + rb))
      out.push_back(
          {row.where, row.label, fmt::format("its centres start {:.6g} {} apart", distance, length),
           fmt::format("the radii {:.6g} and {:.6g} mesh at {:.6g}", ra, rb, std::fabs(ra + rb))});
    // rb < 0: crossed.
    if (!is_gear && distance < (1 - kApart) * std::fabs(ra - rb))
      out.push_back({row.where, row.label,
                     fmt::format("its centres start {:.6g} {} apart", distance, length),
                     fmt::format("a belt round the radii {:.6g} and {:.6g} takes more than {:.6g}",
                                 ra, rb, std::fabs(ra - rb))});
  }
  return out;
}

}  // namespace mbs

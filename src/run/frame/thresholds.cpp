#include "run/frame/thresholds.h"

#include <fmt/format.h>

namespace mbs {

namespace {

bool within(std::string_view option, double threshold, std::string_view figure, double value,
            Diagnostics& diagnostics) {
  if (threshold == 0 || value <= threshold) return true;
  diagnostics.error({}, "audit", fmt::format("{} is {:.2e}", figure, value),
                    fmt::format("{}={} allows no more", option, threshold));
  return false;
}

}  // namespace

bool within_thresholds(const Options& options, const AuditFigures& figures,
                       Diagnostics& diagnostics) {
  const ResidualAudit::Residual& r = figures.residual;
  bool good = within("residual", options.residual, "the largest position residual", r.position,
                     diagnostics);
  good &= within("residual", options.residual, "the largest velocity residual", r.velocity,
                 diagnostics);
  good &= within("residual", options.residual, "the largest acceleration residual", r.acceleration,
                 diagnostics);
  if (options.energy > 0 && !figures.has_energies)
    diagnostics.warning({}, "audit", "a kinematic run has no energies",
                        "the option energy was not used");
  else if (figures.balance != 0)
    good &= within("energy", options.energy, "the energy balance over the largest energy",
                   figures.balance / figures.energy_scale, diagnostics);
  if (options.momentum > 0 && !figures.has_energies)
    diagnostics.warning({}, "audit", "a kinematic run has no momenta",
                        "the option momentum was not used");
  else
    good &= within("momentum", options.momentum, "the rate of momentum against external forces",
                   figures.momentum_gap, diagnostics);
  return good;
}

}  // namespace mbs

// The methods behind make_integrator(). Each is complete in its own file.
#pragma once

#include <memory>

#include "integrate/integrator.h"

namespace mbs {

std::unique_ptr<Integrator> make_heun(const OdeSystem&, const IntegratorSettings&);
std::unique_ptr<Integrator> make_rk4(const OdeSystem&, const IntegratorSettings&);
std::unique_ptr<Integrator> make_dop853(const OdeSystem&, const IntegratorSettings&);
std::unique_ptr<Integrator> make_adams(const OdeSystem&, const IntegratorSettings&);
std::unique_ptr<Integrator> make_rodasp(const OdeSystem&, const IntegratorSettings&);
std::unique_ptr<Integrator> make_generalised_alpha(const OdeSystem&, const IntegratorSettings&);

}  // namespace mbs

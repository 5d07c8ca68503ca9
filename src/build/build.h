// Tables + element registry -> const Model and its first Phase. Errors go to `diagnostics` with the
// deck line of the row; nullopt if there was one.
#pragma once

#include <optional>

#include "base/diagnostics.h"
#include "model/built.h"

namespace mbs {

struct Tables;

std::optional<Built> build_model(const Tables& tables, Diagnostics& diagnostics);

}  // namespace mbs

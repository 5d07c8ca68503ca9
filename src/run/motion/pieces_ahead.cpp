#include "run/motion/pieces_ahead.h"

#include <fmt/format.h>

namespace mbs {

void warn_of_unknown_pieces(const PiecesAhead& ahead, double until, PiecesOrigin& origin,
                            Diagnostics& diagnostics) {
  const double from = ahead.gave_up_at();
  if (until <= from || std::exchange(origin.is_unknown_said, true)) return;
  diagnostics.warning(
      origin.where, origin.name,
      fmt::format("from t = {:.9g} on it is not known where it jumps, has a kink or changes within "
                  "a short time: {} looks did not show it",
                  from, TimePieces::kMostLooks),
      "there only the values at the steps are seen; write it with fewer changes (a smaller factor "
      "of t, a table with fewer rows) or end the run before");
}

}  // namespace mbs

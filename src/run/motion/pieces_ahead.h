// The pieces of a function of time from the present one on, as far as they have been asked for.
#pragma once

#include <cstddef>
#include <deque>
#include <string>
#include <utility>

#include "base/diagnostics.h"
#include "base/source_location.h"
#include "text/time_pieces.h"

namespace mbs {

class PiecesAhead {
 public:
  explicit PiecesAhead(TimePieces pieces) : pieces_(std::move(pieces)) {}

  // The k-th piece from the present one on; null where the pieces end before.
  const TimePiece* at(std::size_t k) {
    while (known_.size() <= k && !over_) {
      TimePiece piece;
      over_ = !pieces_.next(piece);
      if (!over_) known_.push_back(piece);
    }
    return k < known_.size() ? &known_[k] : nullptr;
  }
  // The next piece becomes the present one.
  void pass() { known_.pop_front(); }
  // See TimePieces.
  double gave_up_at() const { return pieces_.gave_up_at(); }
  TimeFunction& function() { return pieces_.function(); }
  double tolerance() const { return pieces_.tolerance(); }

 private:
  TimePieces pieces_;
  std::deque<TimePiece> known_;
  bool over_ = false;
};

// The name and the line of the load, law or motion that an expression belongs to.
struct PiecesOrigin {
  std::string name;
  SourceLocation where;
  bool is_unknown_said = false;
};

// Warns once where pieces up to `until` are relied on and some of them are not known.
void warn_of_unknown_pieces(const PiecesAhead& ahead, double until, PiecesOrigin& origin,
                            Diagnostics& diagnostics);

}  // namespace mbs

#include "text/time_pieces.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/tolerances.h"
#include "linalg/chebyshev.h"

namespace mbs {

namespace {

// Near the ends of a stretch rounding decides: width in units of rounding of the time.
constexpr double kUnsure = 64;
// Stretches below this part of the whole time are not halved.
constexpr double kShortest = 1e-10;
// The curvature is resolved if the last coefficients of its Chebyshev polynomial are below this
// part of its size: a piece then has at most three quarters of a period.
constexpr double kResolved = 1e-3;
// The curvature may be this many times larger than at the nine points.
constexpr double kUnseen = 4;
// The second derivative of a motion may vary between the points by this part of its size.
constexpr double kUnseenMotion = 1e-2;
// Largest length of a piece, as part of the whole time, if the range of derivatives (kBlind) or
// also of values (kQuiteBlind) is infinite.
constexpr double kBlind = 1.0 / 64, kQuiteBlind = 1.0 / 1024;
// Most halvings of a stretch for its range: the range of a stretch is wider than the ranges of its
// halves together.
constexpr int kPartings = 6;
// Number of parts for the first estimate of the size of the function.
constexpr int kFirstLooks = 32;
// Values on both sides of a known time are equal if they differ by less than this part, or by less
// than kExplained times what their rates make of the time between them: t^2 is 0 at its beginning.
constexpr double kSame = 1e-9;
constexpr double kExplained = 10;

double unsure_at(double from, double to) {
  return kUnsure * tolerance::epsilon * std::max(std::fabs(from), std::fabs(to));
}

// explained: the change that the rates beside a and b make between them.
bool differ(double a, double b, double size, double explained = 0) {
  return !(std::fabs(a - b) <= kSame * std::max({std::fabs(a), std::fabs(b), size}) + explained) &&
         (std::isfinite(a) || std::isfinite(b));
}

}  // namespace

TimePieces::TimePieces(TimeFunction function, TimeUse use, double from, double to, double tolerance)
    : function_(std::move(function)), use_(use), span_(to - from), tolerance_(tolerance) {
  if (!(span_ > 0)) return;
  const Series range = function_.range({from, to});
  const Bound& acts = use == TimeUse::force ? range.value : range.second;
  if (acts.is_finite()) scale_ = acts.size();
  if (scale_ > 0) tolerance_ *= std::min(1.0, scale_ * span_);
  for (int k = 0; k <= kFirstLooks; ++k) note(function_.at(from + span_ * k / kFirstLooks));
  ahead_.push_back({from, to, TimePiece::End::plain, to});
  // A comparison may change directly after the beginning.
  const double behind = from + 2 * unsure_at(from, to);
  if (behind < to && end_between(from, behind) == TimePiece::End::jump) {
    ahead_.back().from = behind;
    ahead_.push_back({from, from, TimePiece::End::jump, behind});
  }
  // Or directly before the end, where a method evaluates the function for its last step.
  const double before = to - 2 * unsure_at(from, to);
  if (before > ahead_.front().from && end_between(before, to) == TimePiece::End::jump) {
    ahead_.front().to = before;
    ahead_.front().end = TimePiece::End::jump;
  }
}

bool TimePieces::next(TimePiece& piece) {
  if (!std::exchange(has_waiting_, false) && !find(waiting_)) return false;
  piece = waiting_;
  // Consecutive quiet pieces become one.
  while (!piece.active && piece.end == TimePiece::End::plain && find(waiting_)) {
    if (waiting_.active) {
      has_waiting_ = true;
      break;
    }
    piece.to = waiting_.to;
    piece.end = waiting_.end;
    piece.next = waiting_.next;
  }
  return true;
}

bool TimePieces::find(TimePiece& piece) {
  while (!ahead_.empty()) {
    const Node node = ahead_.back();
    ahead_.pop_back();
    piece = {node.from, node.to, false, node.end, node.next};
    if (!(node.to > node.from)) return true;
    if (++looks_ > kMostLooks) {
      gave_up_at_ = std::min(gave_up_at_, node.from);
      return true;
    }
    const double unsure = unsure_at(node.from, node.to), length = node.to - node.from;
    const bool shortest = length <= std::max(kShortest * span_, 8 * unsure);
    const Series range = function_.range({node.from + unsure, node.to - unsure});
    // A quantity that is constant stays on its side: max(t - a, t - b).
    const std::vector<Switch>& switches = function_.switches();
    if (std::any_of(switches.begin(), switches.end(),
                    [](const Switch& one) { return !(one.slope.size() == 0); })) {
      if (cut(node)) continue;
      if (!shortest) {
        halve(node);
        continue;
      }
      if (piece.end == TimePiece::End::plain) piece.end = TimePiece::End::kink;
      return true;
    }
    const Look seen = look(node, range);
    if (seen == Look::unresolved && !shortest) {
      halve(node);
      continue;
    }
    piece.active = seen == Look::active;
    return true;
  }
  return false;
}

void TimePieces::halve(const Node& node) {
  const double middle = 0.5 * (node.from + node.to);
  ahead_.push_back({middle, node.to, node.end, node.next});
  ahead_.push_back({node.from, middle, TimePiece::End::plain, middle});
}

// Cuts the node at a switch that is monotonic over it; false if there is none.
bool TimePieces::cut(const Node& node) {
  const std::vector<Switch> found = function_.switches();
  for (const Switch& which : found) {
    if (which.slope.contains(0)) continue;
    double a = node.from, b = node.to;
    if (function_.is_above(which, a) == function_.is_above(which, b)) continue;
    locate(which, a, b);
    const double unsure = unsure_at(node.from, node.to);
    if (a - node.from <= unsure || node.to - b <= unsure) continue;
    // The change may come one double later or earlier: max(t - 5, 0), as a condition, is still 0 at
    // 5.
    TimePiece::End end = end_between(a, b);
    for (const double way : {HUGE_VAL, -HUGE_VAL}) {
      if (end != TimePiece::End::plain) break;
      const double c = way > 0 ? b : std::nextafter(a, way),
                   d = way > 0 ? std::nextafter(b, way) : a;
      end = end_between(c, d);
      if (end != TimePiece::End::plain) a = c, b = d;
    }
    // A value that holds at one time alone counts for nothing: sign(t - 5) is 0 at 5.
    if (end == TimePiece::End::jump) {
      const double c = std::nextafter(a, -HUGE_VAL), d = std::nextafter(b, HUGE_VAL);
      if (c > node.from && end_between(c, a) == end) a = c;
      if (d < node.to && end_between(b, d) == end) b = d;
    }
    ahead_.push_back({b, node.to, node.end, node.next});
    ahead_.push_back({node.from, a, end, b});
    return true;
  }
  return false;
}

void TimePieces::locate(const Switch& which, double& a, double& b) {
  const bool below = function_.is_above(which, a);
  while (true) {
    const double middle = a + 0.5 * (b - a);
    if (!(middle > a && middle < b)) return;
    (function_.is_above(which, middle) == below ? a : b) = middle;
  }
}

TimePiece::End TimePieces::end_between(double a, double b) {
  const DerivativesAlong before = function_.at(a), behind = function_.at(b);
  // The switch belongs to a branch that does not count.
  if (before.value == behind.value && before.first == behind.first &&
      before.second == behind.second)
    return TimePiece::End::plain;
  // Compared with the values seen so far: the range over the whole time may come from branches that
  // never count.
  if (use_ == TimeUse::force)
    return differ(before.value, behind.value, seen_) ? TimePiece::End::jump : TimePiece::End::kink;
  const auto explained = [&](double rate, double other) {
    return kExplained * (b - a) * std::max(std::fabs(rate), std::fabs(other));
  };
  const bool jumps =
      differ(before.value, behind.value, 0, explained(before.first, behind.first)) ||
      differ(before.first, behind.first, seen_rate_, explained(before.second, behind.second)) ||
      differ(before.second, behind.second, seen_);
  return jumps ? TimePiece::End::jump : TimePiece::End::kink;
}

void TimePieces::note(const DerivativesAlong& here) {
  const double acts = std::fabs(use_ == TimeUse::force ? here.value : here.second);
  const double rate = std::fabs(here.first);
  if (std::isfinite(acts)) seen_ = std::max(seen_, acts);
  if (std::isfinite(rate)) seen_rate_ = std::max(seen_rate_, rate);
}

TimePieces::Look TimePieces::look(const Node& node, const Series& range) {
  const double length = node.to - node.from;
  const bool is_force = use_ == TimeUse::force;
  const double chord = length * length / 8;
  if (is_force ? range.second.size() * chord * length <= tolerance_ ||
                     range.value.width() * length <= tolerance_
               : range.second.width() * length <= tolerance_)
    return Look::quiet;
  Chebyshev::Values seen{};
  double least = HUGE_VAL, most = -HUGE_VAL, low = HUGE_VAL, high = -HUGE_VAL;
  int known = 0;
  for (std::size_t k = 0; k < seen.size(); ++k) {
    // Points lie inside: at the ends another branch may count.
    const double s = (1 - kSame) * Chebyshev::points()[k];
    const DerivativesAlong here = function_.at(0.5 * (node.from + node.to) + 0.5 * length * s);
    seen[k] = here.second;
    note(here);
    if (std::isfinite(here.value)) {
      low = std::min(low, here.value);
      high = std::max(high, here.value);
    }
    if (!std::isfinite(seen[k])) continue;
    ++known;
    least = std::min(least, seen[k]);
    most = std::max(most, seen[k]);
  }
  if (known == 0 && low > high) return Look::quiet;  // NaN everywhere
  if (known < static_cast<int>(seen.size())) return Look::unresolved;
  const double size = std::max(std::fabs(least), std::fabs(most));
  const double acting = is_force ? size : most - least;
  if (!(Chebyshev(seen).tail() <= kResolved * acting)) return Look::unresolved;
  if (!range.second.is_finite()) {
    if (length > (range.value.is_finite() ? kBlind : kQuiteBlind) * span_) return Look::unresolved;
    // With infinite slopes the range of values still shows what the points miss.
    if (range.value.is_finite() && range.value.width() > kUnseen * (high - low))
      return Look::unresolved;
    return Look::active;
  }
  Bound all{least, most};
  const double allowed = is_force ? kUnseen * size : kUnseen * acting + kUnseenMotion * size;
  const double unsure = unsure_at(node.from, node.to);
  return is_seen(range.second, {node.from + unsure, node.to - unsure}, allowed, all, kPartings)
             ? Look::active
             : Look::unresolved;
}

bool TimePieces::is_seen(const Bound& second, const Bound& stretch, double allowed, Bound& all,
                         int partings) {
  const Bound sum = hull(all, second);
  if ((use_ == TimeUse::force ? sum.size() : sum.width()) <= allowed) {
    all = sum;
    return true;
  }
  if (partings == 0) return false;
  const double middle = 0.5 * (stretch.lo + stretch.hi);
  for (const Bound part : {Bound{stretch.lo, middle}, Bound{middle, stretch.hi}}) {
    ++looks_;
    if (!is_seen(function_.range(part).second, part, allowed, all, partings - 1)) return false;
  }
  return true;
}

}  // namespace mbs

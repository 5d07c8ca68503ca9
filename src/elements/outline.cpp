#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "elements/contact_polyline.h"
#include "text/number.h"

namespace mbs {

namespace {

// A corner that turns by no more than this [rad] is taken as straight.
constexpr double kStraightCorner = 1e-9;

constexpr int kFewSides = 12;  // up to so many sides are looked at one by one

// From a clockwise to b, from -pi to pi.
double right_turn(const Vec2& a, const Vec2& b) { return std::atan2(cross(b, a), dot(a, b)); }

double area(const std::vector<Vec2>& vertices) {
  double twice = 0;
  for (std::size_t k = 0; k < vertices.size(); ++k)
    twice += cross(minus(vertices[k], vertices[0]),
                   minus(vertices[(k + 1) % vertices.size()], vertices[0]));
  return twice / 2;
}

}  // namespace

double Outline::height(int k, const Vec2& q) const {
  return dot(side_[k].n, minus(q, side_[k].start));
}

double Outline::along(int k, const Vec2& q) const {
  return dot(side_[k].t, minus(q, side_[k].start));
}

std::string Outline::make(std::vector<Vec2> vertices, bool closed, bool thin, double r) {
  vertex_ = std::move(vertices);
  closed_ = closed;
  r_ = r;
  // The body of a polygon is inside, whichever way round it is given.
  const double inside = closed && !thin ? area(vertex_) : -1;
  if (inside == 0) return "it has no inside";
  if (inside > 0) std::reverse(vertex_.begin() + 1, vertex_.end());
  if (std::string problem = make_sides(thin); !problem.empty()) return problem;
  size_ = r;
  for (const Vec2& v : vertex_) size_ = std::max({size_, std::fabs(v[0]), std::fabs(v[1])});
  make_search();
  return {};
}

// Corners that are straight are left out.
std::string Outline::make_sides(bool thin) {
  const std::size_t n = vertex_.size(), last = closed_ ? n : n - 1;
  side_.clear();
  for (std::size_t k = 0; k < last; ++k) {
    const Vec2 way = minus(vertex_[(k + 1) % n], vertex_[k]);
    const double length = std::hypot(way[0], way[1]);
    if (!(length > 0))
      return fmt::format("two vertices that follow each other are at ({}, {})", vertex_[k][0],
                         vertex_[k][1]);
    const Vec2 t = {way[0] / length, way[1] / length};
    side_.push_back({vertex_[k], t, left(t), length});
  }
  double sum = 0;
  for (std::size_t k = 0; k < side_.size(); ++k) {
    const bool is_last = k + 1 == side_.size();
    if (is_last && !closed_) break;
    const std::size_t next = is_last ? 0 : k + 1;
    double& turn = side_[k].turn;
    turn = thin ? kPi : right_turn(side_[k].t, side_[next].t);
    if (turn < -kStraightCorner)
      return fmt::format("its corner at ({}, {}) is hollow: a wheel there touches two sides",
                         side_[next].start[0], side_[next].start[1]);
    sum += turn;
  }
  if (!closed_ && sum >= kPi) return "it turns back: its first and its last side would cross";
  if (closed_ && sum > 3 * kPi) return "it goes round more than once";
  for (std::size_t k = 0; k < side_.size();) {
    const bool straight = std::fabs(side_[k].turn) <= kStraightCorner &&
                          (k + 1 < side_.size() || closed_) && side_.size() > 1;
    if (!straight) {
      ++k;
      continue;
    }
    const std::size_t next = k + 1 == side_.size() ? 0 : k + 1;
    if (next == 0) break;  // the first vertex of a polygon stays
    side_[k].length += side_[next].length;
    side_[k].turn = side_[next].turn;
    side_.erase(side_.begin() + static_cast<std::ptrdiff_t>(next));
  }
  double S = 0, heading = 0;
  for (Side& side : side_) {
    side.S = S;
    side.heading = heading;
    side.half_tan = std::tan(side.turn / 2);
    S += side.length + r_ * side.turn;
    heading += side.turn;
  }
  perimeter_ = S;
  return {};
}

void Outline::make_search() {
  order_.clear();
  middle_ = {};
  if (!closed_) {
    middle_ = {side_.front().t[0] + side_.back().t[0], side_.front().t[1] + side_.back().t[1]};
    for (const Side& side : side_) order_.push_back(dot(middle_, side.start));
    return;
  }
  for (const Side& side : side_)
    for (std::size_t i = 0; i < 2; ++i) middle_[i] += side.start[i] / count();
  const Vec2 from = minus(side_[0].start, middle_);
  for (const Side& side : side_) {
    const double angle = right_turn(from, minus(side.start, middle_));
    order_.push_back(angle < 0 ? angle + 2 * kPi : angle);
  }
}

int Outline::highest_side(const Vec2& q) const {
  int best = 0;
  for (int k = 1; k < count(); ++k)
    if (height(k, q) > height(best, q)) best = k;
  return best;
}

// A side that q is in front of, if there is one: the side below q, or the side between q and the
// middle.
int Outline::visible_side(const Vec2& q) const {
  if (count() <= kFewSides) return highest_side(q);
  double place = dot(middle_, q);
  if (closed_) {
    place = right_turn(minus(side_[0].start, middle_), minus(q, middle_));
    if (place < 0) place += 2 * kPi;
  }
  const auto above = std::upper_bound(order_.begin(), order_.end(), place);
  const int k = std::max(static_cast<int>(above - order_.begin()) - 1, 0);
  return height(k, q) > 0 ? k : highest_side(q);
}

// Searches the sides in front of q that turn by less than a right angle from the side where the
// search begins. Sides before the nearest place end behind q, sides after it begin in front of q.
int Outline::nearest(const Vec2& q) const {
  const int n = count(), from = visible_side(q);
  const bool thin = closed_ && n == 2;
  if (!thin && !(height(from, q) > 0)) return 2 * from;
  const double s = along(from, q);
  if (s >= 0 && s <= side_[from].length) return 2 * from;
  const int way = s < 0 ? -1 : 1;
  const auto turned = [&](int steps) {
    const int k = from + way * steps, j = wrapped(k);
    const double rounds = k < 0 ? -1 : k >= n ? 1 : 0;
    return way * (side_[j].heading - side_[from].heading + rounds * 2 * kPi);
  };
  const auto goes_on = [&](int steps) {
    const int j = wrapped(from + way * steps);
    return turned(steps) <= kPi / 2 && height(j, q) > 0 &&
           (way > 0 ? along(j, q) > 0 : along(j, q) < side_[j].length);
  };
  int low = 0, high = closed_ ? n : way > 0 ? n - from : from + 1;  // high does not go on
  while (high - low > 1) {
    const int steps = low + (high - low) / 2;
    (goes_on(steps) ? low : high) = steps;
  }
  const int side = wrapped(from + way * low);
  const double here = along(side, q);
  int piece = 2 * side;
  const bool is_end = !closed_ && (way > 0 ? side == n - 1 : side == 0);
  if (!is_end && way > 0 && here > side_[side].length) piece = 2 * side + 1;
  if (!is_end && way < 0 && here < 0) piece = 2 * wrapped(side - 1) + 1;
  return sharpened(piece, q);
}

// For a point a corner is replaced by the higher of its two sides.
int Outline::sharpened(int piece, const Vec2& q) const {
  if (r_ > 0 || piece % 2 == 0) return piece;
  const int side = piece / 2, next = wrapped(side + 1);
  return height(side, q) >= height(next, q) ? 2 * side : 2 * next;
}

Outline::Place Outline::place(int piece, const Vec2& q) const {
  const Side& side = side_[piece / 2];
  const Vec2 away = minus(q, side.start);
  if (piece % 2 == 0) return {dot(side.n, away), side.S + dot(side.t, away), side.n, side.t};
  const Vec2 far = minus(q, side_[wrapped(piece / 2 + 1)].start);
  Place out;
  out.on_corner = true;
  out.d = std::hypot(far[0], far[1]);
  out.n = {far[0] / out.d, far[1] / out.d};
  out.t = {out.n[1], -out.n[0]};
  out.S = side.S + side.length + r_ * right_turn(side.n, out.n);
  return out;
}

// In front of a side, the borders for a wheel are perpendicular to the side at its ends. Behind a
// side, and for a point, the border is half way between two sides.
Outline::Margins Outline::margins(int piece, const Vec2& q) const {
  Margins out;
  const int k = piece / 2;
  const Side& side = side_[k];
  if (piece % 2 == 1) {
    const Vec2 far = minus(q, side_[wrapped(k + 1)].start);
    out.back = dot(side.t, far);
    out.forth = -dot(side_[wrapped(k + 1)].t, far);
    return out;
  }
  const double s = along(k, q), h = height(k, q), lean = r_ > 0 ? std::min(h, 0.0) : h;
  if (closed_ || k > 0) out.back = s + lean * side_[wrapped(k - 1)].half_tan;
  if (closed_ || k + 1 < count()) out.forth = side.length - s + lean * side.half_tan;
  return out;
}

int Outline::beside(int piece, int way, const Vec2& q) const {
  const int k = piece / 2;
  if (piece % 2 == 1) return way < 0 ? 2 * k : 2 * wrapped(k + 1);
  const bool round = r_ > 0 && height(k, q) > 0;
  if (way > 0) return round ? piece + 1 : 2 * wrapped(k + 1);
  return 2 * wrapped(k - 1) + (round ? 1 : 0);
}

}  // namespace mbs

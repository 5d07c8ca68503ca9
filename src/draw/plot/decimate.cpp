#include "draw/plot/decimate.h"

#include <array>
#include <unordered_set>

namespace mbs {

namespace {

bool is_finite(Vec p) { return std::isfinite(p.x) && std::isfinite(p.y); }

void thin_columns(const Vec* from, const Vec* to, std::vector<Vec>& out) {
  while (from < to) {
    const double column = std::floor(from->x);
    const Vec* last = from;
    const Vec *low = from, *high = from;
    while (last + 1 < to && std::floor(last[1].x) == column) {
      ++last;
      if (last->y < low->y) low = last;
      if (last->y > high->y) high = last;
    }
    std::array<const Vec*, 4> kept = {from, low, high, last};
    std::sort(kept.begin(), kept.end());
    for (std::size_t k = 0; k < kept.size(); ++k)
      if (k == 0 || kept[k] != kept[k - 1]) out.push_back(*kept[k]);
    from = last + 1;
  }
}

void thin_near(const Vec* from, const Vec* to, std::vector<Vec>& out) {
  constexpr double kNear = 0.35;
  const auto [left, right] = std::minmax_element(from, to, [](Vec a, Vec b) { return a.x < b.x; });
  const auto [low, high] = std::minmax_element(from, to, [](Vec a, Vec b) { return a.y < b.y; });
  for (const Vec* p = from; p < to; ++p)
    if (p == from || p + 1 == to || p == left || p == right || p == low || p == high ||
        length(*p - out.back()) >= kNear)
      out.push_back(*p);
}

// For a curve that fills an area: drops the pieces over places that are drawn already.
void drop_hidden(const std::vector<Vec>& points, std::vector<std::vector<Vec>>& out) {
  constexpr double kCell = 0.8;
  std::unordered_set<long long> seen;
  auto mark = [&](Vec p) {
    return seen
        .insert(static_cast<long long>(std::floor(p.x / kCell)) * 1'000'003 +
                static_cast<long long>(std::floor(p.y / kCell)))
        .second;
  };
  bool down = false;
  for (std::size_t k = 1; k < points.size(); ++k) {
    const Vec from = points[k - 1], along = points[k] - from;
    const int steps = 1 + static_cast<int>(length(along) / kCell);
    bool is_new = false;
    for (int m = 0; m <= steps; ++m)
      if (mark(from + (1.0 * m / steps) * along)) is_new = true;
    if (is_new && !down) out.push_back({from});
    if (is_new) out.back().push_back(points[k]);
    down = is_new;
  }
}

}  // namespace

std::vector<std::vector<Vec>> decimate(const std::vector<Vec>& points) {
  bool grows = true;
  double before = -HUGE_VAL;
  for (const Vec p : points) {
    if (!is_finite(p)) continue;
    grows &= p.x >= before;
    before = p.x;
  }
  std::vector<std::vector<Vec>> out;
  const Vec *at = points.data(), *const end = at + points.size();
  while (at < end) {
    while (at < end && !is_finite(*at)) ++at;
    const Vec* piece_end = at;
    while (piece_end < end && is_finite(*piece_end)) ++piece_end;
    if (at == piece_end) break;
    out.emplace_back();
    (grows ? thin_columns : thin_near)(at, piece_end, out.back());
    constexpr std::size_t kMany = 20'000;
    if (!grows && out.back().size() > kMany) {
      const std::vector<Vec> all = std::move(out.back());
      out.pop_back();
      drop_hidden(all, out);
    }
    at = piece_end;
  }
  return out;
}

}  // namespace mbs

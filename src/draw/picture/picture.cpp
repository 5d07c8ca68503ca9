#include "draw/picture/picture.h"

#include <fmt/format.h>

#include "base/index.h"
#include "draw/picture/moving.h"
#include "draw/plot/ticks.h"
#include "draw/scene/drawn_tolerances.h"
#include "draw/scene/svg.h"

namespace mbs {

namespace {

constexpr double kMargin = 14;        // pixels around a panel
constexpr double kTimeHeight = 18;    // of the line with the time
constexpr double kMostHeight = 1.35;  // of a single picture, relative to its width
// longest arrow relative to the diagonal of the mechanism's box
constexpr double kForceLength = 0.24;

// The arrangement of equal panels in rows.
struct Grid {
  int columns = 1, rows = 1;
  double panel_width = 0, panel_height = 0, pixel = 1;
};

Grid arrange(int count, const Box& box, double width, double foot) {
  Grid best;
  double largest = -1;
  for (int columns = 1; columns <= count; ++columns) {
    Grid grid;
    grid.columns = columns;
    grid.rows = (count + columns - 1) / columns;
    grid.panel_width = width / columns;
    const double across = grid.panel_width - 2 * kMargin;
    const double most = (count == 1 ? kMostHeight : 1.1) * width / grid.rows;
    const double up = std::max(20.0, most - 2 * kMargin - foot);
    if (across < 20) break;
    grid.pixel = std::max(box.width() / across, box.height() / up);
    grid.panel_height = box.height() / grid.pixel + 2 * kMargin + foot;
    // The best grid has the largest scale; among similar ones a flat picture and full rows are
    // better.
    const double empty = grid.rows * columns - count;
    const double score = 1 / grid.pixel * (1 - 0.05 * empty / count) *
                         (grid.rows * grid.panel_height > 0.75 * width && count > 1 ? 0.7 : 1.0);
    if (score > largest) largest = score, best = grid;
  }
  return best;
}

std::string draw_groups(const Drawing& drawing, const double* q, const View& view, bool moving) {
  std::string out;
  for (const Group& group : drawing.groups)
    if (group.moves == moving)
      for (const Mark& mark : carried(group, q, drawing.near)) out += svg_mark(mark, view);
  return out;
}

std::string draw_forces(const Scene& scene, const RunFrame& frame, double largest, double longest,
                        const SymbolSize& size, const View& view) {
  const ForcePicture forces = make_forces(scene, frame, largest, longest, size);
  std::string out;
  for (const Mark& mark : forces.arrows) out += svg_mark(mark, view);
  for (const Caption& caption : forces.captions) out += svg_caption(caption, frame.x.data(), view);
  return out;
}

}  // namespace

Box with_room(Box box) {
  if (box.empty()) box.add(Vec{});
  const double size = box.diagonal();
  if (!(size > tolerance::no_extent * (1 + length(box.low)))) {
    box.add(box.low, 0.5);
    return box;
  }
  const double room = 0.055 * size;
  const Vec low = box.low, high = box.high;
  box.add(low, room);
  box.add(high, room);
  return box;
}

std::string draw_path(const TracedPath& path, std::size_t k, const View& view) {
  std::string out;
  Mark mark = polyline(std::span<const Vec>(), body_colour(k + 3).line, 1.3);
  mark.style.dash = "5 3";
  Vec last{HUGE_VAL, 0};
  bool gap = true;
  for (const Vec p : path.points) {
    if (!std::isfinite(p.x) || !std::isfinite(p.y)) {
      gap = true;
      continue;
    }
    if (!gap && length(p - last) < 0.35 * view.pixel) continue;
    mark.steps.push_back({gap ? 'M' : 'L', p});
    last = p, gap = false;
  }
  return mark.steps.size() < 2 ? std::string() : svg_mark(mark, view);
}

std::string scale_bar(const View& view, Vec at, double room, const std::string& unit) {
  const double metres = nice_below(0.5 * room * view.pixel);
  if (!(metres > 0)) return {};
  const double pixels = metres / view.pixel;
  return fmt::format("<path d=\"M{0} {1}v4h{2}v-4\" fill=\"none\" stroke=\"#777\"/>\n",
                     svg_number(at.x), svg_number(at.y - 4), svg_number(pixels)) +
         svg_text({{at.x + pixels + 5, at.y + 1},
                   with_unit_behind(fmt::format("{:.4g}", metres), unit),
                   "#777",
                   10,
                   1,
                   true});
}

std::string picture_svg(const Scene& scene, const Recording& recording,
                        const PictureRequest& request) {
  const auto& frames = request.frames;
  Box box = bounds(scene, frames, request.paths);
  const double largest = request.forces ? largest_force(scene, frames) : 0;
  box = with_room(box);
  double longest = kForceLength * box.diagonal();
  if (largest > 0) {
    const double letters = 40 * box.diagonal() / request.width;
    for (const RunFrame* frame : frames)
      for (const Caption& caption : make_forces(scene, *frame, largest, longest, {}).captions) {
        const Vec head = caption.place.at(frame->x.data());
        box.add(head, 0.3 * letters);
        box.add(head + Vec{(caption.side >= 0 ? 1 : 0) * letters, 0});
        box.add(head - Vec{(caption.side <= 0 ? 1 : 0) * letters, 0});
      }
  }
  const bool panels = request.kind == PictureKind::panels;
  const int count = panels ? count_of(frames) : 1;
  const bool timed = panels && count > 1;
  const double foot = timed ? kTimeHeight : 0;
  const Grid grid = arrange(count, box, request.width, foot);
  const double bar = 18;
  const double width = grid.columns * (box.width() / grid.pixel + 2 * kMargin);
  const double panel_width = width / grid.columns;
  const double height = grid.rows * grid.panel_height + bar;
  const SymbolSize size =
      symbol_size(scene, box, grid.pixel, std::hypot(panel_width, grid.panel_height));
  const Drawing drawing = make_drawing(scene, recording.frames, box, size, *frames.front());
  std::string out = svg_begin(width, height, request.title);
  for (int k = 0; k < count; ++k) {
    const Vec corner{(k % grid.columns) * panel_width + kMargin,
                     (k / grid.columns) * grid.panel_height + kMargin + box.height() / grid.pixel};
    const View view{box.low, corner, grid.pixel};
    const RunFrame& frame = *frames[k];
    const double* q = frame.x.data();
    out += draw_groups(drawing, q, view, false);
    for (std::size_t p = 0; p < request.paths.size(); ++p)
      out += draw_path(request.paths[p], p, view);
    if (request.kind == PictureKind::moving) {
      out += moving_groups(drawing, frames, view);
    } else if (request.kind == PictureKind::onion) {
      for (std::size_t f = 0; f < frames.size(); ++f) {
        const double part =
            frames.size() < 2 ? 1 : static_cast<double>(f) / static_cast<double>(frames.size() - 1);
        out += fmt::format("<g opacity=\"{}\">\n", svg_number(0.22 + 0.78 * part * part)) +
               draw_groups(drawing, frames[f]->x.data(), view, true) + "</g>\n";
      }
    } else {
      out += draw_groups(drawing, q, view, true);
    }
    if (panels) out += draw_forces(scene, frame, largest, longest, size, view);
    if (panels && k == 0 && panel_width > 190 && !(largest > 0))
      for (const Caption& caption : drawing.captions) out += svg_caption(caption, q, view);
    if (timed)
      out += svg_text({{corner.x + box.width() / grid.pixel / 2, corner.y + kMargin + 8},
                       with_unit_behind(fmt::format("t = {:.3g}", frame.t), scene.time_unit),
                       "#333",
                       11,
                       0});
    else if (panels)
      out += svg_text({{width - kMargin, height - 8},
                       with_unit_behind(fmt::format("t = {:.3g}", frame.t), scene.time_unit),
                       "#777",
                       10,
                       -1,
                       true});
  }
  if (request.kind == PictureKind::onion || !request.caption.empty())
    out += svg_text({{width - kMargin, height - 8},
                     !request.caption.empty()
                         ? request.caption
                         : with_unit_behind(fmt::format("t = {:.3g} to {:.3g}", frames.front()->t,
                                                        frames.back()->t),
                                            scene.time_unit),
                     "#777",
                     10,
                     -1,
                     true});
  const View view{box.low, {kMargin, height - bar}, grid.pixel};
  out +=
      scale_bar(view, {kMargin, height - 8}, std::min(160.0, 0.5 * panel_width), scene.length_unit);
  return out + std::string(kSvgEnd);
}

}  // namespace mbs

// Pictures of a mechanism at one or more states of its run.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "draw/picture/drawing.h"
#include "draw/scene/svg.h"

namespace mbs {

struct TracedPath {
  std::string name;
  std::vector<Vec> points;  // [m]; gaps are not finite
};

enum class PictureKind {
  panels,  // one beside the other, each with its time
  onion,   // all in one, the earlier ones paler
  moving   // one picture that plays, over and over
};

struct PictureRequest {
  PictureKind kind = PictureKind::panels;
  std::vector<const RunFrame*> frames;  // at least one
  std::vector<TracedPath> paths;
  bool forces = false;
  double width = 640;  // pixels
  std::string title;
  std::string caption;  // in the place of the times of an onion or a moving picture
};

// Like bounds() of the states alone, with the paths.
Box bounds(const Scene& scene, std::span<const RunFrame* const> frames,
           std::span<const TracedPath> paths);
// The box with room for symbols; a box of one metre for a mechanism without extent.
Box with_room(Box box);
std::string draw_path(const TracedPath& path, std::size_t k, const View& view);
// A bar of a round length, at most half of `room` pixels.
std::string scale_bar(const View& view, Vec at, double room, const std::string& unit);

std::string picture_svg(const Scene& scene, const Recording& recording,
                        const PictureRequest& request);
// The picture in letters, without colours, for a terminal of this many columns.
std::string picture_ascii(const Scene& scene, const Recording& recording,
                          const PictureRequest& request, int columns);

}  // namespace mbs

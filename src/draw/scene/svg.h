// SVG text: numbers with two decimals at most, escaped names, marks in pixels. Nothing in it
// depends on the machine, so the same picture has the same bytes.
#pragma once

#include <string>
#include <string_view>

#include "draw/scene/mark.h"

namespace mbs {

// From the plane of the mechanism [m, y upwards] to the picture [pixels, y downwards].
struct View {
  Vec origin;        // the point of the plane at `corner`
  Vec corner;        // pixels
  double pixel = 1;  // [m]
  Vec to_pixels(Vec p) const {
    return {corner.x + (p.x - origin.x) / pixel, corner.y - (p.y - origin.y) / pixel};
  }
};

std::string escape_xml(std::string_view text);
// Two decimals at most, no "-0".
std::string svg_number(double value);
// The attribute d of a path, with coordinates converted by `view`.
std::string path_data(const Mark& mark, const View& view);
std::string svg_style(const Style& style);
// The whole SVG element of a mark.
std::string svg_mark(const Mark& mark, const View& view);
struct SvgText {
  Vec at;  // pixels
  std::string text;
  std::string colour = "#333";
  double size = 12;
  int side = 1;       // -1: it ends there, 0: middle, 1: begins there
  bool halo = false;  // a white rim
  bool bold = false;
  double turn = 0;  // degrees
};
std::string svg_text(const SvgText& text);
std::string svg_caption(const Caption& caption, const double* q, const View& view);
// The head of a picture with a white background, and its end.
std::string svg_begin(double width, double height, std::string_view title);
inline constexpr std::string_view kSvgEnd = "</svg>\n";

}  // namespace mbs

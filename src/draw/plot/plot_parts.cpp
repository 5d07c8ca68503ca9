// The other kinds of plots: bars, and maps of two parameters.
#include <fmt/format.h>

#include <limits>
#include <map>

#include "draw/plot/axes.h"
#include "draw/plot/plot.h"
#include "draw/scene/svg.h"
#include "draw/scene/symbols.h"

namespace mbs {

std::string ramp_colour(double part) {
  static constexpr double kStops[][3] = {{68, 1, 84},    {71, 44, 122},  {59, 81, 139},
                                         {44, 113, 142}, {33, 144, 141}, {39, 173, 129},
                                         {92, 200, 99},  {170, 220, 50}, {253, 231, 37}};
  constexpr int kLast = static_cast<int>(std::size(kStops)) - 1;
  const double at = std::clamp(part, 0.0, 1.0) * kLast;
  const int k = std::min(kLast - 1, static_cast<int>(at));
  const double s = at - k;
  int rgb[3];
  for (int c = 0; c < 3; ++c)
    rgb[c] = static_cast<int>(std::lround((1 - s) * kStops[k][c] + s * kStops[k + 1][c]));
  return fmt::format("#{:02x}{:02x}{:02x}", rgb[0], rgb[1], rgb[2]);
}

std::string bars_svg(const Plot& plot, const PlotSettings& settings) {
  const double width = settings.width > 0 ? settings.width : 640;
  constexpr double kPitch = 24;
  Axis x, y;
  x.add(0);
  double labels = 0;
  for (const PlotBar& bar : plot.bars) {
    x.add(bar.value);
    labels = std::max(labels, text_width(bar.label));
  }
  x.fix(static_cast<int>(width / 90));
  y.add(0), y.add(1);
  y.fix(0);
  PlotArea area;
  area.left = std::min(labels + 18, 0.4 * width);
  area.top = settings.title.empty() ? 10 : 32;
  area.width = width - area.left - 70;
  area.height = kPitch * static_cast<double>(plot.bars.size()) + 8;
  const double height = area.top + area.height + 44;
  std::string out = svg_begin(width, height, settings.title.empty() ? "bars" : settings.title);
  out += draw_title(area, settings.title);
  Axis none;
  none.add(-1), none.add(2);
  out += draw_axes(area, x, none, settings.xlabel.empty() ? plot.xname : settings.xlabel, "");
  const double zero = area.left + area.width * x.part(0);
  for (std::size_t k = 0; k < plot.bars.size(); ++k) {
    const PlotBar& bar = plot.bars[k];
    const double top = area.top + 6 + kPitch * static_cast<double>(k);
    out += svg_text({{area.left - 8, top + 13}, bar.label, "#222", 12, -1});
    if (!std::isfinite(bar.value)) {
      out += svg_text({{zero + 6, top + 13}, "no value", "#999", 11});
      continue;
    }
    const double end = area.left + area.width * x.part(bar.value);
    out +=
        fmt::format("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{}\"/>\n",
                    svg_number(std::min(zero, end)), svg_number(top),
                    svg_number(std::fabs(end - zero)), svg_number(kPitch - 7), body_colour(0).line);
    const bool left = end < zero;
    out += svg_text({{end + (left ? -6 : 6), top + 13},
                     fmt::format("{:.4g}", bar.value),
                     "#222",
                     11,
                     left ? -1 : 1,
                     true});
  }
  return out + std::string(kSvgEnd);
}

namespace {

// The different values in ascending order, and the borders of cells half-way between them.
struct Steps {
  std::vector<double> values, borders;
  std::size_t index(double value) const {
    return static_cast<std::size_t>(std::lower_bound(values.begin(), values.end(), value) -
                                    values.begin());
  }
};

Steps steps_of(std::vector<double> all) {
  std::erase_if(all, [](double v) { return !std::isfinite(v); });
  std::sort(all.begin(), all.end());
  all.erase(std::unique(all.begin(), all.end()), all.end());
  Steps out{std::move(all), {}};
  const std::vector<double>& v = out.values;
  const std::size_t n = v.size();
  if (n == 0) return out;
  out.borders.push_back(n > 1 ? v[0] - (v[1] / 2 - v[0] / 2) : v[0] - 0.5);
  for (std::size_t k = 0; k + 1 < n; ++k) out.borders.push_back(v[k] / 2 + v[k + 1] / 2);
  out.borders.push_back(n > 1 ? v[n - 1] + (v[n - 1] / 2 - v[n - 2] / 2) : v[0] + 0.5);
  constexpr double kMost = std::numeric_limits<double>::max();
  for (double& border : out.borders) border = std::clamp(border, -kMost, kMost);
  return out;
}

std::string colour_bar(const PlotArea& area, const Axis& z, const std::string& label) {
  std::string out;
  constexpr int kParts = 48;
  const double left = area.right() + 18, part = area.height / kParts;
  for (int k = 0; k < kParts; ++k)
    out += fmt::format("<rect x=\"{}\" y=\"{}\" width=\"14\" height=\"{}\" fill=\"{}\"/>\n",
                       svg_number(left), svg_number(area.bottom() - (k + 1) * part),
                       svg_number(part + 0.4), ramp_colour((k + 0.5) / kParts));
  for (std::size_t k = 0; k < z.ticks().at.size(); ++k) {
    const double at = area.bottom() - area.height * z.part(z.ticks().at[k]);
    out += fmt::format("<path d=\"M{} {}h4\" stroke=\"#444\"/>\n", svg_number(left + 14),
                       svg_number(at));
    out += svg_text({{left + 21, at + 4}, z.ticks().labels[k], "#444", 11});
  }
  SvgText up{{left + 36 + z.widest_label(), area.top + area.height / 2}, label, "#222", 12, 0};
  up.turn = -90;
  return out + svg_text(up);
}

}  // namespace

std::string map_svg(const Plot& plot, const PlotSettings& settings) {
  constexpr std::size_t kMostCells = 60'000;
  const double width = settings.width > 0 ? settings.width : 640;
  const double height = settings.height > 0 ? settings.height : 0.7 * width;
  const Steps sx = steps_of(plot.map_x), sy = steps_of(plot.map_y);
  const std::size_t rows = plot.map_z.size();
  const bool cells = sx.values.size() * sy.values.size() <= std::min(kMostCells, 2 * rows);
  Axis x, y, z;
  x.add(cells ? sx.borders : plot.map_x), y.add(cells ? sy.borders : plot.map_y);
  z.add(plot.map_z);
  x.fix(static_cast<int>(width / 90)), y.fix(static_cast<int>(height / 45)), z.fix(6);
  PlotArea area;
  area.left = y.widest_label() + 32;
  area.top = settings.title.empty() ? 14 : 32;
  area.width = width - area.left - z.widest_label() - 66;
  area.height = height - area.top - 44;
  std::string out = svg_begin(width, height, settings.title.empty() ? "map" : settings.title);
  out += draw_title(area, settings.title);
  out += draw_axes(area, x, y, settings.xlabel.empty() ? plot.xname : settings.xlabel,
                   settings.ylabel.empty() ? plot.yname : settings.ylabel);
  for (std::size_t k = 0; k < rows; ++k) {
    const double part = z.part(plot.map_z[k]);
    if (!std::isfinite(part) || !std::isfinite(plot.map_x[k]) || !std::isfinite(plot.map_y[k]))
      continue;  // a gap stays white
    if (!cells) {
      const Vec at = area.at(x, y, plot.map_x[k], plot.map_y[k]);
      out += fmt::format("<circle cx=\"{}\" cy=\"{}\" r=\"4\" fill=\"{}\"/>\n", svg_number(at.x),
                         svg_number(at.y), ramp_colour(part));
      continue;
    }
    const std::size_t i = sx.index(plot.map_x[k]), j = sy.index(plot.map_y[k]);
    const Vec a = area.at(x, y, sx.borders[i], sy.borders[j + 1]);
    const Vec b = area.at(x, y, sx.borders[i + 1], sy.borders[j]);
    out += fmt::format("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{}\"/>\n",
                       svg_number(a.x), svg_number(a.y), svg_number(b.x - a.x + 0.3),
                       svg_number(b.y - a.y + 0.3), ramp_colour(part));
  }
  out += colour_bar(area, z, plot.zname);
  return out + std::string(kSvgEnd);
}

}  // namespace mbs

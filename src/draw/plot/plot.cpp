#include "draw/plot/plot.h"

#include <fmt/format.h>

#include "draw/plot/axes.h"
#include "draw/plot/decimate.h"
#include "draw/scene/svg.h"
#include "draw/scene/symbols.h"

namespace mbs {

namespace {

// Dash patterns, by which lines differ without colours, too.
constexpr const char* kDashes[] = {"", "7 3", "2 3", "9 3 2 3", "5 2", "1 2", "12 4"};
constexpr const char* kNormalColour = "#444444";
constexpr std::size_t kMostNames = 14;
constexpr std::size_t kMostEventNames = 10;

std::string curve_colour(std::size_t k, std::size_t count) {
  if (count > 7) return ramp_colour(0.92 * static_cast<double>(k) / static_cast<double>(count - 1));
  return body_colour(k).line;
}

// The label of the y axis: its name, or the unit that all curves have; empty where units differ.
std::string common_label(const Plot& plot) {
  if (!plot.yname.empty()) return plot.yname;
  const PlotCurve& first = plot.curves.front();
  if (plot.curves.size() == 1) return with_unit(first.name, first.unit);
  for (const PlotCurve& curve : plot.curves)
    if (curve.unit != first.unit) return {};
  const std::string unit = with_unit("", first.unit);
  return unit.empty() ? unit : unit.substr(1);
}

// The name of a curve beside its end, with its unit where units differ.
std::string name_beside(const Plot& plot, const PlotCurve& curve) {
  for (const PlotCurve& other : plot.curves)
    if (other.unit != curve.unit) return with_unit(curve.name, curve.unit);
  return curve.name;
}

// Heights of names beside the ends of their curves, moved apart where they would touch.
std::vector<double> apart(std::vector<double> wanted, double top, double bottom) {
  std::vector<std::size_t> order(wanted.size());
  for (std::size_t k = 0; k < order.size(); ++k) order[k] = k;
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return wanted[a] < wanted[b]; });
  constexpr double kLine = 14;
  double above = top - kLine;
  for (const std::size_t k : order) above = wanted[k] = std::max(wanted[k], above + kLine);
  double below = bottom + kLine;
  for (std::size_t m = order.size(); m-- > 0;)
    below = wanted[order[m]] = std::min(wanted[order[m]], below - kLine);
  return wanted;
}

std::string draw_rows(const PlotCurve& rows, const PlotArea& area, const Axis& x, const Axis& y) {
  std::vector<Vec> pixels;
  for (std::size_t row = 0; row < rows.x.size(); ++row)
    pixels.push_back(area.at(x, y, rows.x[row], rows.y[row]));
  std::string marks;
  for (const std::vector<Vec>& piece : decimate(pixels))
    for (const Vec p : piece)
      marks +=
          fmt::format("<circle cx=\"{}\" cy=\"{}\" r=\"1.6\"/>", svg_number(p.x), svg_number(p.y));
  return fmt::format("<g fill=\"{}\" fill-opacity=\"0.6\">{}</g>\n", kNormalColour, marks);
}

std::string draw_curve(const std::vector<std::vector<Vec>>& pieces, const std::string& colour,
                       const char* dash, bool points) {
  std::string path, marks;
  for (const std::vector<Vec>& piece : pieces) {
    for (std::size_t k = 0; k < piece.size(); ++k) {
      const std::string at = svg_number(piece[k].x) + " " + svg_number(piece[k].y);
      path += (k == 0 ? "M" : "L") + at;
      if (points)
        marks += fmt::format("<circle cx=\"{}\" cy=\"{}\" r=\"2.6\"/>", svg_number(piece[k].x),
                             svg_number(piece[k].y));
    }
    if (piece.size() == 1 && !points)  // a single point between gaps
      marks += fmt::format("<circle cx=\"{}\" cy=\"{}\" r=\"1.6\"/>", svg_number(piece[0].x),
                           svg_number(piece[0].y));
  }
  std::string out =
      fmt::format("<path d=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"1.7\"{}/>\n", path,
                  colour, *dash ? fmt::format(" stroke-dasharray=\"{}\"", dash) : "");
  if (!marks.empty()) out += fmt::format("<g fill=\"{}\">{}</g>\n", colour, marks);
  return out;
}

// Draws the area of a band, one piece between two gaps each.
std::string draw_band(const PlotBand& band, const PlotArea& area, const Axis& x, const Axis& y,
                      const std::string& colour) {
  std::string path;
  const auto point = [&](std::size_t row, double value) {
    const Vec at = area.at(x, y, band.x[row], value);
    return svg_number(at.x) + " " + svg_number(at.y);
  };
  const auto is_gap = [&](std::size_t row) {
    const Vec low = area.at(x, y, band.x[row], band.low[row]);
    const Vec high = area.at(x, y, band.x[row], band.high[row]);
    return !std::isfinite(low.x) || !std::isfinite(low.y) || !std::isfinite(high.y);
  };
  for (std::size_t from = 0, to = 0; from < band.x.size(); from = to + 1) {
    for (to = from; to < band.x.size() && !is_gap(to);) ++to;
    if (to - from < 2) continue;
    for (std::size_t row = from; row < to; ++row)
      path += (row == from ? "M" : "L") + point(row, band.low[row]);
    for (std::size_t row = to; row-- > from;) path += "L" + point(row, band.high[row]);
    path += "Z";
  }
  if (path.empty()) return {};
  return fmt::format("<path d=\"{}\" fill=\"{}\" fill-opacity=\"0.18\"/>\n", path, colour);
}

std::string draw_events(const Plot& plot, const PlotArea& area, const Axis& x) {
  std::string out;
  double last = -HUGE_VAL, below = 4;
  const bool named = plot.events.size() <= kMostEventNames;
  for (const RunEvent& event : plot.events) {
    const double part = x.part(event.t);
    if (!(part >= 0 && part <= 1)) continue;
    const double at = area.left + area.width * part;
    if (!named && at - last < 1) continue;
    out += fmt::format(
        "<path d=\"M{0} {1}V{2}\" stroke=\"{3}\" stroke-width=\"{4}\" "
        "stroke-dasharray=\"3 3\"/>\n",
        svg_number(at), svg_number(area.top), svg_number(named ? area.bottom() : area.top + 6),
        kRed, named ? "0.9" : "0.7");
    if (named) {
      // The name stands beside its line, and below the previous name where that is near.
      below = at - last > 11 ? 4 : below;
      SvgText text{{at - 4, area.top + below}, event.label, kRed, 10, -1, true};
      text.turn = -90;
      out += svg_text(text);
      below += text_width(event.label, 10) + 8;
    }
    last = at;
  }
  return out;
}

}  // namespace

std::string with_unit(const std::string& name, const std::string& unit) {
  return unit.empty() || unit == "1" ? name : name + " [" + unit + "]";
}

std::string plot_svg(const Plot& plot, const PlotSettings& settings) {
  if (!plot.bars.empty()) return bars_svg(plot, settings);
  if (!plot.map_z.empty()) return map_svg(plot, settings);
  const double width = settings.width > 0 ? settings.width : 640;
  const double height = settings.height > 0 ? settings.height : std::max(180.0, 0.56 * width);
  Axis x, y;
  x.logarithmic = settings.log.find('x') != std::string::npos;
  y.logarithmic = settings.log.find('y') != std::string::npos;
  double names = 0;
  const bool named = plot.curves.size() > 1 && plot.curves.size() <= kMostNames;
  for (const PlotCurve& curve : plot.curves) {
    x.add(curve.x), y.add(curve.y), y.add(curve.band.low), y.add(curve.band.high);
    if (named) names = std::max(names, text_width(name_beside(plot, curve)) + 22);
  }
  for (const PlotBand& band : plot.normals) y.add(band.low), y.add(band.high);
  for (const PlotCurve& rows : plot.measured) x.add(rows.x), y.add(rows.y);
  const std::string& title = settings.title;
  // Normal bands may be longer than the curves.
  const bool cut = !settings.xrange.empty() || !settings.yrange.empty() || !plot.normals.empty();
  if (!settings.xrange.empty()) x.set(settings.xrange[0], settings.xrange[1]);
  if (!settings.yrange.empty()) y.set(settings.yrange[0], settings.yrange[1]);
  x.fix(static_cast<int>(width / 75)),
      y.fix(static_cast<int>(height / 45), settings.yrange.empty() ? 0.04 : 0);
  const std::string ylabel = settings.ylabel.empty() ? common_label(plot) : settings.ylabel;
  PlotArea area;
  area.left = y.widest_label() + 14 + (ylabel.empty() ? 4 : 18);
  area.top = title.empty() ? 14 : 32;
  area.width = std::max(20.0, width - area.left - std::max(16.0, std::min(names, 0.5 * width)));
  area.height = std::max(20.0, height - area.top - 44);
  std::string out = svg_begin(width, height, title.empty() ? "plot" : title);
  out += draw_title(area, title);
  out += draw_axes(area, x, y,
                   settings.xlabel.empty() ? with_unit(plot.xname, plot.xunit) : settings.xlabel,
                   ylabel);
  out += draw_events(plot, area, x);
  std::vector<double> ends;
  if (cut)
    out += fmt::format(
        "<clipPath id=\"area\"><rect x=\"{}\" y=\"{}\" width=\"{}\" "
        "height=\"{}\"/></clipPath>\n<g clip-path=\"url(#area)\">\n",
        svg_number(area.left), svg_number(area.top), svg_number(area.width),
        svg_number(area.height));
  for (const PlotBand& band : plot.normals) out += draw_band(band, area, x, y, kNormalColour);
  for (const PlotCurve& rows : plot.measured) out += draw_rows(rows, area, x, y);
  for (std::size_t k = 0; k < plot.curves.size(); ++k)
    out += draw_band(plot.curves[k].band, area, x, y, curve_colour(k, plot.curves.size()));
  for (std::size_t k = 0; k < plot.curves.size(); ++k) {
    const PlotCurve& curve = plot.curves[k];
    std::vector<Vec> pixels;
    pixels.reserve(curve.x.size());
    for (std::size_t row = 0; row < curve.x.size(); ++row)
      pixels.push_back(area.at(x, y, curve.x[row], curve.y[row]));
    const auto pieces = decimate(pixels);
    out += draw_curve(pieces, curve_colour(k, plot.curves.size()),
                      plot.curves.size() <= 7 ? kDashes[k] : "", settings.points);
    double end = area.top;
    for (const std::vector<Vec>& piece : pieces)
      for (const Vec p : piece)
        if (p.x <= area.right() + 1) end = std::clamp(p.y, area.top, area.bottom());
    ends.push_back(end);
  }
  if (cut) out += "</g>\n";
  if (named) {
    const std::vector<double> heights = apart(ends, area.top + 6, area.bottom());
    for (std::size_t k = 0; k < plot.curves.size(); ++k) {
      const std::string colour = curve_colour(k, plot.curves.size());
      out += fmt::format("<path d=\"M{} {}h12\" stroke=\"{}\" stroke-width=\"1.7\"{}/>\n",
                         svg_number(area.right() + 5), svg_number(heights[k]), colour,
                         plot.curves.size() <= 7 && *kDashes[k]
                             ? fmt::format(" stroke-dasharray=\"{}\"", kDashes[k])
                             : "");
      out += svg_text(
          {{area.right() + 20, heights[k] + 4}, name_beside(plot, plot.curves[k]), colour, 12});
    }
  }
  return out + std::string(kSvgEnd);
}

}  // namespace mbs

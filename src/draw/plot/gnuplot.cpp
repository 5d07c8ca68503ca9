#include <fmt/format.h>

#include <cmath>

#include "draw/plot/plot.h"

namespace mbs {

namespace {

// A text in single quotes for gnuplot.
std::string quoted(const std::string& text) {
  std::string out = "'";
  for (const char c : text) {
    if (c == '\'') out += '\'';
    out += static_cast<unsigned char>(c) < 0x20 || c == 0x7f ? ' ' : c;
  }
  return out + "'";
}

std::string number(double value) { return std::isfinite(value) ? fmt::format("{}", value) : "NaN"; }

// The data block of a curve.
std::string data_block(const PlotCurve& of, const std::string& name) {
  std::string out = fmt::format("${} << END\n", name);
  for (std::size_t row = 0; row < of.x.size(); ++row)
    out += number(of.x[row]) + " " + number(of.y[row]) + "\n";
  return out + "END\n";
}

// Returns the data block of a band, and adds the command to `plots` that draws it behind all
// curves.
std::string band(const PlotBand& of, const std::string& name, std::string& plots) {
  if (of.x.empty()) return {};
  std::string out = fmt::format("${} << END\n", name);
  for (std::size_t row = 0; row < of.x.size(); ++row)
    out += number(of.x[row]) + " " + number(of.low[row]) + " " + number(of.high[row]) + "\n";
  plots += fmt::format("{}${} using 1:2:3 with filledcurves fs transparent solid 0.18 notitle",
                       plots.empty() ? "plot " : ", \\\n     ", name);
  return out + "END\n";
}

std::string events(const Plot& plot) {
  std::string out;
  for (const RunEvent& event : plot.events)
    out += fmt::format(
        "set arrow from first {0}, graph 0 to first {0}, graph 1 nohead dt 3\n"
        "set label {1} at first {0}, graph 0.98 right rotate noenhanced\n",
        event.t, quoted(event.label));
  return out;
}

}  // namespace

std::string plot_gnuplot(const Plot& plot, const PlotSettings& settings) {
  auto label = [](const std::string& given, const std::string& name, const std::string& unit = {}) {
    return quoted(given.empty() ? with_unit(name, unit) : given);
  };
  std::string out = "# Made by mbsim plot; gnuplot -p runs it.\nset grid\nset key noenhanced\n";
  if (!settings.title.empty()) out += "set title " + quoted(settings.title) + " noenhanced\n";
  out += "set xlabel " + label(settings.xlabel, plot.xname, plot.xunit) + " noenhanced\n";
  const bool alone = plot.yname.empty() && plot.curves.size() == 1;
  const std::string yname =
      alone ? with_unit(plot.curves[0].name, plot.curves[0].unit) : plot.yname;
  if (!yname.empty() || !settings.ylabel.empty())
    out += "set ylabel " + label(settings.ylabel, yname) + " noenhanced\n";
  if (!settings.log.empty()) out += "set logscale " + settings.log + "\n";
  if (!plot.bars.empty()) {
    out += "$data << END\n";
    for (const PlotBar& bar : plot.bars) {
      std::string name = bar.label;
      for (char& c : name)
        if (c == '"') c = '\'';
      out += fmt::format("\"{}\" {}\n", name, number(bar.value));
    }
    return out +
           "END\nset style fill solid\nset yrange [0:*]\n"
           "plot $data using 2:xtic(1) with histograms notitle\n";
  }
  if (!plot.map_z.empty()) {
    out += "$data << END\n";
    for (std::size_t k = 0; k < plot.map_z.size(); ++k)
      out += fmt::format("{} {} {}\n", number(plot.map_x[k]), number(plot.map_y[k]),
                         number(plot.map_z[k]));
    return out + "END\nset cblabel " + label("", plot.zname) +
           " noenhanced\nplot $data using 1:2:3 with points pt 5 ps 2 palette notitle\n";
  }
  out += events(plot);
  std::string curves;
  for (std::size_t k = 0; k < plot.normals.size(); ++k)
    out += band(plot.normals[k], fmt::format("normal{}", k + 1), curves);
  for (std::size_t k = 0; k < plot.curves.size(); ++k)
    out += band(plot.curves[k].band, fmt::format("band{}", k + 1), curves);
  for (std::size_t k = 0; k < plot.measured.size(); ++k) {
    out += data_block(plot.measured[k], fmt::format("measured{}", k + 1));
    curves +=
        fmt::format("{}$measured{} using 1:2 with points pt 7 ps 0.4 lc rgb '#888888' title {}",
                    curves.empty() ? "plot " : ", \\\n     ", k + 1, quoted(plot.measured[k].name));
  }
  for (std::size_t k = 0; k < plot.curves.size(); ++k) {
    const PlotCurve& curve = plot.curves[k];
    out += data_block(curve, fmt::format("curve{}", k + 1));
    curves += fmt::format("{}$curve{} using 1:2 with {} title {}",
                          curves.empty() ? "plot " : ", \\\n     ", k + 1,
                          settings.points ? "linespoints" : "lines", quoted(curve.name));
  }
  return out + curves + "\n";
}

}  // namespace mbs

#include "command/picture_arguments.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <charconv>

namespace mbs {

std::vector<double> numbers_of(const std::string& text, std::string& problem) {
  std::vector<double> out;
  const char *at = text.data(), *const end = at + text.size();
  while (at < end) {
    double value = 0;
    const auto [next, error] = std::from_chars(at, end, value);
    if (error != std::errc() || (next < end && *next != ',')) break;
    out.push_back(value);
    at = next < end ? next + 1 : next;
    if (at == end && *(end - 1) != ',') return out;
  }
  problem = fmt::format("'{}': expected numbers apart by commas, as 0,0.1,0.25", text);
  return {};
}

namespace {

void add_width(CLI::App& app, double& width) {
  app.add_option("--width", width, "Width in pixels")->check(CLI::Range(80.0, 8000.0));
}

}  // namespace

void add_draw_options(CLI::App& app, std::string& deck, DrawSettings& settings) {
  app.fallthrough();
  app.add_option("deck", deck, "Deck to run; - reads standard input")->required();
  app.add_option_function<std::string>(
      "--at",
      [&settings](const std::string& text) {
        std::string problem;
        settings.at = numbers_of(text, problem);
        if (!problem.empty()) throw CLI::ValidationError("--at " + problem);
      },
      "t1,t2,...: the mechanism at these times, side by side; its start without it");
  app.add_option("--strip", settings.strip, "N: at N equal times, side by side")
      ->check(CLI::Range(1, 200));
  app.add_option("--onion", settings.onion, "N: at N equal times, one over the other")
      ->check(CLI::Range(1, 200));
  app.add_option("--moving", settings.moving, "N: one picture that moves, of N states")
      ->check(CLI::Range(2, 600));
  app.add_option("--path", settings.paths,
                 "name: the way of a point with channels name.x and name.y (point1, rev2, cm)")
      ->allow_extra_args(false);
  app.add_flag("--forces", settings.forces, "Forces of joints, contacts, supports and loads");
  app.add_flag("--ascii", settings.ascii, "Letters for a terminal instead of SVG");
  add_width(app, settings.width);
  app.add_option("-o", settings.output, "File for the picture; standard output without it");
}

void add_plot_options(CLI::App& app, std::string& file, PlotSettings& settings) {
  app.fallthrough();
  app.add_option("file", file, "CSV of a run or of a sweep, or a deck to run; - reads a deck")
      ->required();
  app.add_option("columns", settings.columns, "x y1 y2 ...: columns; one alone is drawn over t");
  app.add_option("--by", settings.by, "name: a curve for each value of this column");
  app.add_flag("--map", settings.map, "x y z of a table of two parameters as colours");
  app.add_flag("--bars", settings.bars, "A bar for each row, or for each measure of a deck");
  app.add_flag("--points", settings.points, "Marks at the rows");
  app.add_option("--log", settings.log, "x, y or xy: logarithmic axes")
      ->check(CLI::IsMember({"x", "y", "xy"}));
  app.add_option("--title", settings.title, "Line above the picture");
  app.add_option("--xlabel", settings.xlabel, "Label of the axis below");
  app.add_option("--ylabel", settings.ylabel, "Label of the axis at the left");
  add_width(app, settings.width);
  app.add_option("--height", settings.height, "Height in pixels")->check(CLI::Range(60.0, 8000.0));
  app.add_flag("--gnuplot", settings.gnuplot, "A gnuplot script with the data instead of SVG");
  app.add_option("-o", settings.output, "File for the picture; standard output without it");
}

void add_animate_options(CLI::App& app, std::string& deck, AnimateSettings& settings) {
  app.fallthrough();
  app.add_option("deck", deck, "Deck to run; - reads standard input")->required();
  app.add_option("curves", settings.curves, "Channels to be shown beside the mechanism");
  app.add_option("--path", settings.paths,
                 "name: the way of a point with channels name.x and name.y (point1, rev2, cm)")
      ->allow_extra_args(false);
  app.add_option("-o", settings.output, "File for the page; standard output without it");
}

}  // namespace mbs

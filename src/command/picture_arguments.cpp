#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <charconv>

#include "command/arguments.h"

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
  app.add_option("--width", width)->check(CLI::Range(80.0, 8000.0));
}

}  // namespace

void add_draw_options(CLI::App& app, std::string& deck, DrawSettings& settings) {
  app.fallthrough();
  app.add_option("deck", deck)->required();
  app.add_option_function<std::string>("--at", [&settings](const std::string& text) {
    std::string problem;
    settings.at = numbers_of(text, problem);
    if (!problem.empty()) throw CLI::ValidationError("--at " + problem);
  });
  app.add_option("--strip", settings.strip)->check(CLI::Range(1, 200));
  app.add_option("--onion", settings.onion)->check(CLI::Range(1, 200));
  app.add_option("--moving", settings.moving)->check(CLI::Range(2, 600));
  app.add_option("--mode", settings.mode)->check(CLI::Range(1, 10000));
  app.add_option("--path", settings.paths)->allow_extra_args(false);
  app.add_flag("--forces", settings.forces);
  app.add_flag("--ascii", settings.ascii);
  app.add_flag("--axes", settings.axes);
  add_width(app, settings.width);
  app.add_option("-o", settings.output);
}

void add_plot_options(CLI::App& app, std::string& file, PlotSettings& settings) {
  app.fallthrough();
  app.add_option("file", file)->required();
  app.add_option("columns", settings.columns);
  app.add_option("--by", settings.by);
  app.add_flag("--map", settings.map);
  app.add_flag("--bars", settings.bars);
  app.add_flag("--points", settings.points);
  app.add_option("--log", settings.log)->check(CLI::IsMember({"x", "y", "xy"}));
  for (const auto& [name, range] :
       {std::pair("--xrange", &settings.xrange), std::pair("--yrange", &settings.yrange)})
    app.add_option_function<std::string>(name, [name = std::string(name),
                                                range = range](const std::string& text) {
      std::string problem;
      *range = numbers_of(text, problem);
      if (range->size() != 2 || !((*range)[0] < (*range)[1]))
        throw CLI::ValidationError(fmt::format("{} '{}': expected low,high, as 0,1.5", name, text));
    });
  app.add_option("--title", settings.title);
  app.add_option("--xlabel", settings.xlabel);
  app.add_option("--ylabel", settings.ylabel);
  add_width(app, settings.width);
  app.add_option("--height", settings.height)->check(CLI::Range(60.0, 8000.0));
  app.add_flag("--raw", settings.raw);
  app.add_flag("--residual", settings.residual);
  app.add_flag("--gnuplot", settings.gnuplot);
  app.add_option("--normal", settings.normal);
  app.add_option("-o", settings.output);
}

void add_animate_options(CLI::App& app, std::string& deck, AnimateSettings& settings) {
  app.fallthrough();
  app.add_option("deck", deck)->required();
  app.add_option("curves", settings.curves);
  app.add_option("--path", settings.paths)->allow_extra_args(false);
  app.add_option("-o", settings.output);
}

}  // namespace mbs

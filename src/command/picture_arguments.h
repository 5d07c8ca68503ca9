// Options of the verbs draw, plot and animate.
#pragma once

#include <string>
#include <vector>

#include "draw/plot/plot_request.h"

namespace CLI {
class App;
}

namespace mbs {

struct DrawSettings {
  std::vector<double> at;          // --at
  int strip = 0, onion = 0;        // frames; 0: not asked for
  int moving = 0;                  // frames of --moving
  int mode = 0;                    // --mode; 0: not asked for
  std::vector<std::string> paths;  // --path
  bool forces = false, ascii = false, axes = false;
  double width = 0;  // pixels; 0: the default
  std::string output;
};

struct AnimateSettings {
  std::vector<std::string> curves, paths;
  std::string output;
};

void add_draw_options(CLI::App& app, std::string& deck, DrawSettings& settings);
void add_plot_options(CLI::App& app, std::string& file, PlotSettings& settings);
void add_animate_options(CLI::App& app, std::string& deck, AnimateSettings& settings);

// Reads numbers separated by commas; for another text the result is empty and `problem` is set.
std::vector<double> numbers_of(const std::string& text, std::string& problem);

}  // namespace mbs

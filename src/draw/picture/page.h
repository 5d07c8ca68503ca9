// A page for a browser that plays the motion: one file, no network.
#pragma once

#include <string>
#include <vector>

#include "draw/picture/picture.h"
#include "draw/plot/plot.h"

namespace mbs {

struct PageRequest {
  std::vector<const RunFrame*> frames;
  std::vector<TracedPath> paths;
  // Over time, at every row of the run; the first column of the recording is t.
  std::vector<PlotCurve> curves;
  std::string title;
  std::string time_unit;
};

// How a mechanism of the plane or of space stands in a page.
struct PageView {
  double width = 0, height = 0;  // [pixels]
  std::string marks;             // SVG at the start
  // Members of the script's object `page`: sizes of the view, numbers of all states.
  std::string view, data;
  std::string style, controls;  // beside those of every page
  // Declares frame i, the part s on the way to the next and `figures`, and begins draw().
  std::string script;
};
std::string whole_page(const PageView& shown, const Recording& recording,
                       const PageRequest& request);

// The row of ascending times that is nearest to t; `from` is not behind it.
std::size_t nearest_row(const std::vector<double>& times, double t, std::size_t from);

// The largest number of states that keeps the page small: a page of ten bodies and 1000 states has
// less than 200 KB.
std::size_t most_page_frames(const Scene& scene);
std::string make_page(const Scene& scene, const Recording& recording, const PageRequest& request);

}  // namespace mbs

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
};

// The largest number of states that keeps the page small: a page of ten bodies and 1000 states has
// less than 200 KB.
std::size_t most_page_frames(const Scene& scene);
std::string make_page(const Scene& scene, const Recording& recording, const PageRequest& request);

// Parts that are the same in every page.
extern const char* const kPageStyle;
extern const char* const kPageControls;
extern const char* const kPageScript;

}  // namespace mbs

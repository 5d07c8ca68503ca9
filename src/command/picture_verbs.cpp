// The verbs draw and animate: run the deck, write a picture or a page.
#include <fmt/format.h>

#include <algorithm>

#include "base/say.h"
#include "command/files.h"
#include "command/picture_run.h"
#include "command/verbs.h"
#include "draw/picture/page.h"
#include "draw/picture/picture.h"
#include "draw/picture/space_page.h"
#include "draw/picture/space_picture.h"
#include "draw/scene/recording.h"
#include "report/output_file.h"
#include "text/units.h"

namespace mbs {

int write_whole(const std::string& text, const std::string& name,
                const std::vector<std::string>& read) {
  if (name.empty() || name == "-") return print(text);
  OutputFile file(name);
  std::string problem = file.open(read);
  if (problem.empty()) problem = file.write(text);
  if (problem.empty()) problem = file.commit();
  say(file.note());
  return problem.empty() ? 0 : usage_error(problem);
}

namespace {

// The states of a run nearest to `count` equidistant times, each once.
std::vector<const RunFrame*> equal_times(const Recording& recording, int count) {
  std::vector<const RunFrame*> out;
  const double from = recording.frames.front().t, to = recording.frames.back().t;
  for (int k = 0; k < count; ++k) {
    const double t = count < 2 ? from : from + (to - from) * k / (count - 1);
    const RunFrame* frame = &recording.nearest(t);
    if (out.empty() || out.back() != frame) out.push_back(frame);
  }
  return out;
}

std::string choose_frames(const DrawSettings& settings, const Recording& recording,
                          PictureRequest& request) {
  if (settings.strip > 0) {
    request.frames = equal_times(recording, settings.strip);
  } else if (settings.onion > 0) {
    request.kind = PictureKind::onion;
    request.frames = equal_times(recording, settings.onion);
  } else if (settings.moving > 0) {
    request.kind = PictureKind::moving;
    request.frames = equal_times(recording, settings.moving);
  } else if (settings.at.empty()) {
    request.frames = {&recording.frames.front()};
  }
  for (const double t : settings.at) {
    const RunFrame& frame = recording.nearest(t);
    const double from = recording.frames.front().t, to = recording.frames.back().t;
    // The tolerance 1e-6 allows for a time typed with a few digits.
    if (std::fabs(frame.t - t) > 1e-6 * std::max({std::fabs(t), std::fabs(to - from), 1e-12}))
      return fmt::format("--at {:.6g}: the run goes from t = {:.6g} to {:.6g}", t, from, to);
    request.frames.push_back(&frame);
  }
  return {};
}

// Numbers of rows that make a path or a motion smooth.
constexpr int kSmoothPath = 400, kSmoothMotion = 240;

// Adds the times at which choose_frames() takes states, for a run that does not end early.
void add_equal_times(const TimeGrid& grid, int count, std::vector<double>& times) {
  if (!(grid.step > 0)) return;
  const double end = grid.at(grid.count() - 1);
  for (int k = 1; k + 1 < count; ++k)
    times.push_back(grid.start + (end - grid.start) * k / (count - 1));
}

// Paths from the channels `first`, first + 1, ...: x and y of each name in turn.
std::vector<TracedPath> traced_paths(const std::vector<std::string>& names,
                                     const Recording& recording, std::size_t first) {
  std::vector<TracedPath> out;
  for (std::size_t k = 0; k < names.size(); ++k) {
    const auto& x = recording.channels[first + 2 * k];
    const auto& y = recording.channels[first + 2 * k + 1];
    out.push_back({names[k], {}});
    for (std::size_t row = 0; row < x.size(); ++row) out.back().points.push_back({x[row], y[row]});
  }
  return out;
}

// The same in space, at the times of the frames: x, y and z of each name in turn.
std::vector<SpacePath> space_paths(const std::vector<std::string>& names,
                                   const Recording& recording, std::size_t first,
                                   const std::vector<const RunFrame*>& frames) {
  std::vector<SpacePath> out;
  for (std::size_t k = 0; k < names.size(); ++k) {
    out.push_back({names[k], {}});
    std::size_t row = 0;
    for (const RunFrame* frame : frames) {
      row = nearest_row(recording.channel_times, frame->t, row);
      const auto at_row = [&](std::size_t c) { return recording.channels[first + 3 * k + c][row]; };
      out.back().points.push_back({at_row(0), at_row(1), at_row(2)});
    }
  }
  return out;
}

// At most one of --at, --strip, --onion and --moving may be given.
std::string check_together(const DrawSettings& s) {
  const int ways = (s.at.empty() ? 0 : 1) + (s.strip > 0) + (s.onion > 0) + (s.moving > 0);
  if (ways > 1) return "draw: expected one of --at, --strip, --onion and --moving";
  if (s.moving > 0 && (s.ascii || s.forces))
    return "draw --moving takes neither --ascii nor --forces";
  if (s.onion > 0 && s.forces) return "draw --onion: forces of many states would hide each other";
  if (s.mode > 0 && (s.strip > 0 || s.onion > 0 || s.forces || s.ascii || !s.paths.empty()))
    return "draw --mode takes --at, --moving, --axes and --width";
  if (s.mode > 0 && s.at.size() > 1) return "draw --mode --at takes one load factor";
  return {};
}

std::string stem_of(const std::string& deck) {
  const std::size_t slash = deck.find_last_of('/');
  std::string name = slash == deck.npos ? deck : deck.substr(slash + 1);
  return name.ends_with(".dat") ? name.substr(0, name.size() - 4) : name;
}

}  // namespace

namespace {

void warn_of_no_place(Diagnostics& diagnostics, const char* verb) {
  diagnostics.warning({}, verb, "the deck has nothing that has a place",
                      "angles and states can be plotted: mbsim plot");
}

void warn_of_plane(const PreparedRun& prepared, Diagnostics& diagnostics, const char* verb) {
  const std::vector<Node>& nodes = prepared.built.model.nodes;
  if (std::any_of(nodes.begin(), nodes.end(),
                  [](const Node& node) { return !node_type(node.kind).is_spatial; }))
    diagnostics.warning({}, verb, "the deck has nodes of space: those of the plane are not drawn",
                        "put them into a deck of their own");
}

}  // namespace

int run_draw(Arguments& args, const DeckInput& input, Diagnostics& diagnostics) {
  DrawSettings settings = args.draw;
  if (const std::string problem = check_together(settings); !problem.empty())
    return usage_error(problem);
  PictureRun run(args, input, diagnostics);
  const PreparedRun* const prepared = run.prepared();
  if (!prepared) return run.end();
  const bool in_space = prepared->built.model.is_spatial();
  if (in_space) warn_of_plane(*prepared, diagnostics, "draw");
  if (!in_space && settings.axes)
    diagnostics.warning({}, "draw", "--axes shows those of bodies of space, and there are none");
  RecordingRequest asked;
  asked.forces = settings.forces;
  asked.times = settings.at;
  const TimeGrid& grid = prepared->tables.time;
  const int states = std::max({settings.strip, settings.onion, settings.moving});
  if (states > 0) {  // `enough` serves a run that ends early: its shorter time is divided anew
    asked.enough = kSmoothMotion;
    add_equal_times(grid, states, asked.times);
  }
  if (!settings.paths.empty()) asked.enough = kSmoothPath;
  asked.points = settings.paths, asked.in_space = in_space;
  PictureRequest request;
  Recording recording;
  if (settings.mode > 0) {
    ShapeRequest shape{settings.mode, {}};
    if (!settings.at.empty()) shape.load_factor = settings.at.front();
    ModeRecording mode = run.record_mode(shape, settings.moving);
    if (mode.recording.frames.empty()) return run.end();
    recording = std::move(mode.recording);
    request.kind = settings.moving > 0 ? PictureKind::moving : PictureKind::onion;
    request.caption = std::move(mode.text);
    for (const RunFrame& frame : recording.frames) request.frames.push_back(&frame);
  } else {
    recording = run.record(asked);
  }
  if (recording.frames.empty()) {
    // The mechanism cannot be assembled: a picture of the estimates shows why.
    if (run.status() != finish(ExitStatus::solution_failed)) return run.end();
    recording.frames.push_back({prepared->tables.time.start, prepared->built.model.x0, {}, {}});
    diagnostics.warning({}, "draw",
                        "there is no state to draw: the estimates of the deck are drawn");
    settings.at.clear(), settings.paths.clear();
  }
  if (request.frames.empty())
    if (const std::string problem = choose_frames(settings, recording, request); !problem.empty())
      return run.end(usage_error(problem));
  if (!in_space) request.paths = traced_paths(settings.paths, recording, 0);
  request.forces = settings.forces;
  if (settings.width > 0) request.width = settings.width;
  request.title = stem_of(input.name);
  if (in_space) {
    const UnitSystem& units = prepared->tables.units();
    const SpaceScene scene = make_space_scene(prepared->tables, prepared->built);
    if (scene.empty()) warn_of_no_place(diagnostics, "draw");
    std::vector<const RunFrame*> all;
    for (const RunFrame& frame : recording.frames) all.push_back(&frame);
    SpacePictureRequest space{space_paths(settings.paths, recording, 0, all), settings.axes, "", "",
                              ""};
    if (units.given)
      space.length_unit = units.length, space.time_unit = units.time,
      space.force_unit = units.force;
    const Model& model = prepared->built.model;
    const std::string text = settings.ascii ? space_picture_ascii(scene, model, request, space, 78)
                                            : space_picture_svg(scene, model, request, space);
    run.end();
    return run.write(text, settings.output);
  }
  const Scene scene = make_scene(prepared->tables, prepared->built, recording.frames);
  if (scene.bodies.empty() && scene.figures.empty() && scene.masses.empty())
    warn_of_no_place(diagnostics, "draw");
  const std::string text = settings.ascii ? picture_ascii(scene, recording, request, 78)
                                          : picture_svg(scene, recording, request);
  run.end();
  return run.write(text, settings.output);
}

int run_animate(Arguments& args, const DeckInput& input, Diagnostics& diagnostics) {
  const AnimateSettings& settings = args.animate;
  PictureRun run(args, input, diagnostics);
  const PreparedRun* const prepared = run.prepared();
  if (!prepared) return run.end();
  const bool in_space = prepared->built.model.is_spatial();
  if (in_space) warn_of_plane(*prepared, diagnostics, "animate");
  RecordingRequest asked;
  asked.enough = kSmoothMotion;
  asked.velocities = in_space;
  asked.channels = {"t"};
  for (const std::string& name : settings.curves) asked.channels.push_back(name);
  asked.points = settings.paths, asked.in_space = in_space;
  Recording recording = run.record(asked);
  if (recording.frames.empty()) return run.end();
  const UnitSystem& units = prepared->tables.units();
  PageRequest request;
  request.title = stem_of(input.name);
  if (shows_units(prepared->tables)) request.time_unit = units.time;
  const std::size_t rows = recording.channel_times.size();
  const std::size_t paths = asked.points.size() * (in_space ? 3 : 2),
                    first_path = recording.asked.size() - paths;  // behind t and the curves
  for (std::size_t k = 1; k < first_path; ++k)
    request.curves.push_back({recording.asked[k], recording.channels[0],
                              std::move(recording.channels[k]), recording.units[k]});
  const auto take_frames = [&](std::size_t most) {
    request.frames =
        equal_times(recording, static_cast<int>(std::min(most, recording.frames.size())));
  };
  std::string text;
  if (in_space) {
    const SpaceScene scene = make_space_scene(prepared->tables, prepared->built);
    const SpaceSolids solids = make_space_solids(prepared->built, scene, recording.frames);
    if (solids.solids.empty()) warn_of_no_place(diagnostics, "animate");
    take_frames(most_page_frames(solids, recording, settings.paths.size()));
    text = make_space_page(solids, recording, request,
                           space_paths(settings.paths, recording, first_path, request.frames),
                           units.given ? units.length : "");
  } else {
    const Scene scene = make_scene(prepared->tables, prepared->built, recording.frames);
    take_frames(most_page_frames(scene));
    request.paths = traced_paths(settings.paths, recording, first_path);
    text = make_page(scene, recording, request);
  }
  run.end();
  if (request.frames.size() < rows)
    say(fmt::format("mbsim: the page shows {} of {} states; its curves have all rows\n",
                    request.frames.size(), rows));
  return run.write(text, settings.output);
}

}  // namespace mbs

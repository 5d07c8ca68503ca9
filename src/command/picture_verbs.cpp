// draw and animate: run the deck, write a picture or a page.
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>

#include "base/hard_stop.h"
#include "command/files.h"
#include "command/progress_line.h"
#include "command/verbs.h"
#include "draw/page.h"
#include "draw/picture.h"
#include "report/output_file.h"

namespace mbs {

int write_whole(const std::string& text, const std::string& name,
                const std::vector<std::string>& read) {
  if (name.empty() || name == "-") {
    const bool written = std::fwrite(text.data(), 1, text.size(), stdout) == text.size();
    if (!written || std::fflush(stdout) != 0)
      return usage_error(cannot_write("standard output", errno));
    return 0;
  }
  OutputFile file(name);
  std::string problem = file.open(read);
  if (problem.empty() && std::fwrite(text.data(), 1, text.size(), file.file()) != text.size())
    problem = cannot_write(name, errno);
  if (problem.empty()) problem = file.commit();
  return problem.empty() ? 0 : usage_error(problem);
}

namespace {

// Of the states of a run, `count` at equal times.
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
    if (std::fabs(frame.t - t) > 1e-6 * std::max({std::fabs(t), std::fabs(to - from), 1e-12}))
      return fmt::format("--at {:.6g}: the run goes from t = {:.6g} to {:.6g}", t, from, to);
    request.frames.push_back(&frame);
  }
  return {};
}

// So many times that a path or a motion is smooth, in addition to the report times.
constexpr int kSmoothPath = 400, kSmoothMotion = 240;
void add_times(const TimeGrid& grid, int enough, std::vector<double>& times) {
  if (!(grid.step > 0) || grid.count() >= enough) return;
  const double end = grid.at(grid.count() - 1);
  for (int k = 1; k < enough; ++k) times.push_back(grid.start + (end - grid.start) * k / enough);
}

// Of the channels from `first` on, x and y by turns.
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

void add_path_channels(const std::vector<std::string>& paths, RecordingRequest& asked) {
  for (const std::string& path : paths)
    for (const char* part : {".x", ".y"}) asked.channels.push_back(path + part);
}

// What is drawn must be asked for one way only.
std::string check_together(const DrawSettings& s) {
  const int ways = (s.at.empty() ? 0 : 1) + (s.strip > 0) + (s.onion > 0) + (s.moving > 0);
  if (ways > 1) return "draw: expected one of --at, --strip, --onion and --moving";
  if (s.moving > 0 && (s.ascii || s.forces))
    return "draw --moving takes neither --ascii nor --forces";
  if (s.onion > 0 && s.forces) return "draw --onion: forces of many states would hide each other";
  return {};
}

std::string stem_of(const std::string& deck) {
  const std::size_t slash = deck.find_last_of('/');
  std::string name = slash == deck.npos ? deck : deck.substr(slash + 1);
  return name.ends_with(".dat") ? name.substr(0, name.size() - 4) : name;
}

}  // namespace

int run_draw(Arguments& args, const DeckInput& input, Diagnostics& diagnostics) {
  DrawSettings settings = args.draw;
  if (const std::string problem = check_together(settings); !problem.empty())
    return usage_error(problem);
  ProgressLine progress(args);
  args.settings.echo = false;
  auto end = [&](int status) {
    progress.clear();
    fmt::print(stderr, "{}", diagnostics.format_all());
    return status;
  };
  const auto prepared = prepare_run(input, args.settings, diagnostics);
  if (!prepared) return end(finish(ExitStatus::deck_error));
  RecordingRequest asked;
  asked.forces = settings.forces;
  asked.times = settings.at;
  if (!settings.paths.empty()) add_times(prepared->tables.time, kSmoothPath, asked.times);
  add_path_channels(settings.paths, asked);
  catch_signals();
  Recording recording = record_run(*prepared, asked, diagnostics);
  disable_hard_stop();
  const int status = finish(recording.outcome.status);
  if (recording.frames.empty()) {
    // It cannot be assembled: its estimates show why.
    if (status != finish(ExitStatus::solution_failed)) return end(status);
    recording.frames.push_back({prepared->tables.time.start, prepared->built.model.x0, {}, {}});
    diagnostics.warning({}, "draw",
                        "there is no state to draw: the estimates of the deck are drawn");
    settings.at.clear(), settings.paths.clear();
  }
  PictureRequest request;
  if (const std::string problem = choose_frames(settings, recording, request); !problem.empty())
    return end(usage_error(problem));
  request.paths = traced_paths(settings.paths, recording, 0);
  request.forces = settings.forces;
  if (settings.width > 0) request.width = settings.width;
  request.title = stem_of(input.name);
  const Scene scene =
      make_scene(prepared->tables, prepared->built, recording.frames.front().x.data());
  if (scene.bodies.empty() && scene.figures.empty() && scene.masses.empty())
    diagnostics.warning({}, "draw", "the deck has nothing that has a place",
                        "angles and states can be plotted: mbsim plot");
  const std::string text = settings.ascii ? picture_ascii(scene, recording, request, 78)
                                          : picture_svg(scene, recording, request);
  end(status);
  const int written = write_whole(text, settings.output, files_of(args.deck, diagnostics));
  return written != 0 ? written : status;
}

int run_animate(Arguments& args, const DeckInput& input, Diagnostics& diagnostics) {
  const AnimateSettings& settings = args.animate;
  ProgressLine progress(args);
  args.settings.echo = false;
  auto end = [&](int status) {
    progress.clear();
    fmt::print(stderr, "{}", diagnostics.format_all());
    return status;
  };
  const auto prepared = prepare_run(input, args.settings, diagnostics);
  if (!prepared) return end(finish(ExitStatus::deck_error));
  RecordingRequest asked;
  add_times(prepared->tables.time, kSmoothMotion, asked.times);
  asked.channels = {"t"};
  for (const std::string& name : settings.curves) asked.channels.push_back(name);
  add_path_channels(settings.paths, asked);
  catch_signals();
  Recording recording = record_run(*prepared, asked, diagnostics);
  disable_hard_stop();
  const int status = finish(recording.outcome.status);
  if (recording.frames.empty()) return end(status);
  const Scene scene =
      make_scene(prepared->tables, prepared->built, recording.frames.front().x.data());
  PageRequest request;
  request.title = stem_of(input.name);
  const std::size_t rows = recording.channel_times.size();
  const std::size_t shown = std::min(most_page_frames(scene), recording.frames.size());
  request.frames = equal_times(recording, static_cast<int>(shown));
  request.paths = traced_paths(settings.paths, recording, 1 + settings.curves.size());
  for (std::size_t k = 0; k < settings.curves.size(); ++k)
    request.curves.push_back({settings.curves[k], recording.channels[0],
                              std::move(recording.channels[k + 1]), recording.units[k + 1]});
  const std::string text = make_page(scene, recording, request);
  end(status);
  if (request.frames.size() < rows)
    fmt::print(stderr, "mbsim: the page shows {} of {} states; its curves have all rows\n",
               request.frames.size(), rows);
  const int written = write_whole(text, settings.output, files_of(args.deck, diagnostics));
  return written != 0 ? written : status;
}

}  // namespace mbs

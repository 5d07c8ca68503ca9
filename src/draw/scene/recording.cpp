#include "draw/scene/recording.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/index.h"
#include "base/not_determined.h"
#include "base/tolerances.h"
#include "program/run_deck.h"
#include "report/columns.h"
#include "text/parameters.h"

namespace mbs {

namespace {

// What nothing determines leaves a gap in a plot.
double drawn(double value) { return value == kNotDetermined ? std::nan("") : value; }

// Adds the times asked for to the report times of the deck, in order, none twice.
void add_times(const std::vector<double>& times, TimeGrid& grid) {
  if (times.empty() || grid.step <= 0) return;
  std::vector<double> all;
  for (long long k = 0; k < grid.count(); ++k) all.push_back(grid.at(k));
  const double end = all.back(), near = tolerance::same_row * grid.step;
  for (const double t : times)
    if (t > grid.start && t < end) all.push_back(t);
  std::sort(all.begin(), all.end());
  all.erase(std::unique(all.begin(), all.end(),
                        [&](double a, double b) { return std::fabs(b - a) <= near; }),
            all.end());
  grid.asked = std::move(all);
}

// The unit of a channel; empty where the deck does not say its units, since its numbers are then in
// any coherent units.
std::string unit_of(const Layout& layout, int channel, const Tables& tables) {
  if (!shows_units(tables) || channel < ColumnChoice::kTime) return {};
  const UnitSystem& units = tables.units();
  std::string text = channel == ColumnChoice::kTime ? units.shown(unit::second)
                                                    : layout.channels[at(channel)].shown(units);
  for (std::size_t at = text.find("^2"); at != text.npos; at = text.find("^2"))
    text.replace(at, 2, "²");
  return text;
}

// The channels asked for, and those of the points.
std::vector<std::string> channels_of(const RecordingRequest& request,
                                     const std::vector<std::string>& names) {
  std::vector<std::string> out = request.channels;
  for (const std::string& point : request.points) {
    const ColumnChoice node = choose_columns({point + "_1"}, names, true);
    const ColumnChoice owner = choose_columns({point + ".x"}, names, true);
    // Of neither: the one with a name near to it, for the message.
    const bool is_node = node.unknown.empty() ||
                         (!owner.unknown.empty() && owner.nearest.empty() && !node.nearest.empty());
    for (int part = 0; part < (request.in_space ? 3 : 2); ++part)
      out.push_back(point + (is_node ? '_' : '.') + (is_node ? "123" : "xyz")[part]);
  }
  return out;
}

// Keeps rows as frames. When there are too many, every second frame is dropped, except frames asked
// for.
class FrameStore {
 public:
  FrameStore(std::vector<RunFrame>& frames, const std::vector<double>& keep)
      : frames_(frames), keep_(keep) {}

  void add(const RowState& row, const RecordingRequest& request) {
    // The last row is always kept. A row that is not due is replaced by the next one.
    if (!due_.empty() && !due_.back()) drop_last();
    const double t = row.state.t, near = tolerance::same_row * std::max(1.0, std::fabs(t));
    const auto asked = std::lower_bound(keep_.begin(), keep_.end(), t - near);
    const bool is_asked = asked != keep_.end() && *asked <= t + near;
    due_.push_back(is_asked || count_ % stride_ == 0);
    kept_.push_back(is_asked || count_ == 0);
    ++count_;
    RunFrame frame;
    frame.t = t;
    frame.x = row.state.x;
    if (request.velocities) frame.v = row.state.v;
    if (request.forces) {
      frame.stresses.assign(row.stresses.begin(), row.stresses.end());
      frame.reactions.assign(row.reactions.begin(), row.reactions.end());
    }
    frames_.push_back(std::move(frame));
    const std::size_t size = std::max<std::size_t>(1, row.state.x.size());
    const std::size_t most =
        std::clamp<std::size_t>(Recording::kMostNumbers / size, 16, Recording::kMostFrames);
    if (frames_.size() >= most + keep_.size()) thin();
  }

 private:
  void drop_last() { frames_.pop_back(), due_.pop_back(), kept_.pop_back(); }
  void thin() {
    std::size_t to = 0;
    bool odd = false;
    for (std::size_t k = 0; k < frames_.size(); ++k) {
      const bool stays = kept_[k] || odd || k + 1 == frames_.size();
      if (!kept_[k]) odd = !odd;
      if (!stays) continue;
      if (to != k) frames_[to] = std::move(frames_[k]);
      kept_[to] = kept_[k], due_[to] = due_[k];
      ++to;
    }
    frames_.resize(to), kept_.resize(to), due_.resize(to);
    due_.back() = kept_.back();
    stride_ *= 2;
  }

  std::vector<RunFrame>& frames_;
  const std::vector<double>& keep_;  // ascending
  std::vector<char> due_, kept_;
  std::size_t stride_ = 1, count_ = 0;
};

}  // namespace

const RunFrame& Recording::nearest(double t) const {
  const auto after = std::lower_bound(frames.begin(), frames.end(), t,
                                      [](const RunFrame& f, double v) { return f.t < v; });
  if (after == frames.end()) return frames.back();
  if (after == frames.begin()) return frames.front();
  return t - (after - 1)->t < after->t - t ? *(after - 1) : *after;
}

bool shows_units(const Tables& tables) {
  return tables.units().given || tables.subject.mass > 0 || !tables.recorded.empty();
}

Recording record_run(const PreparedRun& given, const RecordingRequest& request,
                     Diagnostics& diagnostics) {
  Recording recording;
  const PreparedRun* prepared = &given;
  PreparedRun with_times;
  const TimeGrid& grid = given.tables.time;
  std::vector<double> times = request.times;
  if (grid.step > 0 && grid.count() < request.enough)
    for (int k = 1; k < request.enough; ++k)
      times.push_back(grid.start + (grid.at(grid.count() - 1) - grid.start) * k / request.enough);
  if (!times.empty()) {
    with_times = given;
    add_times(times, with_times.tables.time);
    prepared = &with_times;
  }
  std::vector<int> indices;
  std::vector<double> keep = request.times;
  std::sort(keep.begin(), keep.end());
  FrameStore store(recording.frames, keep);
  Outputs outputs;
  outputs.layout = [&](const Layout& layout, Diagnostics& out) {
    recording.names = layout.names();
    for (const Layout::Alias& alias : layout.aliases) recording.names.push_back(alias.name);
    for (const std::string& name : channels_of(request, recording.names)) {
      const ColumnChoice choice = choose_columns({name}, recording.names, true, layout.count());
      if (!choice.unknown.empty())
        out.error({}, name, "no channel of the run is called so",
                  choice.nearest.empty() ? "the first line of --csv lists all"
                                         : fmt::format("did you mean '{}'?", choice.nearest));
      for (int index : choice.indices) {
        const bool is_time = index == ColumnChoice::kTime;
        if (is_pattern(name) && is_time && recording.asked.size() > 0) continue;
        recording.asked.push_back(!is_pattern(name) ? name
                                  : is_time         ? "t"
                                                    : recording.names[at(index)]);
        if (index >= layout.count()) index = layout.aliases[index - layout.count()].channel;
        indices.push_back(index);
        recording.units.push_back(unit_of(layout, index, given.tables));
      }
    }
    recording.channels.resize(indices.size());
  };
  outputs.rows = [&](double t, ConstVector values) {
    if (indices.empty()) return;
    recording.channel_times.push_back(t);
    for (std::size_t k = 0; k < indices.size(); ++k)
      recording.channels[k].push_back(
          indices[k] == ColumnChoice::kTime ? t : drawn(values[indices[k]]));
  };
  if (request.states) outputs.states = [&](const RowState& row) { store.add(row, request); };
  outputs.events = [&](const Happening& event) {
    for (const std::string& label : event.labels) {
      const std::string name = label.starts_with("EVENT ") ? label.substr(6) : label;
      if (recording.events.empty() || recording.events.back().t != event.t ||
          recording.events.back().label != name)
        recording.events.push_back({event.t, name});
    }
  };
  recording.outcome = run(*prepared, outputs, diagnostics);
  return recording;
}

}  // namespace mbs

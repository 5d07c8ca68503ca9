// A recorded run for pictures: states at the report times, channels and events.
#pragma once

#include <string>
#include <vector>

#include "run/frame/run.h"

namespace mbs {

struct PreparedRun;
struct Tables;

// One state of the run.
struct RunFrame {
  double t = 0;
  std::vector<double> x;                    // coordinates
  std::vector<double> stresses, reactions;  // empty unless asked for and in a run with forces
  std::vector<double> v = {};               // velocities; empty unless asked for
};

struct RunEvent {
  double t = 0;
  std::string label;
};

struct RecordingRequest {
  bool states = true, forces = false, velocities = false;
  // Recorded at every row: names and patterns of columns as in --columns, and `t`.
  std::vector<std::string> channels;
  // Points whose coordinates are recorded behind these channels: "x3" of x3_1 x3_2, or what has the
  // parts .x and .y; in space the third one, too.
  std::vector<std::string> points;
  bool in_space = false;
  std::vector<double> times;  // extra rows at these times
  // The least number of rows; where the deck has fewer report times, rows at equal times are added.
  int enough = 0;
};

struct Recording {
  // The largest number of frames; in a longer run every second frame is dropped.
  static constexpr std::size_t kMostFrames = 4000;
  static constexpr std::size_t kMostNumbers = 8'000'000;

  Outcome outcome;
  std::vector<std::string> names;             // of all channels, with names of NAME lines
  std::vector<RunFrame> frames;               // ascending; the last row is always there
  std::vector<std::string> asked;             // each channel asked for, patterns as their names
  std::vector<std::string> units;             // of each of them: "m/s²", "" unknown
  std::vector<std::vector<double>> channels;  // one list for each of them, all rows
  std::vector<double> channel_times;          // of the rows
  std::vector<RunEvent> events;

  // The frame nearest to a time; frames are not empty.
  const RunFrame& nearest(double t) const;
};

// Whether the deck says its units: by UNITS, by the mass of a subject in kg, or by files of
// markers.
bool shows_units(const Tables& tables);

// Errors (a channel that does not exist) go to `diagnostics`.
Recording record_run(const PreparedRun& prepared, const RecordingRequest& request,
                     Diagnostics& diagnostics);

}  // namespace mbs

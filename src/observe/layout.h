// The numbers of one report time: how they are named in the CSV and laid out in tables. Observers
// make the layout once and then fill one row of numbers per time; writers compute nothing.
#pragma once

#include <string>
#include <vector>

namespace mbs {

struct TableRow {
  std::string labels;  // already padded to the width of the label heads
  int first = 0;       // index of its first number; one per column follows
};

struct TableLayout {
  std::string heading;               // line above the column heads; may be empty
  std::string label_heads;           // "BODY"
  std::vector<std::string> columns;  // heads of the numbers
  std::vector<TableRow> rows;
};

// A number that is a coordinate itself (rate 0), its velocity (1) or its acceleration (2).
struct DirectChannel {
  int channel = 0;  // index into Layout::names
  int coordinate = 0;
  int rate = 0;
};

struct Layout {
  std::vector<std::string> names;  // of all numbers but the time, as in the CSV
  std::vector<DirectChannel> direct;
  // Other names of channels: "rocker.phi" and the index of "body4.phi".
  struct Alias {
    std::string name;
    int channel;
  };
  std::vector<Alias> aliases;
  std::vector<TableLayout> tables;
  int count() const { return static_cast<int>(names.size()); }
  // Before the name of such a number is appended.
  void next_is(int coordinate, int rate) { direct.push_back({count(), coordinate, rate}); }
};

}  // namespace mbs

// The numbers of one report time: how they are named in the CSV and laid out in tables. Observers
// make the layout once and then fill one row of numbers per time; writers compute nothing.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "base/index.h"
#include "base/unit.h"
#include "observe/quantity.h"
#include "text/compiled_expression.h"

namespace mbs {

struct UnitSystem;

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

// A number of a row, as the CSV, tables, events, measures and the certificate know it.
struct Channel {
  std::string name;  // "body4.phi"
  Unit unit;
  Quantity what = {};
  // Its unit in words where `unit` is unknown: "deg", "N m/kg", whatever the units of the deck.
  std::string written = {};
  // The unit as it is shown; empty if it is not known.
  std::string shown(const UnitSystem& units) const;
  friend bool operator==(const Channel&, const Channel&) = default;
};

// A channel that is a coordinate itself (rate 0), its velocity (1) or its acceleration (2).
struct DirectChannel {
  int channel = 0;  // index into Layout::channels
  int coordinate = 0;
  int rate = 0;
};

struct Layout {
  std::vector<Channel> channels;  // all numbers but the time, in the order of the CSV
  std::vector<DirectChannel> direct;
  // Other names of channels: "rocker.phi" and the index of "body4.phi".
  struct Alias {
    std::string name;
    int channel;
  };
  std::vector<Alias> aliases;
  std::vector<TableLayout> tables;
  // Channels of OUT lines, in order: each is an expression of t, live parameters and the channels
  // before it, with slots as channel_names() says.
  struct Out {
    int channel;
    Expression expression;
  };
  std::vector<Out> outs;
  int count() const { return count_of(channels); }
  const std::string& name(int k) const { return channels[k].name; }
  std::vector<std::string> names() const {
    std::vector<std::string> out;
    for (const Channel& channel : channels) out.push_back(channel.name);
    return out;
  }
  void add(std::string name, Unit unit, Quantity what = {}) {
    channels.push_back({std::move(name), unit, what});
  }
  // unit: of the coordinate; what.rate gives the rate of the channel.
  void add_coordinate(std::string name, Unit unit, int coordinate, Quantity what) {
    direct.push_back({count(), coordinate, what.rate});
    add(std::move(name), rate_of(unit, what.rate), what);
  }
};

}  // namespace mbs

// What every dialect ends in: tables whose rows know the deck line they came from. Numbers in rows
// are resolved (parameters substituted); node and element references are indices into the tables.
#pragma once

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "base/classes.h"
#include "base/record_spec.h"
#include "base/source_location.h"

namespace mbs {

enum class Dialect : std::uint8_t { kabios, native };

struct NodeRow {
  int number = 0;
  NodeKind kind = NodeKind::point;
  std::array<double, 2> x{};  // initial estimate
  std::string label;          // "body 3", "node 7": coordinate names follow it
  SourceLocation where;
};

struct ElementRow {
  int number = 0;
  const RecordSpec* spec = nullptr;
  std::vector<int> nodes;       // one per spec->nodes
  std::vector<double> columns;  // one per spec->columns
  std::string label;            // "REVOLUTE 4", "PLTRUSS 2"
  SourceLocation where;
};

// Values over time, shared by all motions made from one table of the deck.
struct TimeTable {
  std::vector<double> t;
  std::vector<std::vector<double>> columns;
};

enum class Smoothing : std::uint8_t { cross_validated, interpolated };

// A prescribed motion: a polynomial in t or one column of a table.
struct MotionRow {
  std::vector<double> coefficients;  // ascending powers of t; empty: a table
  std::shared_ptr<const TimeTable> table;
  int column = 0;
  Smoothing smoothing = Smoothing::cross_validated;
  std::string label;  // "GUIDE 2"
  SourceLocation where;
};

enum class Target : std::uint8_t { coordinate, deformation };

enum class ClassSource : std::uint8_t { ground, simple, driver, guide, keyword };

// The class of one coordinate or deformation; what no row names has its default (a coordinate is
// calculable, a deformation fixed).
struct ClassRow {
  Target target = Target::coordinate;
  int owner = 0;      // node or element
  int component = 0;  // from 0
  Class cls = Class::fixed;
  int motion = -1;  // prescribed: index into motions
  ClassSource source = ClassSource::keyword;
  std::string label;  // "GROUND 1", "DRIVER 2"
  SourceLocation where;
};

struct BodyRow {
  int number = 0;
  int point = 0;  // node indices
  int angle = 0;
  SourceLocation where;
};

// A point fixed in a body (point node + angle node), reported but not constrained.
struct PointRow {
  int number = 0;
  int body = 0;  // index into bodies
  double xi = 0, eta = 0;
  SourceLocation where;
};

struct TimeGrid {
  double start = 0, end = 0, step = 0;
  SourceLocation where;
  // Report time k is start + k step (by multiplication), for k up to count() - 1.
  long long count() const;
  double at(long long k) const { return start + static_cast<double>(k) * step; }
};

struct Tables {
  Dialect dialect = Dialect::native;
  std::string name;  // of the deck
  std::vector<NodeRow> nodes;
  std::vector<ElementRow> elements;
  std::vector<MotionRow> motions;
  std::vector<ClassRow> classes;
  std::vector<BodyRow> bodies;
  std::vector<PointRow> points;
  TimeGrid time;
};

}  // namespace mbs

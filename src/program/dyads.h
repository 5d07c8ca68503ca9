// Loops that two bodies close (dyads, Assur's groups of the second class): a and b are joined to
// each other, and each to a body that is placed already, by pins and at most one slider; or two
// trusses hold a point. Such a pair closes in two ways, each the mirror image of the other.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/diagnostics.h"
#include "base/options.h"
#include "model/built.h"
#include "solve/place/partition.h"

namespace mbs {

struct Tables;

// A point of a body, as coordinates of the Model; angle < 0: a point node by itself.
struct DyadPlace {
  int point = 0, angle = -1;
  double xi = 0, eta = 0;
};

enum class DyadKind : std::uint8_t { pins, outer_slider, inner_slider, trusses };

struct Dyad {
  DyadKind kind = DyadKind::pins;
  DyadPlace a, b;      // the bodies; kind trusses: both are the point
  DyadPlace rest_a;    // where a is joined to a placed body, in the frame of a
  DyadPlace common;    // the pin of a and b, in the frame of a (inner slider: none)
  DyadPlace common_b;  // the same pin in the frame of b
  DyadPlace rest_b;    // joint of b to a placed body, in the frame of b (outer slider: none)
  double slide = 0;    // angle of the line of sliding in the frame of the body `slides`
  int slides = -1;     // coordinate of the angle of that body
  int between = -1;    // element between a and b, index into Tables::elements
  std::string label;   // "body 3 and body 4"
};

// The dyads in the order in which they close, each on dyads before it. known: coordinates chosen as
// degrees of freedom.
std::vector<Dyad> find_dyads(const Tables& tables, const Built& built,
                             const std::vector<int>& known);

// The coordinates x with the pair in its other closure; empty at a dead position, where both
// closures are the same.
std::optional<std::vector<double>> mirrored(const Dyad& dyad, const std::vector<double>& x);

// ASSEMBLE: writes the other closure of each dyad that it names into the estimates of `tables`, and
// builds the model anew from them. A dyad that cannot be assembled so is an error.
void assemble_mirrored(Tables& tables, const Options& options, std::optional<Built>& built,
                       Diagnostics& diagnostics);

// Head lines of --check: each dyad with its other closure.
std::string describe_dyads(const Tables& tables, const Built& built, const Options& options);

// For a mechanism that cannot be assembled: a warning for each dyad, with both closures where the
// dyad closes by itself, else with the missing distance.
void warn_of_open_dyads(const Tables& tables, const Built& built, const Options& options,
                        Diagnostics& diagnostics);

}  // namespace mbs

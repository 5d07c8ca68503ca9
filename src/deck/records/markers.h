// Places of markers become the motion of bodies and the places of joints.
//
//   MARKERS "walk.trc" AXES +x +y               the file, and its axes that are x and y of the deck
//   MARKERS "name" MIDDLE "a" "b"               a marker between two others
//   MARKERS "name" FROM "a" TO "b" AT xi eta    xi from a along the line to b, eta to its left
//   MOTION i MARKERS [curve] [GAPS FILL] "a" "b" AT c            c: from a to the centre of mass
//   MOTION i MARKERS ... "a" xi eta "b" xi eta "c" xi eta ...    least squares
//   MOTION i MARKERS ... "a" "b" "c" ... STATIC "file" "p" "q" AT c
//   NETJOINT i j MARKERS [curve] [GAPS FILL] "a"
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "deck/records/measured.h"
#include "deck/records/plate_channels.h"
#include "plan/recorded.h"

namespace mbs {

// The lines MARKERS of a deck.
struct MarkerLines {
  // A marker that is made from two others; they are names of the file or of lines above.
  struct Made {
    std::string name, a, b;
    bool middle = true;
    double xi = 0, eta = 0;
  };
  std::optional<Token> file;
  std::array<FileAxis, 2> axes;
  std::vector<Made> made;
  bool faulty = false;  // one of them has an error: lines that use them say nothing more
};

// Reads a line MARKERS.
void read_markers_line(RecordReader& in, MarkerLines& lines);

// Read what follows the word MARKERS of MOTION (x y phi) and NETJOINT (x y). Empty after an error.
// quality: the length of the segment or the residual of its markers over time, named so.
std::vector<MotionRow> read_marker_motion(RecordReader& in, const LexedDeck& deck,
                                          MarkerLines& lines, const TimeGrid& grid,
                                          Diagnostics& diagnostics, const std::string& label,
                                          RecordedRow& quality);
std::vector<MotionRow> read_marker_place(RecordReader& in, const LexedDeck& deck,
                                         MarkerLines& lines, const TimeGrid& grid,
                                         Diagnostics& diagnostics, const std::string& label);

// Places of markers in the plane over time, of a file or made from those of a file.

// NaN where a marker was not seen.
struct MarkerPlaces {
  std::vector<double> t;
  std::vector<std::vector<double>> x, y;  // per marker
  std::vector<std::string> said;          // of the file
};

// Reads the markers of these names. Empty, with an error, if the file lacks one.
std::optional<MarkerPlaces> read_marker_places(RecordReader& in, const LexedDeck& deck,
                                               const MarkerLines& lines, const Token& file,
                                               const std::vector<Token>& names,
                                               Diagnostics& diagnostics, const std::string& label);

}  // namespace mbs

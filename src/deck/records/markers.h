// Places of markers become the motion of bodies and the places of joints.
//
//   MARKERS "walk.trc" AXES +x +y               the file, and its axes that are x and y of the deck
//   MARKERS "name" MIDDLE "a" "b"               a marker between two others
//   MARKERS "name" FROM "a" TO "b" AT xi eta    xi from a along the line to b, eta to its left
//   MOTION i MARKERS [curve] [GAPS FILL] "a" "b" AT c            c: from a to the centre of mass
//   MOTION i MARKERS ... "a" xi eta "b" xi eta "c" xi eta ...    least squares
//   MOTION i MARKERS ... "a" "b" "c" ... STATIC "file" "p" "q" AT c
//   NETJOINT i j MARKERS [curve] [GAPS FILL] "a"
//
// In space (deck/records/space_markers.h reads MOTION):
//
//   MARKERS "walk.trc" AXES +x +z -y            its axes that are x, y and z of the deck
//   MARKERS "name" MIDDLE "a" "b"
//   MARKERS "name" FROM "a" TO "b" AT xi
//   MARKERS "name" FRAME "a" "b" "c" AT xi eta zeta     in the frame of three markers: its origin
//                                               is a, its x axis points to b, c has a positive y
//                                               and no z
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "base/space_vector.h"
#include "deck/records/measured.h"
#include "deck/records/plate_channels.h"
#include "plan/recorded.h"

namespace mbs {

// The lines MARKERS of a deck.
struct MarkerLines {
  enum class Way : std::uint8_t { middle, line, frame };
  // A marker that is made from others; they are names of the file or of lines above.
  struct Made {
    std::string name, a, b, c;  // c: of a frame
    Way way = Way::middle;
    double xi = 0, eta = 0, zeta = 0;
  };
  bool in_space = false;
  std::string_view user = "MOTION i";  // the line that uses them, in messages
  std::optional<Token> file;
  std::array<FileAxis, 3> axes;  // the third one in space
  std::vector<Made> made;
  bool faulty = false;  // one of them has an error: lines that use them say nothing more
};

// Reads a line MARKERS.
void read_markers_line(RecordReader& in, MarkerLines& lines);

// Read what follows the word MARKERS of MOTION (x y phi) and NETJOINT (x y, in space x y z). Empty
// after an error.
// quality: the length of the segment or the residual of its markers over time, named so.
std::vector<MotionRow> read_marker_motion(RecordReader& in, const LexedDeck& deck,
                                          MarkerLines& lines, const TimeGrid& grid,
                                          Diagnostics& diagnostics, const std::string& label,
                                          RecordedRow& quality);
std::vector<MotionRow> read_marker_place(RecordReader& in, const LexedDeck& deck,
                                         MarkerLines& lines, const TimeGrid& grid,
                                         Diagnostics& diagnostics, const std::string& label);

// What follows the bodies of NETJOINT in KABIOS decks: MARKERS, or what read_net_joint() reads.
bool read_net_joint_or_markers(RecordReader& in, const LexedDeck& deck, MarkerLines& lines,
                               const TimeGrid& grid, Diagnostics& diagnostics, NetJointRow& row);

// Whether a file was named above; false, with an error once, where it was not.
bool has_marker_file(RecordReader& in, MarkerLines& lines);
// The error of a file that cannot be read stands at its name, once for all lines.
void note_marker_fault(MarkerLines& lines, const Diagnostics& diagnostics);

// Places of markers over time, of a file or made from those of a file.

// NaN where a marker was not seen.
struct MarkerPlaces {
  std::vector<double> t;
  std::vector<std::vector<double>> x, y, z;  // per marker; z in space
  std::vector<std::string> said;             // of the file

  Vec3 at(std::size_t marker, std::size_t row) const {
    return {x[marker][row], y[marker][row], z[marker][row]};
  }
};

// The axes of the frame of three places: x from a to b, y towards c, z across. Empty where they lie
// on one line, or one of them is missing.
std::optional<std::array<Vec3, 3>> frame_of_three(Vec3 a, Vec3 b, Vec3 c);

// Reads the markers of these names. Empty, with an error, if the file lacks one.
std::optional<MarkerPlaces> read_marker_places(RecordReader& in, const LexedDeck& deck,
                                               const MarkerLines& lines, const Token& file,
                                               const std::vector<Token>& names,
                                               Diagnostics& diagnostics, const std::string& label);

}  // namespace mbs

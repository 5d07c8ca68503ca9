// The orientation of a body of space as an X record gives it:
//   ROT AXIS ux uy uz angle | ROT VECTOR rx ry rz | ROT seq [SPACE] a b c
//   AXES x ux uy uz y vx vy vz | MATRIX r11 r12 ... r33
#pragma once

#include <array>
#include <string>

#include "deck/lines/record_reader.h"

namespace mbs {

struct Tables;

inline constexpr std::string_view kOrientationFields =
    "ROT AXIS ux uy uz angle, ROT VECTOR rx ry rz, ROT xyz a b c, AXES x ux uy uz y vx vy vz or "
    "MATRIX r11 r12 ... r33";

inline constexpr std::array<double, 4> kUnturned = {1, 0, 0, 0};

// Whether a word begins one of the forms.
bool is_orientation_word(std::string_view word);
// Whether a word, in capitals, names the axes of three turns.
bool is_turn_sequence(std::string_view word);
// Reads one form into Euler parameters with q0 >= 0.
std::array<double, 4> take_orientation(RecordReader& in);
// Reads "zxy [SPACE] a b c", three turns.
std::array<double, 4> take_turns(RecordReader& in);
// Reads a sequence, "zxy"; returns its index in the list of all, and gives its word.
int take_sequence_word(RecordReader& in);
std::string sequence_word(double index);
// The index of a sequence in capitals.
int sequence_index(std::string_view word);
// The angles of q in a sequence: the second within 90 degrees, of sequences such as zxz from 0 to
// 180.
std::array<double, 3> angles_in(std::string_view sequence, const std::array<double, 4>& q);
// The orientation `next` against the axes that `first` has turned, with q0 >= 0.
std::array<double, 4> after(const std::array<double, 4>& first, const std::array<double, 4>& next);
// Reads a turn, what stands behind ROT, into a rotation vector.
std::array<double, 3> take_turn_vector(RecordReader& in);

// Adds the rotations that OUT, MEASURE, EVENT and REPORT lines name, "rot2.zxy_1"
// (observe/rotations.h has all forms), to Tables::rotations. Names of nodes that are no
// orientations are left to those who look for channels.
void find_rotations(Tables& tables);

}  // namespace mbs

// Places of markers become the motion of bodies of space.
//
//   MOTION i MARKERS [curve] [GAPS FILL] "a" "b" "c" AT xi eta zeta      the frame of three markers
//   MOTION i MARKERS ... "a" xi eta zeta "b" xi eta zeta "c" xi eta zeta ...      least squares
//   MOTION i MARKERS ... "a" "b" "c" ... STATIC "file" "p" "q" "r" AT xi eta zeta
//
// AT: the origin of the body in the frame of three markers (MarkerLines). Its axes are that
// frame's.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "deck/records/markers.h"

namespace mbs {

// Reads what follows the word MARKERS: motions of x y z q0 q1 q2 q3. Empty after an error. quality:
// the distance of the first two of three markers, or the residual of all over time.
std::vector<MotionRow> read_markers_of_body(RecordReader& in, const LexedDeck& deck,
                                            MarkerLines& lines, const TimeGrid& grid,
                                            Diagnostics& diagnostics, const std::string& label,
                                            RecordedRow& quality);

inline constexpr std::string_view kMotionByNumbers[] = {"x", "y", "z", "q0", "q1", "q2", "q3"};
inline constexpr std::string_view kMotionByAngles[] = {"x", "y", "z", "phi1", "phi2", "phi3"};
// The fields of so many motions of a body: six or seven.
inline std::span<const std::string_view> fields_of_led_body(std::size_t motions) {
  return motions == std::size(kMotionByNumbers)
             ? std::span<const std::string_view>(kMotionByNumbers)
             : kMotionByAngles;
}

}  // namespace mbs

// A scene at the size of its picture: groups of marks in the order in which they lie over each
// other, and captions.
#pragma once

#include <span>

#include "draw/scene/mark.h"
#include "draw/scene/recording.h"
#include "draw/scene/symbols.h"

namespace mbs {

struct Drawing {
  std::vector<Group> groups;
  std::vector<Caption> captions;
  double near = 0;  // points nearer than this count as one place [m]
};

// The box that the picture must show at these states, without symbols.
Box bounds(const Scene& scene, std::span<const RunFrame* const> frames);
// The symbol size for a picture of `box`. pixel: metres per pixel; diagonal: of the picture
// [pixels].
SymbolSize symbol_size(const Scene& scene, const Box& box, double pixel, double diagonal);

// view: the visible part of the plane; lines of the ground run through it. frames: the whole run,
// so that rails are as long as the motion needs. Captions are placed for the state `shown`.
Drawing make_drawing(const Scene& scene, std::span<const RunFrame> frames, const Box& view,
                     const SymbolSize& size, const RunFrame& shown);

// The names of bodies and points where there is room for them, placed for the coordinates `shown`.
std::vector<Caption> make_captions(const Scene& scene, std::span<const BodyColour> colours,
                                   const SymbolSize& size, const double* shown);

// The forces at a state as arrows of at most `longest` metres, and their sizes in words: constant
// loads, forces of joints, contacts and supports.
struct ForcePicture {
  std::vector<Mark> arrows;
  std::vector<Caption> captions;
};
// A force with three figures; from 999.5 to 99950 as a whole number, which is easier to read than a
// power of ten.
std::string force_text(double force, const std::string& unit);
// The largest force at these states [N]; 0 where there are none.
double largest_force(const Scene& scene, std::span<const RunFrame* const> frames);
ForcePicture make_forces(const Scene& scene, const RunFrame& frame, double largest, double longest,
                         const SymbolSize& size);

}  // namespace mbs

// The symbols of drawings of mechanisms, each as marks in coordinates of its own.
#pragma once

#include <span>

#include "draw/scene/mark.h"

namespace mbs {

// Sizes that all symbols of a picture share.
struct SymbolSize {
  double width = 1;  // of a link [m]; all other sizes are proportional to it
  double pixel = 1;  // [m]
  double pixels() const { return width / pixel; }
};

// Colours that stay apart in print and for colour-blind readers (after Okabe and Ito), as a light
// filling and a dark line each.
struct BodyColour {
  const char *fill, *line;
};
BodyColour body_colour(std::size_t k);
inline constexpr BodyColour kGroundColour = {"#e6e6e6", "#555555"};
inline constexpr const char *kInk = "#333333", *kRed = "#c0392b", *kForce = "#b3005e";

// The convex outline of points, rounded with this radius: a link for two points, a disc for one.
Mark rounded_outline(std::vector<Vec> points, double radius, BodyColour colour);
Mark polyline(std::span<const Vec> points, std::string colour, double pixels);
Mark circle(Vec centre, double radius, std::string fill, std::string line, double pixels);
// Hatching on the right of a line.
Mark hatching(Vec from, Vec to, const SymbolSize& size);
std::vector<Mark> pin(const SymbolSize& size);
std::vector<Mark> mass_centre(const SymbolSize& size);
// The ground lies below, at -y.
std::vector<Mark> pin_support(const SymbolSize& size);
std::vector<Mark> roller_support(const SymbolSize& size);
std::vector<Mark> clamp(const SymbolSize& size);
std::vector<Mark> drive(const SymbolSize& size);
std::vector<Mark> spiral(const SymbolSize& size);
std::vector<Mark> wheel(double radius, BodyColour colour, const SymbolSize& size);
std::vector<Mark> ring(double radius, BodyColour colour, const SymbolSize& size);
std::vector<Mark> block(double length, double height, BodyColour colour, const SymbolSize& size);
// A spring along x from 0 to 1, with a number of coils that suits `length` [m].
std::vector<Mark> spring(double length, const SymbolSize& size);
std::vector<Mark> damper(const SymbolSize& size);
std::vector<Mark> actuator(const SymbolSize& size);
std::vector<Mark> rod(const SymbolSize& size);
// An arrow in the plane of the mechanism.
std::vector<Mark> arrow(Vec from, Vec to, const char* colour, const SymbolSize& size);

}  // namespace mbs

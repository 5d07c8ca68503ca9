#include "observe/cam_places.h"

#include <array>

#include "elements/cam.h"

namespace mbs {

namespace {

const CamRow& curve_of(const Parts::CamPart& cam) {
  return *static_cast<const CamRow*>(cam.row.get());
}

}  // namespace

void lay_out_cams(const Parts& parts, Layout& layout) {
  for (const Parts::CamPart& cam : parts.cams) {
    layout.add(cam.name + ".u", unit::unknown);
    for (const char* part : {".x", ".y"}) layout.add(cam.name + part, unit::metre);
    for (const char* part : {".nx", ".ny"}) layout.add(cam.name + part, unit::number);
    layout.add(cam.name + ".radius", unit::metre);
    if (curve_of(cam).guide != Guide::none) layout.add(cam.name + ".pressure", unit::radian);
  }
}

void observe_cams(const Parts& parts, const State& state, double* out) {
  for (const Parts::CamPart& cam : parts.cams) {
    std::array<double, 6> x{};
    for (std::size_t c = 0; c < 6; ++c) x[c] = state.x[cam.coordinates[c]];
    const CamPlace place = cam_place(curve_of(cam), x);
    for (const double value :
         {place.u, place.c[0], place.c[1], place.n[0], place.n[1], place.radius})
      *out++ = value;
    if (curve_of(cam).guide != Guide::none) *out++ = place.pressure;
  }
}

}  // namespace mbs

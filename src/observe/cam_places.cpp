#include "observe/cam_places.h"

#include <array>

#include "elements/cam.h"
#include "elements/curves.h"

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
  for (const Parts::CamPart& pair : parts.curves) {
    for (const char* part : {".ua", ".ub"}) layout.add(pair.name + part, unit::unknown);
    for (const char* part : {".x", ".y"}) layout.add(pair.name + part, unit::metre);
    for (const char* part : {".nx", ".ny"}) layout.add(pair.name + part, unit::number);
    for (const char* part : {".ra", ".rb"}) layout.add(pair.name + part, unit::metre);
  }
}

void observe_cams(const Parts& parts, const State& state, double* out) {
  const auto pose = [&state](const Parts::CamPart& cam) {
    std::array<double, 6> x{};
    for (std::size_t c = 0; c < 6; ++c) x[c] = state.x[cam.coordinates[c]];
    return x;
  };
  for (const Parts::CamPart& cam : parts.cams) {
    const CamPlace place = cam_place(curve_of(cam), pose(cam));
    for (const double value :
         {place.u, place.c[0], place.c[1], place.n[0], place.n[1], place.radius})
      *out++ = value;
    if (curve_of(cam).guide != Guide::none) *out++ = place.pressure;
  }
  for (const Parts::CamPart& pair : parts.curves) {
    const CurvesPlace place =
        curves_place(*static_cast<const CurvesRow*>(pair.row.get()), pose(pair));
    for (const double value : {place.u_a, place.u_b, place.c[0], place.c[1], place.n[0], place.n[1],
                               place.radius_a, place.radius_b})
      *out++ = value;
  }
}

}  // namespace mbs

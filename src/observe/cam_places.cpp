#include <array>
#include <initializer_list>
#include <utility>

#include "elements/cam.h"
#include "elements/curves.h"
#include "observe/joint_places.h"

namespace mbs {

namespace {

const CamRow& curve_of(const Parts::CamPart& cam) {
  return *static_cast<const CamRow*>(cam.row.get());
}

}  // namespace

void lay_out_cams(const Parts& parts, Layout& layout) {
  using Part = std::pair<const char*, Unit>;
  const auto add = [&layout](const Parts::CamPart& of, Quantity what,
                             std::initializer_list<Part> channels) {
    for (const auto& [part, unit] : channels) {
      layout.add(of.name + part, unit, what);
      ++what.component;
    }
  };
  for (int owner = 0; const Parts::CamPart& cam : parts.cams) {
    add(cam, {Of::cam, owner},
        {{".u", unit::unknown},
         {".x", unit::metre},
         {".y", unit::metre},
         {".nx", unit::number},
         {".ny", unit::number},
         {".radius", unit::metre}});
    if (curve_of(cam).guide != Guide::none)
      add(cam, {Of::cam, owner, 6}, {{".pressure", unit::radian}});
    ++owner;
  }
  for (int owner = 0; const Parts::CamPart& pair : parts.curves)
    add(pair, {Of::curves, owner++},
        {{".ua", unit::unknown},
         {".ub", unit::unknown},
         {".x", unit::metre},
         {".y", unit::metre},
         {".nx", unit::number},
         {".ny", unit::number},
         {".ra", unit::metre},
         {".rb", unit::metre}});
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

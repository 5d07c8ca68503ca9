#include "observe/cam_places.h"

#include <fmt/format.h>

namespace mbs {

CamPlaces::CamPlaces(const Tables& tables, const Model& model) {
  int count = 0;
  for (std::size_t k = 0; k < tables.elements.size(); ++k) {
    const ElementRow& row = tables.elements[k];
    if (row.spec->arity != Arity::cam) continue;
    ++count;
    const ElementBatch* batch = nullptr;
    for (const ElementBatch& b : model.batches)
      if (b.first_deformation == model.elements[k].first) batch = &b;
    Cam cam{
        fmt::format("cam{}", tables.vocabulary.own_numbers ? row.number : count), batch->row, {}};
    for (std::size_t c = 0; c < 6; ++c)
      cam.coordinates[c] = batch->gather[static_cast<std::size_t>(cam.curve().column[c])];
    cams_.push_back(std::move(cam));
  }
}

void CamPlaces::lay_out(Layout& layout) const {
  for (const Cam& cam : cams_) {
    layout.add(cam.name + ".u", unit::unknown);
    for (const char* part : {".x", ".y"}) layout.add(cam.name + part, unit::metre);
    for (const char* part : {".nx", ".ny"}) layout.add(cam.name + part, unit::number);
    layout.add(cam.name + ".radius", unit::metre);
    if (cam.curve().guide != Guide::none) layout.add(cam.name + ".pressure", unit::radian);
  }
}

void CamPlaces::observe(const State& state, double* out) const {
  for (const Cam& cam : cams_) {
    std::array<double, 6> x{};
    for (std::size_t c = 0; c < 6; ++c)
      x[c] = state.x[static_cast<std::size_t>(cam.coordinates[c])];
    const CamPlace place = cam_place(cam.curve(), x);
    for (const double value :
         {place.u, place.c[0], place.c[1], place.n[0], place.n[1], place.radius})
      *out++ = value;
    if (cam.curve().guide != Guide::none) *out++ = place.pressure;
  }
}

}  // namespace mbs

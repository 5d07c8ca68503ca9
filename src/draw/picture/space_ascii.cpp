// A picture of a mechanism of space in letters, for a terminal.
#include <cmath>

#include "base/index.h"
#include "draw/picture/eye.h"
#include "draw/picture/letters.h"
#include "draw/picture/space_picture.h"

namespace mbs {

namespace {

// A body is drawn from its point to each of its joints and masses: o a joint, A the ground, @ a
// mass.
void draw_letters(const SpaceScene& scene, const Model& model, const Eye& eye, const double* x,
                  double t, Letters& page) {
  for (const SpaceBody& body : scene.bodies) {
    const Vec centre = eye.flat(body.place.at(model, x));
    for (const Vec3 s : body.points) {
      SpaceAnchor there = body.place;
      there.s = s;
      if (!body.fixed) page.line(centre, eye.flat(there.at(model, x)), 0);
    }
  }
  for (const SpaceLine& line : scene.lines)
    page.line(eye.flat(line.a.at(model, x)), eye.flat(line.b.at(model, x)), line.acts ? 'z' : '\0');
  for (const SpaceWheel& wheel : scene.wheels) {
    SpaceAnchor centre = wheel.axle;
    centre.s = {};
    page.circle(eye.flat(centre.at(model, x)), wheel.radius, '.');
  }
  for (const SpaceBody& body : scene.bodies)
    for (const Vec3 s : body.masses) {
      SpaceAnchor there = body.place;
      there.s = s;
      page.put(eye.flat(there.at(model, x)), '@');
    }
  for (const SpaceAnchor& mass : scene.masses) page.put(eye.flat(mass.at(model, x)), '@');
  for (const SpaceJoint& joint : scene.joints) {
    const bool on_ground = scene.bodies[at(joint.i)].fixed || scene.bodies[at(joint.j)].fixed;
    page.put(eye.flat(joint.place.at(model, x)), on_ground ? 'A' : 'o');
  }
  for (const SpaceNet& net : scene.nets) page.put(eye.flat(net.at(model, x, t)), 'o');
  for (const SpaceAnchor& point : scene.points) page.put(eye.flat(point.at(model, x)), '*');
}

}  // namespace

std::string space_picture_ascii(const SpaceScene& scene, const Model& model,
                                const PictureRequest& request, const SpacePictureRequest& in_space,
                                int columns) {
  const Eye eye = views_of(upright_against(model.forces.gravity))[0];
  Box box;
  for (const RunFrame* frame : request.frames)
    for (const Vec3 p : space_places(scene, model, frame->x.data())) box.add(eye.flat(p));
  for (const SpacePath& path : in_space.paths)
    for (const Vec3 p : path.points)
      if (std::isfinite(p.x + p.y + p.z)) box.add(eye.flat(p));
  const auto draw_paths = [&](Letters& page) {
    for (const SpacePath& path : in_space.paths)
      for (const Vec3 p : path.points)
        if (std::isfinite(p.x + p.y + p.z)) page.put(eye.flat(p), ':');
  };
  const auto draw_frame = [&](const RunFrame& frame, const Box&, Letters& page) {
    draw_letters(scene, model, eye, frame.x.data(), frame.t, page);
  };
  return letter_pages(request, box, columns, in_space.time_unit, {draw_paths, draw_frame});
}

}  // namespace mbs

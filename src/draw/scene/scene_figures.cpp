// Figures that are drawn by simpler figures, and figures of elements of variable arity.
#include <algorithm>
#include <cmath>

#include "base/row_columns.h"
#include "draw/scene/scene_maker.h"
#include "elements/cam.h"
#include "elements/curves.h"

namespace mbs {

// Adds a line round circles (columns xi eta r turns of each place, see ElementRow).
void SceneMaker::add_path(const ElementRow& row) {
  std::vector<SceneFigure> pieces;
  for (std::size_t k = 0; 2 * k + 1 < row.nodes.size(); ++k) {
    const int first = static_cast<int>(kPathColumns * k), node = static_cast<int>(2 * k);
    const Anchor place = anchor(row, {node, node + 1, first});
    const double rho = row.columns[first + 2];
    if (!pieces.empty()) {
      pieces.back().b = place;
      pieces.back().rho_b = rho;
    }
    if (rho != 0) {
      SceneFigure pulley;
      pulley.kind = FigureKind::circle;
      pulley.a = pulley.b = place;
      pulley.fixed_a = pulley.fixed_b = stands_still(place);
      pulley.radius = std::fabs(rho);
      place_figure(pulley);
      scene_.figures.push_back(pulley);
    }
    SceneFigure piece;
    piece.kind = FigureKind::path;
    piece.a = place;
    piece.rho_a = rho;
    pieces.push_back(piece);
  }
  for (std::size_t k = 0; k + 1 < pieces.size(); ++k) add_between(pieces[k]);
}

void SceneMaker::add_between(SceneFigure piece) {
  piece.fixed_a = stands_still(piece.a);
  piece.fixed_b = stands_still(piece.b);
  piece.body_a = body_of(piece.a);
  piece.body_b = body_of(piece.b);
  if (piece.rho_a == 0) reach(piece.body_a, piece.a);
  if (piece.rho_b == 0) reach(piece.body_b, piece.b);
  scene_.figures.push_back(piece);
}

namespace {

const ElementBatch& batch_of(const Model& model, const ElementRange& range) {
  return *std::find_if(model.batches.begin(), model.batches.end(), [&](const ElementBatch& b) {
    return b.type == range.type && b.first_deformation == range.first;
  });
}

}  // namespace

// Adds a cam with its outline, and its follower: a point, a roller, or a face as long as the cam is
// wide.
void SceneMaker::add_cam(const ElementRow& row, const ElementRange& range, SceneFigure figure) {
  const CamRow& cam = cam_row(batch_of(model_, range));
  SceneFigure face = figure;
  figure.kind = FigureKind::curve;
  figure.a = figure.b = anchor(row, {2, 3, -1});
  figure.fixed_a = figure.fixed_b = stands_still(figure.a);
  for (const std::array<double, 2>& p : cam.sample) {
    figure.outline.push_back({p[0], p[1]});
    figure.radius = std::max(figure.radius, std::hypot(p[0], p[1]));
  }
  figure.closed = cam.curve.closed;
  place_figure(figure);
  if (figure.body_a >= 0) scene_.bodies[figure.body_a].has_wheel = true;
  scene_.figures.push_back(figure);
  face.a = face.b = anchor(row, {0, 1, CamColumn::xi});
  face.fixed_a = face.fixed_b = stands_still(face.a);
  if (cam.follower == Follower::flat) {
    const Vec along = figure.radius * Vec{cam.face[0], cam.face[1]};
    face.a.xi -= along.x, face.a.eta -= along.y;
    face.b.xi += along.x, face.b.eta += along.y;
    const int body = body_of(face.a);
    reach(body, face.a);
    return reach(body, face.b);
  }
  face.kind = FigureKind::circle;
  face.radius = cam.r;
  place_figure(face);
  scene_.figures.push_back(face);
}

// Adds both curves; the first belongs to the first body.
void SceneMaker::add_curves(const ElementRow& row, const ElementRange& range,
                            const SceneFigure& told) {
  const CurvesRow& curves = curves_row(batch_of(model_, range));
  for (const CurveSamples* curve : {&curves.a, &curves.b}) {
    SceneFigure figure = told;
    figure.kind = FigureKind::curve;
    const int node = curve == &curves.a ? 0 : 2;
    figure.a = figure.b = anchor(row, {node, node + 1, -1});
    figure.fixed_a = figure.fixed_b = stands_still(figure.a);
    for (const CurveSample& sample : curve->samples()) {
      figure.outline.push_back({sample.c[0], sample.c[1]});
      figure.radius = std::max(figure.radius, std::hypot(sample.c[0], sample.c[1]));
    }
    figure.closed = curve->curve().closed;
    place_figure(figure);
    if (figure.closed && figure.body_a >= 0) scene_.bodies[figure.body_a].has_wheel = true;
    scene_.figures.push_back(figure);
  }
}

// Adds the polygon of an outline, and the wheel or point that touches it.
void SceneMaker::add_outline(const ElementRow& row, SceneFigure figure) {
  SceneFigure wheel = figure;
  figure.kind = FigureKind::curve;
  figure.a = figure.b = anchor(row, {2, 3, -1});
  figure.fixed_a = figure.fixed_b = stands_still(figure.a);
  for (std::size_t k = OutlineColumn::first; k + 1 < row.columns.size(); k += 2) {
    const Vec vertex{row.columns[k], row.columns[k + 1]};
    figure.outline.push_back(vertex);
    figure.radius = std::max(figure.radius, std::hypot(vertex.x, vertex.y));
  }
  figure.closed = row.columns[OutlineColumn::shape] == static_cast<double>(OutlineShape::polygon);
  place_figure(figure);
  scene_.figures.push_back(figure);
  wheel.kind = FigureKind::circle;
  wheel.a = wheel.b = anchor(row, {0, 1, OutlineColumn::xi});
  wheel.fixed_a = wheel.fixed_b = stands_still(wheel.a);
  wheel.radius = row.columns[OutlineColumn::r];
  place_figure(wheel);
  scene_.figures.push_back(wheel);
}

// Replaces figures by simpler ones: a pin in a slot is a slide, the runs of a belt are pieces of
// paths, a rack is a surface beside its pinion. False where the caller need not add `figure`.
bool SceneMaker::simplify(const ElementFigure& told, const ElementRow& row,
                          const ElementRange& range, SceneFigure& figure) {
  auto column = [&](int k) { return row.columns[k]; };
  if (told.kind == FigureKind::path) return add_path(row), false;
  if (told.kind == FigureKind::outline) return add_outline(row, figure), false;
  if (told.kind == FigureKind::curves) return add_curves(row, range, figure), false;
  if (told.kind == FigureKind::curve) return add_cam(row, range, figure), false;
  if (told.kind == FigureKind::belt) {
    for (const bool first : {true, false}) {
      SceneFigure pulley = figure;
      pulley.kind = FigureKind::circle;
      if (!first) std::swap(pulley.a, pulley.b), std::swap(pulley.fixed_a, pulley.fixed_b);
      pulley.radius = std::fabs(column(first ? told.size : told.size_b));
      place_figure(pulley);
      scene_.figures.push_back(pulley);
    }
    figure.kind = FigureKind::path;
    for (const double side : {1.0, -1.0}) {
      figure.rho_a = side * column(told.size), figure.rho_b = side * column(told.size_b);
      add_between(figure);
    }
    return false;
  }
  if (told.kind == FigureKind::slot) {
    std::swap(figure.a, figure.b);
    std::swap(figure.fixed_a, figure.fixed_b);
    figure.kind = FigureKind::slide;
    figure.pin_in_slot = figure.only_loads = true;
    figure.second = Vec{figure.a.xi, figure.a.eta} + Vec{column(told.size), column(told.size + 1)};
  }
  if (told.kind == FigureKind::rack) {
    // The surface passes through the lowest point of the pinion at the start, in the frame of the
    // rack's body.
    const double r = column(told.size - 1);
    const Vec along = normalised({column(told.size), column(told.size + 1)});
    const Vec centre =
        turned(figure.a.at(start_) - figure.b.origin(start_), -figure.b.angle(start_));
    const Vec point = centre - r * left_of(along);
    figure.kind = FigureKind::surface;
    figure.b.xi = point.x, figure.b.eta = point.y;
    figure.second = r < 0 ? -1.0 * along : along;
    SceneFigure pinion = figure;
    pinion.kind = FigureKind::circle;
    pinion.radius = std::fabs(r);
    place_figure(pinion);
    scene_.figures.push_back(pinion);
  }
  return true;
}

}  // namespace mbs

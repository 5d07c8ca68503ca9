// The maker of scenes. Private to scene.cpp and scene_figures.cpp; others include scene.h.
#pragma once

#include <cstddef>
#include <map>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "deck/tables/rows.h"
#include "draw/scene/scene.h"

namespace mbs {

struct Tables;

// Makes a scene from a deck and its model; the frames outlive it.
class SceneMaker {
 public:
  SceneMaker(const Tables& tables, const Built& built, std::span<const RunFrame> frames);

  Scene make();

 private:
  bool is_fixed(int coordinate) const { return phase_.x_class[coordinate] == Class::fixed; }
  bool stands_still(const Anchor& a) const {
    return a.x < 0 || (is_fixed(a.x) && is_fixed(a.x + 1) && (a.phi < 0 || is_fixed(a.phi)));
  }
  Anchor anchor(const ElementRow& row, const FigurePoint& point) const;
  int body_of(const Anchor& a);
  int add_body(int x, int phi, std::string name, bool named);
  void add_chain();
  void add_element(const ElementRow& row, const ElementRange& range);
  void place_figure(SceneFigure& figure);
  void add_path(const ElementRow& row);
  void add_cam(const ElementRow& row, const ElementRange& range, SceneFigure figure);
  void add_curves(const ElementRow& row, const ElementRange& range, const SceneFigure& figure);
  void add_outline(const ElementRow& row, SceneFigure figure);
  void add_between(SceneFigure piece);
  bool simplify(const ElementFigure& told, const ElementRow& row, const ElementRange& range,
                SceneFigure& figure);
  SceneFigure::Kind between(int element, int deformation) const;
  void reach(int body, const Anchor& point, bool touches = false);
  void add_net_joints();
  void extend_rails();
  void complete_outlines();
  void add_loads();
  void add_drives();

  const Tables& tables_;
  const Model& model_;
  const Phase& phase_;
  std::span<const RunFrame> frames_;
  const double* start_;
  Scene scene_;
  std::map<std::pair<int, int>, int> body_at_;  // by coordinates of point and angle
  std::vector<int> node_at_;                    // by the first coordinate of each node
  struct Forces {
    bool stiff = false, damped = false, law = false;
  };
  std::vector<Forces> forces_;  // for each element: which kinds of laws it has
};

// The supports of a scene: the symbols at points that are fixed to the ground.

// Called after all bodies and figures: adds the supports of held nodes and of joints and springs on
// bodies that stand still, and the reactions at the held nodes. The first frame is the start. Each
// support stands on the side where the bodies leave room in most frames.
void add_supports(Scene& scene, const Phase& phase, std::span<const RunFrame> frames);

}  // namespace mbs

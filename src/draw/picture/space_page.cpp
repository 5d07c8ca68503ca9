#include "draw/picture/space_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/index.h"
#include "draw/picture/eye.h"
#include "draw/picture/page_text.h"
#include "draw/picture/page_texts.h"
#include "draw/scene/symbols.h"

namespace mbs {

namespace {

constexpr std::size_t kLettersOfSpace = 210'000;  // for all coordinates
constexpr std::size_t kMostSpaceFrames = 1000;
constexpr const char *kOmega = "#c0392b", *kMomentum = "#1f5fbf";

// Lists of the script.
std::string js_list(const Vec3& a) {
  return fmt::format("[{},{},{}]", js_number(a.x), js_number(a.y), js_number(a.z));
}
std::string js_place(const InFrame& a) {
  return fmt::format("[{},{},{},{}]", a.frame, js_number(a.s.x), js_number(a.s.y),
                     js_number(a.s.z));
}
void append(std::string& list, const std::string& item, const char* between = ",\n") {
  if (!list.empty()) list += between;
  list += item;
}

// The coordinates and velocities of frames, each once.
class Columns {
 public:
  explicit Columns(const std::vector<const RunFrame*>& frames) : frames_(frames) {}

  std::string of(const SolidFrame& frame, const Model& model) {
    std::string place = "0", turn = "0", w = "0";
    if (frame.place >= 0) place = list(frame.place, 3, false);
    if (frame.turn >= 0) {
      const Orientation& orientation = model.orientations[at(frame.turn)];
      turn = fmt::format("[{},{}", add(orientation.scalar, false),
                         list(orientation.first, 3, false).substr(1));
      w = list(orientation.first, 3, true);
    }
    return fmt::format("[{},{},{}]", place, turn, w);
  }
  int add(const std::vector<double>& values) {
    columns_.push_back(packed(values, 2));
    return count_of(columns_) - 1;
  }
  std::string text() const {
    std::string out;
    for (const std::string& column : columns_) append(out, column);
    return out;
  }

 private:
  std::string list(int first, int count, bool velocity) {
    std::string out;
    for (int k = 0; k < count; ++k) append(out, fmt::format("{}", add(first + k, velocity)), ",");
    return "[" + out + "]";
  }
  int add(int index, bool velocity) {
    const auto [found, is_new] = index_.try_emplace({index, velocity}, count_of(columns_));
    if (!is_new) return found->second;
    std::vector<double> values;
    for (const RunFrame* frame : frames_)
      values.push_back((velocity ? frame->v : frame->x)[at(index)]);
    return add(values);
  }
  const std::vector<const RunFrame*>& frames_;
  std::map<std::pair<int, bool>, int> index_;
  std::vector<std::string> columns_;
};

class Colours {
 public:
  int add(const std::string& colour) {
    const auto it = std::find(list_.begin(), list_.end(), colour);
    if (it != list_.end()) return static_cast<int>(it - list_.begin());
    list_.push_back(colour);
    return count_of(list_) - 1;
  }
  std::string text() const {
    std::string out;
    for (const std::string& colour : list_) append(out, "\"" + colour + "\"", ",");
    return out;
  }

 private:
  std::vector<std::string> list_;
};

std::string js_solid(const Solid& solid, Colours& colours) {
  const std::string place = js_place(solid.at), end = js_place(solid.end);
  const int c = solid.colour.empty() ? 0 : colours.add(solid.colour);
  const int other = solid.other.empty() ? -1 : colours.add(solid.other);
  const auto& a = solid.axes;
  const std::string one = js_number(solid.sizes[0]), two = js_number(solid.sizes[1]);
  const std::string axes = fmt::format("[{},{},{}]", js_list(a[0]), js_list(a[1]), js_list(a[2]),
                                       js_number(solid.opacity));
  switch (solid.kind) {
    case Solid::Kind::tube:
      return fmt::format("[\"tube\",{},{},{},{}]", c, place, end, one);
    case Solid::Kind::coil:
      return fmt::format("[\"coil\",{},{},{},{}]", c, place, end, one);
    case Solid::Kind::box:
      return fmt::format("[\"box\",{},{},{},{}]", c, place, axes, js_number(solid.opacity));
    case Solid::Kind::drum:
      return fmt::format("[\"drum\",{},{},{},{},[{},{}],{}]", c, other, place, js_list(a[0]),
                         js_list(a[1]), js_list(a[2]), js_number(solid.opacity));
    case Solid::Kind::egg:
      return fmt::format("[\"egg\",{},{},{},{}]", c, other, place, axes);
    case Solid::Kind::wheel:
      return fmt::format("[\"wheel\",{},{},{},{},{},{}]", c, other, place, js_list(a[0]), one, two);
    case Solid::Kind::ball:
      return fmt::format("[\"ball\",{},{},{}]", c, place, one);
    case Solid::Kind::net:
      return fmt::format("[\"net\",{},{},{}]", place, js_list(a[0]), one);
  }
  return {};
}

}  // namespace

std::size_t most_page_frames(const SpaceSolids& solids, const Recording& recording,
                             std::size_t paths) {
  // Letters of a state: the time, and two for each number that moves.
  std::size_t letters = 3 + 6 * paths;
  const RunFrame& first = recording.frames.front();
  const auto count = [&](int index, int n, bool velocity) {
    for (int k = 0; k < n; ++k) {
      const auto of = [&](const RunFrame& frame) {
        return (velocity ? frame.v : frame.x)[at(index + k)];
      };
      if (std::any_of(recording.frames.begin(), recording.frames.end(),
                      [&](const RunFrame& frame) { return of(frame) != of(first); }))
        letters += 2;
    }
  };
  std::vector<int> places, turns;  // a node may carry several frames
  for (const SolidFrame& frame : solids.frames) {
    if (frame.place >= 0 && std::find(places.begin(), places.end(), frame.place) == places.end()) {
      places.push_back(frame.place);
      count(frame.place, 3, false);
    }
    if (frame.turn < 0 || std::find(turns.begin(), turns.end(), frame.turn) != turns.end())
      continue;
    turns.push_back(frame.turn);
    const Orientation& orientation = solids.model->orientations[at(frame.turn)];
    count(orientation.scalar, 1, false);
    count(orientation.first, 3, false);
    count(orientation.first, 3, true);
  }
  return std::clamp<std::size_t>(kLettersOfSpace / letters, 20, kMostSpaceFrames);
}

std::string make_space_page(const SpaceSolids& solids, const Recording& recording,
                            const PageRequest& request, const std::vector<SpacePath>& paths,
                            const std::string& length_unit) {
  constexpr double kWidth = 640, kHeight = 520;  // pixels
  Columns columns(request.frames);
  Colours colours;
  std::string frames, parts, bodies, ways, followed;
  for (const SolidFrame& frame : solids.frames) append(frames, columns.of(frame, *solids.model));
  for (const Solid& solid : solids.solids) append(parts, js_solid(solid, colours));
  for (const SpinningBody& body : solids.bodies) {
    std::string inertia = "0";
    if (body.has_inertia) {
      inertia.clear();
      for (const double J : body.inertia) append(inertia, js_number(J), ",");
      inertia = "[" + inertia + "]";
    }
    append(bodies, fmt::format("[{},{},{},{}]", body.centre.frame, js_list(body.centre.s), inertia,
                               colours.add(body.colour)));
  }
  for (std::size_t k = 0; k < paths.size(); ++k) {
    std::string of[3];
    for (int c = 0; c < 3; ++c) {
      std::vector<double> values;
      for (const Vec3 p : paths[k].points) values.push_back(p[c]);
      of[c] = fmt::format("{}", columns.add(values));
    }
    append(ways,
           fmt::format("[{},{},{},{}]", colours.add(body_colour(k + 1).line), of[0], of[1], of[2]));
  }
  for (const int k : solids.followed) append(followed, fmt::format("{}", k), ",");
  // The view follows a mechanism that goes far.
  constexpr double kFar = 2.5;
  const bool follows = solids.reach > kFar * solids.own_reach;
  PageView shown;
  shown.width = kWidth, shown.height = kHeight;
  shown.view = fmt::format(
      "view:[{},{},{},{},{},{},{},{},{}]", kWidth, kHeight, js_number(solids.reach),
      js_number(solids.own_reach), js_number(solids.middle.x), js_number(solids.middle.y),
      js_number(solids.middle.z), follows ? 1 : 0, js_text(with_unit_behind("", length_unit)));
  const int red = colours.add(kOmega), blue = colours.add(kMomentum);
  const Upright upright = upright_against(solids.model->forces.gravity);
  shown.data = fmt::format(
      "upright:[{},{}],red:{},blue:{},colours:[{}],follow:[{}],\nframes:[{}],\nsolids:[{}],"
      "\nbodies:[{}],\n"
      "paths:[{}],\nx:[{}]",
      upright.axis, upright.sign, red, blue, colours.text(), followed, frames, parts, bodies, ways,
      columns.text());
  shown.style = page_text::kSpaceStyle;
  shown.controls = page_text::kSpaceControls;
  shown.script = page_text::kSpace;
  return whole_page(shown, recording, request);
}

}  // namespace mbs

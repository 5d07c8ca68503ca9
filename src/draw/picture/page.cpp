#include "draw/picture/page.h"

#include <fmt/format.h>

#include <map>
#include <set>

#include "base/index.h"
#include "draw/picture/page_text.h"
#include "draw/picture/page_texts.h"
#include "draw/plot/axes.h"
#include "draw/plot/decimate.h"

namespace mbs {

namespace {

constexpr std::size_t kLettersOfPage = 150'000;  // for all coordinates
constexpr std::size_t kMostPageFrames = 1000;

// The coordinates that the page needs, each once.
class PackedCoordinates {
 public:
  explicit PackedCoordinates(const std::vector<const RunFrame*>& frames) : frames_(frames) {}

  // "[x,y,phi,xi,eta]", where x, y and phi are places of coordinates in the list; -1: none.
  std::string anchor(const Anchor& a) {
    const int x = a.x < 0 ? -1 : index(a.x, false), y = a.x < 0 ? -1 : index(a.x + 1, false);
    const int phi = a.phi < 0 ? -1 : index(a.phi, true);
    return fmt::format("[{},{},{},{},{}]", x, y, phi, js_number(a.xi), js_number(a.eta));
  }
  std::string list() const {
    std::string out;
    for (const std::string& column : columns_) out += (out.empty() ? "" : ",\n") + column;
    return out;
  }

 private:
  int index(int coordinate, bool angle) {
    const auto [found, is_new] = index_.try_emplace(coordinate, count_of(columns_));
    if (is_new) {
      std::vector<double> values;
      for (const RunFrame* frame : frames_) values.push_back(frame->x[coordinate]);
      columns_.push_back(packed(values, angle ? 3 : 2));
    }
    return found->second;
  }
  const std::vector<const RunFrame*>& frames_;
  std::map<int, int> index_;
  std::vector<std::string> columns_;
};

// Marks of a group in the coordinates of the script: pixels, or hundredths of the length along a
// stretched group.
std::string marks_of(const Group& group, double pixel) {
  if (group.kind == Group::Kind::beam)
    return fmt::format("<path d=\"\"{}/>", svg_style(group.marks.front().style));
  std::string out;
  for (Mark mark : group.marks) {
    if (group.kind == Group::Kind::between)
      for (PathStep& step : mark.steps) step.p.x *= 100 * pixel;
    out += svg_mark(mark, {{}, {}, pixel});
  }
  return out;
}

std::string curve_svg(const PlotCurve& curve, std::size_t k, const Axis& x) {
  constexpr double kWidth = 600, kHeight = 130;
  Axis y;
  y.add(curve.y);
  y.fix(4, 0.05);
  std::vector<Vec> pixels;
  for (std::size_t row = 0; row < curve.x.size(); ++row)
    pixels.push_back({kWidth * x.part(curve.x[row]), kHeight * (1 - y.part(curve.y[row]))});
  std::string path, grid, labels;
  for (const std::vector<Vec>& piece : decimate(pixels))
    for (std::size_t m = 0; m < piece.size(); ++m)
      path += fmt::format("{}{:.1f} {:.1f}", m == 0 ? 'M' : 'L', piece[m].x, piece[m].y);
  for (std::size_t m = 0; m < y.ticks().at.size(); ++m) {
    const double at = kHeight * (1 - y.part(y.ticks().at[m]));
    grid += fmt::format("<path class=\"grid\" d=\"M0 {0:.1f}H{1}\"/>", at, kWidth);
    labels += fmt::format("<span style=\"top:{:.1f}%\">{}</span>", 100 * at / kHeight,
                          y.ticks().labels[m]);
  }
  return fmt::format(
      "<figure class=\"curve\"><figcaption><b style=\"color:{0}\">{1}</b> "
      "<output></output></figcaption><div class=\"box\"><div class=\"ticks\">{2}</div>"
      "<svg viewBox=\"0 0 {3} {4}\" preserveAspectRatio=\"none\">{5}<g class=\"events\"></g>"
      "<path class=\"line\" stroke=\"{0}\" d=\"{6}\"/><path class=\"cursor\" d=\"M0 0V{4}\"/></svg>"
      "</div></figure>\n",
      body_colour(k).line, escape_xml(with_unit(curve.name, curve.unit)), labels, kWidth, kHeight,
      grid, path);
}

// The value of a curve at the time of each frame.
std::vector<double> at_frames(const PlotCurve& curve, const std::vector<const RunFrame*>& frames) {
  std::vector<double> out;
  std::size_t row = 0;
  for (const RunFrame* frame : frames) {
    row = nearest_row(curve.x, frame->t, row);
    out.push_back(curve.y[row]);
  }
  return out;
}

}  // namespace

// The number of frames with which the letters of all moving coordinates (packed()) stay below
// kLettersOfPage.
std::size_t most_page_frames(const Scene& scene) {
  std::set<int> lengths, angles;
  const auto add = [&](int x, int phi) {
    if (x >= 0) lengths.insert({x, x + 1});
    if (phi >= 0) angles.insert(phi);
  };
  for (const SceneBody& body : scene.bodies)
    if (!body.fixed) add(body.x, body.phi);
  for (const SceneFigure& figure : scene.figures) {
    if (!figure.fixed_a) add(figure.a.x, figure.a.phi);
    if (!figure.fixed_b) add(figure.b.x, figure.b.phi);
  }
  for (const ScenePoint& mass : scene.masses) add(mass.place.x, mass.place.phi);
  const std::size_t letters = 2 * lengths.size() + 3 * angles.size() + 2;  // 2 for the time
  return std::clamp<std::size_t>(kLettersOfPage / letters, 20, kMostPageFrames);
}

std::size_t nearest_row(const std::vector<double>& times, double t, std::size_t from) {
  while (from + 1 < times.size() && std::fabs(times[from + 1] - t) <= std::fabs(times[from] - t))
    ++from;
  return from;
}

std::string whole_page(const PageView& shown, const Recording& recording,
                       const PageRequest& request) {
  const auto& frames = request.frames;
  std::vector<double> times;
  for (const RunFrame* frame : frames) times.push_back(frame->t);
  Axis x;
  x.add(times);
  if (!x.has_extent()) x.fix(2);
  std::string curves, curve_data, events;
  for (std::size_t k = 0; k < request.curves.size(); ++k) {
    curves += curve_svg(request.curves[k], k, x);
    curve_data += (k == 0 ? "" : ",\n") + packed(at_frames(request.curves[k], frames), 3);
  }
  for (const RunEvent& event : recording.events)
    events +=
        fmt::format("{}[{:.9g},{}]", events.empty() ? "" : ",", event.t, js_text(event.label));
  const std::string title = escape_xml(request.title);
  std::string out = fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n"
      "<title>{}</title>\n<style>{}{}</style></head>\n<body>\n<h1>{}</h1>\n<main>\n<section>\n",
      title, page_text::kStyle, shown.style, title);
  out += fmt::format(
      "<svg id=\"mechanism\" xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" "
      "font-family=\"Helvetica, Arial, sans-serif\" stroke-linejoin=\"round\" "
      "stroke-linecap=\"round\">\n{2}</svg>\n",
      svg_number(shown.width), svg_number(shown.height), shown.marks);
  out += page_text::kControls;
  out += shown.controls;
  out += "</section>\n";
  if (!curves.empty()) out += "<section id=\"curves\">\n" + curves + "</section>\n";
  out += fmt::format(
      "</main>\n<script>\nconst letters={};\nconst "
      "page={{{},unit:{},t:{},\n{},\ncurves:[{}],\nevents:[{}]}};\n",
      js_text(std::string(page_letters())), shown.view,
      js_text(with_unit_behind("", request.time_unit)), packed(times, 3), shown.data, curve_data,
      events);
  // Numbers of the page, the script that draws a state, the player.
  for (const std::string_view part :
       {page_text::kScriptBegin, std::string_view(shown.script), page_text::kScriptEnd})
    out += part;
  return out + "</script>\n</body></html>\n";
}

std::string make_page(const Scene& scene, const Recording& recording, const PageRequest& request) {
  const auto& frames = request.frames;
  const Box box = with_room(bounds(scene, frames, request.paths));
  constexpr double kSide = 640, kMargin = 12, kFoot = 20;
  const double pixel =
      std::max(box.width() / (kSide - 2 * kMargin), box.height() / (0.85 * kSide - kFoot));
  const double width = box.width() / pixel + 2 * kMargin;
  const double height = box.height() / pixel + 2 * kMargin + kFoot;
  const View view{box.low, {kMargin, kMargin + box.height() / pixel}, pixel};
  const SymbolSize size = symbol_size(scene, box, pixel, std::hypot(width, height));
  const Drawing drawing = make_drawing(scene, recording.frames, box, size, *frames.front());
  PackedCoordinates coordinates(frames);
  std::string marks, groups, captions;
  const double* start = frames.front()->x.data();
  for (const Group& group : drawing.groups) {
    if (group.moves) continue;
    for (const Mark& mark : carried(group, start, drawing.near)) marks += svg_mark(mark, view);
  }
  for (std::size_t k = 0; k < request.paths.size(); ++k)
    marks += draw_path(request.paths[k], k, view);
  for (const Group& group : drawing.groups) {
    if (!group.moves) continue;
    marks += "<g class=\"m\">" + marks_of(group, pixel) + "</g>\n";
    const bool two = group.kind != Group::Kind::rigid || group.where_met;
    groups += fmt::format(
        "{}[{},{},{},{}]", groups.empty() ? "" : ",\n", static_cast<int>(group.kind),
        coordinates.anchor(group.a), two ? coordinates.anchor(group.b) : "0",
        group.kind == Group::Kind::beam ? fmt::format("[{},{},{}]", js_number(group.slope_a),
                                                      js_number(group.slope_b), group.parts)
        : group.where_met               ? js_number(drawing.near)
                                        : "0");
  }
  for (const Caption& caption : drawing.captions) {
    marks += svg_text({{}, caption.text, caption.colour, caption.size, caption.side, true});
    captions +=
        fmt::format("{}[{},{},{}]", captions.empty() ? "" : ",", coordinates.anchor(caption.place),
                    js_number(caption.offset.x), js_number(caption.offset.y - 0.35 * caption.size));
  }
  marks += scale_bar(view, {kMargin, height - 8}, 160, scene.length_unit);
  PageView shown;
  shown.width = width, shown.height = height;
  shown.marks = std::move(marks);
  shown.view = fmt::format("view:[{:.12g},{:.12g},{},{},{:.9g}]", box.low.x, box.low.y,
                           svg_number(view.corner.x), svg_number(view.corner.y), pixel);
  shown.data =
      fmt::format("x:[{}],\ngroups:[{}],\ncaptions:[{}]", coordinates.list(), groups, captions);
  shown.script = page_text::kPlane;
  return whole_page(shown, recording, request);
}

}  // namespace mbs

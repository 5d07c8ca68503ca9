#include "draw/picture/moving.h"

#include <fmt/format.h>

#include <numbers>

namespace mbs {

namespace {

// Duration of one round [s]: the duration of the run, limited to 2 to 8 s.
double round_time(const std::vector<const RunFrame*>& frames) {
  return std::clamp(frames.back()->t - frames.front()->t, 2.0, 8.0);
}

// An animation element. what: an attribute or, with turn or shift, a kind of transform. values: one
// per state.
std::string animate(std::string_view element, std::string_view what,
                    const std::vector<std::string>& values, double seconds,
                    std::string_view mode = "linear") {
  return fmt::format(
      "<{} {} dur=\"{}s\" calcMode=\"{}\" repeatCount=\"indefinite\" values=\"{}\"/>", element,
      what, svg_number(seconds), mode, fmt::join(values, ";"));
}

std::string rigid(const Group& group, const std::vector<const RunFrame*>& frames, const View& view,
                  double seconds) {
  std::vector<std::string> shifts, turns;
  bool shifted = false, turned_too = false;
  for (const RunFrame* frame : frames) {
    const double* q = frame->x.data();
    const Vec p = view.to_pixels(group.a.at(q));
    shifts.push_back(svg_number(p.x) + " " + svg_number(p.y));
    turns.push_back(svg_number(-group.a.angle(q) * 180 / std::numbers::pi));
    shifted |= shifts.back() != shifts.front();
    turned_too |= turns.back() != turns.front();
  }
  std::string out = fmt::format("<g transform=\"translate({})\">", shifts.front());
  if (shifted)
    out += animate("animateTransform", "attributeName=\"transform\" type=\"translate\"", shifts,
                   seconds);
  out += fmt::format("<g transform=\"rotate({})\">", turns.front());
  if (turned_too)
    out +=
        animate("animateTransform", "attributeName=\"transform\" type=\"rotate\"", turns, seconds);
  const View local{{}, {}, view.pixel};
  for (const Mark& mark : group.marks) out += svg_mark(mark, local);
  return out + "</g></g>\n";
}

std::string bending(const Group& group, const std::vector<const RunFrame*>& frames,
                    const View& view, double seconds) {
  std::string out;
  for (std::size_t k = 0; k < group.marks.size(); ++k) {
    std::vector<std::string> shapes;
    Style style;
    for (const RunFrame* frame : frames) {
      const Mark mark = carried(group, frame->x.data(), 0)[k];
      shapes.push_back(path_data(mark, view));
      style = mark.style;
    }
    out += fmt::format("<path d=\"{}\"{}>{}</path>\n", shapes.front(), svg_style(style),
                       animate("animate", "attributeName=\"d\"", shapes, seconds));
  }
  return out;
}

}  // namespace

std::string shown_in_turn(std::size_t k, const std::vector<const RunFrame*>& frames) {
  std::vector<std::string> seen(frames.size(), "hidden");
  seen[k] = "visible";
  return animate("animate", "attributeName=\"visibility\"", seen, round_time(frames), "discrete");
}

std::string moving_groups(const Drawing& drawing, const std::vector<const RunFrame*>& frames,
                          const View& view) {
  const double seconds = round_time(frames);
  std::string out;
  for (const Group& group : drawing.groups) {
    if (!group.moves) continue;
    std::vector<std::string> seen;
    bool always = true, never = true;
    for (const RunFrame* frame : frames) {
      const bool there = !carried(group, frame->x.data(), drawing.near).empty();
      seen.push_back(there ? "visible" : "hidden");
      always &= there, never &= !there;
    }
    if (never) continue;
    if (!always)
      out += "<g>" + animate("animate", "attributeName=\"visibility\"", seen, seconds, "discrete");
    Group whole = group;
    whole.where_met = false;
    out += group.kind == Group::Kind::rigid ? rigid(whole, frames, view, seconds)
                                            : bending(whole, frames, view, seconds);
    if (!always) out += "</g>\n";
  }
  return out;
}

}  // namespace mbs

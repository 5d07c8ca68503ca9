// A page of letters for a terminal: pictures of the plane and of space.
#pragma once

#include <algorithm>
#include <cmath>
#include <functional>
#include <string>

#include "draw/picture/picture.h"
#include "draw/scene/vec.h"

namespace mbs {

class Letters {
 public:
  // A letter is about twice as high as wide.
  Letters(const Box& box, int columns)
      : box_(box),
        // The size of a letter is above 0 for any box.
        pixel_(std::max(
            {box.width() / std::max(1, columns - 1), box.height() / (2.0 * (kRows - 1)), 1e-300})),
        columns_(static_cast<int>(box.width() / pixel_ + 1.5)),
        rows_(static_cast<int>(box.height() / (2 * pixel_) + 1.5)),
        text_(columns_ * rows_, ' ') {}

  void put(Vec p, char letter) { put(column(p), row(p), letter); }
  void word(Vec p, const std::string& text) {
    for (std::size_t k = 0; k < text.size(); ++k)
      if (static_cast<unsigned char>(text[k]) >= 0x20 && static_cast<unsigned char>(text[k]) < 0x7f)
        put(column(p) + 1 + static_cast<int>(k), row(p), text[k]);
  }
  // letter 0: strokes that follow the slope.
  void line(Vec a, Vec b, char letter) {
    const double dx = column(b) - column(a), dy = row(b) - row(a);
    const int steps = std::max(1, static_cast<int>(std::max(std::fabs(dx), std::fabs(dy))));
    const char stroke = letter                                ? letter
                        : std::fabs(dy) > 2 * std::fabs(dx)   ? '|'
                        : std::fabs(dx) > 2.5 * std::fabs(dy) ? '-'
                        : dx * dy < 0                         ? '/'
                                                              : '\\';
    for (int k = 0; k <= steps; ++k) put(a + (1.0 * k / steps) * (b - a), stroke);
  }
  void circle(Vec centre, double radius, char letter) {
    const int steps = std::clamp(static_cast<int>(7 * radius / pixel_), 12, 400);
    for (int k = 0; k < steps; ++k)
      put(centre +
              radius * Vec{std::cos(6.283185307 * k / steps), std::sin(6.283185307 * k / steps)},
          letter);
  }
  std::string text() const {
    std::string out;
    for (int r = 0; r < rows_; ++r) {
      std::string line =
          text_.substr(static_cast<std::size_t>(r * columns_), static_cast<std::size_t>(columns_));
      while (!line.empty() && line.back() == ' ') line.pop_back();
      out += line + "\n";
    }
    return out;
  }

 private:
  static constexpr int kRows = 36;
  int column(Vec p) const { return static_cast<int>(std::lround((p.x - box_.low.x) / pixel_)); }
  int row(Vec p) const { return static_cast<int>(std::lround((box_.high.y - p.y) / (2 * pixel_))); }
  void put(int c, int r, char letter) {
    if (c >= 0 && c < columns_ && r >= 0 && r < rows_) text_[r * columns_ + c] = letter;
  }

  Box box_;
  double pixel_;
  int columns_, rows_;
  std::string text_;
};

struct DrawLetters {
  std::function<void(Letters& page)> paths;
  std::function<void(const RunFrame& frame, const Box& box, Letters& page)> frame;
};
// The states of a request: each on a page of its own under its time, or all on one page.
std::string letter_pages(const PictureRequest& request, Box box, int columns,
                         const std::string& time_unit, const DrawLetters& letters);

}  // namespace mbs

// C3D files (c3d.org): places of markers, analog channels and what describes force plates, in
// numbers of Intel, DEC or MIPS processors.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "deck/lines/c3d_parameters.h"
#include "text/units.h"

namespace mbs {

// Which rows a column has: frames, or analog samples, of which each frame has some.
enum class C3dRows { frames, samples };

class C3dFile {
 public:
  // Whether a file of this name that begins with these bytes is read as C3D.
  static bool is_c3d(std::string_view name, std::string_view bytes);
  // Returns null, and in `problem` why: "ends in frame 3 of 10".
  static std::shared_ptr<const C3dFile> open(std::string bytes, std::string& problem);

  int frames() const { return frames_; }
  int first_frame() const { return first_; }
  double rate() const { return rate_; }
  int points() const { return count_points_; }
  int channels() const { return channels_; }
  int samples() const { return samples_; }  // of each channel in a frame
  int rows(C3dRows of) const { return of == C3dRows::frames ? frames_ : frames_ * samples_; }
  // Frame 1 is at time 0, whatever frame the file begins with.
  double time(C3dRows of, int row) const;

  const C3dParameters& parameters() const { return parameters_; }
  const std::vector<std::string>& point_labels() const { return point_labels_; }
  const std::vector<std::string>& channel_labels() const { return channel_labels_; }
  // The unit of the places of markers, and of a channel; empty if the file does not say it or it is
  // no unit of mechanics.
  std::optional<UnitSize> point_unit() const { return point_unit_; }
  std::string point_unit_name() const { return point_unit_name_; }
  std::optional<UnitSize> channel_unit(int channel) const;
  std::string channel_unit_name(int channel) const;
  // Bytes behind the last frame that would be frames: the head may count too few.
  int frames_behind() const { return frames_behind_; }

  // Places of a marker in the unit of the file; NaN where it was not seen.
  std::vector<double> point(int number, int axis) const;
  // The values of a channel, with its offset and scale. Returns an error text if the file does not
  // say these, else an empty one.
  std::string channel(int number, std::vector<double>& out) const;

 private:
  std::string read();
  void count_frames();
  void read_labels();
  std::size_t frame_place(int frame) const {
    return data_ + static_cast<std::size_t>(frame) * frame_bytes_;
  }

  C3dBytes bytes_;
  C3dParameters parameters_;
  int count_points_ = 0, channels_ = 0, samples_ = 0, first_ = 1, frames_ = 0, frames_behind_ = 0;
  double scale_ = 1, rate_ = 0;
  bool real_ = false, unsigned_ = false;  // data are floats; whole numbers have no sign
  std::size_t data_ = 0, frame_bytes_ = 0, number_bytes_ = 2;
  std::vector<std::string> point_labels_, channel_labels_, channel_units_;
  std::vector<double> offsets_, scales_;
  double all_scale_ = 1;
  std::optional<UnitSize> point_unit_;
  std::string point_unit_name_;
};

}  // namespace mbs

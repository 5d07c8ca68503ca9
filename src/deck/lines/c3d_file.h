// C3D files (c3d.org): places of markers, analog channels and what describes force plates, in
// numbers of Intel, DEC or MIPS processors.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "text/units.h"

namespace mbs {

// Numbers in the bytes of a C3D file, as its kind of processor wrote them.

// The numbers are those of the byte that names the kind in the file.
enum class C3dProcessor : std::uint8_t { intel = 84, dec = 85, mips = 86 };

class C3dBytes {
 public:
  static constexpr std::size_t kBlock = 512;  // unit of places in the head

  C3dBytes() = default;
  explicit C3dBytes(std::string bytes) : bytes_(std::move(bytes)) {}

  void set_processor(C3dProcessor processor) { processor_ = processor; }
  std::size_t size() const { return bytes_.size(); }
  bool has(std::size_t from, std::size_t count) const {
    return from <= bytes_.size() && count <= bytes_.size() - from;
  }
  // What lies behind the end of the file counts as 0.
  int byte(std::size_t at) const {
    return at < bytes_.size() ? static_cast<unsigned char>(bytes_[at]) : 0;
  }
  int signed_byte(std::size_t at) const { return static_cast<std::int8_t>(byte(at)); }
  int word(std::size_t at) const {
    return processor_ == C3dProcessor::mips ? byte(at) << 8 | byte(at + 1)
                                            : byte(at) | byte(at + 1) << 8;
  }
  int signed_word(std::size_t at) const { return static_cast<std::int16_t>(word(at)); }
  // A float of 32 bits: IEEE, or F of a VAX. May be infinite or no number.
  double real(std::size_t at) const;
  std::string text(std::size_t at, std::size_t count) const {
    return has(at, count) ? bytes_.substr(at, count) : std::string();
  }

 private:
  std::string bytes_;
  C3dProcessor processor_ = C3dProcessor::intel;
};

// The parameters of a C3D file: groups of named arrays of numbers and texts.
struct C3dParameter {
  std::string group, name;
  int group_number = 0;
  int type = 0;           // -1: characters, 1: bytes, 2: whole numbers, 4: floats
  std::vector<int> size;  // of each dimension, the fastest first
  std::size_t place = 0;  // of the first element in the file

  std::size_t count() const;  // of elements
};

class C3dParameters {
 public:
  // Reads the section at `place`, which ends before `end`, and sets the processor of the bytes.
  // Returns an error text, or an empty one. The bytes must outlive the parameters.
  std::string read(C3dBytes& bytes, std::size_t place, std::size_t end);

  const C3dParameter* find(std::string_view group, std::string_view name) const;
  // The elements of a parameter and of those that go on with it, because none can have more than
  // 255: LABELS, LABELS2, LABELS3 ... Empty if there is none. Texts are without blanks at the ends;
  // whole numbers are signed or not.
  std::vector<double> numbers(std::string_view group, std::string_view name,
                              bool is_unsigned = false) const;
  std::vector<std::string> texts(std::string_view group, std::string_view name) const;

 private:
  std::string read_record(std::size_t place, std::size_t end, std::size_t& next);

  const C3dBytes* bytes_ = nullptr;
  std::vector<C3dParameter> all_;
  std::vector<std::pair<int, std::string>> groups_;
};

// Without blanks, zeros and other bytes that do not print at both ends.
std::string trimmed_label(std::string_view text);

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

#include "deck/lines/c3d_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/index.h"
#include "text/names.h"

namespace mbs {

namespace {

constexpr int kC3dMagic = 0x50;  // second byte of every file
// Most frames; a file of 256 MB has fewer.
constexpr double kMostC3dFrames = 100'000'000;

// Places of the words of the head in bytes: 2 bytes each, the first is word 1.
constexpr std::size_t word_place(int number) { return 2 * static_cast<std::size_t>(number - 1); }

bool is_frame_count(double number) { return number >= 1 && number <= kMostC3dFrames; }

// Texts of n labels; empty ones and those that lack become "point7".
std::vector<std::string> filled_labels(std::vector<std::string> given, int n,
                                       std::string_view otherwise) {
  given.resize(at(n));
  for (int k = 0; k < n; ++k)
    if (given[at(k)].empty()) given[at(k)] = fmt::format("{}{}", otherwise, k + 1);
  return given;
}

// A unit as laboratories write it: "Nmm", "N.mm", "N-m".
std::optional<UnitSize> unit_of_label(std::string text) {
  std::replace_if(
      text.begin(), text.end(), [](char c) { return c == '.' || c == '-'; }, ' ');
  return parse_unit(text);
}

}  // namespace

bool C3dFile::is_c3d(std::string_view name, std::string_view bytes) {
  if (name.size() >= 4 && is_same_name(name.substr(name.size() - 4), ".c3d")) return true;
  // The first byte, the number of a block, is small; no text begins like that.
  return bytes.size() >= 2 && bytes[0] > 0 && bytes[0] < 9 && bytes[1] == kC3dMagic;
}

std::shared_ptr<const C3dFile> C3dFile::open(std::string bytes, std::string& problem) {
  auto out = std::make_shared<C3dFile>();
  out->bytes_ = C3dBytes(std::move(bytes));
  problem = out->read();
  return problem.empty() ? out : nullptr;
}

std::string C3dFile::read() {
  if (bytes_.byte(1) != kC3dMagic)
    return fmt::format("is no C3D file: its second byte is {:#04x} where 0x50 is expected",
                       bytes_.byte(1));
  const auto block = static_cast<std::size_t>(bytes_.byte(0));
  if (block < 2) return "is damaged: its parameters would stand in its head";
  if (!bytes_.has(0, C3dBytes::kBlock)) return "ends in its head";
  const std::size_t parameters = (block - 1) * C3dBytes::kBlock;
  std::string problem = parameters_.read(bytes_, parameters, bytes_.size());
  if (!problem.empty()) return problem;
  // The order of bytes in the numbers of the head is known only from the parameters.
  const int data_block = bytes_.word(word_place(9));
  if (data_block < 2) return fmt::format("is damaged: its data begin in block {}", data_block);
  data_ = static_cast<std::size_t>(data_block - 1) * C3dBytes::kBlock;
  count_points_ = bytes_.word(word_place(2));
  const int numbers = bytes_.word(word_place(3));
  samples_ = bytes_.word(word_place(10));
  scale_ = bytes_.real(word_place(7));
  rate_ = bytes_.real(word_place(11));
  if (!(rate_ > 0)) {
    const std::vector<double> rates = parameters_.numbers("POINT", "RATE");
    rate_ = rates.empty() ? 0 : rates.front();
  }
  if (!std::isfinite(scale_) || !std::isfinite(rate_) || !(rate_ > 0))
    return fmt::format("is damaged: it has {:.6g} frames a second", rate_);
  if (numbers > 0 && (samples_ == 0 || numbers % samples_ != 0))
    return fmt::format("is damaged: {} analog numbers a frame, and {} of each channel", numbers,
                       samples_);
  channels_ = samples_ == 0 ? 0 : numbers / samples_;
  if (count_points_ == 0 && channels_ == 0) return "has no markers and no analog channels";
  real_ = scale_ < 0;
  if (!real_ && count_points_ > 0 && !(scale_ > 0)) return "is damaged: its scale is 0";
  number_bytes_ = real_ ? 4 : 2;
  frame_bytes_ = number_bytes_ * static_cast<std::size_t>(4 * count_points_ + numbers);
  count_frames();
  if (frames_ < 1)
    return fmt::format("is damaged: its frames are {} to {}", first_, first_ + frames_ - 1);
  if (data_ > bytes_.size()) return "ends before its first frame";
  const std::size_t there = (bytes_.size() - data_) / frame_bytes_;
  if (there < at(frames_))
    return fmt::format("ends in frame {} of {}: it was cut short", there + 1, frames_);
  // The last block is filled up with zeros.
  const std::size_t behind = bytes_.size() - frame_place(frames_);
  if (behind >= C3dBytes::kBlock) frames_behind_ = static_cast<int>(behind / frame_bytes_);
  read_labels();
  return {};
}

// The head counts frames up to 65535; longer files have their count among the parameters.
void C3dFile::count_frames() {
  const auto first_of = [&](std::string_view group, std::string_view name) {
    const std::vector<double> all = parameters_.numbers(group, name, true);
    // A frame number in two words, the low one first.
    if (all.size() == 2 && name.starts_with("ACTUAL")) return all[0] + 65536 * all[1];
    return all.empty() ? 0.0 : all[0];
  };
  first_ = bytes_.word(word_place(4));
  frames_ = bytes_.word(word_place(5)) - first_ + 1;
  first_ = std::max(first_, 1);  // some programs count from 0
  const double first = first_of("TRIAL", "ACTUAL_START_FIELD"),
               last = first_of("TRIAL", "ACTUAL_END_FIELD"),
               many = first_of("POINT", "LONG_FRAMES"), some = first_of("POINT", "FRAMES");
  if (is_frame_count(first) && is_frame_count(last) && last >= first) {
    first_ = static_cast<int>(first);
    frames_ = static_cast<int>(last - first) + 1;
  } else if (is_frame_count(many)) {
    frames_ = static_cast<int>(many);
  } else if (bytes_.word(word_place(5)) == 65535 && is_frame_count(some) && some > frames_) {
    frames_ = static_cast<int>(some);
  }
}

void C3dFile::read_labels() {
  point_labels_ = filled_labels(parameters_.texts("POINT", "LABELS"), count_points_, "point");
  channel_labels_ = filled_labels(parameters_.texts("ANALOG", "LABELS"), channels_, "analog");
  channel_units_ = parameters_.texts("ANALOG", "UNITS");
  channel_units_.resize(at(channels_));
  const std::vector<std::string> units = parameters_.texts("POINT", "UNITS");
  if (!units.empty()) point_unit_name_ = units.front();
  point_unit_ = unit_of_label(point_unit_name_);
  if (point_unit_ && point_unit_->unit != unit::metre) point_unit_.reset();
  const std::vector<std::string> format = parameters_.texts("ANALOG", "FORMAT");
  unsigned_ = !format.empty() && is_same_name(format.front(), "unsigned");
  offsets_ = parameters_.numbers("ANALOG", "OFFSET", unsigned_);
  scales_ = parameters_.numbers("ANALOG", "SCALE");
  const std::vector<double> all = parameters_.numbers("ANALOG", "GEN_SCALE");
  all_scale_ = all.empty() ? 1 : all.front();
}

double C3dFile::time(C3dRows of, int row) const {
  if (of == C3dRows::frames) return (first_ - 1 + row) / rate_;
  const double sample = static_cast<double>(first_ - 1) * samples_ + row;
  return sample / (rate_ * samples_);
}

std::optional<UnitSize> C3dFile::channel_unit(int channel) const {
  return unit_of_label(channel_units_[at(channel)]);
}

std::string C3dFile::channel_unit_name(int channel) const { return channel_units_[at(channel)]; }

std::vector<double> C3dFile::point(int number, int axis) const {
  std::vector<double> out(at(frames_), std::numeric_limits<double>::quiet_NaN());
  for (int k = 0; k < frames_; ++k) {
    const std::size_t place = frame_place(k) + 4 * at(number) * number_bytes_;
    const auto value = [&](int i) {
      const std::size_t here = place + at(i) * number_bytes_;
      return real_ ? bytes_.real(here) : bytes_.signed_word(here) * scale_;
    };
    const double residual = real_ ? bytes_.real(place + 12) : bytes_.signed_word(place + 6);
    const bool seen = value(0) != 0 || value(1) != 0 || value(2) != 0;
    if (residual >= 0 && seen && std::isfinite(value(axis))) out[at(k)] = value(axis);
  }
  return out;
}

std::string C3dFile::channel(int number, std::vector<double>& out) const {
  if (count_of(scales_) <= number)
    return fmt::format("has no scale for its channel '{}' (ANALOG:SCALE has {} of {})",
                       printable(channel_labels_[at(number)]), scales_.size(), channels_);
  const double offset = number < count_of(offsets_) ? offsets_[at(number)] : 0;
  const double scale = scales_[at(number)] * all_scale_;
  out.clear();
  out.reserve(at(rows(C3dRows::samples)));
  for (int k = 0; k < frames_; ++k)
    for (int i = 0; i < samples_; ++i) {
      const std::size_t place =
          frame_place(k) + at(4 * count_points_ + i * channels_ + number) * number_bytes_;
      const double raw = real_       ? bytes_.real(place)
                         : unsigned_ ? bytes_.word(place)
                                     : bytes_.signed_word(place);
      const double value = (raw - offset) * scale;
      out.push_back(std::isfinite(value) ? value : std::numeric_limits<double>::quiet_NaN());
    }
  return {};
}

}  // namespace mbs

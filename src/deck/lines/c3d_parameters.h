// The parameters of a C3D file: groups of named arrays of numbers and texts.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "deck/lines/c3d_bytes.h"

namespace mbs {

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

}  // namespace mbs

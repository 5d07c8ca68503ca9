// A file that a run writes for its user, such as the CSV. The old content is replaced only when the
// new text is complete: the text goes to a temporary file beside the target, with the process id in
// its name, which takes the target's name at the end. A run that is killed leaves the target as it
// was. Devices, pipes and /dev/fd/N cannot be replaced; they are written directly.
//
// The folder may belong to others. The temporary file is always a new file, never the target of a
// link. Reasons why it could not take the target's name are looked for at the start.
#pragma once

#include <sys/stat.h>

#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "base/hard_stop.h"

namespace mbs {

// The reason why a run that has read the files `read` may not write this file; links are followed.
// Empty if it may.
std::string overwrites(const std::string& name, std::span<const std::string> read);

// "cannot write 'name': ..." with the meaning of errno, or of `error`.
std::string cannot_write_file(const std::string& name);
std::string cannot_write_file(const std::string& name, int error);

// The file that a name leads to through symbolic links; `problem`: the links form a loop.
std::filesystem::path followed(const std::string& name, std::string& problem);

// The reason why a file of this name in the folder (a descriptor) could not be replaced later,
// although it can be written now; empty if there is none.
std::string cannot_be_replaced(int folder, const std::string& name);

// Gives an open file the owner, group and access mode of the file that it will replace. Returns
// lines for standard error about properties that cannot be kept; mostly empty.
std::string keep_owner_and_mode(int descriptor, const struct stat& old, const std::string& name);

class OutputFile final : private RescuedOutput {
 public:
  enum class Links { followed, replaced };  // for a target that is a symbolic link
  // The treatment of an incomplete text when the process is ended (base/hard_stop.h).
  enum class Unfinished { removed, kept };

  // Nothing on the disk is touched before open().
  explicit OutputFile(std::string name, Unfinished unfinished = Unfinished::removed,
                      Links links = Links::followed)
      : name_(std::move(name)), unfinished_(unfinished), links_(links) {}
  ~OutputFile();  // without commit(): the target stays as it was

  // Opens the file. Empty, or the reason why it cannot be written. `read` names the files that the
  // run has read.
  std::string open(std::span<const std::string> read);
  int descriptor() const { return descriptor_; }
  // Writes the whole text. Empty, or an error text.
  std::string write(std::string_view text);
  // Replaces the written text by other(written text); only for a file that can be replaced. Empty,
  // or an error text.
  std::string rewrite(const std::function<std::string(const std::string&)>& other);
  // Makes the written text the content of the target. Empty, or an error text.
  std::string commit();
  // Line for standard error about properties of the replaced file that could not be kept; mostly
  // empty.
  const std::string& note() const { return note_; }

 private:
  std::string open_directly();
  std::string open_beside();
  void close();
  void settle() noexcept override;

  std::string name_;  // as the user gave it
  Unfinished unfinished_;
  Links links_;
  std::string target_, temporary_;  // in the folder
  int folder_ = -1, descriptor_ = -1;
  bool committed_ = false;
  std::string note_;
};

}  // namespace mbs

// A file that a run writes for its user, such as the CSV. What stood there before is replaced only
// when the new text is complete: the text goes to a file beside the target whose name carries the
// process id, and takes the target's name at the end. A run that is killed leaves the target as it
// was. Devices, pipes and /dev/fd/N cannot be replaced; they are written directly.
//
// The folder may belong to others. The file beside the target is a new one, never one that a link
// leads to; and what would keep it from taking the target's name is looked for at the start.
#pragma once

#include <sys/stat.h>

#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "base/hard_stop.h"

namespace mbs {

// Why the file of this name may not be written by a run that has read these files, through whatever
// link it is reached; empty if it may.
std::string overwrites(const std::string& name, std::span<const std::string> read);

// "cannot write 'name': ..." with the meaning of errno, or of `error`.
std::string cannot_write_file(const std::string& name);
std::string cannot_write_file(const std::string& name, int error);

// Where a name leads, through symbolic links; `problem`: they lead round.
std::filesystem::path followed(const std::string& name, std::string& problem);

// Why a file of this name in the folder (a descriptor) could not be replaced later, though it can
// be written now; empty if nothing of the kind is seen.
std::string cannot_be_replaced(int folder, const std::string& name);

// Gives an open file the owner, group and access mode of the one that it is to replace. Lines for
// standard error about what cannot be kept; mostly empty.
std::string keep_owner_and_mode(int descriptor, const struct stat& old, const std::string& name);

class OutputFile final : private RescuedOutput {
 public:
  enum class Links { followed, replaced };  // where the target is a symbolic link
  // What becomes of a text that is not complete when the process is ended (base/hard_stop.h).
  enum class Unfinished { removed, kept };

  // Nothing on the disk is touched before open().
  explicit OutputFile(std::string name, Unfinished unfinished = Unfinished::removed,
                      Links links = Links::followed)
      : name_(std::move(name)), unfinished_(unfinished), links_(links) {}
  ~OutputFile();  // without commit(): the target stays as it was

  // Empty, or why it cannot be written. `read` names the files that the run has read.
  std::string open(std::span<const std::string> read);
  int descriptor() const { return descriptor_; }
  // The whole text; empty, or what went wrong.
  std::string write(std::string_view text);
  // Puts another text in place of what was written, made from that; only of a file that can be
  // replaced. Empty, or what went wrong.
  std::string rewrite(const std::function<std::string(const std::string&)>& other);
  // Makes what was written the content of the target: empty, or what went wrong.
  std::string commit();
  // What of the replaced file could not be kept, a line for standard error; mostly empty.
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

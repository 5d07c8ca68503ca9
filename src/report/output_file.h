// A file that a run writes for its user, such as the CSV. What stood there before is replaced only
// when the new text is complete: the text goes to a file beside the target whose name carries the
// process id, and takes the target's name at the end. A run that is killed leaves the target as it
// was. Devices, pipes and /dev/fd/N cannot be replaced; they are written directly.
#pragma once

#include <cstdio>
#include <filesystem>
#include <span>
#include <string>

#include "base/hard_stop.h"

namespace mbs {

// Why the file of this name may not be written by a run that has read these files, through whatever
// link it is reached; empty if it may.
std::string overwrites(const std::string& name, std::span<const std::string> read);

class OutputFile {
 public:
  // Nothing on the disk is touched before open().
  explicit OutputFile(std::string name) : name_(std::move(name)) {}
  ~OutputFile();  // without commit(): the target stays as it was
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  // Empty, or why it cannot be written. `read` names the files that the run has read.
  std::string open(std::span<const std::string> read);
  std::FILE* file() { return file_; }
  // Makes what was written the content of the target: empty, or what went wrong.
  std::string commit();
  // The same in a signal handler, where anything has been written.
  void commit_at_once() noexcept;

 private:
  std::string open_directly();

  std::string name_;              // as the user gave it
  std::filesystem::path target_;  // symbolic links followed
  std::filesystem::path temporary_;
  std::FILE* file_ = nullptr;
};

// While one exists, a hard stop makes what is written the content of the target. To be made after
// the outputs that write to the file, so that theirs goes out before.
class RescuedFile : private RescuedOutput {
 public:
  explicit RescuedFile(OutputFile& file) : file_(file) {}
  void rescue() noexcept override { file_.commit_at_once(); }

 private:
  OutputFile& file_;
};

}  // namespace mbs

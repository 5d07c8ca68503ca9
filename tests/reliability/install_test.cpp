// tools/install.sh: what is installed works where it is, and is gone after uninstall.
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "support/process.h"

namespace mbs {
namespace {

namespace fs = std::filesystem;

// The script without pandoc on its PATH: the man pages take seconds, and it is to work without
// them.
test::Finished install(const std::string& what, const std::string& root) {
  return test::shell(
      "mkdir -p '" + root +
      "/bin'; for tool in bash sh cat sed find tar sort install dirname "
      "basename realpath mktemp mkdir gzip rm rmdir ls; do ln -sf \"$(command -v $tool)\" '" +
      root + "/bin'; done; PATH='" + root + "/bin' MBSIM=\"$MBSIM\" tools/install.sh " + what +
      " /opt/mbsim '" + root + "/dest'");
}

TEST(Install, WorksAndIsGoneAfterwards) {
  const test::Scratch scratch;
  const std::string root = scratch.file("root"), prefix = root + "/dest/opt/mbsim";
  const test::Finished run = install("install", root);
  ASSERT_EQ(run.status, 0) << run.err;
  EXPECT_NE(run.err.find("install: the man pages are left out"), run.err.npos) << run.err;
  const std::string program = "'" + prefix + "/bin/mbsim'";
  EXPECT_EQ(test::shell(program + " --version").out, test::mbsim("--version").out);
  const test::Finished example = test::shell(program + " --check '" + prefix +
                                             "/share/doc/mbsim/examples/kabios/four_bar.dat'");
  EXPECT_EQ(example.status, 0) << example.err;
  for (const char* name :
       {"share/bash-completion/completions/mbsim", "share/zsh/site-functions/_mbsim",
        "share/fish/vendor_completions.d/mbsim.fish", "share/vim/vimfiles/syntax/mbsim.vim",
        "share/mbsim/mbsim.tmLanguage.json", "share/doc/mbsim/copyright",
        "share/doc/mbsim/manual/manual.md"})
    EXPECT_TRUE(fs::is_regular_file(fs::path(prefix) / name)) << name;
  EXPECT_FALSE(fs::exists(fs::path(prefix) / "share/doc/mbsim/examples/bad"));

  test::write_all(prefix + "/share/own.txt", "not of mbsim\n");
  const test::Finished gone = install("uninstall", root);
  EXPECT_EQ(gone.status, 0) << gone.err;
  std::string left;
  for (const auto& entry : fs::recursive_directory_iterator(prefix))
    left += entry.path().lexically_relative(prefix).string() + "\n";
  EXPECT_EQ(left, "share\nshare/own.txt\n");
  EXPECT_EQ(install("uninstall", root).status, 1) << "nothing is there any more";
}

// mbsim alone, beside an mbsim-nlopt whose libraries are missing (the loader ends with 127), and
// with all.
TEST(Install, WhatSearchesOfNloptLackIsSaid) {
  const test::Scratch scratch;
  const std::string mbsim = scratch.file("mbsim"), nlopt = mbsim + "-nlopt";
  const std::string search = "cp \"$MBSIM\" '" + mbsim + "' && '" + mbsim +
                             "' optimise decks/optimise/balanced_arm.dat --min effort -p stiffness "
                             "--method bobyqa --quiet";
  const test::Finished alone = test::shell(search);
  EXPECT_EQ(alone.status, 2);
  EXPECT_EQ(alone.err, "mbsim: error: " + nlopt +
                           " is not there: this mbsim was built without NLopt (Debian's "
                           "libnlopt-dev); --method cma needs nothing\n");
  test::write_all(nlopt, "#!/bin/sh\nexit 127\n");
  const test::Finished unloaded = test::shell("chmod +x '" + nlopt + "'; " + search);
  EXPECT_EQ(unloaded.status, 2);
  EXPECT_EQ(unloaded.err, "mbsim: error: " + nlopt +
                              " cannot be loaded: its libraries are missing (Debian's libnlopt0, "
                              "libstdc++6); --method cma needs nothing\n");
}

TEST(Install, WrongPrefixIsSaid) {
  const test::Finished run = test::shell("tools/install.sh install somewhere");
  EXPECT_EQ(run.status, 2);
  EXPECT_EQ(run.err, "install: PREFIX=somewhere: expected a full name, as /usr/local\n");
}

}  // namespace
}  // namespace mbs

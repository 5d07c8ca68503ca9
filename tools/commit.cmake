# Writes a header that names the commit of a build, and leaves it alone where nothing has changed:
#   cmake -DSOURCE=folder -DOUTPUT=header -P tools/commit.cmake
# In the tree of git: the commit, with "+changes" where src or CMakeLists.txt differ from it. In an
# archive of git: what `git archive` has put into tools/commit.txt. Nothing of dates or folders.
set(commit unknown)
execute_process(COMMAND git rev-parse --short=12 HEAD WORKING_DIRECTORY ${SOURCE}
  OUTPUT_VARIABLE found OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET RESULT_VARIABLE failed)
if(EXISTS ${SOURCE}/.git AND failed EQUAL 0)
  set(commit ${found})
  execute_process(COMMAND git --no-optional-locks status --porcelain -- src CMakeLists.txt WORKING_DIRECTORY ${SOURCE}
    OUTPUT_VARIABLE changes ERROR_QUIET)
  if(changes)
    string(APPEND commit "+changes")
  endif()
elseif(EXISTS ${SOURCE}/tools/commit.txt)
  file(STRINGS ${SOURCE}/tools/commit.txt said LIMIT_COUNT 1)
  if(said MATCHES "^[0-9a-f]+$")
    string(SUBSTRING ${said} 0 12 commit)
  endif()
endif()
set(text "#pragma once\n\ninline constexpr char kBuildCommit[] = \"${commit}\";\n")
file(WRITE ${OUTPUT}.new "${text}")
file(COPY_FILE ${OUTPUT}.new ${OUTPUT} ONLY_IF_DIFFERENT)

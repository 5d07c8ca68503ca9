# Writes a header with what `mbsim help` finds words in: the headings of the manual, the comments at
# the head of its decks, and those at the head of the decks in decks/:
#   cmake -DSOURCE=folder-of-the-project -DOUTPUT=header -P tools/embed_titles.cmake
# The header is written only where it changes: most changes of a page leave its headings alone.
function(add_title where title)
  string(REGEX REPLACE "\n# ?" " " title "\n${title}")
  string(REGEX REPLACE "[ \t\n]+" " " title "${title}")
  string(STRIP "${title}" title)
  if(NOT title STREQUAL "")
    string(APPEND text "    {\"${where}\", R\"text(${title})text\"},\n")
    set(text "${text}" PARENT_SCOPE)
  endif()
endfunction()

# CMake splits lists at ';' and not where a bracket is open: titles have commas and parentheses.
macro(read_text file content)
  file(READ ${file} ${content})
  string(REPLACE "[" "(" ${content} "\n${${content}}")
  string(REPLACE "]" ")" ${content} "${${content}}")
  string(REPLACE ";" "," ${content} "${${content}}")
  string(REPLACE "\\" "" ${content} "${${content}}")
endmacro()

string(CONCAT text "// Made by tools/embed_titles.cmake.\n#pragma once\n\n#include <string_view>\n\n"
  "namespace mbs {\n\nstruct Title {\n  std::string_view where, text;\n};\n"
  "inline constexpr Title kTitles[] = {\n")
file(GLOB pages RELATIVE ${SOURCE} ${SOURCE}/docs/*.md)
list(FILTER pages EXCLUDE REGEX 
  "/(adding-.*|CHANGELOG|CONTRIBUTING|SECURITY|decisions|benchmarks|messages|performance)[.]md$")
list(SORT pages)
foreach(page ${pages})
  read_text(${SOURCE}/${page} content)
  string(REGEX MATCHALL "\n##+ [^\n]+|^\n# [^\n]+|\n```deck[^\n]*\n(#[^\n]*\n)+" found "${content}")
  foreach(one ${found})
    string(REGEX REPLACE "^\n```deck[^\n]*\n" "" one "${one}")
    string(REGEX REPLACE "^\n#+ " "" one "${one}")
    add_title(${page} "${one}")
  endforeach()
endforeach()
file(GLOB decks RELATIVE ${SOURCE} ${SOURCE}/decks/*/*.dat)
list(FILTER decks EXCLUDE REGEX "^decks/(bad|bench)/")
list(SORT decks)
foreach(deck ${decks})
  read_text(${SOURCE}/${deck} content)
  string(REGEX MATCH "^\n+(#[^\n]*\n)+" head "${content}")
  add_title(${deck} "${head}")
endforeach()
string(APPEND text "};\n\n}  // namespace mbs\n")
file(WRITE ${OUTPUT}.new "${text}")
file(COPY_FILE ${OUTPUT}.new ${OUTPUT} ONLY_IF_DIFFERENT)

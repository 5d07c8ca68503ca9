# Writes a header with the files of the folders of SOURCE, one constant for each:
#   cmake -DSOURCE=folder -DKIND=example -DOUTPUT=header -P tools/embed_texts.cmake
# native/flexible_rod.dat becomes native_example::kFlexibleRod.
file(GLOB files RELATIVE ${SOURCE} ${SOURCE}/*/*)
list(SORT files)
set(text "#pragma once\n\n#include <string_view>\n")
foreach(file ${files})
  string(REGEX MATCH "^[^/]+" folder ${file})
  get_filename_component(words ${file} NAME_WE)
  string(REPLACE "_" ";" words ${words})
  set(name k)
  foreach(word ${words})
    string(SUBSTRING ${word} 0 1 first)
    string(SUBSTRING ${word} 1 -1 others)
    string(TOUPPER ${first} first)
    string(APPEND name ${first}${others})
  endforeach()
  file(READ ${SOURCE}/${file} lines)
  string(APPEND text "\nnamespace mbs::${folder}_${KIND} {\n"
    "inline constexpr std::string_view ${name} = R\"text(${lines})text\";\n}\n")
endforeach()
file(WRITE ${OUTPUT} "${text}")

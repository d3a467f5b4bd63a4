# Comments shorten a list of categories: "error_category::usage, ::memory". Doxygen needs the full names for its links.
/\/\/\//s/([ (])::(usage|input|output|device|memory|cancelled)\b/\1error_category::\2/g
/\/\/\//s/([ (])::([a-z_]+)/\1\2/g

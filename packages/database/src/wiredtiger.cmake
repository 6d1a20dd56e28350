# CMake settings for the build of WiredTiger. Its 200 files include the same large headers, so that compiling twelve at
# a time takes a third of the time. The two files below define names that others of their group define too.
set(CMAKE_UNITY_BUILD ON)
set(CMAKE_UNITY_BUILD_BATCH_SIZE 12)
set_source_files_properties(src/btree/row_srch.c src/config/test_config.c PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)

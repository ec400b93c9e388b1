# compile C with /usr/bin/cc
C_DEFINES = 

C_INCLUDES = -Ilib/include

C_FLAGS = -std=gnu11


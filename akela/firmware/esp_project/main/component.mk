# @AKELA_LICENCE@
COMPONENT_OBJS := main.o ../../@AKELA_EXAMPLE@.o ../../console.o ../../report.o ../../platform.o
COMPONENT_SRCDIRS := . ../..
COMPONENT_PRIV_INCLUDEDIRS := ../..
CFLAGS += -DAKELA_NO_MAIN

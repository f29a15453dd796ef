"""What CMake needs to build an export for another processor than its own: toolchain files, and presets that name them."""

from __future__ import annotations

import json

from akela.compiler.targets import Target, Toolchain

HEAD = """# {what}, for {title}. {licence}
#
#     cmake --preset {preset} && cmake --build --preset {preset}
#
# or in a project of your own: cmake -DCMAKE_TOOLCHAIN_FILE=<this file> ...
set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR {instruction_set})
# There is no program to link before there is a linker script: CMake tries the compiler on a library.
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)
"""

GCC = """
set(AKELA_GCC {command} CACHE STRING "The compiler: a name to be found, or a path")
set(CMAKE_C_COMPILER ${{AKELA_GCC}})
set(CMAKE_TRY_COMPILE_PLATFORM_VARIABLES AKELA_GCC)
set(CMAKE_C_FLAGS_INIT "{flags}")
"""

ZIG = """
set(AKELA_PYTHON python3 CACHE STRING "A Python with the package ziglang: pip install ziglang")
set(CMAKE_C_COMPILER ${{AKELA_PYTHON}} -m ziglang cc)
set(CMAKE_TRY_COMPILE_PLATFORM_VARIABLES AKELA_PYTHON)
# Without -g the names of functions are stripped from programs.
set(CMAKE_C_FLAGS_INIT "-target {target} -mcpu={cpu} -fno-sanitize=undefined -g")
set(CMAKE_C_ARCHIVE_CREATE "${{AKELA_PYTHON}} -m ziglang ar qc <TARGET> <OBJECTS>")
set(CMAKE_C_ARCHIVE_FINISH "${{AKELA_PYTHON}} -m ziglang ranlib <TARGET>")
"""


def _preset(toolchain: Toolchain) -> str:
    return "zig" if toolchain.zig_target else "gcc"


def commands(target: Target, host: bool) -> str:
    """What to type, as a block of Markdown."""
    presets = [f"--preset {_preset(toolchain)}" for toolchain in target.toolchains.values()]
    lines = ["cmake -B build && cmake --build build"] if host else [f"cmake {each} && cmake --build {each}" for each in presets]
    return "\n".join(["```", *lines, "```"])


def files(target: Target, title: str, licence: str) -> dict[str, str]:
    """The files, by path: a toolchain file for each compiler of the target, and `CMakePresets.json`."""
    made, presets = {}, []
    for toolchain in target.toolchains.values():
        zig, preset = bool(toolchain.zig_target), _preset(toolchain)
        what = "Clang of the Python package ziglang" if zig else f"GCC as {toolchain.command}"
        head = HEAD.format(what=what, title=title, licence=licence, preset=preset, instruction_set=target.instruction_set)
        if zig:
            body = ZIG.format(target=toolchain.zig_target, cpu=toolchain.zig_cpu)
        else:
            body = GCC.format(command=toolchain.command, flags=" ".join(toolchain.flags))
        made[f"cmake/toolchain-{preset}.cmake"] = head + body
        presets.append((preset, f"{title}: {what}"))
    made["CMakePresets.json"] = json.dumps(
        {
            "version": 3,
            "cmakeMinimumRequired": {"major": 3, "minor": 21, "patch": 0},
            "configurePresets": [
                {
                    "name": name,
                    "displayName": shown,
                    "binaryDir": f"${{sourceDir}}/build/{name}",
                    "toolchainFile": f"${{sourceDir}}/cmake/toolchain-{name}.cmake",
                    "cacheVariables": {"CMAKE_BUILD_TYPE": "MinSizeRel"},
                }
                for name, shown in presets
            ],
            "buildPresets": [{"name": name, "configurePreset": name} for name, _ in presets],
        },
        indent=2,
    )
    made["CMakePresets.json"] += "\n"
    return made

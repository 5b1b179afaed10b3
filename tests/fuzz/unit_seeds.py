#!/usr/bin/env python3
"""Makes the seeds of unit_fuzz anew, after a change of UNIT_FORMAT:   tests/fuzz/unit_seeds.py SNAG FILE.c...

Each file is extracted by SNAG into a cache of its own, and the inside of its unit file is written to corpus/unit/FILE:
the length of the tables in four bytes, the tables, the code. One whole file, FILE.ir, is kept of the first.
"""
import ctypes
import ctypes.util
import glob
import os
import struct
import subprocess
import sys
import tempfile

ZSTD = ctypes.CDLL(ctypes.util.find_library("zstd"))
UNPACK = ZSTD.ZSTD_decompress_usingDict
UNPACK.restype = ctypes.c_size_t
UNPACK.argtypes = [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_size_t, ctypes.c_char_p, ctypes.c_size_t, ctypes.c_char_p,
                   ctypes.c_size_t]
ZSTD.ZSTD_createDCtx.restype = ctypes.c_void_p
with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../src/ir/store/dictionary.txt"), "rb") as dictionary:
    DICTIONARY = dictionary.read()
HEAD = struct.Struct("<8sIIQQQQ16x")


def unit_of(snag, source):
    with tempfile.TemporaryDirectory() as cache:
        subprocess.run([snag, "--cache=" + cache, source], check=True)
        (path,) = glob.glob(cache + "/*/*.ir")
        with open(path, "rb") as f:
            return f.read()


def inside(unit):
    _, _, _, packed, tables, code, _ = HEAD.unpack_from(unit)
    out = ctypes.create_string_buffer(tables)
    frame = unit[HEAD.size:HEAD.size + packed]
    if UNPACK(ZSTD.ZSTD_createDCtx(), out, tables, frame, packed, DICTIONARY, len(DICTIONARY)) != tables:
        sys.exit("not a unit file that this script understands")
    return struct.pack("<I", tables) + out.raw + unit[len(unit) - code:]


def main():
    folder = os.path.join(os.path.dirname(os.path.abspath(__file__)), "corpus", "unit")
    os.makedirs(folder, exist_ok=True)
    for i, source in enumerate(sys.argv[2:]):
        unit = unit_of(os.path.abspath(sys.argv[1]), source)
        name = os.path.splitext(os.path.basename(source))[0]
        with open(os.path.join(folder, name), "wb") as f:
            f.write(inside(unit))
        if i == 0:
            with open(os.path.join(folder, name + ".ir"), "wb") as f:
                f.write(unit)


main()

"""Cases: linked programs and plans in the cache. They may be missing, damaged, foreign, made to deceive, or impossible to write;
what
is printed must not depend on it, and what can be made anew is."""
import ctypes
import ctypes.util
import os
import struct

from cache_cases import flip, limit_files, overwrite, project
from sandbox import claim

DUMP = ("-p", ".", "--dump=link,ir", "--stop-after=link", "--stats=json")  # asks what only a linked program can answer
XXHASH = ctypes.CDLL(ctypes.util.find_library("xxhash"))
XXHASH.XXH3_64bits.restype = ctypes.c_uint64
XXHASH.XXH3_64bits.argtypes = [ctypes.c_char_p, ctypes.c_size_t]


def kept(box, *kinds):
    return sorted(box.path(p) for p in box.files(".snag") if p.endswith(kinds or (".linked", ".plan")))


def reference(box, units=3):
    project(box, units)
    first = box.run(*DUMP).ends(0)
    claim(first.counter("units_loaded") == 2 * units and len(kept(box)) == 2, "the first run links and keeps", first, kept(box))
    second = box.run(*DUMP).ends(0)
    claim(second.counter("units_loaded") == 0 and second.out == first.out, "the second reads what was kept", second)
    return first


def relinked(box, first, change):
    """After `change` the next run says the same although it has to link, and the one after that need not."""
    for path in kept(box):
        change(path)
    again = box.run(*DUMP).ends(0)
    claim(again.out == first.out, "the damage shows", first, again)
    claim(again.counter("units_loaded") == first.counter("units_loaded"), "the damage was not noticed", again)
    repaired = box.run(*DUMP).ends(0)
    claim(repaired.counter("units_loaded") == 0 and repaired.out == first.out, "not repaired", repaired)
    claim(len(kept(box)) == 2, "the damaged files are still there", kept(box))


def case_linked_truncated(box):
    first = reference(box)
    for keep in (0, 1, 8, 100, 0.5, 0.99):
        relinked(box, first, lambda path, n=keep: os.truncate(
            path, int(n * os.path.getsize(path)) if isinstance(n, float) else n))


def case_linked_one_bit(box):
    first = reference(box)
    for where in (0.0, 0.6, 0.8, 0.9, 0.9999):  # not in its key: that would be the file of another state
        relinked(box, first, lambda path, where=where: flip(path, where if path.endswith(".linked") else 0.9999))


def case_linked_foreign(box):
    first = reference(box)
    for text in (b"", b"\x7fELF" + bytes(5000), b"snaglnk\n", b"snaglnk\n" + b"\xff" * 5000, b"snagpln\n" + bytes(500)):
        relinked(box, first, lambda path, text=text: overwrite(path, text))


def case_linked_missing(box):
    relinked(box, reference(box), os.unlink)


def case_linked_of_another_program(box):
    """Whole, and of another state of the same units: its name fits, what stands in it does not."""
    first = reference(box)
    (path,) = kept(box, ".linked")
    with open(path, "rb") as f:
        old = f.read()
    box.write("u0.c", "int other;\n")
    changed = box.run(*DUMP).ends(0)
    for now in kept(box, ".linked"):
        overwrite(now, old)
    claim(box.run(*DUMP).out == changed.out != first.out, "a program that is no more was used")


def case_linked_is_a_directory_or_a_link(box):
    first = reference(box)
    for path in kept(box):
        os.unlink(path)
        os.mkdir(path)
    claim(box.run(*DUMP).ends(0).out == first.out, "a directory in its place shows")
    for path in kept(box):
        os.unlink(path)
    for directory, names, _ in os.walk(box.path(".snag")):
        for name in names:
            if name.endswith((".linked", ".plan")):
                os.rmdir(os.path.join(directory, name))
                os.symlink("/dev/zero" if name.endswith("plan") else name, os.path.join(directory, name))
    claim(box.run(*DUMP).ends(0).out == first.out, "a link in its place shows")


def seal(data):
    """The checksum that fits: at the end of a linked program, behind the magic of a plan."""
    if data.startswith(b"snaglnk\n"):
        return data[:-8] + struct.pack("<Q", XXHASH.XXH3_64bits(data[:-8], len(data) - 8))
    return data[:8] + struct.pack("<Q", XXHASH.XXH3_64bits(data[16:], len(data) - 16)) + data[16:]


def case_linked_made_to_deceive(box):
    """One byte changed and the checksum made to fit: any answer or one clear line, never a crash (box.run claims that)."""
    reference(box, 1)
    for path in kept(box):
        with open(path, "rb") as f:
            data = f.read()
        claim(seal(data) == data, "this test knows how files are sealed")
        for at in range(9, len(data) - 8, max(1, len(data) // 40)):
            for value in (0, 0xff):
                changed = bytearray(data)
                changed[at] = value
                overwrite(path, seal(bytes(changed)))
                result = box.run("-p", ".", "--dump=link,ir,locks").ends(0, 1, 2)
                claim(result.status != 2 or len(result.lines()) == 1, "more than one line", result)
        overwrite(path, data)


def case_linked_no_room(box):
    """Units fit, the linked program does not: the same findings, and no half of it is left."""
    first = reference(box, 40)
    for path in kept(box):
        os.unlink(path)
    limited = box.run(*DUMP, before=limit_files).ends(0)
    claim(limited.out == first.out and limited.counter("units_loaded") > 0, "what could not be written is missed", limited)
    claim(not kept(box) and not [p for p in box.files(".snag")
                                 if not p.endswith((".ir", ".deps", ".kept", ".moved", "snag-clang-version"))],
          "half a file is left", box.files(".snag"))
    claim(box.run(*DUMP).out == first.out and len(kept(box)) == 2, "it is written when there is room")


def case_linked_by_two_at_a_time(box):
    first = reference(box, 12)
    for _ in range(4):
        for path in kept(box):
            os.unlink(path)
        both = [box.start(*DUMP) for _ in range(3)]
        for snag in both:
            out, err = snag.communicate(timeout=900)
            claim(snag.returncode == 0 and out.decode() == first.out, "not what one alone says", err.decode())
    claim(box.run(*DUMP).counter("units_loaded") == 0 and len(kept(box)) == 2, "what they left is not whole", kept(box))

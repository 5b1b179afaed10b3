"""Cases: the cache. It may be missing, unwritable, damaged, foreign, full or shared; the result must not depend on it. And
what it is for: a second run compiles nothing, a changed header compiles exactly the units that read it."""
import os
import resource
import signal
import subprocess

from sandbox import claim, end_session, known_miss, session_members, wait_until

UNITS = 60


def project(box, units=6):
    """Units that share a header, half of them another one as well; each has one finding."""
    box.write("all.h", "#include <pthread.h>\n#define LIMIT 1\n")
    box.write("half.h", "#define HALF 2\n")
    for i in range(units):
        half = '#include "half.h"\n' if i % 2 else ""
        box.write("u%d.c" % i, '#include "all.h"\n%sstatic pthread_mutex_t m;\nint f%d(int n)\n{\n\tpthread_mutex_lock(&m);\n'
                  "\tif (n > LIMIT)\n\t\treturn -1;\n\tpthread_mutex_unlock(&m);\n\treturn 0;\n}\n" % (half, i))
    box.database([box.entry("u%d.c" % i) for i in range(units)])


def extracted(result):
    return result.counter("units_extracted")


def stats(box, *args):
    return box.run("-p", ".", "--stats=json", *args)


def findings(result):
    return [line for line in result.out.splitlines() if ": warning: " in line or ": note: " in line]


def case_second_run_extracts_nothing(box):
    project(box)
    first = stats(box).ends(1).finds(6)
    claim(extracted(first) == 6, "the first run extracts all", first)
    before = box.files(".snag/cache")
    second = stats(box).ends(1).finds(6)
    claim(extracted(second) == 0 and second.counter("units_cached") == 6, "the second run extracts something", second)
    claim(findings(first) == findings(second), "the cache changes the findings", first, second)
    claim(set(before) == set(box.files(".snag/cache")), "the second run leaves other files in the cache")


def case_changed_header_extracts_its_units(box):
    project(box)
    stats(box)
    box.write("half.h", "#define HALF 3\n")
    claim(extracted(stats(box)) == 3, "a header of three units")
    box.write("all.h", "#include <pthread.h>\n#define LIMIT 2\n")
    claim(extracted(stats(box)) == 6, "a header of all units")
    box.write("u0.c", "int nothing;\n")
    last = stats(box).finds(5)
    claim(extracted(last) == 1, "one source", last)


def case_changed_time_extracts_nothing(box):
    project(box)
    stats(box)
    for name in ("all.h", "half.h", "u0.c"):
        os.utime(box.path(name), (1, 1))
    claim(extracted(stats(box)) == 0, "only the time of a file changed")
    box.write("all.h", "#include <pthread.h>\n#define LIMIT 1\n")
    claim(extracted(stats(box)) == 0, "written again with the same content")


def case_same_size_and_time_is_not_same_content(box):
    """Content counts, not what stat says about it."""
    project(box)
    stats(box)
    info = os.stat(box.path("half.h"))
    box.write("half.h", "#define HALF 9\n")
    os.utime(box.path("half.h"), ns=(info.st_atime_ns, info.st_mtime_ns))
    claim(extracted(stats(box)) == 3, "another content of the same size and time")


@known_miss("extract.h: the cache knows the files a unit read, not those it looked for")
def case_new_header_that_wins(box):
    """A header that appears earlier on the include path changes the unit although no file it read has changed."""
    box.write("late/which.h", "#define WHICH 1\n")
    os.mkdir(box.path("early"))
    box.write("a.c", "#include <which.h>\n#include <pthread.h>\nstatic pthread_mutex_t m;\nvoid f(void)\n{\n"
                     "\tpthread_mutex_lock(&m);\n"
              "\tif (WHICH == 2)\n\t\tpthread_mutex_lock(&m);\n\tpthread_mutex_unlock(&m);\n}\n")
    box.database([box.entry("a.c", "-Iearly", "-Ilate")])
    box.run("-p", ".").finds(0, "self-deadlock")
    box.write("early/which.h", "#define WHICH 2\n")
    box.run("-p", ".").finds(1, "self-deadlock")


@known_miss("extract.h: the cache knows the files a unit read, not those it looked for")
def case_has_include(box):
    """The same for a file that was asked for and not there."""
    box.write("a.c", "#if __has_include(\"opt.h\")\n#include \"opt.h\"\n#endif\n#include <pthread.h>\nstatic pthread_mutex_t m;\n"
              "int f(void)\n{\n\tpthread_mutex_lock(&m);\n#ifdef LEAK\n\treturn 1;\n#endif\n\tpthread_mutex_unlock(&m);\n"
              "\treturn 0;\n}\n"
              "void g(void)\n{\n\tpthread_mutex_lock(&m);\n\tpthread_mutex_unlock(&m);\n}\n")
    box.database([box.entry("a.c")])
    first = stats(box)
    box.write("opt.h", "#define LEAK 1\n")
    second = stats(box)
    claim(extracted(first) == 1 and extracted(second) == 1, "a file that __has_include asks for appeared", first, second)


def case_flags_are_part_of_the_key(box):
    box.leaky("a.c")
    for flags, number in ((["-DA=1"], 1), (["-DA=2"], 1), (["-DA=1"], 0), (["-O2", "-DA=1"], 1)):
        box.database([box.entry("a.c", *flags)])
        claim(extracted(stats(box)) == number, "extracted for %s" % flags)


def case_no_cache_writes_nothing(box):
    project(box)
    before = box.files()
    box.run("-p", ".", "--no-cache").ends(1).finds(6)
    box.same_as(before)


def case_same_bytes(box):
    """One worker or four, compiled or cached: the same IR, byte for byte."""
    project(box, 12)
    dump = ("-p", ".", "--dump=ir", "--stop-after=link")
    texts = [box.run(*dump, *how).out for how in (("-j1", "--cache=one"), ("-j4", "--cache=four"), ("-j4", "--cache=one"),
                                                  ("--no-cache",))]
    claim(texts[0] and all(t == texts[0] for t in texts), "the dumps differ")
    one, four = box.files("one"), box.files("four")
    claim({os.path.basename(p): v[0] for p, v in one.items()} == {os.path.basename(p): v[0] for p, v in four.items()},
          "the files of the caches differ", one, four)
    for path in one:
        with open(box.path(path), "rb") as a, open(box.path(path.replace("one", "four", 1)), "rb") as b:
            claim(a.read() == b.read(), "two caches of the same units differ in " + path)


def case_cache_is_a_file(box):
    box.leaky("a.c")
    box.write("cache", "precious\n")
    box.run("--cache=cache", "a.c").ends(2).says_only("cache")
    with open(box.path("cache"), encoding="utf-8") as f:
        claim(f.read() == "precious\n", "the file is gone")


def case_cache_below_a_file(box):
    box.leaky("a.c")
    box.write("file", "precious\n")
    box.run("--cache=file/cache", "a.c").ends(2).says_only("file/cache")


def case_cache_is_a_symlink_loop(box):
    box.leaky("a.c")
    os.symlink("cache", box.path("cache"))
    box.run("--cache=cache", "a.c").ends(2).says_only("cache")


def case_cache_cannot_be_written(box):
    """/proc takes no directories, whoever asks."""
    box.leaky("a.c")
    box.run("--cache=/proc/snag-cache", "a.c").ends(2).says_only("/proc/snag-cache")


def damage(box, change):
    """Runs, changes every file of the cache, and runs twice more: same findings, repaired."""
    project(box, 2)
    first = stats(box).ends(1).finds(2)
    for path in box.files(".snag/cache"):
        change(box.path(path))
    second = stats(box).ends(1).finds(2)
    claim(findings(first) == findings(second), "the damage shows in the findings", first, second)
    claim(extracted(second) > 0, "the damage was not noticed", second)
    third = stats(box).ends(1).finds(2)
    claim(extracted(third) == 0, "the cache is not repaired", third)


def case_cache_truncated(box):
    for part in (0, 7, 64, 0.5, -1):
        damage(box, lambda path, part=part: os.truncate(path, cut(os.path.getsize(path), part)))


def cut(size, part):
    return max(0, size - 1 if part == -1 else int(size * part) if isinstance(part, float) else min(part, size - 1))


def case_cache_foreign(box):
    for text in (b"\x7fELF" + bytes(500), b"BC\xc0\xde" + bytes(1000), b"garbage\n" * 300, b"{}"):
        damage(box, lambda path, text=text: overwrite(path, text))


def overwrite(path, text):
    with open(path, "wb") as f:
        f.write(text)


def case_cache_one_bit(box):
    for where in (0.0, 0.01, 0.1, 0.3, 0.5, 0.8, 0.999):
        damage(box, lambda path, where=where: flip(path, where))


def flip(path, where):
    with open(path, "r+b") as f:
        data = bytearray(f.read())
        data[int(len(data) * where)] ^= 0x10
        f.seek(0)
        f.write(data)


def case_cache_entry_is_a_directory(box):
    """A directory where a file should be: the unit cannot be kept, but nothing crashes and the findings are there."""
    project(box, 1)
    stats(box).finds(1)
    for path in box.files(".snag/cache"):
        os.unlink(box.path(path))
        os.mkdir(box.path(path))
    result = stats(box).ends(1, 2)
    claim(result.status == 1 or len(result.lines()) == 1, "neither the finding nor one clear line", result)


def case_cache_file_of_another_unit(box):
    """The file of one unit under the name of another is foreign, although it is whole."""
    project(box, 2)
    first = stats(box).finds(2)
    sizes = sorted((v[0], p) for p, v in box.files(".snag/cache").items())
    a, b = box.path(sizes[-1][1]), box.path(sizes[-2][1])
    with open(a, "rb") as f:
        overwrite(b, f.read())
    second = stats(box).ends(1).finds(2)
    claim(findings(first) == findings(second), "the file of another unit changes the findings", first, second)


def mount_small(box):
    """A file system that is soon full, where we may make one; else none."""
    os.mkdir(box.path("small"))
    done = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=16k", "tmpfs", box.path("small")], capture_output=True,
                          check=False)
    return done.returncode == 0


def case_full_disk(box):
    """No room for the cache: one line that says so, and the next run with room is as if nothing had been."""
    project(box)
    if mount_small(box):
        try:
            box.run("-p", ".", "--cache=small/cache").ends(2).says_only("small/cache", "No space left")
        finally:
            subprocess.run(["umount", box.path("small")], check=False)
    stats(box, "--cache=small/cache").ends(1).finds(6)


def limit_files():
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))


def case_file_size_limit(box):
    """The same through a limit of the process; clang may be the first to meet it, so any message that names a file will do."""
    project(box)
    result = box.run("-p", ".", before=limit_files).ends(2, 3)
    claim(result.lines(), "nothing said", result)
    again = stats(box).ends(1).finds(6)
    claim(extracted(again) == 6, "a unit that could not be written is taken for cached", again)


def case_full_stdout(box):
    """/dev/full as output: not silently as if nothing had been found."""
    box.leaky("a.c")
    with open("/dev/full", "wb") as full:
        done = subprocess.run(box.command("a.c"), cwd=box.dir, env=box.env, stdout=full, stderr=subprocess.PIPE, check=False)
    last = done.stderr.decode().splitlines()[-1:]
    claim(done.returncode == 2 and last and "standard output" in last[0], "status %d" % done.returncode, done.stderr)


def case_closed_pipe(box):
    """snag check | head: no crash; dying of SIGPIPE as other tools do is fine."""
    box.leaky("a.c")
    with subprocess.Popen(box.command("a.c"), cwd=box.dir, env=box.env, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as snag:
        snag.stdout.close()
        snag.stderr.read()
        claim(snag.wait(60) in (1, 2, -signal.SIGPIPE), "status %d" % snag.returncode)


def case_two_at_a_time(box):
    """Two snags that share a cache from the start, and one that comes later."""
    project(box, 16)
    alone = stats(box, "--cache=alone").ends(1).finds(16)
    both = [box.start("-p", ".", "--cache=shared", "-j2") for _ in range(2)]
    for snag in both:
        out, err = snag.communicate(timeout=900)
        lines = [line for line in out.decode().splitlines() if ": warning: " in line or ": note: " in line]
        claim(snag.returncode == 1 and lines == findings(alone), "not what one alone finds", out.decode(), err.decode())
    later = stats(box, "--cache=shared").ends(1).finds(16)
    claim(extracted(later) == 0, "the shared cache is not complete", later)
    names = [sorted(os.path.basename(p) for p in box.files(c)) for c in ("alone", "shared")]
    claim(names[0] == names[1], "the shared cache has other files", *names)


def interrupt(box, how):
    """Ends a run over many units in the middle; nothing it started may live on."""
    before = len(box.files(".snag/cache"))
    snag = box.start("-p", ".", "-j2")
    try:
        claim(wait_until(lambda: len(box.files(".snag/cache")) >= before + 8 or snag.poll() is not None, 60),
              "nothing in the cache after a minute")
        claim(snag.poll() is None, "the run is over before it could be interrupted")
        how(snag)
        claim(wait_until(lambda: snag.poll() is not None, 10), "still running after ten seconds")
        claim(wait_until(lambda: not session_members(snag.pid), 5), "orphans live on", session_members(snag.pid))
    finally:
        end_session(snag.pid)
    return snag.communicate()


def unaffected(box):
    """The next run has all findings, and leaves a cache as if nothing had happened."""
    after = stats(box, "--all").ends(1).finds(UNITS)
    claim(extracted(after) < UNITS, "the units that were done are done again", after)
    reference = stats(box, "--all", "--cache=reference").ends(1).finds(UNITS)
    claim(findings(after) == findings(reference), "the findings differ", after, reference)
    names = [sorted(os.path.basename(p) for p in box.files(c)) for c in (".snag/cache", "reference")]
    claim(names[0] == names[1], "files are left in the cache", sorted(set(names[0]) ^ set(names[1])))
    claim(not box.files("tmp"), "files are left in TMPDIR", box.files("tmp"))


def case_interrupt(box):
    """SIGINT to snag alone, as `kill -INT` does, then to the whole group, as a terminal does."""
    project(box, UNITS)
    interrupt(box, lambda snag: snag.send_signal(signal.SIGINT))
    _, err = interrupt(box, lambda snag: os.killpg(snag.pid, signal.SIGINT))
    claim(len(err.decode().splitlines()) <= 1, "an interrupted run says more than one line", err.decode())
    unaffected(box)


def case_terminate(box):
    project(box, UNITS)
    interrupt(box, lambda snag: snag.send_signal(signal.SIGTERM))
    unaffected(box)


def case_kill(box):
    project(box, UNITS)
    for _ in range(2):
        interrupt(box, lambda snag: snag.send_signal(signal.SIGKILL))
    unaffected(box)

"""Cases: the compile database is untrusted. Whatever it names is not run, no shell is involved, flags that load code are
refused by name, and nothing is written but the cache."""
import os
import subprocess

from sandbox import claim

CANARY = """#include <fcntl.h>
#include <unistd.h>
__attribute__((constructor)) static void alive(void)
{
	close(open("%s", O_CREAT | O_WRONLY, 0600));
}
"""


def build_canary(box):
    """A shared object that makes the canary when it is loaded."""
    box.write("canary.c.txt", CANARY % box.path("canary"))
    subprocess.run(["clang-19", "-shared", "-fPIC", "-x", "c", "canary.c.txt", "-o", "evil.so"], cwd=box.dir, check=True)
    return box.path("evil.so")


def canary_tools(box, folder="tools"):
    """A directory in which every tool a compiler may call is a canary."""
    for name in ("as", "ld", "ld.lld", "gcc", "cc", "cc1", "clang", "clang-cc1", "cpp", "collect2", "sh", "bash", "llc", "opt",
                 "touch",
                 "objcopy", "x86_64-linux-gnu-as", "env", "python3"):
        box.canary_script(folder + "/" + name)
    return box.path(folder)


def case_control_canaries_can_live(box):
    """The canaries of the other cases do appear when something runs: clang loads the plugin, a shell runs the script."""
    evil = build_canary(box)
    box.leaky("a.c")
    for command in (["clang-19", "-fplugin=" + evil, "-c", "a.c", "-o", "/dev/null"],
                    ["clang-19", "-fpass-plugin=" + evil, "-c", "a.c", "-o", "/dev/null"],
                    ["clang-19", "-Xclang", "-load", "-Xclang", evil, "-c", "a.c", "-o", "/dev/null"],
                    ["clang-19", "-B" + canary_tools(box), "-fno-integrated-as", "-c", "a.c", "-o", "/dev/null"],
                    [box.canary_script("cc")]):
        subprocess.run(command, cwd=box.dir, capture_output=True, check=False)
        claim(box.canary_alive(), "this does not wake the canary", command)
        os.unlink(box.path("canary"))


def case_compiler_of_the_database(box):
    evil = box.canary_script("evil-cc")
    box.canary_script("clang")
    box.leaky("a.c")
    box.leaky("b.c", "g")
    for compiler in (evil, "./evil-cc", "evil-cc", "./clang", "clang"):
        box.database([{"directory": box.dir, "file": "a.c", "arguments": [compiler, "-c", "a.c"]},
                      {"directory": box.dir, "file": "b.c", "command": compiler + " -c b.c"}])
        box.run("-p", ".", env={"CC": evil, "CXX": evil, "CPP": evil, "LD": evil}).ends(1).finds(2)


def case_tools_on_the_path(box):
    """No shell, no assembler, no linker: only clang-19 is looked up, and only by its name."""
    box.leaky("a.c")
    tools = canary_tools(box)
    box.run("a.c", env={"PATH": tools + ":" + os.environ["PATH"], "SHELL": tools + "/sh"}).ends(1).finds(1)


def case_shell_in_a_command(box):
    box.leaky("a.c")
    touch = "touch " + box.path("canary")
    for tail in ("; %s" % touch, "&& %s" % touch, "| %s" % touch, "`%s`" % touch, "$(%s)" % touch, "\n%s" % touch, "> canary",
                 "2>&1 > canary", "\"$(%s)\"" % touch, "-D'X=`%s`'" % touch, "&", "<(%s)" % touch):
        box.database([{"directory": box.dir, "file": "a.c", "command": "cc -c a.c " + tail}])
        result = box.run("-p", ".")
        claim(not box.canary_alive(), "the canary lives", tail, result)
        result.ends(1, 2, 3)


def refused(box, evil, tools):
    """Flags that make clang or gcc load or run code, and the name that the message must have."""
    outside = os.path.join(os.path.dirname(box.dir), os.path.basename(box.dir) + ".rsp")
    return [
        (["-fplugin=" + evil], "-fplugin"), (["-fplugin-arg-x-y=z"], "-fplugin-arg"),
        (["-fpass-plugin=" + evil], "-fpass-plugin"),
        (["-Xclang", "-load", "-Xclang", evil], "-load"),
        (["-Xclang", "-plugin", "-Xclang", "x", "-Xclang", "-load", "-Xclang", evil], "-plugin"),
        (["-Xclang", "-add-plugin", "-Xclang", "x"], "-add-plugin"),
        (["-Xclang", "-fpass-plugin=" + evil], "-fpass-plugin"),
        (["-Xclang=-load", "-Xclang=" + evil], "-load"),
        (["-mllvm", "-load=" + evil], "-mllvm"), (["-mllvm", "-load-pass-plugin=" + evil], "-mllvm"),
        (["-B", tools], "-B"), (["-B" + tools], "-B"), (["--prefix=" + tools], "--prefix"),
        (["-specs=" + box.path("evil.specs")], "-specs"), (["--specs=" + box.path("evil.specs")], "-specs"),
        (["-wrapper", tools + "/sh"], "-wrapper"),
        (["--config", box.path("evil.cfg")], "--config"), (["--config=" + box.path("evil.cfg")], "--config"),
        (["@" + outside], outside),
        (["-ccc-gcc-name", tools + "/gcc"], "-ccc-gcc-name"), (["-fuse-ld=" + tools + "/ld"], "-fuse-ld"),
    ]


def write_baits(box, evil):
    box.write("evil.cfg", "-fplugin=%s\n" % evil)
    box.write("evil.specs", "*cc1:\n%s\n" % box.path("tools/cc1"))
    with open(box.dir + ".rsp", "w", encoding="utf-8") as f:
        f.write("-fplugin=%s\n" % evil)


def case_flags_that_load_code(box):
    """Each is named in a message, none reaches clang, and the unit is analysed without it."""
    evil, tools = build_canary(box), canary_tools(box)
    write_baits(box, evil)
    try:
        for number, (flags, name) in enumerate(refused(box, evil, tools)):
            source = "u%d.c" % number
            box.leaky(source)
            box.database([box.entry(source, *flags)])
            result = box.run("-p", ".").says(name)
            claim(not box.canary_alive(), "the canary lives", flags, result)
            result.ends(1).finds(1)
    finally:
        os.unlink(box.dir + ".rsp")


def case_flags_that_load_code_in_a_response_file(box):
    """A response file inside the tree is read, and what it says is filtered like everything else."""
    evil = build_canary(box)
    box.leaky("a.c")
    box.write("flags.rsp", "-DX=1 '-fplugin=%s'\n" % evil)
    box.database([box.entry("a.c", "@flags.rsp")])
    box.run("-p", ".").says("-fplugin").ends(1).finds(1)


def case_flags_on_the_command_line_are_filtered_too(box):
    evil = build_canary(box)
    box.leaky("a.c")
    box.run("a.c", "--", "-fplugin=" + evil).says("-fplugin").ends(1).finds(1)


def case_response_file_that_names_itself(box):
    box.leaky("a.c")
    box.write("self.rsp", "-DA @self.rsp\n")
    box.database([box.entry("a.c", "@self.rsp")])
    result = box.run("-p", ".").ends(1, 2, 3)
    claim("self.rsp" in result.err, "the response file is not named", result)


def case_response_file_that_explodes(box):
    """Ten files that each name the next ten times: ten billion words if they were all read."""
    box.leaky("a.c")
    for i in range(10):
        box.write("r%d.rsp" % i, ("@r%d.rsp " % (i + 1)) * 10)
    box.write("r10.rsp", "-DX\n")
    box.database([box.entry("a.c", "@r0.rsp")])
    result = box.run("-p", ".").ends(1, 2, 3)  # read whole, it would not end within the time a case has
    claim("too much in response files" in result.err, "what is left out is not told", result)


def case_flags_that_write_files(box):
    """Outputs of the build are not ours to write: not the object, not dependencies, not anything a flag names."""
    out = box.path("canary")
    flags = [["-o", out], ["-o" + out], ["--output=" + out], ["-MD", "-MF", out], ["-MMD", "-MF" + out], ["-Wp,-MD," + out],
             ["-Wp,-MMD," + out], ["-MJ", out], ["-MJ" + out], ["-serialize-diagnostics", out], ["--serialize-diagnostics", out],
             ["-ftime-trace=" + out], ["-ftime-trace"], ["-save-temps"], ["-save-temps=obj", "-o", "obj.o"], ["-gsplit-dwarf"],
             ["-foptimization-record-file=" + out], ["-fsave-optimization-record"], ["-Xclang", "-o", "-Xclang", out],
             ["-Xclang", "-dependency-file", "-Xclang", out], ["-ftest-coverage"], ["-fprofile-arcs", "-ftest-coverage"],
             ["-fstack-usage"], ["-index-store-path", box.path("index")],
             ["-fmodules", "-fmodules-cache-path=" + box.path("modules")],
             ["-emit-llvm", "-S"], ["-E", "-o", out], ["-fdiagnostics-log-file=" + out], ["-emit-pch", "-o", out],
             ["-dumpdir", out],
             ["-Xclang", "-header-include-file", "-Xclang", out], ["-fcrash-diagnostics-dir=" + box.path("crash")],
             ["-fcallgraph-info"]]
    box.write("obj.o", "precious\n")
    for number, extra in enumerate(flags):
        box.leaky("u%d.c" % number, "f%d" % number)
    before = box.files()
    for number, extra in enumerate(flags):
        box.database([box.entry("u%d.c" % number, *extra)], "db%d/compile_commands.json" % number)
        before.update(box.files("db%d" % number))
        result = box.run("-p", "db%d" % number)
        claim(not box.canary_alive(), "written", extra, result)
        result.ends(1, 2)
    box.same_as(before, ".snag/")


def case_environment(box):
    """Variables that make clang load, run or write something do not reach it."""
    evil, tools = build_canary(box), canary_tools(box)
    box.leaky("a.c")
    before = box.files()
    out = box.path("canary")
    box.run("a.c", env={"CCC_OVERRIDE_OPTIONS": "#+-fplugin=" + evil, "COMPILER_PATH": tools, "GCC_EXEC_PREFIX": tools + "/",
                        "CC_PRINT_OPTIONS": "1", "CC_PRINT_OPTIONS_FILE": out, "DEPENDENCIES_OUTPUT": out,
                        "SUNPRO_DEPENDENCIES": out,
                        "CC_PRINT_HEADERS": "1", "CC_PRINT_HEADERS_FILE": out, "CC_LOG_DIAGNOSTICS": "1",
                        "CC_LOG_DIAGNOSTICS_FILE": out,
                        "CC_PRINT_PROC_STAT": "1", "CC_PRINT_PROC_STAT_FILE": out, "CLANG_CONFIG_FILE_USER_DIR": box.dir,
                        "CLANG_CRASH_DIAGNOSTICS_DIR": out}).ends(1).finds(1)
    box.same_as(before, ".snag/")


def case_environment_of_includes(box):
    """CPATH would change what a unit means without being part of its command."""
    box.write("inc/pthread.h", "#error wrong header\n")
    box.leaky("a.c")
    box.run("a.c", env={"CPATH": box.path("inc"), "C_INCLUDE_PATH": box.path("inc")}).ends(1).finds(1)


def case_configuration_of_clang_in_the_directory(box):
    evil = build_canary(box)
    for name in ("clang.cfg", "clang-19.cfg", "x86_64-pc-linux-gnu-clang.cfg"):
        box.write(name, "-fplugin=%s\n" % evil)
        box.write("home/.config/" + name, "-fplugin=%s\n" % evil)
    box.leaky("a.c")
    box.run("a.c", env={"HOME": box.path("home"), "XDG_CONFIG_HOME": box.path("home/.config")}).ends(1).finds(1)


def case_clang_missing(box):
    os.mkdir(box.path("empty"))
    box.leaky("a.c")
    box.run("a.c", env={"PATH": box.path("empty")}).ends(2).says_only("clang-19", "apt")


def case_clang_broken(box):
    """A clang-19 on the PATH that fails, or prints nonsense, is trouble in one line and not a finding."""
    box.leaky("a.c")
    for text in ("exit 1\n", "exit 0\n", "echo nonsense\n", "kill -SEGV $$\n"):
        box.write("tools/clang-19", "#!/bin/sh\n" + text, 0o755)
        result = box.run("--no-cache", "a.c", env={"PATH": box.path("tools") + ":" + os.environ["PATH"]})
        result.ends(2, 3).finds(0)
        claim(result.lines(), "nothing said", text, result)


def case_stdin_is_left_alone(box):
    box.leaky("a.c")
    box.database([box.entry("a.c", "-"), box.entry("a.c", "-xc", "-")])
    box.run("-p", ".").ends(1, 2)

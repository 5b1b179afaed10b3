"""Compares the built-in rows with the real prototypes: prototypes.py LIST_ARGS CLANG [KERNEL_COMMANDS]

Every function of the C library's tables that a header declares must have the arguments, and the result, that its rows speak of.
The
compiler tells: a file takes the address of each function, and the declarations in its LLVM IR are counted. A row that is wrong on
purpose must be found, or the test itself is broken.

With a kernel's compile_commands.json as third argument the Linux tables are compared in the same way (by hand; it takes a
minute)."""
import json
import re
import shlex
import subprocess
import sys
import tempfile

LIBC = {'pthread.model', 'c11.model', 'semaphore.model', 'posix.model', 'libc_memory.model'}
HEADERS = '''aliases arpa/inet assert crypt dirent err errno error fcntl ftw getopt glob grp inttypes libgen link locale malloc
math mntent mqueue netdb netinet/ether netinet/in poll pthread pty pwd sched search semaphore setjmp shadow signal
spawn stdio stdlib string strings sys/epoll sys/file sys/mman sys/msg sys/resource sys/select sys/sem sys/sendfile
sys/socket sys/stat sys/syscall sys/time sys/times sys/types sys/uio sys/utsname sys/wait syslog threads time ttyent
fstab unistd utmp wchar'''.split()
KERNEL_UNITS = '''kernel/fork.c kernel/workqueue.c kernel/irq/manage.c kernel/irq/devres.c kernel/rcu/tree.c kernel/rcu/srcutree.c
kernel/time/timer.c kernel/time/hrtimer.c kernel/softirq.c kernel/sched/core.c kernel/kthread.c kernel/async.c
kernel/smp.c kernel/stop_machine.c kernel/cpu.c kernel/locking/mutex.c kernel/locking/spinlock.c
kernel/locking/rwsem.c kernel/locking/semaphore.c kernel/locking/rtmutex_api.c kernel/locking/lockdep.c
kernel/locking/percpu-rwsem.c kernel/notifier.c kernel/task_work.c kernel/irq_work.c kernel/exit.c kernel/panic.c
mm/slub.c mm/slab_common.c mm/vmalloc.c mm/util.c mm/mempool.c mm/page_alloc.c mm/percpu.c mm/filemap.c
net/core/sock.c net/core/dev.c lib/usercopy.c lib/iov_iter.c lib/refcount.c lib/dec_and_lock.c lib/xarray.c lib/idr.c
fs/file.c fs/dcache.c'''.split()
IR = ['-S', '-emit-llvm', '-O1', '-Xclang', '-disable-llvm-passes', '-w']


def count_parameters(text):
    depth, n = 0, 1 if text.strip() else 0
    for c in text:
        depth += (c in '({[<') - (c in ')}]>')
        n += c == ',' and depth == 0
    vararg = text.rstrip().endswith('...')
    return n - vararg, vararg


def prototypes(ir):
    found = {}
    for ret, name, args in re.findall(r'^(?:declare|define)[^@\n]*?(\S+) @"?([\w.$]+)"?\((.*)\)[^()]*?(?:#\d+|\{|comdat|$)', ir,
                                      re.M):
        found[name] = (ret, *count_parameters(args))
    return found


def libc_prototypes(clang, names):
    """The names that no header declares drop out one compiler run later."""
    with tempfile.TemporaryDirectory() as tmp:
        while True:
            with open(f'{tmp}/p.c', 'w') as f:
                f.write('#define _GNU_SOURCE\n')
                f.writelines(f'#if __has_include(<{h}.h>)\n#include <{h}.h>\n#endif\n' for h in HEADERS)
                f.writelines(f'#undef {n}\nvoid *p_{n} = (void *)&{n};\n' for n in sorted(names))
            run = subprocess.run([clang, *IR, '-fno-builtin', '-ferror-limit=0', '-o', f'{tmp}/p.ll', f'{tmp}/p.c'],
                                 capture_output=True, text=True)
            if run.returncode == 0:
                return prototypes(open(f'{tmp}/p.ll').read())
            unknown = set(re.findall(r"undeclared identifier '(\w+)'", run.stderr))
            if not unknown & names:
                sys.exit(run.stderr)
            names = names - unknown


def kernel_prototypes(clang, commands):
    found = {}
    with tempfile.TemporaryDirectory() as tmp:
        for entry in json.load(open(commands)):
            if not any(entry['file'].endswith('/' + unit) for unit in KERNEL_UNITS):
                continue
            words = shlex.split(entry['command'])
            words[words.index('-o') + 1] = f'{tmp}/k.ll'
            words = [clang] + [w for w in words[1:] if w not in ('-c', '-Werror')] + IR
            subprocess.run(words, cwd=entry['directory'], check=True, capture_output=True)
            for name, prototype in prototypes(open(f'{tmp}/k.ll').read()).items():
                found.setdefault(name, prototype)
    return found


def mistakes(rows, known):
    for table, line, name, highest, result in rows:
        ret, n, vararg = known.get(name, ('?', 99, True))
        if int(highest) > n and not vararg:
            yield f'{table}:{line}: {name} has {n} parameters, the row speaks of {highest}'
        if result == '1' and ret == 'void':
            yield f'{table}:{line}: {name} returns nothing, the row speaks of its result'


def main():
    rows = [line.split() for line in subprocess.run([sys.argv[1]], check=True, capture_output=True,
                                                    text=True).stdout.splitlines()]
    if len(sys.argv) > 3:
        rows = [r for r in rows if r[0].startswith('linux_') and r[0] != 'linux_classic.model']
        known, planted = kernel_prototypes(sys.argv[2], sys.argv[3]), ('mutex_unlock', 1)
    else:
        rows = [r for r in rows if r[0] in LIBC]
        known, planted = libc_prototypes(sys.argv[2], {r[2] for r in rows}), ('free', 1)
    compared = sum(r[2] in known for r in rows)
    name, n = planted
    if len(list(mistakes([['planted', '0', name, str(n + 1), '1']], known))) != 2:
        sys.exit(f'a wrong row of {name} is not found: this test is broken')
    if compared < len(rows) // 2:
        sys.exit(f'only {compared} of {len(rows)} rows could be compared')
    bad = list(mistakes(rows, known))
    print('\n'.join(bad) or f'{compared} of {len(rows)} rows compared')
    sys.exit(bool(bad))


main()

#!/usr/bin/env python3
"""Search and replay agree about every function of the models:   agree.py SNAG [-n COUNT] [FUNCTION...]

For each function that a row of models/*.model names, and each that the library tables of the two engines have, calls are
made up whose results and outputs races depend on. Whatever is found must be run again: an execution that the replay refuses
is a mistake of one of the two. Functions of the C library are declared by its headers, others by what their rows say.
Without COUNT all functions are tried; with it, so many, evenly over all. Prints TAP."""
import concurrent.futures
import glob
import os
import re
import subprocess
import sys
import tempfile

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', '..')
HEADERS = '''assert complex ctype dirent dlfcn err errno fcntl fenv float ftw getopt glob grp inttypes langinfo libgen libintl limits
locale math mntent monetary mqueue netdb net/if obstack poll printf pthread pwd regex sched search semaphore setjmp shadow signal
spawn stdarg stdio stdlib string strings sys/epoll sys/eventfd sys/file sys/inotify sys/ioctl sys/ipc sys/mman sys/mount
sys/msg sys/random sys/resource sys/select sys/sem sys/sendfile sys/shm sys/signalfd sys/socket sys/stat sys/statvfs sys/syscall
sys/sysinfo sys/time sys/timerfd sys/times sys/uio sys/utsname sys/wait syslog termios threads time uchar ucontext unistd utime
wait wchar wctype wordexp arpa/inet netinet/in aio'''.split()
BATCH = 12
REFUSED = re.compile(r'This is a bug of snag|cannot be run again')
# Left out: what makes a second process, jumps, or takes types that no made-up argument has; and the questions of the tests.
LEFT = re.compile(r'^(snag_|llvm\.|__VERIFIER_|.*\*|.*jmp|v?fork|clone|__.*_chk|va_)|[^A-Za-z0-9_]')


def read(path):
    with open(path, encoding='utf-8') as f:
        return f.read()


def rows():
    """name -> the rows' texts"""
    out = {}
    for path in sorted(glob.glob(os.path.join(ROOT, 'models', '*.model'))):
        for line in read(path).split('\n'):
            word = line.split()
            if word and word[0][0] not in '#%':
                out.setdefault(word[0], []).append(' '.join(word[1:]))
    for path in ('execute/library.c', 'execute/library_text.c', 'machine/library.c', 'machine/text.c', 'machine/format.c', 'execute/library_format.c'):
        text = read(os.path.join(ROOT, 'src', 'prove', path))
        for name in re.findall(r'(?:\{ "|ROW\(|OUTSIDE\()(\w+)', text):
            out.setdefault(name, [])
    return out


def prototypes(folder):
    """name -> (result, parameters), of what the headers declare"""
    there = [h for h in HEADERS if os.path.exists(f'/usr/include/{h}.h') or h in ('stdarg', 'float')]
    text = '#define _GNU_SOURCE\n' + ''.join(f'#include <{h}.h>\n' for h in there if h != 'complex')
    with open(f'{folder}/all.c', 'w', encoding='utf-8') as f:
        f.write(text)
    subprocess.run(['gcc', '-aux-info', f'{folder}/all.x', '-fsyntax-only', f'{folder}/all.c'], check=True, capture_output=True)
    out = {}
    for line in read(f'{folder}/all.x').split('\n'):
        m = re.match(r'/\* .*? \*/ extern ([\w ]*?[\w*] ?\**)(\w+) \((.*)\);$', line)
        if m and '(' not in m[3] and '[' not in m[3]:
            out[m[2]] = (m[1].strip(), [p.strip() for p in m[3].split(',')])
    return text, out


def argument(kind, k):
    if kind in ('...', 'void'):
        return None
    if kind.endswith('*'):
        return {'FILE *': 'stdin', 'const char *': f'text{k % 2}', 'char *': f'memory[{k % 4}]'}.get(kind, f'(void *)object[{k % 4}]')
    return None if re.search(r'struct|union|va_list|fpos|SOCKADDR|ENTRY', kind) else '1'


def guessed(texts):
    """How a function is declared that no header has: from the places in its rows."""
    n, pointers = 0, set()
    for text in texts:
        for star, number in re.findall(r'(?<![\w.@])(\**)(\d)(?![\w<>])', text):
            n = max(n, int(number) + 1)
            if star:
                pointers.add(int(number))
        for number in re.findall(r'(?:fn|arg|size|len|with|value|id|attr|count|kind-arg)=\*?(\d)', text):
            n = max(n, int(number) + 1)
    return 'long', ['void *' if k in pointers else 'long' for k in range(n)]


def call(name, texts, known):
    """A declaration, if it needs one, a test of the result, and the call; None: it cannot be called so."""
    result, params = known[name] if name in known else guessed(texts)
    declared = '' if name in known else f'extern {result} {name}({", ".join(params) or "void"});\n'
    takes = {int(k) for text in texts for k in re.findall(r'fn=(\d)', text)}
    words = [argument(p, k) for k, p in enumerate(params) if p not in ('...', 'void')]
    words = [f'({params[k]})called' if k in takes else w for k, w in enumerate(words)]
    if None in words or re.search(r'struct|union|fpos|complex', result.replace('*', '* ') if not result.endswith('*') else ''):
        return None
    return declared, result, f'{name}({", ".join(words)})'


def program(batch, calls, headers):
    text = headers + '''
int __VERIFIER_nondet_int(void);
static char memory[4][256] = { "7", "b", "c", "d" };
static char object[4][256];
static const char *text0 = "12", *text1 = "b";
static int zero[100], other[100], number[100], output[100];
static void *called(void *a) { return a; }
'''
    for k, name in enumerate(batch):
        declared, result, words = calls[name]
        text += declared + f'static void try_{k}(void)\n{{\n'
        if result == 'void':
            text += f'\t{words};\n'
        else:
            text += f'\t__typeof__({words}) r = {words};\n'
            text += f'\tif (!r)\n\t\tzero[{k}] = 2;\n\telse\n\t\tother[{k}] = 2;\n'
            text += f'\tif (r == (__typeof__(r))77)\n\t\tnumber[{k}] = 2;\n'
        text += f'\tif (memory[0][1] == 7 || object[1][0] == 7)\n\t\toutput[{k}] = 2;\n}}\n'
    text += 'static void *work(void *a)\n{\n'
    for k in range(len(batch)):
        text += f'\tzero[{k}] = other[{k}] = number[{k}] = output[{k}] = 1;\n'
    text += '\treturn a;\n}\nint main(void)\n{\n\tpthread_t t;\n\n\tpthread_create(&t, 0, work, 0);\n\tswitch (__VERIFIER_nondet_int()) {\n'
    for k in range(len(batch)):
        text += f'\tcase {k}: try_{k}(); break;\n'
    return text + '\tdefault: break;\n\t}\n\treturn 0;\n}\n'


def run(snag, folder, number, batch, calls, headers):
    path = f'{folder}/{number}.c'
    with open(path, 'w', encoding='utf-8') as f:
        f.write(program(batch, calls, headers))
    command = [snag, 'check', '--no-cache', '--rule', 'race', '--prove=all', '--prove-seconds=1', '-j1', path]
    out = subprocess.run(command, capture_output=True, text=True, check=False, timeout=600)
    text = out.stdout + out.stderr
    if out.returncode not in (0, 1) or 'error:' in text:
        return None, text
    bad, lines = [], text.split('\n')
    for i, line in enumerate(lines):
        if REFUSED.search(line):
            where = next((x for x in reversed(lines[:i]) if ': warning: ' in x), '')
            bad.append(f'{where.split("/")[-1]} | {line.strip()}')
    return bad, text


def main():
    snag, words = os.path.abspath(sys.argv[1]), sys.argv[2:]
    count = int(words.pop(1)) if words[:1] == ['-n'] else 0
    every = rows()
    names = [w for w in words if w != '-n'] or sorted(n for n in every if not LEFT.search(n))
    if count:
        names = names[::max(1, len(names) // count)]
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(2) as pool:
        headers, known = prototypes(folder)
        calls = {n: call(n, every.get(n, []), known) for n in names}
        names = [n for n in names if calls[n]]
        batches = [names[i:i + BATCH] for i in range(0, len(names), BATCH)]
        print(f'1..{len(batches)}')
        failed = 0
        jobs = [pool.submit(run, snag, folder, i, b, calls, headers) for i, b in enumerate(batches)]
        for i, job in enumerate(jobs):
            bad, text = job.result()
            alone = [pool.submit(run, snag, folder, f'{i}_{k}', [n], calls, headers) for k, n in enumerate(batches[i])] \
                if bad is None else []
            for n, one in zip(batches[i], alone):  # one of them cannot be compiled: the others can
                found, text = one.result()
                bad = (bad or []) + [f'{n}: {x}' for x in found or []]
                if found is None and n in known:
                    bad.append(f'{n}: {next((x for x in text.split(chr(10)) if "error" in x), text[-200:])}')
            failed += bool(bad)
            print(f'{"not ok" if bad else "ok"} {i + 1} - {" ".join(batches[i])}', flush=True)
            for line in bad or []:
                print(f'# {line}', flush=True)
    sys.exit(failed > 0)


main()

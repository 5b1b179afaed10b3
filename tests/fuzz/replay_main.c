/* Runs a fuzz target without libFuzzer:   NAME_fuzz CORPUS_DIRECTORY MUTATIONS
 *                                         NAME_fuzz FILE...
 * First every file of the corpus, sorted by name, then so many mutations of them from a fixed seed: every machine and every run
 * sees the same inputs. An input at which the target dies is left in the working directory as crash-input. */
#include "fuzz.h"

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct input {
	uint8_t *at;
	size_t size;
};

static struct input current; /* for the signal handler */
static uint64_t seed = 0x9e3779b97f4a7c15;

/* xorshift64*: not rand(), which differs between systems. */
static uint32_t below(size_t n)
{
	seed ^= seed >> 12;
	seed ^= seed << 25;
	seed ^= seed >> 27;
	return n ? (uint32_t)((seed * 0x2545f4914f6cdd1d >> 32) % n) : 0;
}

static void *room(size_t n)
{
	void *p = malloc(n ? n : 1);

	if (!p)
		abort();
	return p;
}

static void crashed(int number)
{
	int fd = open("crash-input", O_WRONLY | O_CREAT | O_TRUNC, 0644);

	if (fd >= 0 && write(fd, current.at, current.size) == (ssize_t)current.size && write(2, "see crash-input\n", 16) == 16)
		close(fd);
	signal(number, SIG_DFL);
	raise(number);
}

/* A copy of exactly this size, so that AddressSanitizer sees a read of one byte too many. */
static void run(struct input in)
{
	current.at = room(in.size);
	current.size = in.size;
	if (in.size)
		memcpy(current.at, in.at, in.size);
	LLVMFuzzerTestOneInput(current.at, current.size);
	free(current.at);
}

static bool load(const char *path, struct input *in)
{
	FILE *f = fopen(path, "rb");
	struct stat st;
	bool ok = f && fstat(fileno(f), &st) == 0 && S_ISREG(st.st_mode);

	if (ok) {
		in->size = (size_t)st.st_size;
		in->at = room(in->size);
		ok = fread(in->at, 1, in->size, f) == in->size;
	}
	if (f)
		fclose(f);
	return ok;
}

/* Puts `from` in the place of the `cut` bytes at `at`. */
static void replace(struct input *in, size_t at, size_t cut, struct input from)
{
	struct input out = { room(in->size - cut + from.size), in->size - cut + from.size };

	memcpy(out.at, in->at, at);
	if (from.size)
		memcpy(out.at + at, from.at, from.size);
	memcpy(out.at + at + from.size, in->at + at + cut, in->size - at - cut);
	free(in->at);
	*in = out;
}

static void mutate(struct input *in, struct input other)
{
	static const uint8_t odd[] = { 0, 1, 0x7f, 0x80, 0xff, '\n', '"', '\'', '{', '[', ':', ',', '\\', '-', ' ', '0' };
	size_t at = below(in->size + 1), left = in->size - at, from = below(other.size + 1);

	switch (below(6)) {
	case 0:
		if (left)
			in->at[at] ^= (uint8_t)(1u << below(8));
		break;
	case 1:
		if (left)
			in->at[at] = odd[below(sizeof odd)];
		break;
	case 2:
		replace(in, at, below(left + 1), (struct input){ NULL, 0 });
		break;
	case 3:
		replace(in, at, 0, (struct input){ other.at + from, below(other.size - from + 1) });
		break;
	case 4:
		replace(in, at, 0, (struct input){ (uint8_t[]){ odd[below(sizeof odd)] }, 1 });
		break;
	case 5: /* a run of one byte: deep nesting, long words */
		if (left) {
			uint8_t same[512];
			memset(same, in->at[at], sizeof same);
			replace(in, at, 0, (struct input){ same, below(sizeof same) });
		}
		break;
	}
}

static void run_mutations(const struct input *seeds, size_t n, long times)
{
	for (long i = 0; i < times; i++) {
		struct input first = seeds[below(n)], in = { room(first.size), first.size };
		if (first.size)
			memcpy(in.at, first.at, first.size);
		for (uint32_t k = below(8) + 1; k; k--)
			mutate(&in, seeds[below(n)]);
		run(in);
		free(in.at);
	}
}

static int is_file(const struct dirent *d)
{
	return d->d_name[0] != '.';
}

static int replay(const char *dir, long times)
{
	struct dirent **entry;
	int n = scandir(dir, &entry, is_file, alphasort);
	struct input *seeds = n > 0 ? room((size_t)n * sizeof *seeds) : NULL;

	if (n <= 0) {
		fprintf(stderr, "%s: no corpus\n", dir);
		return 2;
	}
	for (int i = 0; i < n; i++) {
		char path[4096];
		snprintf(path, sizeof path, "%s/%s", dir, entry[i]->d_name);
		if (!load(path, &seeds[i])) {
			fprintf(stderr, "%s: cannot read\n", path);
			return 2;
		}
		run(seeds[i]);
		free(entry[i]);
	}
	free(entry);
	run_mutations(seeds, (size_t)n, times);
	for (int i = 0; i < n; i++)
		free(seeds[i].at);
	free(seeds);
	printf("%d seeds, %ld mutations\n", n, times);
	return 0;
}

int main(int argc, char **argv)
{
	struct stat st;
	struct input in;

	for (const int *s = (const int[]){ SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, 0 }; *s; s++)
		signal(*s, crashed);
	if (argc == 3 && stat(argv[1], &st) == 0 && S_ISDIR(st.st_mode))
		return replay(argv[1], strtol(argv[2], NULL, 10));
	for (int i = 1; i < argc; i++) {
		if (!load(argv[i], &in)) {
			fprintf(stderr, "%s: cannot read\n", argv[i]);
			return 2;
		}
		run(in);
		free(in.at);
	}
	return 0;
}

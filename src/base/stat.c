#include "stat.h"

#include <inttypes.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include "diag.h"
#include "limit.h"
#include "recogniser.h"

enum { PHASES = 32 };

static const struct {
	const char *name, *help;
	int is_gap;
	const char *one, *many;
} table[] = {
#define COUNT(name, help) { #name, help, 0, "", "" },
#define GAP(name, one, many, help) { #name, help, 1, one, many },
#include "stat.def"
#undef COUNT
#undef GAP
};

static _Atomic uint64_t value[STAT_COUNT];
static _Atomic bool repeating;
static struct {
	const char *name;
	double seconds, processor; /* by the clock on the wall; of the process and its workers */
	long peak; /* KiB, of the whole process up to the end of this phase */
} phase[PHASES];
static int phases, running = -1; /* which is being timed */
static double started, started_processor;
static double inherited; /* processor time of the process that this one goes on from */

void stat_repeat(bool on)
{
	atomic_store_explicit(&repeating, on, memory_order_relaxed);
	limit_repeat(on);
	recogniser_repeat(on);
}

void stat_add(enum counter s, uint64_t n)
{
	if (atomic_load_explicit(&repeating, memory_order_relaxed) && (s < STAT_proofs || table[s].is_gap))
		return;
	atomic_fetch_add_explicit(&value[s], n, memory_order_relaxed);
}

uint64_t stat_get(enum counter s)
{
	return atomic_load_explicit(&value[s], memory_order_relaxed);
}

const char *stat_name(enum counter s)
{
	return table[s].name;
}

const char *stat_help(enum counter s)
{
	return table[s].help;
}

int stat_is_gap(enum counter s)
{
	return table[s].is_gap;
}

uint64_t stat_resident(void)
{
	unsigned long long pages = 0;
	FILE *f = fopen("/proc/self/statm", "re");

	if (!f)
		return 0;
	if (fscanf(f, "%*u %llu", &pages) != 1)
		pages = 0;
	fclose(f);
	return pages * (uint64_t)sysconf(_SC_PAGESIZE);
}

double stat_now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static double seconds_of(struct timeval t)
{
	return (double)t.tv_sec + (double)t.tv_usec / 1e6;
}

/* What others take from the machine does not count. */
double stat_processor(void)
{
	struct rusage self, kids;

	getrusage(RUSAGE_SELF, &self);
	getrusage(RUSAGE_CHILDREN, &kids);
	return inherited + seconds_of(self.ru_utime) + seconds_of(self.ru_stime) + seconds_of(kids.ru_utime) +
	       seconds_of(kids.ru_stime);
}

void stat_inherit(double processor)
{
	inherited = processor;
}

static void end_phase(double now)
{
	struct rusage r;

	if (running < 0)
		return;
	getrusage(RUSAGE_SELF, &r);
	phase[running].seconds += now - started;
	phase[running].processor += stat_processor() - started_processor;
	phase[running].peak = r.ru_maxrss;
	running = -1;
}

static _Atomic(const char *) shown;

/* Several programs in one run pass through the same phases: their times add up under one name. */
void stat_phase(const char *name)
{
	end_phase(stat_now());
	if (!name)
		return;
	for (running = 0; running < phases && strcmp(phase[running].name, name) != 0; running++)
		;
	CHECK(running < PHASES, "more than %d phases", PHASES);
	if (running == phases)
		phase[phases++].name = name;
	started = stat_now();
	started_processor = stat_processor();
	shown = name;
}

const char *stat_running(void)
{
	const char *name = shown;

	return name ? name : "";
}

static void print_json(FILE *f)
{
	struct rusage kids;

	getrusage(RUSAGE_CHILDREN, &kids);
	fprintf(f, "{\n");
	for (int i = 0; i < STAT_COUNT; i++)
		fprintf(f, "  \"%s\": %" PRIu64 ",\n", table[i].name, stat_get((enum counter)i));
	fprintf(f, "  \"limits\": {");
	for (int i = 0, n = 0; i < LIMIT_COUNT; i++)
		if (limit_times((enum limit)i))
			fprintf(f, "%s\"%s\": %" PRIu64, n++ ? ", " : " ", limit_row((enum limit)i)->name, limit_times((enum limit)i));
	fprintf(f, " },\n  \"recognisers\": {");
	for (int i = 0, n = 0; i < RECOGNISER_COUNT; i++)
		if (recogniser_decided((enum recogniser)i))
			fprintf(f, "%s\"%s\": %" PRIu64, n++ ? ", " : " ", recogniser_row((enum recogniser)i)->name,
				recogniser_decided((enum recogniser)i));
	fprintf(f, " },\n");
	fprintf(f, "  \"worker_peak_kib\": %ld,\n  \"phases\": [", kids.ru_maxrss);
	for (int i = 0; i < phases; i++)
		fprintf(f, "%s\n    { \"name\": \"%s\", \"seconds\": %.6f, \"processor\": %.6f, \"peak_kib\": %ld }",
			i ? "," : "", phase[i].name, phase[i].seconds, phase[i].processor, phase[i].peak);
	fprintf(f, "\n  ]\n}\n");
}

void stat_print(FILE *f, int json)
{
	struct rusage kids;

	stat_phase(NULL);
	if (json) {
		print_json(f);
		return;
	}
	for (int i = 0; i < STAT_COUNT; i++)
		fprintf(f, "%12" PRIu64 "  %-18s %s\n", stat_get((enum counter)i), table[i].name, table[i].help);
	for (int i = 0; i < LIMIT_COUNT; i++)
		if (limit_times((enum limit)i))
			fprintf(f, "%12" PRIu64 "  met: %-30s %" PRIu32 " %s: %s\n", limit_times((enum limit)i),
				limit_row((enum limit)i)->name, limit((enum limit)i), limit_row((enum limit)i)->unit,
				limit_row((enum limit)i)->lost);
	for (int i = 0; i < RECOGNISER_COUNT; i++) {
		const struct recogniser_row *row = recogniser_row((enum recogniser)i);
		if (recogniser_decided((enum recogniser)i))
			fprintf(f, "%12" PRIu64 "  decided: %-26s %s: %s\n", recogniser_decided((enum recogniser)i), row->name,
				row->unit, row->text);
	}
	getrusage(RUSAGE_CHILDREN, &kids);
	for (int i = 0; i < phases; i++)
		fprintf(f, "%10.3f s  %-18s peak %ld KiB\n", phase[i].seconds, phase[i].name, phase[i].peak);
	fprintf(f, "%12ld  %-18s KiB in the largest worker process\n", kids.ru_maxrss, "worker_peak");
}

/* What most needs to be known comes first, and in words. */
static const struct {
	enum counter counter;
	const char *one, *many;
} in_words[] = {
	{ STAT_units_failed, "unit not analysed", "units not analysed" },
	{ STAT_jobs_bad, "entry of the database not usable", "entries of the database not usable" },
	{ STAT_jobs_cxx, "C++ entry not analysed", "C++ entries not analysed" },
	{ STAT_jobs_assembly, "assembly entry not analysed", "assembly entries not analysed" },
	{ STAT_jobs_objc, "Objective-C entry not analysed", "Objective-C entries not analysed" },
	{ STAT_jobs_fortran, "Fortran entry not analysed", "Fortran entries not analysed" },
	{ STAT_jobs_cuda, "CUDA, HIP or OpenCL entry not analysed", "CUDA, HIP or OpenCL entries not analysed" },
	{ STAT_jobs_rust, "Rust entry not analysed", "Rust entries not analysed" },
	{ STAT_jobs_msvc, "MSVC entry not analysed", "MSVC entries not analysed" },
	{ STAT_jobs_unknown, "entry of an unknown language not analysed", "entries of unknown languages not analysed" },
	{ STAT_jobs_openacc, "unit with OpenACC regions not followed", "units with OpenACC regions not followed" },
};

uint64_t stat_not_c(void)
{
	uint64_t n = 0;

	for (int c = STAT_jobs_cxx; c <= STAT_jobs_unknown; c++)
		n += stat_get((enum counter)c);
	return n;
}

void stat_not_c_text(FILE *f)
{
	int n = 0;

	for (size_t i = 0; i < sizeof in_words / sizeof *in_words; i++) {
		uint64_t times = stat_get(in_words[i].counter);
		if (times && in_words[i].counter >= STAT_jobs_cxx && in_words[i].counter <= STAT_jobs_unknown)
			fprintf(f, "%s%" PRIu64 " %s", n++ ? ", " : "", times, times == 1 ? in_words[i].one : in_words[i].many);
	}
}

static uint64_t all_gaps(void)
{
	uint64_t all = 0;

	for (size_t i = 0; i < sizeof in_words / sizeof *in_words; i++)
		all += stat_get(in_words[i].counter);
	for (int i = 0; i < STAT_COUNT; i++)
		all += table[i].is_gap ? stat_get((enum counter)i) : 0;
	return all;
}

void stat_gaps(FILE *f)
{
	uint64_t all = all_gaps(), times;
	int n = 0;

	if (!all) {
		fputs("no gaps", f);
		return;
	}
	fprintf(f, "analysis incomplete in %" PRIu64 " place%s: ", all, all == 1 ? "" : "s");
	for (size_t i = 0; i < sizeof in_words / sizeof *in_words; i++)
		if ((times = stat_get(in_words[i].counter)))
			fprintf(f, "%s%" PRIu64 " %s", n++ ? ", " : "", times, times == 1 ? in_words[i].one : in_words[i].many);
	for (int i = 0; i < STAT_COUNT; i++)
		if (table[i].is_gap && (times = stat_get((enum counter)i)))
			fprintf(f, "%s%" PRIu64 " %s", n++ ? ", " : "", times, times == 1 ? table[i].one : table[i].many);
}

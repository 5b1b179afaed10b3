/* magic, checksum, then packed: counters, findings, graphs. The name of a counter goes with its value, so that another table of
 * counters is another file. */
#include "report/track/kept.h"

#include <string.h>
#include <xxhash.h>

#include "base/system/file.h"
#include "base/limit.h"
#include "base/recogniser.h"
#include "base/stat.h"
#include "ir/finding/pack.h"

static const char magic[8] = "snagkpb\n";

static bool is_this_runs_own(enum counter c)
{
	return c <= STAT_bytes_bitcode && c != STAT_units;
}

const char *kept_path(struct arena *a, const char *cache, const char *text, size_t len)
{
	return path_hashed(a, cache, (struct bytes){ text, len }, "kept");
}

/* ---- writing: no text is kept as the empty one, except where it means something else: `pruned` ---- */

static void write_race(struct packer *p, const struct finding *f)
{
	finding_pack_text(p, f->object);
	finding_pack_text(p, f->guard);
	finding_pack_text(p, f->usual);
	finding_pack_text(p, f->overlap);
	pack_number(p, f->pruned != NULL);
	finding_pack_text(p, f->pruned);
	pack_number(p, f->pairs);
	pack_number(p, f->npairs);
	for (uint32_t i = 0; i < f->npairs; i++) {
		finding_pack_access(p, &f->pair[i].a);
		finding_pack_access(p, &f->pair[i].b);
		finding_pack_text(p, f->pair[i].overlap);
	}
	pack_number(p, f->accesses);
	pack_number(p, f->naccesses);
	for (uint32_t i = 0; i < f->naccesses; i++)
		finding_pack_access(p, &f->access[i]);
	pack_number(p, f->nruled);
	for (uint32_t i = 0; i < f->nruled; i++) {
		finding_pack_text(p, f->ruled[i].why);
		pack_number(p, f->ruled[i].pairs);
	}
}

static void write_edges(struct packer *p, const struct finding *f)
{
	pack_number(p, f->nedges);
	for (uint32_t i = 0; i < f->nedges; i++) {
		finding_pack_access(p, &f->edge[i].wants);
		finding_pack_place(p, &f->edge[i].acquired);
		finding_pack_text(p, f->edge[i].holds);
	}
}

static void write_facts(struct packer *p, const struct finding *f)
{
	pack_number(p, f->nfacts);
	for (uint32_t i = 0; i < f->nfacts; i++) {
		pack_number(p, f->fact[i].fact);
		pack_signed(p, f->fact[i].value);
		pack_number(p, f->fact[i].text != NULL);
		finding_pack_text(p, f->fact[i].text);
	}
}

static void write_finding(struct packer *p, const struct finding *f)
{
	pack_number(p, f->rule);
	finding_pack_place(p, &f->place);
	finding_pack_text(p, f->message);
	finding_pack_text(p, f->function);
	finding_pack_text(p, f->lock);
	pack_number(p, f->doubt);
	pack_number(p, f->fingerprint);
	pack_number(p, f->nnotes);
	for (uint32_t i = 0; i < f->nnotes; i++) {
		finding_pack_place(p, &f->note[i].place);
		finding_pack_text(p, f->note[i].text);
	}
	write_race(p, f);
	write_edges(p, f);
	write_facts(p, f);
	pack_number(p, f->program);
	pack_number(p, f->cause);
	pack_number(p, f->home != NULL);
	if (f->home) {
		finding_pack_access(p, &f->home->a);
		finding_pack_access(p, &f->home->b);
	}
	finding_pack_proof(p, f->proof);
	pack_number(p, f->nlimits);
	for (uint32_t i = 0; i < f->nlimits; i++)
		finding_pack_text(p, f->limit[i]);
}

void kept_write(const char *path, const struct finding *f, uint32_t n, const struct report_graphs *graphs)
{
	struct arena a;
	struct packer p = { .arena = &a };
	struct trouble t;
	uint64_t check = 0;

	arena_init(&a, "kept");
	pack_bytes(&p, magic, sizeof magic);
	pack_bytes(&p, &check, sizeof check);
	for (int i = 0; i < STAT_COUNT; i++) {
		finding_pack_text(&p, stat_name((enum counter)i));
		pack_number(&p, stat_get((enum counter)i));
	}
	for (int i = 0; i < LIMIT_COUNT; i++) {
		finding_pack_text(&p, limit_row((enum limit)i)->name);
		pack_number(&p, limit_times((enum limit)i));
	}
	for (int i = 0; i < RECOGNISER_COUNT; i++) {
		finding_pack_text(&p, recogniser_row((enum recogniser)i)->name);
		pack_number(&p, recogniser_decided((enum recogniser)i));
	}
	pack_number(&p, n);
	for (uint32_t i = 0; i < n; i++)
		write_finding(&p, &f[i]);
	graphs_pack(&p, graphs);
	check = XXH3_64bits(p.out.at + 16, p.out.n - 16);
	memcpy(p.out.at + 8, &check, sizeof check);
	if (!file_make_dirs(path_dir(&a, path), &t) || !file_write(path, p.out.at, p.out.n, &t))
		(void)t; /* the next run analyses again */
	arena_release(&a);
}

/* ---- reading ---- */

/* Every access of the location, and what was ruled out there. */
static void read_beside(struct arena *a, struct unpacker *u, struct finding *f)
{
	struct finding_access *access = NULL;
	struct finding_ruled *ruled = NULL;

	f->accesses = unpack_word(u);
	f->naccesses = unpack_below(u, FINDING_ACCESSES + 1);
	u->bad |= f->naccesses > f->accesses;
	if (f->naccesses)
		f->access = access = arena_array(a, f->naccesses, sizeof *access);
	for (uint32_t i = 0; i < f->naccesses && !u->bad; i++)
		access[i] = finding_unpack_access(a, u);
	f->nruled = unpack_below(u, FINDING_RULED + 1);
	if (f->nruled)
		f->ruled = ruled = arena_array(a, f->nruled, sizeof *ruled);
	for (uint32_t i = 0; i < f->nruled && !u->bad; i++) {
		ruled[i].why = finding_unpack_text(a, u);
		ruled[i].pairs = unpack_word(u);
	}
}

static void read_race(struct arena *a, struct unpacker *u, struct finding *f)
{
	struct finding_pair *pair = NULL;
	bool pruned;

	f->object = finding_unpack_text(a, u);
	f->guard = finding_unpack_text(a, u);
	f->usual = finding_unpack_text(a, u);
	f->overlap = finding_unpack_text(a, u);
	pruned = unpack_below(u, 2);
	f->pruned = finding_unpack_text(a, u);
	f->pruned = pruned ? f->pruned : NULL;
	f->pairs = unpack_word(u);
	f->npairs = unpack_below(u, FINDING_PAIRS + 1);
	u->bad |= f->npairs > f->pairs;
	if (f->npairs)
		f->pair = pair = arena_array(a, f->npairs, sizeof *pair);
	for (uint32_t i = 0; i < f->npairs && !u->bad; i++) {
		pair[i].a = finding_unpack_access(a, u);
		pair[i].b = finding_unpack_access(a, u);
		pair[i].overlap = finding_unpack_text(a, u);
	}
	read_beside(a, u, f);
}

static void read_edges(struct arena *a, struct unpacker *u, struct finding *f)
{
	struct finding_edge *edge = NULL;

	f->nedges = unpack_below(u, FINDING_EDGES + 1);
	if (f->nedges)
		f->edge = edge = arena_array(a, f->nedges, sizeof *edge);
	for (uint32_t i = 0; i < f->nedges && !u->bad; i++) {
		edge[i].wants = finding_unpack_access(a, u);
		edge[i].acquired = finding_unpack_place(a, u);
		edge[i].holds = finding_unpack_text(a, u);
	}
}

static void read_facts(struct arena *a, struct unpacker *u, struct finding *f)
{
	uint32_t n = unpack_below(u, FACTS);

	for (uint32_t i = 0; i < n && !u->bad; i++) {
		uint32_t fact = unpack_below(u, FACTS);
		int64_t value = unpack_signed(u);
		bool told = unpack_below(u, 2);
		const char *text = finding_unpack_text(a, u);
		u->bad |= !fact || value < INT32_MIN || value > INT32_MAX;
		if (!u->bad)
			finding_fact(a, f, (enum evidence)fact, (int32_t)value, told ? text : NULL);
	}
}

static const struct finding_pair *read_home(struct arena *a, struct unpacker *u)
{
	struct finding_pair *home = arena_new(a, struct finding_pair);

	home->a = finding_unpack_access(a, u);
	home->b = finding_unpack_access(a, u);
	return home;
}

static void read_limits(struct arena *a, struct unpacker *u, struct finding *f)
{
	const char **limit;

	f->nlimits = unpack_below(u, FINDING_LIMITS + 1);
	if (!f->nlimits)
		return;
	f->limit = limit = arena_array(a, f->nlimits, sizeof *limit);
	for (uint32_t i = 0; i < f->nlimits; i++)
		limit[i] = finding_unpack_text(a, u);
}

static struct finding read_finding(struct arena *a, struct unpacker *u)
{
	struct finding f = { .rule = (uint8_t)unpack_below(u, RULES) };
	struct finding_note *note;

	f.place = finding_unpack_place(a, u);
	f.message = finding_unpack_text(a, u);
	f.function = finding_unpack_text(a, u);
	f.lock = finding_unpack_text(a, u);
	f.doubt = (uint8_t)unpack_below(u, 256);
	f.fingerprint = unpack_number(u);
	f.nnotes = unpack_count(u);
	f.note = note = arena_array(a, f.nnotes, sizeof *note);
	for (uint32_t i = 0; i < f.nnotes && !u->bad; i++) {
		note[i].place = finding_unpack_place(a, u);
		note[i].text = finding_unpack_text(a, u);
	}
	read_race(a, u, &f);
	read_edges(a, u, &f);
	read_facts(a, u, &f);
	f.program = unpack_word(u);
	f.cause = unpack_word(u);
	f.home = unpack_below(u, 2) ? read_home(a, u) : NULL;
	f.proof = finding_unpack_proof(a, u);
	read_limits(a, u, &f);
	u->bad |= !f.rule;
	return f;
}

static bool read_counters(struct arena *a, struct unpacker *u, uint64_t *value)
{
	for (int i = 0; i < STAT_COUNT; i++) {
		if (strcmp(finding_unpack_text(a, u), stat_name((enum counter)i)) != 0)
			return false;
		value[i] = unpack_number(u);
	}
	return true;
}

static bool read_met(struct arena *a, struct unpacker *u, uint64_t *times)
{
	for (int i = 0; i < LIMIT_COUNT; i++) {
		if (strcmp(finding_unpack_text(a, u), limit_row((enum limit)i)->name) != 0)
			return false;
		times[i] = unpack_number(u);
	}
	return true;
}

static bool read_decided(struct arena *a, struct unpacker *u, uint64_t *decided)
{
	for (int i = 0; i < RECOGNISER_COUNT; i++) {
		if (strcmp(finding_unpack_text(a, u), recogniser_row((enum recogniser)i)->name) != 0)
			return false;
		decided[i] = unpack_number(u);
	}
	return true;
}

static bool is_whole(struct bytes file)
{
	uint64_t check;

	if (file.len < 16 || memcmp(file.at, magic, sizeof magic) != 0)
		return false;
	memcpy(&check, file.at + 8, sizeof check);
	return check == XXH3_64bits(file.at + 16, file.len - 16);
}

struct kept_counters {
	uint64_t value[STAT_COUNT], times[LIMIT_COUNT], decided[RECOGNISER_COUNT];
};

/* All of a file, but what it does to the counters. */
static bool read_file(struct arena *a, const char *path, struct kept *k, struct kept_counters *c)
{
	struct unpacker u;
	struct bytes file;
	struct trouble t;
	uint32_t n;

	if (!file_read(a, path, &file, &t) || !is_whole(file))
		return false;
	u = (struct unpacker){ .at = (const uint8_t *)file.at + 16, .end = (const uint8_t *)file.at + file.len };
	if (!read_counters(a, &u, c->value) || !read_met(a, &u, c->times) || !read_decided(a, &u, c->decided))
		return false;
	n = unpack_count(&u);
	for (uint32_t i = 0; i < n && !u.bad; i++)
		*vec_add(a, &k->finding) = read_finding(a, &u);
	graphs_unpack(a, &u, &k->graphs);
	if (u.bad || u.at != u.end) {
		k->finding.n = 0;
		return false;
	}
	return true;
}

bool kept_read_findings(struct arena *a, const char *cache, struct kept *k)
{
	struct kept_counters c;

	return read_file(a, kept_path(a, cache, "last", 4), k, &c);
}

bool kept_read(struct arena *a, const char *path, struct kept *k)
{
	struct kept_counters c;

	if (!read_file(a, path, k, &c))
		return false;
	for (int i = 0; i < STAT_COUNT; i++)
		if (!is_this_runs_own((enum counter)i))
			stat_add((enum counter)i, c.value[i]);
	for (int i = 0; i < LIMIT_COUNT; i++)
		limit_restore((enum limit)i, c.times[i]);
	for (int i = 0; i < RECOGNISER_COUNT; i++)
		recogniser_restore((enum recogniser)i, c.decided[i]);
	return true;
}

#include "prove/replay/witness.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/store/hash.h"
#include "base/store/vec.h"

/* ---- SHA-256 (FIPS 180-4) ---- */

struct sha {
	uint32_t h[8];
};

static uint32_t rotate(uint32_t x, unsigned n)
{
	return x >> n | x << (32 - n);
}

static void sha_block(struct sha *s, const uint8_t *at)
{
	static const uint32_t k[64] = {
		0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
		0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
		0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
		0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
		0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
		0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
		0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
		0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
	};
	uint32_t w[64], v[8];

	for (int i = 0; i < 16; i++)
		w[i] = (uint32_t)at[4 * i] << 24 | (uint32_t)at[4 * i + 1] << 16 | (uint32_t)at[4 * i + 2] << 8 | at[4 * i + 3];
	for (int i = 16; i < 64; i++)
		w[i] = w[i - 16] + (rotate(w[i - 15], 7) ^ rotate(w[i - 15], 18) ^ w[i - 15] >> 3) + w[i - 7] +
		       (rotate(w[i - 2], 17) ^ rotate(w[i - 2], 19) ^ w[i - 2] >> 10);
	memcpy(v, s->h, sizeof v);
	for (int i = 0; i < 64; i++) {
		uint32_t a = v[7] + (rotate(v[4], 6) ^ rotate(v[4], 11) ^ rotate(v[4], 25)) + ((v[4] & v[5]) ^ (~v[4] & v[6])) +
			     k[i] + w[i];
		uint32_t b =
		    (rotate(v[0], 2) ^ rotate(v[0], 13) ^ rotate(v[0], 22)) + ((v[0] & v[1]) ^ (v[0] & v[2]) ^ (v[1] & v[2]));
		memmove(v + 1, v, 7 * sizeof *v);
		v[4] += a;
		v[0] = a + b;
	}
	for (int i = 0; i < 8; i++)
		s->h[i] += v[i];
}

static void sha256(struct bytes text, char out[65])
{
	struct sha s = { { 0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19 } };
	uint8_t last[128] = { 0 };
	size_t whole = text.len / 64 * 64, rest = text.len - whole, size = rest < 56 ? 64 : 128;

	for (size_t i = 0; i < whole; i += 64)
		sha_block(&s, (const uint8_t *)text.at + i);
	if (rest)
		memcpy(last, text.at + whole, rest);
	last[rest] = 0x80;
	for (int i = 0; i < 8; i++)
		last[size - 1 - i] = (uint8_t)((uint64_t)text.len * 8 >> 8 * i);
	for (size_t i = 0; i < size; i += 64)
		sha_block(&s, last + i);
	for (int i = 0; i < 8; i++)
		snprintf(out + 8 * i, 9, "%08" PRIx32, s.h[i]);
}

/* ---- YAML ---- */

/* A double-quoted scalar: names are somebody else's bytes. */
static void quoted(FILE *f, const char *s)
{
	fputc('"', f);
	for (; *s; s++) {
		unsigned char c = (unsigned char)*s;
		if (c == '"' || c == '\\')
			fprintf(f, "\\%c", c);
		else if (c < 0x20 || c == 0x7f)
			fprintf(f, "\\x%02x", c);
		else
			fputc(c, f);
	}
	fputc('"', f);
}

struct witness_files {
	VEC(const char *) name;
};

static void add_file(struct arena *a, struct witness_files *files, const char *name)
{
	bool known = !name[0];

	for (uint32_t k = 0; k < files->name.n && !known; k++)
		known = !strcmp(files->name.at[k], name);
	if (!known)
		*vec_add(a, &files->name) = name;
}

static bool write_files(FILE *f, struct arena *a, const struct witness_files *files, struct trouble *t)
{
	struct bytes text;
	char hash[65];

	fputs("      input_files:\n", f);
	for (uint32_t i = 0; i < files->name.n; i++) {
		fputs("      - ", f);
		quoted(f, files->name.at[i]);
		fputc('\n', f);
	}
	fputs("      input_file_hashes:\n", f);
	for (uint32_t i = 0; i < files->name.n; i++) {
		if (!file_read(a, files->name.at[i], &text, t))
			return false;
		sha256(text, hash);
		fputs("        ", f);
		quoted(f, files->name.at[i]);
		fprintf(f, ": \"%s\"\n", hash);
	}
	return true;
}

static const char *specification(uint8_t rule)
{
	switch (rule) {
	case RULE_RACE:
	case RULE_RACE_BITFIELD: return "G ! data-race";
	case RULE_ASSERT_FAIL: return "G ! call(reach_error())";
	default: return "G ! deadlock";
	}
}

/* The version of the format and of snag, the task; no time and no random number, so that the same proof is the same file. */
static bool write_metadata(FILE *f, struct arena *a, const char *entry, const char *version, uint64_t id, uint8_t rule,
			   const struct witness_files *files, struct trouble *t)
{
	fprintf(f,
		"- entry_type: \"%s\"\n  metadata:\n    format_version: \"%s\"\n"
		"    uuid: \"%08x-%04x-4%03x-8%03x-%012llx\"\n    creation_time: \"1970-01-01T00:00:00Z\"\n"
		"    producer:\n      name: \"snag\"\n      version: \"" SNAG_VERSION "\"\n    task:\n",
		entry, version, (unsigned)(id >> 32), (unsigned)(id >> 16 & 0xffff), (unsigned)(id & 0xfff), (unsigned)(id >> 12 & 0xfff),
		(unsigned long long)(id & 0xffffffffffffull));
	if (!write_files(f, a, files, t))
		return false;
	fprintf(f, "      specification: \"CHECK( init(main()), LTL(%s) )\"\n      data_model: \"LP64\"\n      language: \"C\"\n",
		specification(rule));
	return true;
}

static void write_waypoint(FILE *f, const struct finding_step *s, bool target)
{
	fprintf(f, "    - waypoint:\n        type: \"%s\"\n        action: \"follow\"\n        thread_id: %" PRIu32 "\n",
		target ? "target" : "assumption", s->thread);
	if (!target)
		fputs("        constraint:\n          value: \"1\"\n          format: \"c_expression\"\n", f);
	fputs("        location:\n          file_name: ", f);
	quoted(f, s->place.file);
	fprintf(f, "\n          line: %" PRIu32 "\n", s->place.line);
	if (s->place.column)
		fprintf(f, "          column: %" PRIu32 "\n", s->place.column);
	fputs("          function: ", f);
	quoted(f, s->function);
	fputc('\n', f);
}

/* The last steps are those that the threads stand at: together they are the target. */
static void write_content(FILE *f, const struct finding *x)
{
	const struct finding_proof *p = x->proof;
	uint32_t targets = p->goal[0] != p->goal[1] ? 2 : 1;

	targets = targets < p->nsteps ? targets : p->nsteps;
	fputs("  content:\n", f);
	for (uint32_t i = 0; i < p->nsteps - targets; i++) {
		fputs("  - segment:\n", f);
		write_waypoint(f, &p->step[i], false);
	}
	fputs("  - segment:\n", f);
	for (uint32_t i = p->nsteps - targets; i < p->nsteps; i++)
		write_waypoint(f, &p->step[i], true);
}

static bool put_witness(const char *path, FILE *f, char **text, const size_t *n, bool ok, struct arena *a, struct trouble *t)
{
	ok = fclose(f) == 0 && ok && file_put(path, *text, *n, t);
	free(*text);
	arena_release(a);
	return ok;
}

bool witness_write(const char *path, const struct finding *x, struct trouble *t)
{
	struct witness_files files = { { 0 } };
	struct arena a;
	char *text = NULL;
	size_t n;
	FILE *f = open_memstream(&text, &n);
	bool ok;

	if (!f)
		return trouble(t, "%s: no memory for a witness", path);
	arena_init(&a, "witness");
	for (uint32_t i = 0; i < x->proof->nsteps; i++)
		add_file(&a, &files, x->proof->step[i].place.file);
	ok = write_metadata(f, &a, "violation_sequence", "2.2", x->fingerprint, x->rule, &files, t);
	if (ok)
		write_content(f, x);
	return put_witness(path, f, &text, &n, ok, &a, t);
}

bool witness_write_holds(const char *path, uint8_t rule, const char *const *file, uint32_t nfiles, struct trouble *t)
{
	struct witness_files files = { { 0 } };
	struct arena a;
	char *text = NULL;
	size_t n;
	uint64_t id = rule;
	FILE *f = open_memstream(&text, &n);
	bool ok;

	if (!f)
		return trouble(t, "%s: no memory for a witness", path);
	arena_init(&a, "witness");
	for (uint32_t i = 0; i < nfiles; i++) {
		add_file(&a, &files, file[i]);
		id = hash_much(file[i], strlen(file[i]), id);
	}
	ok = write_metadata(f, &a, "invariant_set", "2.0", id, rule, &files, t);
	if (ok)
		fputs("  content: []\n", f);
	return put_witness(path, f, &text, &n, ok, &a, t);
}

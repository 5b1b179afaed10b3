#include "ir/finding_pack.h"

#include <string.h>

void finding_pack_text(struct packer *p, const char *s)
{
	size_t len = s ? strlen(s) : 0;

	pack_number(p, len);
	pack_bytes(p, s, len);
}

const char *finding_unpack_text(struct arena *a, struct unpacker *u)
{
	uint64_t len = unpack_number(u);
	const uint8_t *s = unpack_bytes(u, len);

	return s ? arena_copy(a, (const char *)s, len) : "";
}

void finding_pack_place(struct packer *p, const struct finding_place *at)
{
	finding_pack_text(p, at->file);
	pack_number(p, at->line);
	pack_number(p, at->column);
}

struct finding_place finding_unpack_place(struct arena *a, struct unpacker *u)
{
	struct finding_place at = { .file = finding_unpack_text(a, u) };

	at.line = unpack_below(u, UINT32_MAX);
	at.column = unpack_below(u, UINT32_MAX);
	return at;
}

void finding_pack_proof(struct packer *p, const struct finding_proof *x)
{
	pack_number(p, x ? x->state : 0);
	if (!x)
		return;
	finding_pack_text(p, x->text);
	pack_number(p, x->switches);
	pack_number(p, x->goal[0]);
	pack_number(p, x->goal[1]);
	pack_number(p, x->nthreads);
	for (uint32_t i = 0; i < x->nthreads; i++)
		finding_pack_text(p, x->thread[i]);
	pack_number(p, x->nsteps);
	for (uint32_t i = 0; i < x->nsteps; i++) {
		pack_number(p, x->step[i].thread);
		finding_pack_text(p, x->step[i].function);
		finding_pack_place(p, &x->step[i].place);
		finding_pack_text(p, x->step[i].what);
		finding_pack_text(p, x->step[i].locks);
	}
}

static void unpack_steps(struct arena *a, struct unpacker *u, struct finding_proof *x)
{
	struct finding_step *step;

	x->nsteps = unpack_count(u);
	x->step = step = arena_array(a, (size_t)x->nsteps + 1, sizeof *step);
	for (uint32_t i = 0; i < x->nsteps && !u->bad; i++) {
		step[i].thread = unpack_below(u, x->nthreads);
		step[i].function = finding_unpack_text(a, u);
		step[i].place = finding_unpack_place(a, u);
		step[i].what = finding_unpack_text(a, u);
		step[i].locks = finding_unpack_text(a, u);
	}
}

const struct finding_proof *finding_unpack_proof(struct arena *a, struct unpacker *u)
{
	uint8_t state = (uint8_t)unpack_below(u, PROOF_STATES);
	struct finding_proof *x;
	const char **thread;

	if (!state || u->bad)
		return NULL;
	x = arena_new(a, struct finding_proof);
	x->state = state;
	x->text = finding_unpack_text(a, u);
	x->switches = unpack_word(u);
	x->goal[0] = unpack_word(u);
	x->goal[1] = unpack_word(u);
	x->nthreads = unpack_count(u);
	x->thread = thread = arena_array(a, (size_t)x->nthreads + 1, sizeof *thread);
	for (uint32_t i = 0; i < x->nthreads && !u->bad; i++)
		thread[i] = finding_unpack_text(a, u);
	unpack_steps(a, u, x);
	return u->bad ? NULL : x;
}

#include "ir/finding/pack.h"

#include <string.h>

struct unpacked_texts {
	VEC(const char *) at; /* number 1 first; 0 is "" */
};

/* A number that was not there before is that of the text that follows. */
void finding_pack_text(struct packer *p, const char *s)
{
	size_t len = s ? strlen(s) : 0;
	uint32_t known, number;

	if (!p->texts.arena)
		intern_init(&p->texts, p->arena);
	known = p->texts.entry.n;
	number = len ? intern_bytes(&p->texts, s, len) : 0;
	pack_number(p, number);
	if (number < known)
		return;
	pack_number(p, len);
	pack_bytes(p, s, len);
}

const char *finding_unpack_text(struct arena *a, struct unpacker *u)
{
	uint64_t number = unpack_number(u), len;
	const uint8_t *s;

	if (!u->texts)
		u->texts = arena_new(a, struct unpacked_texts);
	if (!number || number > (uint64_t)u->texts->at.n + 1) {
		u->bad |= number != 0;
		return "";
	}
	if (number <= u->texts->at.n)
		return u->texts->at.at[number - 1];
	len = unpack_number(u);
	s = unpack_bytes(u, len);
	if (!s)
		return "";
	return *vec_add(a, &u->texts->at) = arena_copy(a, (const char *)s, len);
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

static void pack_frames(struct packer *p, const struct finding_frame *frame, uint32_t n)
{
	pack_number(p, n);
	for (uint32_t i = 0; i < n; i++) {
		finding_pack_text(p, frame[i].function);
		finding_pack_place(p, &frame[i].place);
	}
}

static const struct finding_frame *unpack_frames(struct arena *a, struct unpacker *u, uint32_t *n)
{
	struct finding_frame *frame;

	*n = unpack_count(u);
	frame = arena_array(a, (size_t)*n + 1, sizeof *frame);
	for (uint32_t i = 0; i < *n && !u->bad; i++) {
		frame[i].function = finding_unpack_text(a, u);
		frame[i].place = finding_unpack_place(a, u);
	}
	return frame;
}

void finding_pack_access(struct packer *p, const struct finding_access *a)
{
	finding_pack_place(p, &a->place);
	finding_pack_text(p, a->function);
	finding_pack_text(p, a->kind);
	finding_pack_text(p, a->thread);
	finding_pack_text(p, a->chain);
	finding_pack_text(p, a->locks);
	pack_number(p, a->signal);
	pack_number(p, a->fn);
	pack_number(p, a->inst);
	pack_number(p, a->start);
	pack_frames(p, a->frame, a->nframes);
}

struct finding_access finding_unpack_access(struct arena *a, struct unpacker *u)
{
	struct finding_access x = { .place = finding_unpack_place(a, u) };

	x.function = finding_unpack_text(a, u);
	x.kind = finding_unpack_text(a, u);
	x.thread = finding_unpack_text(a, u);
	x.chain = finding_unpack_text(a, u);
	x.locks = finding_unpack_text(a, u);
	x.signal = (uint8_t)unpack_below(u, SIGNAL_SEVERAL + 1);
	x.fn = unpack_word(u);
	x.inst = unpack_word(u);
	x.start = unpack_word(u);
	x.frame = unpack_frames(a, u, &x.nframes);
	return x;
}

void finding_pack_proof(struct packer *p, const struct finding_proof *x)
{
	pack_number(p, x ? x->state : 0);
	if (!x)
		return;
	finding_pack_text(p, x->text);
	finding_pack_text(p, x->assuming);
	pack_number(p, x->switches);
	pack_number(p, x->goal[0]);
	pack_number(p, x->goal[1]);
	finding_pack_text(p, x->overlap);
	pack_number(p, x->nends);
	for (uint32_t i = 0; i < x->nends; i++) {
		pack_number(p, x->end[i].number);
		finding_pack_access(p, &x->end[i].at);
		pack_frames(p, x->end[i].taken, x->end[i].ntaken);
	}
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
	pack_number(p, x->nrounds);
	for (uint32_t i = 0; i < x->nrounds; i++) {
		pack_number(p, x->round[i].first);
		pack_number(p, x->round[i].length);
		pack_number(p, x->round[i].times);
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

static void unpack_rounds(struct arena *a, struct unpacker *u, struct finding_proof *x)
{
	struct finding_round *round;

	x->nrounds = unpack_count(u);
	x->round = round = arena_array(a, (size_t)x->nrounds + 1, sizeof *round);
	for (uint32_t i = 0; i < x->nrounds && !u->bad; i++) {
		round[i].first = unpack_below(u, x->nsteps);
		round[i].length = unpack_below(u, x->nsteps - round[i].first + 1);
		round[i].times = unpack_word(u);
	}
}

static void unpack_ends(struct arena *a, struct unpacker *u, struct finding_proof *x)
{
	struct finding_end *end;

	x->overlap = finding_unpack_text(a, u);
	x->nends = unpack_count(u);
	x->end = end = arena_array(a, (size_t)x->nends + 1, sizeof *end);
	for (uint32_t i = 0; i < x->nends && !u->bad; i++) {
		end[i].number = unpack_word(u);
		end[i].at = finding_unpack_access(a, u);
		end[i].taken = unpack_frames(a, u, &end[i].ntaken);
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
	x->assuming = finding_unpack_text(a, u);
	x->switches = unpack_word(u);
	x->goal[0] = unpack_word(u);
	x->goal[1] = unpack_word(u);
	unpack_ends(a, u, x);
	x->nthreads = unpack_count(u);
	x->thread = thread = arena_array(a, (size_t)x->nthreads + 1, sizeof *thread);
	for (uint32_t i = 0; i < x->nthreads && !u->bad; i++)
		thread[i] = finding_unpack_text(a, u);
	unpack_steps(a, u, x);
	unpack_rounds(a, u, x);
	return u->bad ? NULL : x;
}

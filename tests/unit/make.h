/* make: small units in memory for the tests of link. A function calls what it is told to and returns a number, by which a test
 * tells whose body it is; its key is the real one (body_key), so that equal code in two units is equal to link as well. */
#ifndef TESTS_UNIT_MAKE_H
#define TESTS_UNIT_MAKE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "ir/body.h"
#include "ir/store/key.h"
#include "ir/store/pack.h"
#include "link/link.h"

static inline struct str_id make_str(struct program *p, const char *s)
{
	return (struct str_id){ intern_string(&p->str, s) };
}

static inline struct program *make_unit(struct arena *a, const char *file)
{
	struct program *p = arena_new(a, struct program);
	struct unit u = { 0 };

	program_init(p, a);
	u.file = make_str(p, file);
	u.dir = make_str(p, "/src");
	*vec_add(a, &p->unit) = u;
	return p;
}

static inline struct type_id make_type(struct program *p, struct type t, const char *name)
{
	t.name = make_str(p, name);
	*vec_add(p->arena, &p->type) = t;
	return (struct type_id){ p->type.n - 1 };
}

static inline struct type_id make_int(struct program *p)
{
	return make_type(p, (struct type){ .kind = TYPE_INT, .flags = TYPE_SIGNED, .size = 32 }, "int");
}

static inline struct type_id make_pointer(struct program *p, struct type_id base)
{
	return make_type(p, (struct type){ .kind = TYPE_POINTER, .base = base, .size = 64 }, "");
}

static inline struct type_id make_declared(struct program *p, uint8_t kind, const char *name)
{
	return make_type(p, (struct type){ .kind = kind, .flags = TYPE_DECLARED }, name);
}

/* A struct without fields; make_field adds them, so that it can refer to itself. The fields of one record are made in one go. */
static inline struct type_id make_record(struct program *p, uint8_t kind, const char *name, uint32_t line)
{
	return make_type(
	    p, (struct type){ .kind = kind, .size = 128, .file = make_str(p, "h.h"), .line = line, .field = p->field.n }, name);
}

static inline void make_field(struct program *p, struct type_id record, const char *name, struct type_id type)
{
	struct type *t = &p->type.at[record.i];
	struct field f = { .name = make_str(p, name), .type = type, .offset = t->nfields * 64u };

	if (!t->nfields)
		t->field = p->field.n;
	t->nfields++;
	*vec_add(p->arena, &p->field) = f;
}

static inline struct sym_id make_sym(struct program *p, struct sym s, const char *name)
{
	s.name = s.source = make_str(p, name);
	s.unit.i = 1;
	if (!s.file.i && s.line)
		s.file = p->unit.at[1].file;
	*vec_add(p->arena, &p->sym) = s;
	return (struct sym_id){ p->sym.n - 1 };
}

static inline struct sym_id make_declaration(struct program *p, const char *name)
{
	return make_sym(p, (struct sym){ .kind = SYM_FUNCTION, .linkage = LINK_EXTERN }, name);
}

static inline struct sym_id make_variable(struct program *p, uint8_t linkage, const char *name, const char *data)
{
	struct sym s = { .kind = SYM_VARIABLE, .linkage = linkage, .flags = SYM_DEFINED, .line = 1, .size = strlen(data) };

	s.data = extent_of(data, strlen(data));
	return make_sym(p, s, name);
}

static inline struct sym_id make_alias(struct program *p, uint8_t linkage, const char *name, struct sym_id target)
{
	return make_sym(
	    p, (struct sym){ .kind = SYM_ALIAS, .linkage = linkage, .flags = SYM_DEFINED, .line = 1, .target = target }, name);
}

static inline struct ref make_number(struct program *p, int64_t value)
{
	struct konst k = { .kind = KONST_INT, .lo = (uint64_t)value, .hi = value < 0 ? UINT64_MAX : 0 };

	*vec_add(p->arena, &p->konst) = k;
	return ref_make(REF_KONST, p->konst.n - 1);
}

static inline void make_inst(struct program *p, struct body *b, uint8_t op, struct ref arg)
{
	struct inst in = { .op = op, .arg = b->arg.n, .nargs = 1 };

	*vec_add(p->arena, &b->arg) = arg;
	*vec_add(p->arena, &b->inst) = in;
}

/* Gives the symbol `s` a body of one block. */
static inline void make_code(struct program *p, struct sym_id s, struct body *b)
{
	struct packer out = { .arena = p->arena }, places = { .arena = p->arena };
	struct fn f = { .sym = s, .unit = { 1 }, .nblocks = 1, .ninsts = b->inst.n };

	b->fn.i = p->fn.n;
	(void)vec_add(p->arena, &b->loc);
	*vec_add(p->arena, &b->block) = (struct block){ 0, b->inst.n };
	f.key = body_key(p, b, &f);
	body_write(&out, &places, p, b);
	f.code = extent_of(out.out.at, out.out.n);
	f.places = extent_of(places.out.at, places.out.n);
	p->sym.at[s.i].fn.i = p->fn.n;
	p->sym.at[s.i].flags |= SYM_DEFINED;
	*vec_add(p->arena, &p->fn) = f;
}

/* One that calls each of `names`, up to one that is none, then returns `number`. */
static inline void make_body(struct program *p, struct sym_id s, int64_t number, const struct sym_id *names)
{
	struct body b = { 0 };

	for (; names && names->i; names++)
		make_inst(p, &b, OP_call, ref_make(REF_SYM, names->i));
	make_inst(p, &b, OP_ret, make_number(p, number));
	make_code(p, s, &b);
}

/* A function of a header: the same place in every unit. */
static inline struct sym_id make_header_declaration(struct program *p, const char *name)
{
	return make_sym(p, (struct sym){ .kind = SYM_FUNCTION, .linkage = LINK_STATIC, .file = make_str(p, "h.h"), .line = 5 },
			name);
}

static inline struct sym_id make_header_fn(struct program *p, const char *name, int64_t number, const struct sym_id *names)
{
	struct sym_id s = make_header_declaration(p, name);

	make_body(p, s, number, names);
	return s;
}

static inline struct sym_id make_fn(struct program *p, uint8_t linkage, const char *name, int64_t number,
				    const struct sym_id *names)
{
	struct sym_id s = make_sym(p, (struct sym){ .kind = SYM_FUNCTION, .linkage = linkage, .line = 9 }, name);

	make_body(p, s, number, names);
	return s;
}

#define NAMES(...) ((const struct sym_id[]){ __VA_ARGS__, { 0 } })

/* What must hold of a unit before it is linked or saved. */
static inline void make_done(struct program *p)
{
	struct trouble t;

	type_keys(p);
	if (!program_valid(p, &t))
		fail_msg("%s", t.text);
}

/* ---- linking them, and looking at what came out ---- */

/* Without looking at the result. */
static inline struct linked *link_bare(struct arena *a, struct program **unit, uint32_t n, uint32_t stub)
{
	struct linker *l = link_begin(a, "test");

	for (uint32_t i = 0; i < n; i++) {
		struct link_unit about = { "", program_str(unit[i], unit[i]->unit.at[1].file), i == stub, false, false };
		make_done(unit[i]);
		link_add(l, unit[i], &about);
	}
	return link_end(l);
}

static inline struct linked *link_these(struct arena *a, struct program **unit, uint32_t n, uint32_t stub)
{
	struct linked *r = link_bare(a, unit, n, stub);

	link_check(r);
	ir_check(r->program);
	return r;
}

#define NO_STUB UINT32_MAX

static inline struct linked *link_two(struct arena *a, struct program *x, struct program *y)
{
	return link_these(a, (struct program *[]){ x, y }, 2, NO_STUB);
}

/* How many program symbols are called so, and the first of them. */
static inline uint32_t count_syms(const struct linked *r, const char *name, struct sym_id *first)
{
	uint32_t n = 0;

	for (uint32_t i = r->program->sym.n - 1; i; i--)
		if (!strcmp(program_str(r->program, r->program->sym.at[i].name), name)) {
			first->i = i;
			n++;
		}
	return n;
}

static inline struct sym *the(const struct linked *r, const char *name)
{
	struct sym_id s;

	assert_int_equal(count_syms(r, name, &s), 1);
	return program_sym(r->program, s);
}

static inline void get_body(const struct linked *r, const struct sym *s, struct arena *a, struct body *b)
{
	assert_int_not_equal(s->fn.i, 0);
	body_get(a, r->program, s->fn, b);
}

/* The number the function returns: whose body it is. */
static inline int64_t number_of(const struct linked *r, const struct sym *s)
{
	struct arena a;
	struct body b = { 0 };
	struct ref value;
	int64_t n;

	arena_init(&a, "test body");
	get_body(r, s, &a, &b);
	value = body_arg(&b, &b.inst.at[b.inst.n - 1], 0);
	assert_int_equal(ref_kind(value), REF_KONST);
	n = (int64_t)program_konst(r->program, (struct konst_id){ ref_index(value) })->lo;
	arena_release(&a);
	return n;
}

/* The symbol that the k-th call of the function names. */
static inline struct sym *called_by(const struct linked *r, const struct sym *s, uint32_t k)
{
	struct arena a;
	struct body b = { 0 };
	struct ref callee;

	arena_init(&a, "test body");
	get_body(r, s, &a, &b);
	callee = body_arg(&b, &b.inst.at[k], 0);
	assert_int_equal(ref_kind(callee), REF_SYM);
	arena_release(&a);
	return program_sym(r->program, (struct sym_id){ ref_index(callee) });
}

/* struct list { struct conn *first; struct list *next; } with conn as given; `list` of type struct list *. */
static inline void make_list(struct program *p, struct type_id conn)
{
	struct type_id list = make_record(p, TYPE_STRUCT, "list", 3), pc = make_pointer(p, conn), pl = make_pointer(p, list);

	make_field(p, list, "first", pc);
	make_field(p, list, "next", pl);
	make_sym(p, (struct sym){ .kind = SYM_VARIABLE, .linkage = LINK_EXTERN, .type = pl }, "list");
}

static inline struct type_id make_conn(struct program *p, uint32_t line)
{
	struct type_id conn = make_record(p, TYPE_STRUCT, "conn", line);

	make_field(p, conn, "state", make_int(p));
	return conn;
}

static inline uint32_t count_types(const struct linked *r, uint8_t kind, const char *name)
{
	uint32_t n = 0;

	for (uint32_t i = 1; i < r->program->type.n; i++)
		n += r->program->type.at[i].kind == kind && !strcmp(program_str(r->program, r->program->type.at[i].name), name);
	return n;
}

/* What list->first points to. */
static inline const struct type *conn_of(const struct linked *r)
{
	const struct program *p = r->program;
	const struct type *list = program_type(p, program_type(p, the(r, "list")->type)->base);

	return program_type(p, program_type(p, p->field.at[list->field].type)->base);
}

#endif

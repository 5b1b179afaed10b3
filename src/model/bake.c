/* The built-in tables as C: read, checked and sorted when snag is built, so that no run has to (private.h, struct model_ready).
 *
 *     model_bake > model_ready.c
 *
 * A complaint about a row is told, and the build fails. */
#include "private.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const struct model_ready model_ready = { 0 }; /* here the text is what there is */

static void print_place(const char *field, const struct model_place *p)
{
	if (p->base || p->key)
		printf(" .%s = { %u, %u, %u, %u, %u, %u },", field, p->base, p->arg, p->deref, p->rest, p->key, p->name);
}

static void print_condition(const char *field, const struct model_condition *c)
{
	if (c->test)
		printf(" .%s = { %u, %u, %u, %u, %u, %" PRId64 " },", field, c->test, c->base, c->arg, c->what, c->name, c->value);
}

static void print_length(const char *field, const struct model_length *l)
{
	if (l->kind || l->most)
		printf(" .%s = { %u, %u, %u, %u, %u },", field, l->kind, l->most, l->a, l->b, l->value);
}

static void print_number(const char *field, int64_t n)
{
	if (n)
		printf(" .%s = %" PRId64 ",", field, n);
}

static void print_row(const struct model_row *r)
{
	printf("\t{ .name = %u, .table = %u, .line = %u, .verb = %u,", r->name, r->table, r->line, r->verb);
#define NUMBER(field) print_number(#field, r->field);
	NUMBER(family) NUMBER(subject) NUMBER(glob) NUMBER(external) NUMBER(arity) NUMBER(fails) NUMBER(kind) NUMBER(order)
	NUMBER(fail_order) NUMBER(op) NUMBER(gives) NUMBER(flags)
#undef NUMBER
	print_place("on", &r->on);
#define PLACE(field, spelling) print_place(#field, &r->field);
#include "model.def"
#undef PLACE
	print_place("order_arg", &r->order_arg);
	print_place("fail_order_arg", &r->fail_order_arg);
	print_condition("when", &r->when);
	print_condition("recursive_if", &r->recursive_if);
	print_condition("checked_if", &r->checked_if);
	print_condition("fair_if", &r->fair_if);
	if (r->unless.test)
		printf(" .unless = { %u, %u, %" PRId64 " },", r->unless.test, r->unless.arg, r->unless.value);
	print_length("len", &r->len);
	print_length("size", &r->size);
	printf(" },\n");
}

/* As numbers: a string may not be as long as all of them. A 0 is behind each. */
static void print_names(const struct intern *names)
{
	uint64_t at = 0;

	printf("static const char text[] = {");
	for (uint32_t i = 0; i < names->entry.n; i++) {
		printf("\n\t");
		for (const char *s = intern_get(names, i); *s; s++)
			printf("%d, ", *s);
		printf("0,");
	}
	printf("\n};\n\nstatic const struct intern_entry name[] = {\n");
	for (uint32_t i = 0; i < names->entry.n; i++) {
		printf("\t{ %" PRIu64 ", %u, %u },\n", at, names->entry.at[i].len, names->entry.at[i].hash);
		at += names->entry.at[i].len + 1;
	}
	printf("};\n\nstatic const uint32_t slot[] = {");
	for (uint32_t i = 0; i < names->cap; i++)
		printf("%s%u,", i % 16 ? " " : "\n\t", names->slot[i]);
	printf("\n};\n\n");
}

static void print_list(const char *name, uint32_t table, const uint32_t *id, uint32_t n)
{
	if (!n)
		return;
	printf("static const uint32_t %s%u[] = {", name, table);
	for (uint32_t i = 0; i < n; i++)
		printf(" %u,", id[i]);
	printf(" };\n");
}

static void print_list_name(const char *name, uint32_t table, uint32_t n)
{
	printf(n ? " %s%u," : " NULL,", name, table);
	printf(" %u,", n);
}

static void print_tables(const struct models *m)
{
	for (uint32_t i = 0; i < m->table.n; i++) {
		print_list("needs", i, m->table.at[i].needs.at, m->table.at[i].needs.n);
		print_list("outside", i, m->table.at[i].outside.at, m->table.at[i].outside.n);
	}
	printf("\nstatic const struct model_ready_table table[] = {\n");
	for (uint32_t i = 0; i < m->table.n; i++) {
		const struct model_table *t = &m->table.at[i];
		printf("\t{ \"%s\",", t->file);
		print_list_name("needs", i, t->needs.n);
		print_list_name("outside", i, t->outside.n);
		printf(" %u },\n", t->external);
	}
	printf("};\n\n");
}

int main(void)
{
	struct arena a;
	const struct models *m;
	struct trouble t;

	arena_init(&a, "bake");
	m = models_load(&a, &(struct models_options){ 0 }, &t);
	if (!m) {
		fprintf(stderr, "models/%s\n", t.text);
		return 1;
	}
	models_check(m);
	printf("/* Made by src/model/bake.c; do not edit. */\n#include \"model/private.h\"\n\n");
	print_names(&m->names);
	print_tables(m);
	printf("static const struct model_row row[] = {\n");
	for (uint32_t i = 0; i < m->row.n; i++)
		print_row(&m->row.at[i]);
	printf("};\n\nconst struct model_ready model_ready = { row, %u, text, name, %u, slot, %u, table, %u };\n", m->row.n,
	       m->names.entry.n, m->names.cap, m->table.n);
	return fclose(stdout) != 0;
}

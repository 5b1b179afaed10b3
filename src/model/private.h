/* What the files of this folder share; nobody else includes it. */
#ifndef MODEL_PRIVATE_H
#define MODEL_PRIVATE_H

#include <string.h>

#include "model.h"

/* The tables of models/, made by tools/embed.py. */
extern const struct embedded model_builtin[];
extern const uint32_t model_builtin_count;

enum model_need { NO, MAY, MUST };

/* The same, as they are once they were read and found good: made by bake.c. */
struct model_ready_table {
	const char *file;
	const uint32_t *needs;
	uint32_t n_needs;
	const uint32_t *outside;
	uint32_t n_outside;
	bool external;
};

struct model_ready {
	const struct model_row *row; /* in the order of models->row if all tables count */
	uint32_t rows;		     /* 0: there is only the text */
	const char *text;	     /* the names; their entries begin there */
	const struct intern_entry *name;
	uint32_t names;
	const uint32_t *slot;
	uint32_t slots;
	const struct model_ready_table *table;
	uint32_t tables;
};
extern const struct model_ready model_ready;

/* A verb or declaration of model.def, by enum model_verb. */
struct model_word {
	const char *spelling;
	enum model_need on;
	bool when;
	const char *may, *must;
	enum model_space space;
	bool declaration;
};
extern const struct model_word model_word[MODEL_VERBS];
extern const char *const model_flag_word[MODEL_FLAG_BITS];
extern const char *const model_kind_word[MODEL_KINDS];
extern const char *const model_order_word[MODEL_ORDERS];
extern const char *const model_operation_word[MODEL_OPERATIONS];
extern const char *const model_gives_word[MODEL_GIVES_WORDS];

struct model_place_word {
	const char *spelling;
	size_t offset; /* in struct model_row */
};
extern const struct model_place_word model_place_word[];
extern const uint32_t model_place_words;

/* A pattern and its rows; `next` follows the order of precedence among globs with the same literal prefix. */
struct model_glob {
	uint32_t row;	  /* index + 1 of the first row */
	uint32_t next;	  /* index + 1 in models->glob */
	uint32_t literal; /* characters that are no wildcard */
};

/* Most words differ in the first letter, and all tables are read at every start. */
static inline bool model_same(const char *a, const char *b)
{
	return *a == *b && !strcmp(a, b);
}

bool model_word_in(const char *list, const char *word); /* `list` is separated by single blanks */
bool model_complain(struct models *, const char *file, uint32_t line, const char *format, ...) PRINTF(4, 5); /* gives false */
void model_parse(struct models *, uint32_t table, struct bytes);
bool model_parse_attribute(struct models *, struct model_row *, char **word, uint32_t n, uint32_t *i);
bool model_parse_when(struct models *, const struct model_row *, const char *text, struct model_condition *);
bool model_parse_place(struct models *, const struct model_row *, const char *text, struct model_place *);
void model_check_row(struct models *, const struct model_row *); /* what one row alone can get wrong */
void model_check_rows(struct models *);				 /* duplicates, contradictions, lonely families */
void model_index(struct models *);
bool model_place_equal(const struct model_place *, const struct model_place *);

static inline const struct model_place *model_place_at(const struct model_row *r, uint32_t word)
{
	return (const struct model_place *)((const char *)r + model_place_word[word].offset);
}

#endif

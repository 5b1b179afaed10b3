/* source: a file of the program as words, and where annotations go in it (source.c).
 *
 * No parser: a word is found by its line and name, and what follows must have one of the few forms that a declarator has.
 * Whatever looks different, a macro above all, is left alone. */
#ifndef ANNOTATE_SOURCE_H
#define ANNOTATE_SOURCE_H

#include "base/system/file.h"
#include "base/store/vec.h"

struct source_word {
	uint32_t at, len; /* bytes */
	uint32_t line;
	uint16_t depth; /* braces around it */
	uint8_t kind;	/* enum word_kind */
};
enum word_kind { WORD_NAME = 1, WORD_OTHER };

/* A function that is defined in the file. */
struct definition {
	uint32_t name;	      /* source.word */
	uint32_t open, close; /* of its parameters */
	uint32_t body, end;   /* its braces */
};

struct include_line {
	uint32_t after; /* the byte behind its line */
	uint32_t line;
	uint32_t depth; /* of #if around it */
};

struct source_text {
	const char *path; /* absolute */
	struct bytes text;
	VEC(struct source_word) word;
	VEC(struct definition) definition;
	VEC(struct include_line) include;
	uint32_t guard_end; /* behind the #define of an include guard; 0: there is none */
	bool has_header;    /* it includes the header of annotations */
};

CHECKED bool source_read(struct arena *, const char *path, struct source_text *);
bool word_is(const struct source_text *, uint32_t word, const char *text);
char *word_text(struct arena *, const struct source_text *, uint32_t word);
/* The definition around a line; NULL: none. */
const struct definition *source_function(const struct source_text *, uint32_t line);

/* Where an annotation is to be inserted. */
enum spot_state { SPOT_FOUND, SPOT_THERE /* already annotated */, SPOT_MACRO /* not in the text, or not as a declarator */ };
struct text_spot {
	enum spot_state state;
	uint32_t at, line;
};
struct text_spot spot_variable(const struct source_text *, uint32_t line, const char *name);
struct text_spot spot_member(const struct source_text *, uint32_t line, const char *name);
/* Behind the parameters that end with the word `close`. */
struct text_spot spot_function(const struct source_text *, uint32_t close, const char *macro);
/* This one, word for word and without blanks, is there already. */
bool annotation_stands(const struct source_text *, uint32_t close, const char *text);
/* The next `extern` declaration of a variable, or prototype of a function, from a word on. 0: there is none. */
uint32_t next_extern(const struct source_text *, uint32_t from, const char *name);
uint32_t next_prototype(const struct source_text *, uint32_t from, const char *name, uint32_t *close);
/* Names of parameters between two parentheses: "" where one has none. */
typedef VEC(const char *) names;
void parameter_names(struct arena *, const struct source_text *, uint32_t open, uint32_t close, names *);
/* Where the line `#include "..."` goes, so that words from `first` on see it. */
struct text_spot spot_include(const struct source_text *, uint32_t first_line);

#endif

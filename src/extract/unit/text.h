/* text: is one place of a C source sequenced against another one (C17, 5.1.2.3)? Answered by the tokens, before macros are
 * replaced: where the brackets around both meet, the operator between them that binds least decides.
 *
 *     f(), g()     f() && g()     c ? f() : g()     f(); g();     if (f()) g();     int a = f(), b = g();      sequenced
 *     f() + g()    h(f(), g())    { f(), g() } as an initialiser                                               not
 *
 * needs   the text of a file, as the compiler has read it      gives   whether two places in it are surely sequenced
 * misses  macros whose brackets do not match. What is not understood (a macro where an operator should be, a file that says that
 *         its lines are those of another one) is not sequenced */
#ifndef EXTRACT_UNIT_TEXT_H
#define EXTRACT_UNIT_TEXT_H

#include "base/store/arena.h"

#include <stdbool.h>
#include <stdint.h>

struct source_token {
	uint32_t line, column; /* from 1, as clang counts them */
	uint32_t up;	       /* the bracket that it is in; 0: none (token 0 is no token) */
	uint32_t end;	       /* of an opening bracket: the closing one */
	uint32_t piece;	       /* tokens of different pieces are sequenced */
	uint32_t segment;      /* between two conditional directives: all of it is compiled, or nothing */
	uint8_t is;	       /* enum source_token_kind, text.c */
};

struct token_text {
	struct source_token *at;
	uint32_t n; /* 0: nothing can be told */
};

struct token_text *text_read(struct arena *, const char *text, size_t len);
uint32_t text_token(const struct token_text *, uint32_t line, uint32_t column); /* that begins there; 0: none */
bool text_is_name(const struct token_text *, uint32_t token);
bool text_is_initialiser(const struct token_text *, uint32_t token); /* its brace */
/* What is at `first` was executed before what is at `second`. Would it be so in every order that C allows? */
bool text_is_sequenced(const struct token_text *, uint32_t first, uint32_t second);

#endif

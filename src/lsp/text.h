/* text: a document's bytes by lines, and positions in it as clients count them.
 *
 * A line ends at "\n", "\r\n" or "\r", as in LSP and in clang. Positions beyond a line or the text are those of its end, as LSP
 * has it: nothing a client sends is out of range. Bytes that are no UTF-8 count as one character each. */
#ifndef LSP_TEXT_H
#define LSP_TEXT_H

#include "base/system/file.h"

enum text_encoding { ENCODING_UTF16, ENCODING_UTF8, ENCODING_UTF32 };

struct lsp_text {
	struct bytes all;
	const uint32_t *line; /* where each begins; there is at least one */
	uint32_t nlines;
};

/* As clients send it: from 0, and as large as they like. */
struct text_position {
	uint64_t line, character;
};

struct lsp_text text_index(struct arena *, struct bytes);
/* From 0, without its end; empty beyond the last one. */
struct bytes text_line(const struct lsp_text *, uint32_t line);
size_t text_offset(const struct lsp_text *, struct text_position, enum text_encoding);
/* Units before this byte of a line. */
uint32_t text_units(struct bytes line, size_t byte, enum text_encoding);
/* The byte of a line that so many units are before. */
size_t text_byte(struct bytes line, uint64_t units, enum text_encoding);
/* `from` and `to` replaced; both in the text, in any order. In the arena. */
struct lsp_text text_edit(struct arena *, const struct lsp_text *, size_t from, size_t to, struct bytes with);

/* The identifier that covers or ends at this byte of a line; at NULL: there is none. */
struct bytes text_word(struct bytes line, size_t byte);

/* What a compiler means by a byte of a line, `from` to `to`: the name that begins there; of an operator what stands before it,
 * "c->state" of "c->state = 7". */
void text_expression(struct bytes line, size_t *from, size_t *to);

/* Where lines of `old` are in `new`, from what both begin and end with. */
struct text_shift {
	const struct lsp_text *old, *new;
	uint32_t before, behind; /* so many lines are the same */
};
struct text_shift text_shift(const struct lsp_text *old, const struct lsp_text *new);
uint32_t text_shifted(const struct text_shift *, uint32_t line); /* both from 0 */

#endif

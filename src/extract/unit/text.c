/* Tokens of a C source in their brackets. Directives are no tokens; where they choose what is compiled, an operator or a `;`
 * counts only beside what is surely compiled with it. */
#include "extract/unit/text.h"

#include <string.h>

#include "base/store/vec.h"

enum source_token_kind {
	IS_OTHER,
	IS_NAME,
	IS_KEYWORD, /* a word behind which a parenthesis does not begin arguments */
	IS_CONTROL, /* if, while, switch, for: an expression ends with their parenthesis */
	IS_ASM,
	/* operators, and what ends an expression: the later ones bind less */
	IS_OPERATOR,
	IS_AND,
	IS_OR,
	IS_CHOICE,
	IS_ELSE, /* : */
	IS_ASSIGNMENT,
	IS_COMMA,
	IS_SEMICOLON,
	/* brackets */
	IS_BLOCK,	/* { of a statement */
	IS_INNER_BLOCK, /* the same, inside of an expression */
	IS_INITIAL,	/* { of an initialiser */
	IS_ARGUMENTS,	/* ( behind what may be called */
	IS_OPERANDS,	/* ( of an assembler statement */
	IS_CONDITION,	/* ( behind a control word */
	IS_PAREN,	/* and [ */
	IS_CLOSE,
};

struct text_reader {
	struct arena *a;
	const char *text;
	size_t at, len, line_start;
	uint32_t line;
	bool line_begins, in_directive;
	VEC(struct source_token) token;
	uint32_t open; /* the innermost bracket that is open */
	uint32_t piece, segment, conditions;
	uint32_t shared; /* the piece ends where no more conditional directives than this - 1 are open; 0: where it ends */
	bool dangling;	 /* a piece has begun and not ended */
	bool renumbered;
};

/* ---- characters ---- */

static char peek(const struct text_reader *r, size_t k)
{
	return r->at + k < r->len ? r->text[r->at + k] : 0;
}

static bool is_word(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '$' || (c & 0x80);
}

static void step(struct text_reader *r)
{
	if (r->text[r->at++] == '\n') {
		r->line++;
		r->line_start = r->at;
	}
}

/* A backslash at the end of a line takes the end away. */
static bool is_splice(const struct text_reader *r)
{
	return peek(r, 0) == '\\' && (peek(r, 1) == '\n' || (peek(r, 1) == '\r' && peek(r, 2) == '\n'));
}

static void skip_splice(struct text_reader *r)
{
	while (peek(r, 0) != '\n')
		step(r);
	step(r);
}

static void skip_comment(struct text_reader *r)
{
	bool line = peek(r, 1) == '/';

	for (r->at += 2; r->at < r->len && !(line ? peek(r, 0) == '\n' : peek(r, 0) == '*' && peek(r, 1) == '/');)
		if (is_splice(r))
			skip_splice(r);
		else
			step(r);
	r->at += !line && r->at < r->len ? 2 : 0;
}

static void skip_blanks(struct text_reader *r)
{
	while (r->at < r->len)
		if (is_splice(r)) {
			skip_splice(r);
		} else if (peek(r, 0) == '\n') {
			step(r);
			r->line_begins = true;
			r->in_directive = false;
		} else if (peek(r, 0) == '/' && (peek(r, 1) == '*' || peek(r, 1) == '/')) {
			skip_comment(r);
		} else if (memchr(" \t\r\v\f", peek(r, 0), 6)) {
			r->at++;
		} else {
			return;
		}
}

static void skip_quoted(struct text_reader *r, char quote)
{
	for (step(r); r->at < r->len && peek(r, 0) != quote && peek(r, 0) != '\n';)
		if (is_splice(r)) {
			skip_splice(r);
		} else {
			r->at += peek(r, 0) == '\\' && r->at + 1 < r->len ? 1 : 0;
			step(r);
		}
	r->at += peek(r, 0) == quote && r->at < r->len ? 1 : 0;
}

/* ---- directives ---- */

static bool is(const char *word, size_t len, const char *const *list)
{
	for (; *list; list++)
		if (strlen(*list) == len && !memcmp(*list, word, len))
			return true;
	return false;
}

/* What has begun in front of a conditional directive and not ended ends behind all of them. */
static void read_directive(struct text_reader *r, const char *word, size_t len)
{
	static const char *const begins[] = { "if", "ifdef", "ifndef", NULL };
	static const char *const goes_on[] = { "else", "elif", "elifdef", "elifndef", NULL };
	static const char *const ends[] = { "endif", NULL };
	static const char *const line[] = { "line", NULL };
	bool begin = is(word, len, begins), end = is(word, len, ends);
	uint32_t around = r->conditions - (!begin && r->conditions ? 1 : 0);

	r->renumbered |= is(word, len, line) || (len && *word >= '0' && *word <= '9');
	if (!begin && !end && !is(word, len, goes_on))
		return;
	r->segment++;
	if (r->dangling && (!r->shared || r->shared > around + 1))
		r->shared = around + 1;
	r->conditions = begin ? r->conditions + 1 : end ? around : r->conditions;
}

/* ---- tokens ---- */

static uint8_t kind_of_word(const char *word, size_t len)
{
	static const char *const control[] = { "if", "while", "switch", "for", NULL };
	static const char *const assembly[] = { "asm", "__asm", "__asm__", NULL };
	static const char *const keyword[] = { "return",  "sizeof",	"case",	       "else",		"do",	 "goto",
					       "typeof",  "__typeof__", "__typeof",    "_Alignof",	"break", "continue",
					       "default", "alignof",	"__alignof__", "__extension__", NULL };

	return is(word, len, control)	 ? IS_CONTROL
	       : is(word, len, assembly) ? IS_ASM
	       : is(word, len, keyword)	 ? IS_KEYWORD
					 : IS_NAME;
}

static size_t length_of_operator(const struct text_reader *r)
{
	static const char *const known[] = { "<<=", ">>=", "...", "->", "++", "--", "<<", ">>", "<=", ">=", "==", "!=",
					     "&&",  "||",  "+=",  "-=", "*=", "/=", "%=", "&=", "|=", "^=", NULL };

	for (const char *const *s = known; *s; s++)
		if (r->len - r->at >= strlen(*s) && !memcmp(r->text + r->at, *s, strlen(*s)))
			return strlen(*s);
	return 1;
}

static uint8_t kind_of_operator(const char *s, size_t len)
{
	bool compares = len == 2 && s[1] == '=' && strchr("=!<>", s[0]);

	if (len > 1)
		return s[len - 1] == '=' && !compares ? IS_ASSIGNMENT
		       : !memcmp(s, "&&", 2)	      ? IS_AND
		       : !memcmp(s, "||", 2)	      ? IS_OR
		       : strchr("=!<>", s[0])	      ? IS_OPERATOR
						      : IS_OTHER;
	switch (*s) {
	case ';':
		return IS_SEMICOLON;
	case ',':
		return IS_COMMA;
	case '=':
		return IS_ASSIGNMENT;
	case '?':
		return IS_CHOICE;
	case ':':
		return IS_ELSE;
	case ')':
	case ']':
	case '}':
		return IS_CLOSE;
	default:
		return IS_OTHER;
	}
}

static bool is_block(uint8_t kind)
{
	return kind == IS_BLOCK || kind == IS_INNER_BLOCK;
}

/* The kind of an opening bracket follows from what stands before it. */
static uint8_t kind_of_bracket(const struct text_reader *r, char c)
{
	const struct source_token *t = r->token.at;
	uint32_t last = r->token.n - 1;
	uint8_t before = last ? t[last].is : IS_OTHER, around = r->open ? t[r->open].is : IS_BLOCK;
	uint8_t block = around == IS_BLOCK ? IS_BLOCK : IS_INNER_BLOCK;

	if (c == '[')
		return IS_PAREN;
	if (c == '(' && before == IS_NAME && last > 1 && t[last - 1].is == IS_ASM)
		return IS_OPERANDS; /* asm volatile ( */
	if (c == '(')
		return before == IS_CONTROL			 ? IS_CONDITION
		       : before == IS_ASM			 ? IS_OPERANDS
		       : before == IS_NAME || before == IS_CLOSE ? IS_ARGUMENTS
								 : IS_PAREN;
	if (before == IS_ASSIGNMENT || before == IS_COMMA)
		return IS_INITIAL;
	if (before == IS_CLOSE && t[last].up && t[t[last].up].is == IS_PAREN && t[t[last].up].end == last)
		return IS_INITIAL; /* behind a type */
	return around == IS_INITIAL ? IS_INITIAL : block;
}

static bool is_outer(const struct text_reader *r)
{
	return !r->open || r->token.at[r->open].is == IS_BLOCK;
}

static void end_piece(struct text_reader *r)
{
	if (r->shared && r->conditions > r->shared - 1)
		return;
	r->shared = 0;
	r->dangling = false;
	r->piece++;
}

static bool closes(const struct text_reader *r, uint32_t open, char c)
{
	char began = r->text[r->token.at[open].end]; /* where it is until it is closed */

	return (c == ')' && began == '(') || (c == ']' && began == '[') || (c == '}' && began == '{');
}

/* A brace closes what was left open in it. */
static void close_bracket(struct text_reader *r, uint32_t n, char c)
{
	uint32_t open = r->open;

	while (open && !closes(r, open, c))
		open = c == '}' ? r->token.at[open].up : 0;
	for (uint32_t k = r->open, up; open && k; k = up) {
		up = r->token.at[k].up;
		r->token.at[k].end = n;
		if (k == open)
			break;
	}
	r->token.at[n].up = open ? open : r->open;
	r->open = open ? r->token.at[open].up : r->open;
}

static void add_token(struct text_reader *r, uint8_t kind, size_t from, size_t len)
{
	struct source_token *t;
	uint32_t n = r->token.n;
	char c = r->text[from];
	bool opens = len == 1 && strchr("([{", c), outer = is_outer(r);

	if (opens)
		kind = kind_of_bracket(r, c);
	t = vec_add(r->a, &r->token);
	*t = (struct source_token){ .line = r->line, .up = r->open, .is = kind, .segment = r->segment };
	t->column = (uint32_t)(from - r->line_start) + 1;
	t->piece = outer ? r->piece : r->token.at[r->open].piece;
	if (opens) {
		t->end = (uint32_t)from;
		r->open = n;
	}
	r->dangling = true;
	if (kind == IS_CLOSE) {
		close_bracket(r, n, c);
		uint8_t was = r->token.at[r->token.at[n].up].is;
		if (is_outer(r) && r->token.at[n].up && (was == IS_BLOCK || was == IS_CONDITION))
			end_piece(r);
	} else if ((outer && kind == IS_SEMICOLON) || kind == IS_BLOCK) {
		end_piece(r);
	}
}

static void read_token(struct text_reader *r)
{
	size_t from = r->at;
	bool begins = r->line_begins;

	r->line_begins = false;
	if (begins && peek(r, 0) == '#') {
		r->at++;
		while (peek(r, 0) == ' ' || peek(r, 0) == '\t')
			r->at++;
		for (from = r->at; is_word(peek(r, 0));)
			r->at++;
		r->in_directive = true;
		read_directive(r, r->text + from, r->at - from);
		return;
	}
	if (peek(r, 0) == '"' || peek(r, 0) == '\'') {
		uint32_t line = r->line;
		skip_quoted(r, peek(r, 0));
		if (!r->in_directive && line == r->line)
			add_token(r, IS_OTHER, from, r->at - from);
		return;
	}
	if (is_word(peek(r, 0)))
		while (is_word(peek(r, 0)))
			r->at++;
	else
		r->at += length_of_operator(r);
	if (!r->in_directive)
		add_token(r,
			  is_word(r->text[from]) ? kind_of_word(r->text + from, r->at - from)
						 : kind_of_operator(r->text + from, r->at - from),
			  from, r->at - from);
}

struct token_text *text_read(struct arena *a, const char *text, size_t len)
{
	struct text_reader r = { .a = a, .text = text, .len = len, .line = 1, .line_begins = true };
	struct token_text *t = arena_alloc(a, sizeof *t);

	(void)vec_add(a, &r.token);
	for (skip_blanks(&r); r.at < r.len && !r.renumbered; skip_blanks(&r))
		read_token(&r);
	for (uint32_t k = r.open; k; k = r.token.at[k].up)
		r.token.at[k].end = r.token.n;
	*t = (struct token_text){ r.token.at, r.renumbered ? 0 : r.token.n };
	return t;
}

/* ---- questions ---- */

uint32_t text_token(const struct token_text *t, uint32_t line, uint32_t column)
{
	uint32_t lo = 1, hi = t->n;

	while (lo < hi) {
		uint32_t mid = lo + (hi - lo) / 2;
		const struct source_token *at = &t->at[mid];
		if (at->line < line || (at->line == line && at->column < column))
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo < t->n && t->at[lo].line == line && t->at[lo].column == column ? lo : 0;
}

bool text_is_name(const struct token_text *t, uint32_t token)
{
	return t->at[token].is == IS_NAME;
}

bool text_is_initialiser(const struct token_text *t, uint32_t token)
{
	return t->at[token].is == IS_INITIAL;
}

static bool is_bracket(uint8_t kind)
{
	return kind >= IS_BLOCK && kind < IS_CLOSE;
}

/* Where the ':' of a '?' is; `to` if it is not before that. */
static uint32_t other_choice(const struct token_text *t, uint32_t k, uint32_t to)
{
	uint32_t open = 0;

	for (; k < to; k++) {
		if (is_bracket(t->at[k].is)) {
			k = t->at[k].end;
			continue;
		}
		open += t->at[k].is == IS_CHOICE;
		if (t->at[k].is == IS_ELSE && !--open)
			return k;
	}
	return to;
}

struct between {
	uint8_t least;	/* the kind of the operator that binds least; IS_OTHER: there is none */
	bool statement; /* a statement ends there */
	bool unsure;	/* an operator may not be compiled */
};

/* What stands between two tokens of one bracket. What is between `?` and `:` is as in brackets. */
static struct between look_between(const struct token_text *t, uint32_t i, uint32_t j, uint32_t first, uint32_t second)
{
	struct between b = { 0 };
	bool in_block = !t->at[i].up || is_block(t->at[t->at[i].up].is);
	uint32_t k = is_bracket(t->at[i].is) ? t->at[i].end + 1 : i + 1;

	b.statement = t->at[i].is == IS_CONDITION || (in_block && (is_block(t->at[i].is) || is_block(t->at[j].is)));
	for (; k < j; k++) {
		const struct source_token *at = &t->at[k];
		bool counts = at->segment == t->at[first].segment || at->segment == t->at[second].segment;
		if (is_bracket(at->is)) {
			b.statement |= counts && in_block && (is_block(at->is) || at->is == IS_CONDITION);
			k = at->end;
			continue;
		}
		b.statement |= counts && at->is == IS_SEMICOLON;
		if (at->is == IS_ELSE) {
			b.least = IS_CHOICE; /* `first` is between a `?` and this */
			continue;
		}
		if (at->is >= IS_OPERATOR && at->is <= IS_COMMA && at->is > b.least)
			b.least = at->is;
		b.unsure |= at->is >= IS_OPERATOR && !counts;
		if (at->is == IS_CHOICE && (k = other_choice(t, k, j)) == j)
			return b;
	}
	return b;
}

/* The value of an operand is there before an assignment stores, and arguments before the call. */
static bool is_operand(const struct token_text *t, struct between b, uint32_t i, uint32_t j, uint32_t first, uint32_t second)
{
	bool assigns = t->at[second].is == IS_ASSIGNMENT;

	if (assigns && (i == second || j == second))
		return b.least < IS_ASSIGNMENT || (b.least == IS_ASSIGNMENT && i == second);
	return i == second && j != first && t->at[j].is == IS_ARGUMENTS && b.least == IS_OTHER;
}

bool text_is_sequenced(const struct token_text *t, uint32_t first, uint32_t second)
{
	uint32_t i = first < second ? first : second, j = first < second ? second : first, up;
	struct between b;

	if (t->at[i].piece != t->at[j].piece)
		return true;
	while (t->at[i].up != t->at[j].up)
		if (t->at[i].up > t->at[j].up)
			i = t->at[i].up;
		else
			j = t->at[j].up;
	if (i == j)
		return false;
	up = t->at[i].up;
	b = look_between(t, i, j, first, second);
	if (b.statement)
		return true;
	if (b.unsure || t->at[up].is == IS_OPERANDS)
		return false;
	if (b.least == IS_COMMA)
		return t->at[up].is != IS_ARGUMENTS && t->at[up].is != IS_INITIAL;
	return b.least == IS_AND || b.least == IS_OR || b.least == IS_CHOICE || is_operand(t, b, i, j, first, second);
}

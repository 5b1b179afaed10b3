/* The column `on`, word by word, and the column `when`. */
#include "private.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define BAD(m, r, ...) model_complain((m), (m)->table.at[(r)->table].file, (r)->line, __VA_ARGS__)

/* Reads an argument number; false if there is none or it is too large. */
static bool take_arg(const char **s, uint8_t *arg)
{
	uint32_t n = 0;
	const char *start = *s;

	for (; isdigit((unsigned char)**s) && n <= MODEL_MAX_ARG; ++*s)
		n = n * 10 + (uint32_t)(**s - '0');
	*arg = (uint8_t)n;
	return *s > start && n <= MODEL_MAX_ARG;
}

static bool field_path(const char *s)
{
	for (bool start = true; *s; s++) {
		if (*s == '.' ? start
		    : start   ? !isalpha((unsigned char)*s) && *s != '_'
			      : !isalnum((unsigned char)*s) && *s != '_')
			return false;
		start = *s == '.';
		if (start && !s[1])
			return false;
	}
	return true;
}

static bool take_base(const char **s, struct model_place *p)
{
	if (isdigit((unsigned char)**s)) {
		p->base = MODEL_ARGUMENT;
		return take_arg(s, &p->arg);
	}
	if (!strncmp(*s, "this", 4)) {
		p->base = MODEL_THIS;
		*s += 4;
		return true;
	}
	if (**s == 'r') {
		p->base = MODEL_RESULT;
		++*s;
		return true;
	}
	return false;
}

static bool take_place(struct models *m, const char *s, struct model_place *p)
{
	*p = (struct model_place){ 0 };
	if (*s == '@') {
		p->base = MODEL_NAMED;
		p->name = intern_string(&m->names, s + 1);
		return s[1] && field_path(s + 1);
	}
	for (; *s == '*' && p->deref < 3; s++)
		p->deref++;
	if (!take_base(&s, p))
		return false;
	if (!strcmp(s, "..")) {
		p->rest = true;
		return p->base == MODEL_ARGUMENT;
	}
	if (*s == ':' && p->deref) {
		s++;
		if (!take_arg(&s, &p->key))
			return false;
		p->key++;
	}
	if (*s == '.' && s[1] && (p->deref || p->base == MODEL_THIS) && field_path(s + 1)) {
		p->name = intern_string(&m->names, s + 1);
		return true;
	}
	return !*s;
}

bool model_parse_place(struct models *m, const struct model_row *r, const char *text, struct model_place *p)
{
	if (take_place(m, text, p))
		return true;
	return BAD(m, r, "'%s' is no place: write 0, *0, *0.field, *1:0, *1.., r, *r, this or @name, with arguments 0 to %d",
		   text, MODEL_MAX_ARG);
}

static bool take_value(const char *s, struct model_condition *c)
{
	char *end;

	c->what = !strcmp(s, "null") ? MODEL_NULL : !strcmp(s, "err") ? MODEL_ERR : MODEL_NUMBER;
	if (c->what != MODEL_NUMBER)
		return c->test == MODEL_EQ || c->test == MODEL_NE;
	if (!isdigit((unsigned char)*s) && !(*s == '-' && isdigit((unsigned char)s[1])))
		return false;
	errno = 0;
	c->value = strtoll(s, &end, 0);
	return !*end && !errno;
}

/* The sign of a comparison; MODEL_ALWAYS: there is none. */
static enum model_test take_sign(const char **s)
{
	static const struct {
		const char *sign;
		enum model_test test;
	} tests[] = { { "==", MODEL_EQ }, { "!=", MODEL_NE }, { "<=", MODEL_LE },     { ">=", MODEL_GE },
		      { "<", MODEL_LT },  { ">", MODEL_GT },  { "&", MODEL_ANY_BIT }, { "!&", MODEL_NO_BIT } };

	for (size_t i = 0; i < sizeof tests / sizeof *tests; i++)
		if (!strncmp(*s, tests[i].sign, strlen(tests[i].sign))) {
			*s += strlen(tests[i].sign);
			return tests[i].test;
		}
	return MODEL_ALWAYS;
}

/* "tag.member==7": of an entry. */
static bool take_member(struct models *m, const char *s, struct model_condition *c)
{
	size_t n = strcspn(s, "=!<>&");
	char name[MODEL_MAX_LINE + 1];

	*c = (struct model_condition){ .base = MODEL_MEMBER };
	memcpy(name, s, n);
	name[n] = 0;
	if (!strchr(name, '.') || !field_path(name))
		return false;
	c->name = intern_string(&m->names, name);
	s += n;
	c->test = (uint8_t)take_sign(&s);
	return c->test == MODEL_EQ && take_value(s, c) && c->what == MODEL_NUMBER;
}

static bool take_condition(const char *s, struct model_condition *c)
{
	*c = (struct model_condition){ .base = *s == 'r' ? MODEL_RESULT : MODEL_ARGUMENT };
	if (*s != 'r' && *s != 'a')
		return false;
	s++;
	if (c->base == MODEL_ARGUMENT && !take_arg(&s, &c->arg))
		return false;
	c->test = (uint8_t)take_sign(&s);
	return c->test != MODEL_ALWAYS && take_value(s, c);
}

/* "old==0", "old<0", "old==a2". */
static bool take_unless(const char *s, struct model_unless *u)
{
	struct model_condition c = { 0 };

	*u = (struct model_unless){ 0 };
	if (strncmp(s, "old", 3) != 0)
		return false;
	s += 3;
	u->test = (uint8_t)take_sign(&s);
	if (u->test == MODEL_ALWAYS || u->test >= MODEL_ANY_BIT)
		return false;
	if (*s == 'a') {
		s++;
		if (!take_arg(&s, &u->arg) || *s)
			return false;
		u->arg++;
		return true;
	}
	c.test = u->test;
	if (!take_value(s, &c) || c.what != MODEL_NUMBER)
		return false;
	u->value = c.value;
	return true;
}

bool model_parse_when(struct models *m, const struct model_row *r, const char *text, struct model_condition *c)
{
	*c = (struct model_condition){ 0 };
	if (!strcmp(text, "-") || take_condition(text, c))
		return true;
	if (r->verb == MODEL_ENTRY && take_member(m, text, c))
		return true;
	return BAD(m, r, "unknown condition '%s': write -, r==0, r!=0, r>=0, r<0, r!=null, r!=err, or a1&0x400 on argument 1",
		   text);
}

static bool take_length(const char *s, struct model_length *len)
{
	char *end;
	unsigned long n;

	*len = (struct model_length){ .kind = MODEL_LEN_ARG };
	if (!strcmp(s, "r") || !strcmp(s, "str")) {
		len->kind = s[1] ? MODEL_LEN_STRING : MODEL_LEN_RESULT;
		return true;
	}
	if (*s == '#' && isdigit((unsigned char)s[1])) {
		len->kind = MODEL_LEN_CONSTANT;
		errno = 0;
		n = strtoul(s + 1, &end, 10);
		len->value = (uint32_t)n;
		return !*end && !errno && n <= UINT32_MAX;
	}
	if (!take_arg(&s, &len->a))
		return false;
	if (*s != '*')
		return !*s;
	len->kind = MODEL_LEN_PRODUCT;
	s++;
	return take_arg(&s, &len->b) && !*s;
}

static int find_word(const char *const *words, int n, const char *word)
{
	for (int i = 0; i < n; i++)
		if (model_same(words[i], word))
			return i;
	return -1;
}

static bool set_order(struct models *m, struct model_row *r, const char *text, bool fail)
{
	int order = find_word(model_order_word, MODEL_ORDERS, text);

	if (order > 0) {
		*(fail ? &r->fail_order : &r->order) = (uint8_t)order;
		return true;
	}
	return isdigit((unsigned char)*text)
		   ? model_parse_place(m, r, text, fail ? &r->fail_order_arg : &r->order_arg)
		   : BAD(m, r, "unknown order '%s': relaxed, consume, acquire, release, acq_rel, seq_cst or an argument", text);
}

static bool set_kind(struct models *m, struct model_row *r, const char *text)
{
	int kind = find_word(model_kind_word, MODEL_KINDS, text);

	r->kind = (uint8_t)(kind > 0 ? kind : 0);
	return kind > 0 || BAD(m, r, "unknown kind '%s': see doc/models.md for the kinds", text);
}

static bool set_operation(struct models *m, struct model_row *r, const char *text)
{
	int op = find_word(model_operation_word, MODEL_OPERATIONS, text);

	r->op = (uint8_t)(op > 0 ? op : 0);
	return op > 0 || BAD(m, r, "unknown operation '%s': add, sub, inc, dec, and, andnot, or, xor, nand, exchange, set, clear",
			     text);
}

static bool set_gives(struct models *m, struct model_row *r, const char *text)
{
	int gives = find_word(model_gives_word, MODEL_GIVES_WORDS, text);

	r->gives = (uint8_t)(gives > 0 ? gives : 0);
	return gives > 0 || BAD(m, r, "unknown result '%s': nothing, old, new, done, zero or negative", text);
}

static bool set_arity(struct models *m, struct model_row *r, const char *text)
{
	uint8_t n;

	if (!take_arg(&text, &n) || *text)
		return BAD(m, r, "args= takes the number of parameters, 0 to %d", MODEL_MAX_ARG);
	r->arity = (uint8_t)(n + 1);
	return true;
}

static bool set_failure(struct models *m, struct model_row *r, const char *text)
{
	char *end;
	long n = strtol(text, &end, 10);

	if (end == text || *end || !n || n < INT16_MIN || n > INT16_MAX)
		return BAD(m, r, "'%s' is no result of a call that fails: a number that is not 0", text);
	r->fails = (int16_t)n;
	return true;
}

/* The attributes that have a value of their own kind. */
static bool set_value(struct models *m, struct model_row *r, const char *word, const char *value)
{
	if (model_same(word, "kind"))
		return set_kind(m, r, value);
	if (model_same(word, "order") || model_same(word, "fail-order"))
		return set_order(m, r, value, *word == 'f');
	if (model_same(word, "op"))
		return set_operation(m, r, value);
	if (model_same(word, "gives"))
		return set_gives(m, r, value);
	if (model_same(word, "unless"))
		return take_unless(value, &r->unless) ||
		       BAD(m, r, "'%s' is no condition on the old value: write old==0, old<0 or old==a2", value);
	if (model_same(word, "args"))
		return set_arity(m, r, value);
	if (model_same(word, "fails"))
		return set_failure(m, r, value);
	if (model_same(word, "len") || model_same(word, "size"))
		return take_length(value, *word == 'l' ? &r->len : &r->size) ||
		       BAD(m, r, "'%s' is no length: an argument (2), a product (1*2), r, #16 or str", value);
	if (model_same(word, "most") && take_length(value, &r->len))
		return r->len.most = true;
	if (model_same(word, "most"))
		return BAD(m, r, "'%s' is no length: an argument (2), a product (1*2), r, #16 or str", value);
	if (model_same(word, "recursive-if"))
		return model_parse_when(m, r, value, &r->recursive_if);
	if (model_same(word, "checked-if"))
		return model_parse_when(m, r, value, &r->checked_if);
	if (model_same(word, "fair-if"))
		return model_parse_when(m, r, value, &r->fair_if);
	for (uint32_t i = 0; i < model_place_words; i++)
		if (model_same(model_place_word[i].spelling, word))
			return model_parse_place(m, r, value, (struct model_place *)((char *)r + model_place_word[i].offset));
	return BAD(m, r, "unknown attribute '%s=': see doc/models.md for the attributes", word);
}

static bool allowed(struct models *m, const struct model_row *r, const char *word)
{
	const struct model_word *verb = &model_word[r->verb];

	if (model_word_in(verb->may, word) || !strcmp(word, "args"))
		return true;
	return BAD(m, r, "'%s' says nothing about '%s'%s%s", word, verb->spelling, *verb->may ? ", which takes: " : "",
		   verb->may);
}

static bool known(const char *word)
{
	if (find_word(model_flag_word, MODEL_FLAG_BITS, word) >= 0 ||
	    model_word_in("kind order fail-order op gives unless args fails len most size recursive-if checked-if fair-if", word))
		return true;
	for (uint32_t i = 0; i < model_place_words; i++)
		if (model_same(model_place_word[i].spelling, word))
			return true;
	return false;
}

/* Takes word[*i], and with it word[*i + 1] for "with *1" and "from *1". */
bool model_parse_attribute(struct models *m, struct model_row *r, char **word, uint32_t n, uint32_t *i)
{
	char *w = word[(*i)++], *equals = strchr(w, '=');
	int flag;

	if (equals)
		*equals = 0;
	if (!known(w))
		return BAD(m, r, "unknown attribute '%s': see doc/models.md for the attributes", w);
	if (!allowed(m, r, w))
		return false;
	flag = find_word(model_flag_word, MODEL_FLAG_BITS, w);
	if (flag >= 0) {
		if (equals)
			return BAD(m, r, "'%s' takes no value", w);
		if (r->flags & 1u << flag)
			return BAD(m, r, "'%s' twice", w);
		r->flags |= 1u << flag;
		return true;
	}
	if (equals)
		return set_value(m, r, w, equals + 1);
	if (*i < n && (!strcmp(w, "with") || !strcmp(w, "from")))
		return set_value(m, r, w, word[(*i)++]);
	return BAD(m, r, "'%s' needs a value: %s=...", w, w);
}

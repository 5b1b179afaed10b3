/* The words of model.def as tables, and how they are looked up. */
#include "private.h"

#include <string.h>

const struct model_word model_word[MODEL_VERBS] = {
#define SPACE_OF(verb) ((verb) == MODEL_ENTRY ? MODEL_ENTRY_SPACE : MODEL_MEANING)
#define VERB(id, spelling, on, when, may, must) [MODEL_##id] = { spelling, on, when, may, must, SPACE_OF(MODEL_##id), false },
#define SPACE_ROOT MODEL_ROOT
#define SPACE_BENIGN MODEL_BENIGN_SPACE
#define SPACE_PERCPU MODEL_PERCPU_SPACE
#define SPACE_UNORDERED MODEL_UNORDERED_SPACE
#define SPACE_ENTRY MODEL_ENTRY_SPACE
#define DECLARATION(id, spelling, space) [MODEL_##id] = { spelling, NO, false, "", "", SPACE_##space, true },
#include "model.def"
#undef VERB
#undef DECLARATION
};

const char *const model_flag_word[MODEL_FLAG_BITS] = {
#define FLAG(id, spelling) spelling,
#include "model.def"
#undef FLAG
};

const char *const model_kind_word[MODEL_KINDS] = {
	"",
#define KIND(id, spelling) spelling,
#include "model.def"
#undef KIND
};

const char *const model_order_word[MODEL_ORDERS] = {
	"",
#define ORDER(id, spelling) spelling,
#include "model.def"
#undef ORDER
};

const char *const model_operation_word[MODEL_OPERATIONS] = {
	"",
#define OPERATION(id, spelling) spelling,
#include "model.def"
#undef OPERATION
};

const char *const model_gives_word[MODEL_GIVES_WORDS] = {
	"",
#define GIVES(id, spelling) spelling,
#include "model.def"
#undef GIVES
};

const struct model_place_word model_place_word[] = {
#define PLACE(field, spelling) { spelling, offsetof(struct model_row, field) },
#include "model.def"
#undef PLACE
};
const uint32_t model_place_words = sizeof model_place_word / sizeof *model_place_word;

const char *model_verb_name(enum model_verb v)
{
	CHECK(v > MODEL_NO_VERB && v < MODEL_VERBS, "a model verb is %d", (int)v);
	return model_word[v].spelling;
}

const char *model_kind_name(enum model_kind k)
{
	CHECK((int)k >= 0 && k < MODEL_KINDS, "a model kind is %d", (int)k);
	return model_kind_word[k];
}

enum model_space model_space_of(enum model_verb v)
{
	CHECK(v > MODEL_NO_VERB && v < MODEL_VERBS, "a model verb is %d", (int)v);
	return model_word[v].space;
}

bool model_word_in(const char *list, const char *word)
{
	size_t n = strlen(word);

	for (const char *s = list; *s; s += strcspn(s, " "), s += *s == ' ')
		if (strcspn(s, " ") == n && !memcmp(s, word, n))
			return true;
	return false;
}

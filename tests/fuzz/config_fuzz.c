/* Any bytes as a .snag.yml, then as SNAG_ARGS. A file that is taken is applied; it may be refused, with a reason, never more. */
#include "fuzz.h"

#include "base/opt/table.h"

static void as_file(struct arena *a, const uint8_t *data, size_t size)
{
	struct reading r = { .arena = a };
	struct trouble t = { "" };
	settings list = { 0 };
	bool ok = config_parse(a, "f.yml", (struct bytes){ (const char *)data, size }, &list, &t);

	for (uint32_t i = 0; ok && i < list.n; i++)
		ok = opt_apply(&r, &list.at[i], &t);
	CHECK(ok || !strncmp(t.text, "f.yml:", 6), "refused without a place: %s", t.text);
}

static void as_words(struct arena *a, const uint8_t *data, size_t size)
{
	struct strings words;
	struct trouble t = { "" };
	const char *text = arena_copy(a, (const char *)data, size);

	if (!config_split(a, text, &words, &t))
		CHECK(t.text[0], "refused without a reason");
	else
		for (uint32_t i = 0; i < words.n; i++)
			CHECK(strlen(words.at[i]) <= strlen(text), "a word longer than its text");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct arena a;

	arena_init(&a, "fuzz");
	as_file(&a, data, size);
	as_words(&a, data, size);
	arena_release(&a);
	return 0;
}

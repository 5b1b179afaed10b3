#include "report/track/name.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PRINT_DIGITS = 16, FEWEST_DIGITS = 4, NUMBER_DIGITS = 9, MOST_SHOWN = 8 };

static bool is_number(const char *word)
{
	size_t n = strlen(word);

	return n > 0 && n <= NUMBER_DIGITS && strspn(word, "0123456789") == n;
}

bool name_beginning(const char *word, char digits[17])
{
	size_t n = strlen(word);

	if (n < FEWEST_DIGITS || n > PRINT_DIGITS || strspn(word, "0123456789abcdefABCDEF") != n)
		return false;
	for (size_t i = 0; i <= n; i++)
		digits[i] = (char)tolower((unsigned char)word[i]);
	return true;
}

bool name_is_one(const char *word)
{
	char digits[17];

	return is_number(word) || name_beginning(word, digits);
}

static bool begins_with(uint64_t fingerprint, const char *digits)
{
	char text[17];

	snprintf(text, sizeof text, "%016" PRIx64, fingerprint);
	return !strncmp(text, digits, strlen(digits));
}

/* More than one fingerprint begins so: the first ones are told. Copies of one finding are one. */
static bool is_ambiguous(const struct named *x, uint32_t n, const char *digits, struct trouble *t)
{
	char text[(PRINT_DIGITS + 2) * MOST_SHOWN + 1];
	uint64_t shown[MOST_SHOWN];
	uint32_t fits = 0;
	size_t len = 0;
	bool more = false;

	for (uint32_t i = 0; i < n && !more; i++) {
		uint32_t k = 0;
		if (!begins_with(x[i].fingerprint, digits))
			continue;
		while (k < fits && shown[k] != x[i].fingerprint)
			k++;
		more = k == MOST_SHOWN;
		if (k < fits || more)
			continue;
		shown[fits++] = x[i].fingerprint;
		len += (size_t)snprintf(text + len, sizeof text - len, "%s%016" PRIx64, len ? ", " : "", x[i].fingerprint);
	}
	return fits > 1 &&
	       !trouble(t, "%s is the beginning of several fingerprints: %s%s", digits, text, more ? ", and others" : "");
}

uint32_t name_find(const struct named *x, uint32_t n, const char *word, struct trouble *t)
{
	char digits[17];
	uint32_t found = 0;

	if (is_number(word)) {
		unsigned long number = strtoul(word, NULL, 10);
		for (uint32_t i = 0; number && i < n; i++)
			if (x[i].number == number)
				return i + 1;
	}
	if (!name_beginning(word, digits)) {
		if (is_number(word))
			trouble(t, "there is no finding %s", word);
		else
			trouble(
			    t,
			    "'%s' is neither the number of a finding nor a fingerprint, of which the first %d digits are needed",
			    word, FEWEST_DIGITS);
		return 0;
	}
	for (uint32_t i = n; i-- > 0;)
		if (begins_with(x[i].fingerprint, digits))
			found = i + 1;
	if (!found)
		trouble(t, "there is no finding with %s %s",
			strlen(digits) == PRINT_DIGITS ? "the fingerprint" : "a fingerprint that begins with", digits);
	return found && is_ambiguous(x, n, digits, t) ? 0 : found;
}

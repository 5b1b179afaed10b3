/* opt_schema: a JSON Schema of .snag.yml, from the tables, so that editors complete and check it: snag --generate=schema. */
#include "base/opt/table.h"

static void text(FILE *f, const char *s)
{
	fputc('"', f);
	for (; *s; s++)
		if (*s == '"' || *s == '\\')
			fprintf(f, "\\%c", *s);
		else
			fputc(*s, f);
	fputc('"', f);
}

static void choices(FILE *f, const struct opt_row *r)
{
	fputs("\"enum\": [", f);
	for (uint32_t i = 0; i < r->choices.n; i++) {
		fputs(i ? ", " : "", f);
		text(f, r->choices.at[i]);
	}
	fputs("]", f);
}

static void shape(FILE *f, const struct opt_row *r)
{
	switch (r->kind) {
	case OPT_FLAG:
		fputs("\"type\": \"boolean\"", f);
		break;
	case OPT_NUMBER:
		if (!strcmp(r->argument, "N|all"))
			fprintf(f, "\"anyOf\": [{ \"const\": \"all\" }, { \"type\": \"integer\", \"minimum\": %u, \"maximum\": %u }]",
				r->min, r->max);
		else
			fprintf(f, "\"type\": \"integer\", \"minimum\": %u, \"maximum\": %u", r->min, r->max);
		break;
	case OPT_POINTS:
		fprintf(f, "\"type\": \"integer\", \"minimum\": -%u, \"maximum\": %u", r->max, r->max);
		break;
	case OPT_TEXT:
	case OPT_DUMP:
		fputs("\"type\": \"string\", \"minLength\": 1", f);
		break;
	case OPT_LIST:
	case OPT_FILTER: /* one word may stand where a list may */
		fputs("\"anyOf\": [{ \"type\": \"string\", \"minLength\": 1 }, { \"type\": \"array\", \"items\": { \"type\": "
		      "\"string\", \"minLength\": 1 } }",
		      f);
		if (r->argument && strstr(r->argument, "NAME=")) /* rank: { write: 5 } */
			fputs(", { \"type\": \"object\", \"additionalProperties\": { \"type\": [\"integer\", \"string\"] } }", f);
		fputs("]", f);
		break;
	case OPT_CHOICE:
		choices(f, r);
		break;
	}
}

void opt_generate_schema(FILE *f)
{
	const char *comma = "";

	fputs("{\n  \"$schema\": \"http://json-schema.org/draft-07/schema#\",\n  \"title\": \".snag.yml\",\n  \"type\": "
	      "\"object\",\n"
	      "  \"additionalProperties\": false,\n  \"properties\": {",
	      f);
	for (int i = 0; i < OPT_COUNT; i++) {
		const struct opt_row *r = &opt_row[i];
		if (!opt_in_file(r))
			continue;
		fprintf(f, "%s\n    \"%s\": { ", comma, r->name);
		shape(f, r);
		fputs(", \"description\": ", f);
		text(f, r->help);
		fputs(" }", f);
		comma = ",";
	}
	fputs("\n  }\n}\n", f);
}

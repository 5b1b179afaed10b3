/* opt_generate: the man page and the shell completions, from the tables: snag --generate=man and so on. The build runs the
 * snag it has just made, so what is installed always knows the options of what is installed. */
#include "base/opt/table.h"

#define VERDICTS "confirmed benign false none list"

/* Text for troff: a hyphen that can be copied, no line that looks like a request. */
static void roff(FILE *f, const char *text)
{
	if (*text == '.' || *text == '\'')
		fputs("\\&", f);
	for (; *text; text++)
		if (*text == '\\')
			fputs("\\e", f);
		else if (*text == '-')
			fputs("\\-", f);
		else
			fputc(*text, f);
}

static void roff_line(FILE *f, const char *macro, const char *text)
{
	fputs(macro, f);
	roff(f, text);
	fputc('\n', f);
}

static void man_commands(FILE *f)
{
	struct arena a;

	arena_init(&a, "man");
	fputs(".SH COMMANDS\n", f);
	for (int i = 0; i < COMMAND_COUNT; i++) {
		const struct command_row *c = &command_row[i];
		fputs(".TP\n", f);
		roff_line(f, ".B ", arena_format(&a, "snag %s %s", c->name, c->synopsis));
		roff_line(f, "", arena_format(&a, "%s.", c->help));
	}
	arena_release(&a);
}

static void man_option(FILE *f, const struct opt_row *r)
{
	struct arena a;
	const char *of = "";

	arena_init(&a, "man");
	fputs(".TP\n", f);
	roff_line(f, ".B ", r->letter ? arena_format(&a, "-%c, %s", r->letter, opt_spelling(&a, r)) : opt_spelling(&a, r));
	roff_line(f, "", opt_description(&a, r));
	if (r->commands != (1u << COMMAND_COUNT) - 1) {
		for (int i = 0; i < COMMAND_COUNT; i++)
			if (r->commands >> i & 1)
				of = arena_format(&a, "%s%s%s", of, *of ? ", " : "", command_row[i].name);
		roff_line(f, "", arena_format(&a, "(%s)", of));
	}
	arena_release(&a);
}

static void man_options(FILE *f)
{
	fputs(".SH OPTIONS\n", f);
	for (int g = 0; g < OPT_GROUPS; g++) {
		fprintf(f, ".SS %s\n", opt_group_title[g]);
		for (int i = 0; i < OPT_COUNT; i++)
			if ((int)opt_row[i].group == g)
				man_option(f, &opt_row[i]);
	}
}

void opt_generate_man(FILE *f)
{
	fprintf(f, ".TH SNAG 1 \"\" \"snag %s\" \"User Commands\"\n", SNAG_VERSION);
	fputs(".SH NAME\nsnag \\- find data races and deadlocks in C programs\n", f);
	fputs(".SH SYNOPSIS\n.B snag\n[\\fIOPTION\\fR]... [\\fIFILE\\fR]... [\\-\\- \\fIFLAG\\fR...]\n.br\n"
	      ".B snag\n\\fICOMMAND\\fR [\\fIOPTION\\fR]...\n", f);
	fputs(".SH DESCRIPTION\n"
	      "snag reads the C sources of a program, or the compile_commands.json of a project, and reports data races: two\n"
	      "threads access the same memory, one of them writes, and no lock is held by both; and misuse of locks: taken "
	      "twice, given\n"
	      "back when not held, kept on one path that others give back. It does not run the program, and it needs no "
	      "annotations.\n"
	      "Functions that lock, unlock, start and join threads are known from tables of models.\n",
	      f);
	man_commands(f);
	man_options(f);
	fputs(".SH CONFIGURATION\n"
	      "The nearest .snag.yml, in this directory or above it, gives other defaults. Every option of the groups Input, "
	      "Work,\n"
	      "Output and Seeing inside is a key there, by its long name; a flag is true or false, an option that may be "
	      "repeated\n"
	      "takes a list. Paths are relative to the directory of the file. A stronger source replaces what a weaker one "
	      "said,\n"
	      "a list as a whole: defaults, .snag.yml, SNAG_ARGS, command line.\n.PP\n.nf\n"
	      "jobs: 4\nmodels: [locks.model, threads.model]\nno\\-cache: true\n.fi\n",
	      f);
	fputs(".SH ENVIRONMENT\n"
	      ".TP\n.B SNAG_ARGS\nOptions, split into words as a shell would; nothing is expanded.\n"
	      ".TP\n.B NO_COLOR\nIf not empty: no colours.\n"
	      ".TP\n.B CLICOLOR_FORCE, FORCE_COLOR\nIf neither empty nor 0: colours also where the output is not a terminal.\n"
	      ".TP\n.B TERM\nIf dumb: no colours.\n", f);
	fputs(".SH EXIT STATUS\n"
	      ".TP\n.B 0\nNothing was found.\n.TP\n.B 1\nThere are findings.\n"
	      ".TP\n.B 2\nsnag could not do its job: bad usage, bad input, no memory, full disk.\n"
	      ".TP\n.B 3\nPart of the input was not analysed, and nothing was found in the rest; or the run was ended early.\n", f);
	fputs(".SH EXAMPLES\n.nf\nsnag file.c \\-\\- \\-Iinclude\nsnag check \\-p build/\nsnag capture \\-\\- make \\-j8\n.fi\n",
	      f);
	fputs(".SH SEE ALSO\n.BR clang (1),\n.BR bear (1)\n", f);
}

/* bash */

static void words_of(FILE *f, struct strings words, uint32_t from)
{
	for (uint32_t i = from; i < words.n; i++)
		fprintf(f, "%s%s", i > from ? " " : "", words.at[i]);
}

static void bash_options(FILE *f)
{
	fputs("\tcase $command in\n", f);
	for (int c = 0; c < COMMAND_COUNT; c++) {
		fprintf(f, "\t%s) options='", command_row[c].name);
		for (int i = 0; i < OPT_COUNT; i++)
			if (opt_row[i].commands >> c & 1) {
				fprintf(f, " --%s", opt_row[i].name);
				if (opt_row[i].letter)
					fprintf(f, " -%c", opt_row[i].letter);
			}
		fputs("' ;;\n", f);
	}
	fputs("\tesac\n", f);
}

static void bash_pattern(FILE *f, const struct opt_row *r)
{
	if (r->letter)
		fprintf(f, "\t-%c | --%s) ", r->letter, r->name);
	else
		fprintf(f, "\t--%s) ", r->name);
}

/* What follows an option. One whose argument may be left out has it only behind '='. */
static void bash_values(FILE *f)
{
	fputs("\tcase $option in\n", f);
	for (int i = 0; i < OPT_COUNT; i++) {
		const struct opt_row *r = &opt_row[i];
		uint32_t from = opt_argument_is_optional(r);
		if (!r->argument)
			continue;
		bash_pattern(f, r);
		if (from)
			fputs("[[ $equals ]] && ", f);
		if (r->choices.n) {
			fputs("_snag_words '", f);
			words_of(f, r->choices, from);
			fputs(from ? "' && return ;;\n" : "'; return ;;\n", f);
		} else if (opt_is_path(r)) {
			fprintf(f, "_snag_paths -%c; return ;;\n", r->argument[0] == 'D' ? 'd' : 'f');
		} else {
			fputs("return ;;\n", f);
		}
	}
	fputs("\tesac\n", f);
}

static void bash_commands(FILE *f, const char *between)
{
	for (int i = 0; i < COMMAND_COUNT; i++)
		fprintf(f, "%s%s", i ? between : "", command_row[i].name);
}

/* What may stand beside the options. */
static void bash_operands(FILE *f)
{
	fputs("\tcase $command in\n", f);
	for (int i = 0; i < COMMAND_COUNT; i++) {
		switch (command_row[i].words) {
		case WORDS_FILES:
			fprintf(f, "\t%s) _snag_paths -f ;;\n", command_row[i].name);
			break;
		case WORDS_CLEAR:
			fprintf(f, "\t%s) _snag_words clear ;;\n", command_row[i].name);
			break;
		case WORDS_VERDICT:
			fprintf(f, "\t%s) _snag_words '" VERDICTS "' ;;\n", command_row[i].name);
			break;
		case WORDS_COMMANDS:
			fprintf(f, "\t%s) _snag_words '", command_row[i].name);
			bash_commands(f, " ");
			fputs("' ;;\n", f);
			break;
		case WORDS_FINDING:
		case WORDS_NONE:
			break;
		}
	}
	fputs("\tesac\n", f);
}

void opt_generate_bash(FILE *f)
{
	fputs("# bash completion for snag, made by snag --generate=complete-bash\n\n"
	      "_snag_words() {\n\tmapfile -t COMPREPLY < <(compgen -W \"$1\" -- \"$current\")\n}\n\n"
	      "_snag_paths() {\n\tcompopt -o filenames 2>/dev/null\n\tmapfile -t -O ${#COMPREPLY[@]} COMPREPLY < <(compgen "
	      "\"$1\" -- \"$current\")\n}\n\n"
	      "_snag() {\n"
	      "\tlocal current=${COMP_WORDS[COMP_CWORD]} option=${COMP_WORDS[COMP_CWORD - 1]} equals='' command=check named='' "
	      "options word i\n"
	      "\tCOMPREPLY=()\n"
	      "\t# bash splits --name=value at the '='\n"
	      "\tif [[ $current == '=' ]]; then\n\t\tequals=1 current=''\n"
	      "\telif [[ $option == '=' ]] && ((COMP_CWORD > 2)); then\n\t\tequals=1 option=${COMP_WORDS[COMP_CWORD - 2]}\n\tfi\n"
	      "\tfor ((i = 1; i < COMP_CWORD; i++)); do\n"
	      "\t\tword=${COMP_WORDS[i]}\n"
	      "\t\tcase $word in\n"
	      "\t\t--)\n"
	      "\t\t\tif [[ $command == capture ]] && ((i == COMP_CWORD - 1)); then _snag_paths -c; else _snag_paths -f; fi\n"
	      "\t\t\treturn ;;\n\t\t",
	      f);
	bash_commands(f, " | ");
	fputs(") [[ $named ]] || command=$word named=1 ;;\n\t\tesac\n\tdone\n", f);
	bash_values(f);
	bash_options(f);
	fputs("\tif [[ $current == -* ]]; then\n\t\t_snag_words \"$options\"\n\t\treturn\n\tfi\n"
	      "\t[[ $named ]] || _snag_words '", f);
	bash_commands(f, " ");
	fputs("'\n", f);
	bash_operands(f);
	fputs("}\n\ncomplete -F _snag snag\n", f);
}

/* zsh */

/* Help text inside '...' of a specification of _arguments. */
static void zsh_text(FILE *f, const char *text, size_t len)
{
	for (size_t i = 0; i < len; i++)
		if (text[i] == '\'')
			fputs("'\\''", f);
		else if (strchr("[]:\\", text[i]))
			fprintf(f, "\\%c", text[i]);
		else
			fputc(text[i], f);
}

static void zsh_action(FILE *f, const struct opt_row *r)
{
	bool optional = opt_argument_is_optional(r);

	if (!r->argument)
		return;
	fputs(optional ? "::" : ":", f);
	zsh_text(f, r->argument + optional, strlen(r->argument) - 2 * optional);
	fputc(':', f);
	if (r->choices.n) {
		fputc('(', f);
		words_of(f, r->choices, optional);
		fputc(')', f);
	} else if (opt_is_path(r)) {
		fputs(r->argument[0] == 'D' ? "_files -/" : "_files", f);
	} else {
		fputc(' ', f);
	}
}

static void zsh_option(FILE *f, const struct opt_row *r)
{
	const char *many = opt_is_many(r) ? "*" : "", *equals = !r->argument ? "" : opt_argument_is_optional(r) ? "=-" : "=";

	fprintf(f, "\t\t'%s--%s%s[", many, r->name, equals);
	zsh_text(f, r->help, strcspn(r->help, ";"));
	fputc(']', f);
	zsh_action(f, r);
	fputs("'\n", f);
	if (!r->letter)
		return;
	fprintf(f, "\t\t'%s-%c%s[", many, r->letter, r->argument ? "+" : "");
	zsh_text(f, r->help, strcspn(r->help, ";"));
	fputc(']', f);
	zsh_action(f, r);
	fputs("'\n", f);
}

static void zsh_command_list(FILE *f)
{
	fputs("\tcommands=(\n", f);
	for (int i = 0; i < COMMAND_COUNT; i++) {
		fprintf(f, "\t\t'%s:", command_row[i].name);
		zsh_text(f, command_row[i].help, strcspn(command_row[i].help, ";"));
		fputs("'\n", f);
	}
	fputs("\t)\n", f);
}

static void zsh_command(FILE *f, int c)
{
	static const char *const operand[] = { [WORDS_NONE] = NULL,
					       [WORDS_FINDING] = NULL,
					       [WORDS_FILES] = "*:file:_snag_files",
					       [WORDS_COMMANDS] = "*:command:_snag_commands",
					       [WORDS_CLEAR] = "*:action:(clear)",
					       [WORDS_VERDICT] = "*:verdict:(" VERDICTS ")" };

	fprintf(f, "\t(%s) arguments=(\n", command_row[c].name);
	for (int i = 0; i < OPT_COUNT; i++)
		if (opt_row[i].commands >> c & 1)
			zsh_option(f, &opt_row[i]);
	if (operand[command_row[c].words])
		fprintf(f, "\t\t'%s'\n", operand[command_row[c].words]);
	if (command_row[c].rest == REST_BUILD)
		fputs("\t\t'*:build command:_normal'\n", f);
	fputs("\t) ;;\n", f);
}

void opt_generate_zsh(FILE *f)
{
	fputs("#compdef snag\n# zsh completion for snag, made by snag --generate=complete-zsh\n\n"
	      "_snag_commands() {\n\tlocal -a commands\n", f);
	zsh_command_list(f);
	fputs("\t_describe -t commands command commands\n}\n\n"
	      "_snag_files() {\n\t((named)) || _snag_commands\n\t_files\n}\n\n"
	      "_snag() {\n\tlocal -a arguments\n\tlocal command=check word\n\tlocal -i named=0 at=2\n"
	      "\tfor word in \"${(@)words[2,CURRENT-1]}\"; do\n"
	      "\t\tcase $word in\n\t\t(--) break ;;\n\t\t(", f);
	bash_commands(f, "|");
	fputs(") command=$word named=1; break ;;\n\t\tesac\n\t\tat+=1\n\tdone\n"
	      "\t# the command's own name is no operand\n"
	      "\tif ((named)); then\n\t\twords[at]=()\n\t\t((CURRENT--))\n\tfi\n"
	      "\tcase $command in\n", f);
	for (int c = 0; c < COMMAND_COUNT; c++)
		zsh_command(f, c);
	fputs("\tesac\n\t_arguments -s -S $arguments\n}\n\n_snag \"$@\"\n", f);
}

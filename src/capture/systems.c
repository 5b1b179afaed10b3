/* What builds a project, by the files that it has, and the one command that makes a compile database of it. Nothing is run. */
#include "capture.h"

#include <dirent.h>
#include <string.h>

/* In the order of preference: a build that was configured tells more than a script that would configure one. `%s` is the
 * directory, quoted for a shell. */
static const struct system {
	const char *name;
	const char *file[3]; /* all of them are there */
	const char *command;
} systems[] = {
	{ "ninja", { "build.ninja" }, "ninja -C %s -t compdb > %s/compile_commands.json" },
	{ "Kbuild", { "Kbuild", "Kconfig", "scripts/Makefile.build" }, "make -C %s LLVM=1 compile_commands.json" },
	{ "CMake", { "CMakeLists.txt" }, "cmake -S %s -B %s/build -DCMAKE_EXPORT_COMPILE_COMMANDS=ON" },
	{ "meson", { "meson.build" }, "meson setup %s/build %s" },
	{ "gn", { ".gn" }, "gn gen %s/build --export-compile-commands" },
	{ "Bazel", { "MODULE.bazel" }, "cd %s && bazel run @hedron_compile_commands//:refresh_all" },
	{ "Bazel", { "WORKSPACE" }, "cd %s && bazel run @hedron_compile_commands//:refresh_all" },
	{ "xmake", { "xmake.lua" }, "xmake project -P %s -k compile_commands %s" },
	{ "make", { "GNUmakefile" }, "cd %s && snag capture -- make" },
	{ "make", { "Makefile" }, "cd %s && snag capture -- make" },
	{ "make", { "makefile" }, "cd %s && snag capture -- make" },
	{ "autotools", { "configure" }, "cd %s && ./configure && snag capture -- make" },
	{ "autotools", { "configure.ac" }, "cd %s && autoreconf -i && ./configure && snag capture -- make" },
	{ "SCons", { "SConstruct" }, "cd %s && snag capture -- scons" },
	{ "waf", { "wscript" }, "cd %s && ./waf configure && snag capture -- ./waf build" },
};

static bool has_all(struct arena *a, const char *dir, const struct system *x)
{
	for (size_t i = 0; i < sizeof x->file / sizeof *x->file && x->file[i]; i++)
		if (!file_is_regular(path_join(a, dir, x->file[i])))
			return false;
	return true;
}

/* As a shell takes it for one word. */
static const char *quoted(struct arena *a, const char *word)
{
	static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-+=.,/@%:";
	char *to, *text;

	if (*word && *word != '-' && !word[strspn(word, plain)])
		return word;
	to = text = arena_array(a, strlen(word) * 4 + 6, 1);
	*to++ = '\'';
	if (*word == '-')
		to = stpcpy(to, "./");
	for (; *word; word++)
		if (*word == '\'')
			to = stpcpy(to, "'\\''");
		else
			*to++ = *word;
	*to++ = '\'';
	return text;
}

/* A command with the directory in place; "cd ." is left out, and so is a directory that is this one. */
static const char *filled(struct arena *a, const char *command, const char *dir)
{
	const char *text = "", *at;
	bool here = !strcmp(dir, ".");

	if (here && !strncmp(command, "cd %s && ", 9))
		command += 9;
	for (; (at = strstr(command, "%s")); command = at + 2)
		text = arena_format(a, "%s%.*s%s", text, (int)(at - command), command, quoted(a, dir));
	return arena_format(a, "%s%s", text, command);
}

/* The directory below that has a database; NULL: none or several have. */
static const char *below(struct arena *a, const char *dir)
{
	const struct dirent *e;
	const char *found = NULL;
	DIR *d = opendir(dir);
	bool several = false;

	while (d && (e = readdir(d))) {
		const char *sub = path_join(a, dir, e->d_name);
		if (e->d_name[0] == '.' || !file_is_regular(path_join(a, sub, "compile_commands.json")))
			continue;
		several |= found != NULL;
		found = sub;
	}
	if (d)
		closedir(d);
	return several ? NULL : found;
}

const char *capture_advice(struct arena *a, const char *dir)
{
	const char *sub = below(a, dir);

	if (sub)
		return arena_format(a, "%s has one: snag check -p %s", sub, quoted(a, sub));
	for (size_t i = 0; i < sizeof systems / sizeof *systems; i++)
		if (has_all(a, dir, &systems[i]))
			return arena_format(a, "it is built by %s; this makes one: %s", systems[i].name, filled(a, systems[i].command, dir));
	return NULL;
}

const char *capture_in(struct arena *a, const char *dir)
{
	static const char *const places[] = { "compile_commands.json", "build/compile_commands.json" };

	for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
		const char *path = path_join(a, dir, places[i]);
		if (file_is_regular(path))
			return path;
	}
	return NULL;
}

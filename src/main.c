#include "base/opt.h"

int main(int argc, char **argv)
{
	struct command_line line;
	struct arena arena;

	arena_init(&arena, "options");
	opt_parse(&arena, argc, argv, &line);
	arena_release(&arena);
	return EXIT_CLEAN;
}

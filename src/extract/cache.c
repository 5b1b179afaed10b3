/* Keys. The command's key leads to the list of files the unit read last time; the content of these files and the command's key
 * make the key of the unit. So a change of any file, or of which files there are, leads to another unit, and going back to
 * an earlier state of the tree finds the earlier unit if it read the same files.
 *
 * A cache that comes back in another directory, as in CI, has other commands. So each command also has a name without the
 * directory of the run in it, and a file of that name says where the unit was made. If the files that it read are here the
 * same, it is taken, with new paths (ir/store/move.c). Misses a unit with paths in its data; and is deceived by a program in
 * which the length of a path decides, and not the path (`sizeof __FILE__`).
 *
 * A file is hashed once a run, however many units read it; its inode, size and times are looked at again each time a new
 * unit is filed, so that an edit in the middle of a run is noticed. */
#include "cache.h"

#include <dirent.h>
#include <fcntl.h>
#include <llvm-c/blake3.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>

#include "ir/store/unit.h"

struct extract_seen {
	bool known, exists;
	struct timespec changed, modified;
	off_t size;
	ino_t inode;
	dev_t device;
	uint8_t hash[LLVM_BLAKE3_OUT_LEN];
};

static const char deps_magic[8] = "snagdep\n", moved_magic[8] = "snagmov\n";

void cache_init(struct cache *c, struct arena *a, const char *dir, const char *identity)
{
	*c = (struct cache){ .arena = a, .dir = dir, .identity = identity, .root = path_cwd(a) };
	intern_init(&c->path, a);
}

static void hash_text(llvm_blake3_hasher *h, const char *s)
{
	llvm_blake3_hasher_update(h, s, strlen(s) + 1); /* the 0 keeps "ab","c" and "a","bc" apart */
}

static struct key as_text(const uint8_t out[LLVM_BLAKE3_OUT_LEN])
{
	struct key k;

	for (size_t i = 0; i < LLVM_BLAKE3_OUT_LEN; i++)
		snprintf(k.hex + 2 * i, 3, "%02x", out[i]);
	return k;
}

static struct key finish(llvm_blake3_hasher *h)
{
	uint8_t out[LLVM_BLAKE3_OUT_LEN];

	llvm_blake3_hasher_finalize(h, out, sizeof out);
	return as_text(out);
}

struct key cache_hash(const void *bytes, size_t len)
{
	llvm_blake3_hasher h;

	llvm_blake3_hasher_init(&h);
	llvm_blake3_hasher_update(&h, bytes, len);
	return finish(&h);
}

struct key cache_command(struct cache *c, const struct job *j)
{
	llvm_blake3_hasher h;

	llvm_blake3_hasher_init(&h);
	hash_text(&h, c->identity);
	hash_text(&h, j->dir);
	hash_text(&h, j->file);
	for (uint32_t i = 0; i < j->nargs; i++)
		hash_text(&h, j->args[i]);
	return finish(&h);
}

static const char *file_of(struct cache *c, struct key k, const char *kind)
{
	return arena_format(c->arena, "%s/%.2s/%s.%s", c->dir, k.hex, k.hex + 2, kind);
}

/* ---- content ---- */

static bool same_time(struct timespec a, struct timespec b)
{
	return a.tv_sec == b.tv_sec && a.tv_nsec == b.tv_nsec;
}

static bool later(struct timespec a, struct timespec b)
{
	return a.tv_sec > b.tv_sec || (a.tv_sec == b.tv_sec && a.tv_nsec >= b.tv_nsec);
}

static bool hash_file(const char *path, struct extract_seen *s)
{
	char buffer[65536];
	llvm_blake3_hasher h;
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	struct stat st;
	ssize_t n;

	if (fd < 0)
		return false;
	if (fstat(fd, &st) < 0 || !S_ISREG(st.st_mode)) {
		close(fd);
		return false;
	}
	*s = (struct extract_seen){ .known = true,
			    .exists = true,
			    .changed = st.st_ctim,
			    .modified = st.st_mtim,
			    .size = st.st_size,
			    .inode = st.st_ino,
			    .device = st.st_dev };
	llvm_blake3_hasher_init(&h);
	while ((n = read(fd, buffer, sizeof buffer)) > 0)
		llvm_blake3_hasher_update(&h, buffer, (size_t)n);
	close(fd);
	llvm_blake3_hasher_finalize(&h, s->hash, sizeof s->hash);
	return n == 0;
}

static struct extract_seen *look(struct cache *c, const char *path)
{
	uint32_t id = intern_string(&c->path, path);

	while (c->seen.n <= id)
		(void)vec_add(c->arena, &c->seen);
	if (!c->seen.at[id].known && !hash_file(path, &c->seen.at[id]))
		c->seen.at[id] = (struct extract_seen){ .known = true };
	return &c->seen.at[id];
}

/* The same, for a unit that read the file after `start`: false if it is not certain that we see what it saw. */
static bool look_again(struct cache *c, const char *path, struct timespec start)
{
	struct extract_seen *s = look(c, path);
	struct stat st;

	if (stat(path, &st) < 0 || !s->exists)
		return false;
	if (!same_time(st.st_mtim, s->modified) || !same_time(st.st_ctim, s->changed) || st.st_size != s->size ||
	    st.st_ino != s->inode)
		if (!hash_file(path, s))
			return false;
	return !later(s->modified, start) && !later(s->changed, start);
}

/* Good until the next one. */
static const char *absolute(struct cache *c, const struct job *j, const char *path)
{
	size_t need = strlen(j->dir) + strlen(path) + 2;

	if (path[0] == '/')
		return path;
	if (need > c->room) {
		c->room = need * 2;
		c->name = arena_alloc(c->arena, c->room);
	}
	snprintf(c->name, c->room, "%s/%s", j->dir, path);
	return c->name;
}

bool cache_look(struct cache *c, const struct job *j, const char *path, struct file_seen *seen)
{
	const struct extract_seen *s = look(c, absolute(c, j, path));

	if (!s->exists)
		return false;
	*seen = (struct file_seen){ as_text(s->hash), (uint64_t)s->size, (uint64_t)s->device, (uint64_t)s->inode };
	return true;
}

bool cache_is_certain(struct cache *c, const struct job *j, struct bytes deps, struct timespec start)
{
	for (const char *s = deps.at; s < deps.at + deps.len; s += strlen(s) + 1)
		if (!look_again(c, absolute(c, j, s), start))
			return false;
	return deps.len > 0;
}

/* ---- lookup ---- */

/* Texts with a 0 behind each, after the magic and before a checksum. A damaged list is no list. */
static bool read_list(struct bytes file, const char magic[8], struct bytes *deps)
{
	uint64_t check;

	if (file.len < sizeof deps_magic + sizeof check || memcmp(file.at, magic, sizeof deps_magic) != 0)
		return false;
	*deps = (struct bytes){ file.at + sizeof deps_magic, file.len - sizeof deps_magic - sizeof check };
	memcpy(&check, deps->at + deps->len, sizeof check);
	return check == XXH3_64bits(deps->at, deps->len) && deps->len && deps->at[deps->len - 1] == 0;
}

static bool content_key(struct cache *c, const struct job *j, struct key command, struct bytes deps, struct key *out)
{
	llvm_blake3_hasher h;

	llvm_blake3_hasher_init(&h);
	hash_text(&h, command.hex);
	for (const char *s = deps.at; s < deps.at + deps.len; s += strlen(s) + 1) {
		const struct extract_seen *file = look(c, absolute(c, j, s));
		if (!file->exists)
			return false;
		hash_text(&h, s);
		llvm_blake3_hasher_update(&h, file->hash, sizeof file->hash);
	}
	*out = finish(&h);
	return true;
}

static const char *find_here(struct cache *c, const struct job *j, struct key command)
{
	struct bytes file, deps;
	struct trouble t;
	struct key content;
	const char *path = NULL;

	if (!file_map(file_of(c, command, "deps"), &file, &t))
		return NULL;
	if (read_list(file, deps_magic, &deps) && content_key(c, j, command, deps, &content)) {
		path = file_of(c, content, "ir");
		if (access(path, R_OK) != 0)
			path = NULL;
	}
	file_unmap(file);
	return path;
}

/* Texts with a 0 behind each, as read_list reads them. */
static bool write_list(const char *path, const char magic[8], struct bytes list, struct trouble *t)
{
	uint64_t check = XXH3_64bits(list.at, list.len);
	size_t len = sizeof deps_magic + list.len + sizeof check;
	struct arena a;
	char *file;
	bool ok;

	arena_init(&a, "file list");
	file = arena_alloc(&a, len);
	memcpy(file, magic, sizeof deps_magic);
	memcpy(file + sizeof deps_magic, list.at, list.len);
	memcpy(file + sizeof deps_magic + list.len, &check, sizeof check);
	ok = file_write(path, file, len, t);
	arena_release(&a);
	return ok;
}

static bool make_place(struct cache *c, const char *path, struct trouble *t)
{
	return file_make_dirs(path_dir(c->arena, path), t);
}

static bool write_deps(struct cache *c, struct key command, struct bytes deps, struct trouble *t)
{
	return make_place(c, file_of(c, command, "deps"), t) && write_list(file_of(c, command, "deps"), deps_magic, deps, t);
}

/* ---- the same tree elsewhere ---- */

static bool is_below(const char *path, const char *dir)
{
	size_t n = strlen(dir);

	return !strncmp(path, dir, n) && (path[n] == '/' || !path[n]);
}

/* A path, or a flag with one behind its "=". False: the root is in it in another way, which may mean anything. */
static bool hash_without(llvm_blake3_hasher *h, const char *text, const char *root)
{
	const char *path = text[0] == '-' && strchr(text, '=') ? strchr(text, '=') + 1 : text;

	if (is_below(path, root)) {
		llvm_blake3_hasher_update(h, text, (size_t)(path - text));
		llvm_blake3_hasher_update(h, "\1", 1);
		text = path + strlen(root);
	}
	hash_text(h, text);
	return !strstr(text, root);
}

/* The name of the command without the directory of the run. False: it is not moved, since macros may be made of that directory,
 * or it is not below it. */
static bool place_key(struct cache *c, const struct job *j, struct key *k)
{
	llvm_blake3_hasher h;
	bool moves;

	if (!c->root || !c->root[1] || !is_below(j->dir, c->root) || !is_below(j->file, c->root))
		return false;
	llvm_blake3_hasher_init(&h);
	hash_text(&h, "without its directory");
	hash_text(&h, c->identity);
	moves = hash_without(&h, j->dir, c->root) && hash_without(&h, j->file, c->root);
	for (uint32_t i = 0; moves && i < j->nargs; i++) {
		bool macro = !strncmp(j->args[i], "-D", 2) || (i && !strcmp(j->args[i - 1], "-D"));
		moves = !(macro && strstr(j->args[i], c->root)) && hash_without(&h, j->args[i], c->root);
	}
	*k = finish(&h);
	return moves;
}

/* What is not missed if it cannot be written. */
static void say_where(struct cache *c, const struct job *j, struct key command)
{
	struct key k;
	struct trouble t;
	size_t n = c->root ? strlen(c->root) + 1 : 0;
	char *text;

	if (!place_key(c, j, &k) || !make_place(c, file_of(c, k, "moved"), &t))
		return;
	text = arena_alloc(c->arena, n + sizeof command.hex);
	memcpy(text, c->root, n);
	memcpy(text + n, command.hex, sizeof command.hex);
	(void)!write_list(file_of(c, k, "moved"), moved_magic, (struct bytes){ text, n + sizeof command.hex }, &t);
}

static const char *swap_root(struct cache *c, const char *path, const char *from, const char *to)
{
	return is_below(path, from) ? arena_format(c->arena, "%s%s", to, path + strlen(from)) : path;
}

/* The names that the files have here. A file beside the tree may be another one here, though it is called the same. */
static bool move_deps(struct cache *c, const struct job *j, const char *from, struct bytes old, struct bytes *deps)
{
	const char *dir = swap_root(c, j->dir, c->root, from);
	size_t n = 0, room = 0, count = 0;
	char *to;

	for (const char *s = old.at; s < old.at + old.len; s += strlen(s) + 1, count++)
		if (s[0] != '/' && !is_below(path_join(c->arena, dir, s), from))
			return false;
	room = old.len + count * strlen(c->root);
	to = arena_alloc(c->arena, room + 1);
	for (const char *s = old.at; s < old.at + old.len; s += strlen(s) + 1) {
		const char *name = swap_root(c, s, from, c->root);
		memcpy(to + n, name, strlen(name) + 1);
		n += strlen(name) + 1;
	}
	*deps = (struct bytes){ to, n };
	return true;
}

/* The unit that a command of another directory has made of these files. */
static const char *old_unit(struct cache *c, const struct job *j, struct key command, struct bytes old, struct bytes deps)
{
	llvm_blake3_hasher h;
	const char *s = old.at;

	llvm_blake3_hasher_init(&h);
	hash_text(&h, command.hex);
	for (const char *d = deps.at; d < deps.at + deps.len; d += strlen(d) + 1, s += strlen(s) + 1) {
		const struct extract_seen *file = look(c, absolute(c, j, d));
		if (!file->exists)
			return NULL;
		hash_text(&h, s);
		llvm_blake3_hasher_update(&h, file->hash, sizeof file->hash);
	}
	return file_of(c, finish(&h), "ir");
}

static const char *move_here(struct cache *c, const struct job *j, struct key command, const char *from, struct key then)
{
	struct bytes file, old, deps;
	struct key content;
	struct trouble t;
	const char *unit, *path = NULL;

	if (!file_map(file_of(c, then, "deps"), &file, &t))
		return NULL;
	if (read_list(file, deps_magic, &old) && move_deps(c, j, from, old, &deps)) {
		unit = old_unit(c, j, then, old, deps);
		if (unit && content_key(c, j, command, deps, &content) && make_place(c, file_of(c, content, "ir"), &t) &&
		    unit_move(unit, from, c->root, file_of(c, content, "ir"), &t) && write_deps(c, command, deps, &t))
			path = file_of(c, content, "ir");
	}
	file_unmap(file);
	return path;
}

static const char *find_elsewhere(struct cache *c, const struct job *j, struct key command)
{
	struct bytes file, list;
	struct key k, then;
	struct trouble t;
	const char *path = NULL, *from;

	if (!place_key(c, j, &k) || !file_map(file_of(c, k, "moved"), &file, &t))
		return NULL;
	if (read_list(file, moved_magic, &list) && list.len > sizeof then.hex) {
		from = arena_string(c->arena, list.at);
		if (strlen(from) + 1 + sizeof then.hex == list.len && from[0] == '/' && from[1] && strcmp(from, c->root) != 0) {
			memcpy(then.hex, list.at + strlen(from) + 1, sizeof then.hex);
			if (strspn(then.hex, "0123456789abcdef") == KEY_HEX)
				path = move_here(c, j, command, from, then);
		}
	}
	file_unmap(file);
	if (path)
		say_where(c, j, command);
	return path;
}

const char *cache_find(struct cache *c, const struct job *j, struct key command)
{
	const char *path = find_here(c, j, command);

	return path ? path : find_elsewhere(c, j, command);
}

bool cache_place(struct cache *c, const struct job *j, struct key command, struct bytes deps, struct timespec start,
		 const char **path, struct trouble *t)
{
	struct key content;

	if (!cache_is_certain(c, j, deps, start) || !content_key(c, j, command, deps, &content)) {
		*path = file_of(c, command, "ir");
		return make_place(c, *path, t);
	}
	*path = file_of(c, content, "ir");
	say_where(c, j, command);
	return make_place(c, *path, t) && write_deps(c, command, deps, t);
}

/* ---- snag cache ---- */

static bool is_ours(const char *name)
{
	size_t n = strspn(name, "0123456789abcdef");

	static const char *const kind[] = { ".ir", ".deps", ".kept", ".plan", ".linked", ".moved" };
	bool known = false;

	for (size_t i = 0; i < sizeof kind / sizeof *kind; i++)
		known |= !strcmp(name + n, kind[i]);
	return n == KEY_HEX - 2 && known;
}

static bool two_hex(const char *name)
{
	return strspn(name, "0123456789abcdef") == 2 && name[2] == 0;
}

/* Visits every file of ours two levels down, never through a link. */
static void each_file(int dir, const char *name, struct cache_size *size, bool remove)
{
	int sub = openat(dir, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	DIR *d = sub < 0 ? NULL : fdopendir(sub);
	struct dirent *e;

	while (d && (e = readdir(d))) {
		struct stat st;
		if (!is_ours(e->d_name) || fstatat(sub, e->d_name, &st, AT_SYMLINK_NOFOLLOW) < 0 || !S_ISREG(st.st_mode))
			continue;
		if (remove && unlinkat(sub, e->d_name, 0) < 0)
			continue;
		size->files++;
		size->bytes += (uint64_t)st.st_size;
	}
	if (d)
		closedir(d);
	if (remove)
		unlinkat(dir, name, AT_REMOVEDIR); /* stays if something else is in it */
}

static bool visit(const char *dir, struct cache_size *size, bool remove, struct trouble *t)
{
	DIR *d = opendir(dir);
	struct dirent *e;

	*size = (struct cache_size){ 0 };
	if (!d)
		return file_exists(dir) ? trouble(t, "%s: not a readable directory", dir) : true;
	while ((e = readdir(d)))
		if (two_hex(e->d_name))
			each_file(dirfd(d), e->d_name, size, remove);
	if (remove)
		unlinkat(dirfd(d), "snag-clang-version", 0);
	closedir(d);
	return true;
}

bool cache_measure(const char *dir, struct cache_size *size, struct trouble *t)
{
	return visit(dir, size, false, t);
}

bool cache_clear(const char *dir, struct cache_size *size, struct trouble *t)
{
	return visit(dir, size, true, t);
}

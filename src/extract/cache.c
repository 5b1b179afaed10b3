/* Keys. The command's key leads to the list of files the unit read last time; the content of these files and the command's key
 * make the key of the unit. So a change of any file, or of which files there are, leads to another unit, and going back to
 * an earlier state of the tree finds the earlier unit if it read the same files.
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

struct extract_seen {
	bool known, exists;
	struct timespec changed, modified;
	off_t size;
	ino_t inode;
	uint8_t hash[LLVM_BLAKE3_OUT_LEN];
};

static const char deps_magic[8] = "snagdep\n";

void cache_init(struct cache *c, struct arena *a, const char *dir, const char *identity)
{
	*c = (struct cache){ .arena = a, .dir = dir, .identity = identity };
	intern_init(&c->path, a);
}

static void hash_text(llvm_blake3_hasher *h, const char *s)
{
	llvm_blake3_hasher_update(h, s, strlen(s) + 1); /* the 0 keeps "ab","c" and "a","bc" apart */
}

static struct key finish(llvm_blake3_hasher *h)
{
	uint8_t out[LLVM_BLAKE3_OUT_LEN];
	struct key k;

	llvm_blake3_hasher_finalize(h, out, sizeof out);
	for (size_t i = 0; i < sizeof out; i++)
		snprintf(k.hex + 2 * i, 3, "%02x", out[i]);
	return k;
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
			    .inode = st.st_ino };
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

/* ---- lookup ---- */

/* Paths with a 0 behind each, after the magic and before a checksum. A damaged list is no list. */
static bool read_deps(struct bytes file, struct bytes *deps)
{
	uint64_t check;

	if (file.len < sizeof deps_magic + sizeof check || memcmp(file.at, deps_magic, sizeof deps_magic) != 0)
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

const char *cache_find(struct cache *c, const struct job *j, struct key command)
{
	struct bytes file, deps;
	struct trouble t;
	struct key content;
	const char *path = NULL;

	if (!file_map(file_of(c, command, "deps"), &file, &t))
		return NULL;
	if (read_deps(file, &deps) && content_key(c, j, command, deps, &content)) {
		path = file_of(c, content, "ir");
		if (access(path, R_OK) != 0)
			path = NULL;
	}
	file_unmap(file);
	return path;
}

static bool write_deps(struct cache *c, struct key command, struct bytes deps, struct trouble *t)
{
	uint64_t check = XXH3_64bits(deps.at, deps.len);
	size_t len = sizeof deps_magic + deps.len + sizeof check;
	struct arena a;
	char *file;
	bool ok;

	arena_init(&a, "file list");
	file = arena_alloc(&a, len);
	memcpy(file, deps_magic, sizeof deps_magic);
	memcpy(file + sizeof deps_magic, deps.at, deps.len);
	memcpy(file + sizeof deps_magic + deps.len, &check, sizeof check);
	ok = file_write(file_of(c, command, "deps"), file, len, t);
	arena_release(&a);
	return ok;
}

static bool make_place(struct cache *c, const char *path, struct trouble *t)
{
	return file_make_dirs(path_dir(c->arena, path), t);
}

bool cache_place(struct cache *c, const struct job *j, struct key command, struct bytes deps, struct timespec start,
		 const char **path, struct trouble *t)
{
	struct key content;
	bool certain = deps.len > 0;

	for (const char *s = deps.at; certain && s < deps.at + deps.len; s += strlen(s) + 1) {
		certain = look_again(c, absolute(c, j, s), start);
	}
	if (!certain || !content_key(c, j, command, deps, &content)) {
		*path = file_of(c, command, "ir");
		return make_place(c, *path, t);
	}
	*path = file_of(c, content, "ir");
	return make_place(c, *path, t) && make_place(c, file_of(c, command, "deps"), t) && write_deps(c, command, deps, t);
}

/* ---- snag cache ---- */

static bool is_ours(const char *name)
{
	size_t n = strspn(name, "0123456789abcdef");

	static const char *const kind[] = { ".ir", ".deps", ".kept", ".plan", ".linked" };
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

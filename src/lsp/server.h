/* server: what the files of lsp share. */
#ifndef LSP_SERVER_H
#define LSP_SERVER_H

#include <sys/types.h>

#include "lsp/lsp.h"
#include "lsp/text.h"
#include "lsp/wire.h"
#include "report/format/source.h"

/* A text that a client has open. */
struct lsp_document {
	struct arena arena, base_arena, next_arena;
	const char *uri;  /* as the client writes it */
	const char *path; /* links followed, where there is such a file */
	json_int_t version;
	struct lsp_text text;	     /* as the client has it */
	struct lsp_text base;	     /* as the last run saw it, or when it was opened */
	struct lsp_text next;	     /* as the run that goes on sees it */
	struct text_shift now, then; /* from base to text, and back */
	bool open;
};

/* A run of snag in a child. */
enum job_kind { JOB_CHECK, JOB_PROVE, JOBS };
struct lsp_job {
	pid_t pid;    /* 0: none */
	int out, err; /* read ends; -1: closed */
	char *said;   /* what it wrote to its standard output, */
	size_t nsaid, room;
	char line[512]; /* the line of its standard error that is not whole, */
	size_t nline;
	char last[512]; /* and the last one that was */
	bool stopped;	/* by us */
	double due;	/* when it is to be started; 0: it is not */
	uint32_t token; /* of its progress; 0: none */
	bool told;	/* the client knows of its progress */
};

/* A request that is answered when a job ends. */
struct lsp_waiting {
	json_t *id; /* NULL: answered */
	enum job_kind kind;
	uint64_t fingerprint;
};

enum server_state { SERVER_NEW, SERVER_READY, SERVER_DOWN };

struct lsp_server {
	const struct lsp_host *host;
	struct wire wire;
	struct arena arena;   /* as long as the server */
	struct arena message; /* of the message that is being answered */
	struct arena found_arena;
	struct lsp_findings found;
	const char **real;	/* by finding: the file of its place, links followed */
	struct sources sources; /* of the message that is being answered */
	uint32_t generation;	/* of found */
	enum server_state state;
	bool ended; /* exit was said */
	const char *root;
	/* what the client can do */
	enum text_encoding encoding;
	bool pull, progress, show_document, related, literals;
	VEC(struct lsp_document *) document; /* those that were closed are used again */
	struct arena published_arena;
	VEC(const char *) published; /* URIs that have diagnostics, pushed */
	VEC(struct lsp_waiting) waiting;
	struct lsp_job job[JOBS];
	uint64_t proving;  /* the finding that JOB_PROVE is about */
	const char *alone; /* without a database: the file to check */
	uint32_t asked;	   /* ids and tokens given */
};

/* What a client sends may be anything: the member if it is of the kind asked for, else "", 0 or NULL. */
const char *member_text(const json_t *, const char *key);
json_int_t member_number(const json_t *, const char *key);
struct text_position member_position(const json_t *, const char *key);
uint64_t member_fingerprint(const char *text);

/* documents.c */
struct lsp_document *document_find(struct lsp_server *, const char *uri);
struct lsp_document *document_of_path(struct lsp_server *, const char *path);
void document_open(struct lsp_server *, const json_t *params);
void document_change(struct lsp_server *, const json_t *params);
void document_save(struct lsp_server *, const json_t *params);
void document_close(struct lsp_server *, const json_t *params);
/* A run begins: it sees what is on disk now. It has ended: that is what its findings speak of. */
void documents_begin(struct lsp_server *);
void documents_end(struct lsp_server *);
/* A path as findings and documents are compared by: absolute, links followed. In the arena of the message. */
const char *path_real(struct lsp_server *, const char *path);

/* diagnostics.c */
void diagnostics_load(struct lsp_server *); /* of the last run that is kept */
void diagnostics_publish(struct lsp_server *);
json_t *diagnostics_of(struct lsp_server *, const char *path, const struct lsp_document *);
json_t *diagnostics_pull(struct lsp_server *, const json_t *params);
json_t *diagnostics_pull_all(struct lsp_server *, const json_t *params);
/* "file", line and column of a place as the client counts: {"uri", "range"}. */
json_t *location_of(struct lsp_server *, const struct finding_place *);
bool finding_is_shown(const struct lsp_server *, const struct finding *);
/* The places of a finding: 0 is its own; false: there are no more. */
bool finding_place_at(const struct finding *, uint32_t i, struct finding_place *, const char **says);
/* The place that a client points at, in the words of the last run: its file, and its line from 1. False: it names no file. */
struct pointed {
	const char *path;
	uint32_t line, last; /* last: of a range */
	struct bytes word;   /* at NULL: none */
};
bool pointed_at(struct lsp_server *, const json_t *params, bool range, struct pointed *);
bool place_is_pointed(struct lsp_server *, const struct finding_place *, const struct pointed *);

/* hover.c */
json_t *hover(struct lsp_server *, const json_t *params);

/* actions.c */
json_t *actions(struct lsp_server *, const json_t *params);
void execute(struct lsp_server *, json_t *id, const json_t *params);
/* A job that requests wait for has ended. */
void execute_ended(struct lsp_server *, enum job_kind, int status);
extern const char *const execute_command[]; /* ends with NULL */

/* job.c */
void job_want(struct lsp_server *, enum job_kind); /* soon; one that runs is stopped and begun again */
void job_start_due(struct lsp_server *);
double job_due(const struct lsp_server *); /* seconds until one is to be started; < 0: none is */
void job_stop(struct lsp_server *, enum job_kind);
bool job_read(struct lsp_server *, enum job_kind, bool error);	/* true: there was something, and may be more */
bool job_reap(struct lsp_server *, enum job_kind, int *status); /* true: it has ended by itself */
void job_progress_ready(struct lsp_server *, uint32_t token);	/* the client has taken it */
void job_progress_end(struct lsp_server *, struct lsp_job *, const char *says);
void jobs_end(struct lsp_server *);

/* server.c */
void server_log(struct lsp_server *, int type, const char *text); /* 1 error, 2 warning, 3 info, 4 log */
void server_show(struct lsp_server *, int type, const char *text);

#endif

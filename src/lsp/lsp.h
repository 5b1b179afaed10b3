/* lsp: a language server over stdio (LSP 3.17), for editors.
 *
 * Diagnostics are the findings of the last run, at once; a save starts `snag check` as a child process, which uses the cache, and
 * what it has found replaces them. Nothing of a program is analysed in this process: a crash or a long phase never takes the
 * server with it.
 *
 *     stdin -> frame.c -> server.c -> documents.c, diagnostics.c, hover.c, actions.c -> wire.c -> stdout
 *                           |  ^
 *                           v  | ended
 *                          job.c: children
 *
 * needs   a host: what a run of snag knows (run_lsp.c)      gives   answers
 * misses  several workspace folders: only the first one is looked at; text that was not saved is not analysed: diagnostics move
 *         with its lines until the next save
 *
 * Input is hostile. A message is bounded, a header that makes no sense ends the server with one line and status 2 since nobody
 * knows where the next one begins; a body that makes no sense is answered with an error. */
#ifndef LSP_LSP_H
#define LSP_LSP_H

#include "base/diag.h"
#include "base/opt/opt.h"
#include "report/graph.h"
#include "report/track/track.h"

/* The last run, ranked, in the order of the report. */
struct lsp_findings {
	const struct finding *at;
	uint32_t n;
	struct report_graphs graphs;
	enum confidence least; /* what has less is not shown */
	bool kept;	       /* there is such a run */
};

/* What a run of snag knows. Texts in the arena that is handed over. */
struct lsp_host {
	void *context;
	/* The server works in this directory from now on, with the settings that hold there. */
	bool (*enter)(void *context, const char *root, struct trouble *);
	bool (*load)(void *context, struct arena *, struct lsp_findings *); /* false: no run is kept */
	bool (*has_database)(void *context);
	/* The words of a child, without the program: of a check, of these files where there is no database; or of a proof of the
	 * finding with this fingerprint, NULL: none is asked for. */
	struct strings (*words)(void *context, struct arena *, struct strings files, const char *prove);
	bool (*say)(void *context, uint64_t fingerprint, enum verdict_kind, const char *note, struct trouble *);
	const char *(*explain)(void *context, struct arena *, const struct lsp_findings *, uint32_t i);
	const char *(*execution)(void *context, struct arena *, const struct lsp_findings *,
				 uint32_t i);		       /* NULL: there is none */
	const char *(*scratch)(void *context, struct arena *); /* a directory for texts that are shown */
};

/* Speaks until the client says exit, closes its end or a signal comes: the exit status. */
int lsp_run(const struct lsp_host *);

#endif

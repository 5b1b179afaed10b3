/* One file twice in the database, with the same meaning: one unit. */
int only;

// STATS: units == 1
// STATS: jobs_other >= 1

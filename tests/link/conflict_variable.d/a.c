/* One name, two types: the sizes differ, so the accesses of one unit overrun the other's. Told, counted, not fatal. */
// MESSAGE: 'limit'
// STATS: conflicts == 1
int limit = 1;

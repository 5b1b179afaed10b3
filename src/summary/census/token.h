/* token: fills in ground.token, see token.c. */
#ifndef SUMMARY_TOKEN_H
#define SUMMARY_TOKEN_H

#include "summary/census/ground.h"

void token_find(struct ground *, const struct points *, struct arena *out);

#endif

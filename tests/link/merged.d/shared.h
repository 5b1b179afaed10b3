#ifndef SHARED_H
#define SHARED_H

static inline int twice(int n)
{
	return 2 * n;
}

static inline int quadruple(int n)
{
	return twice(twice(n));
}

#endif

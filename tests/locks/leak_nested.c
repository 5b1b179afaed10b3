/* Several locks and error paths in the order of a kernel driver. */
#include <pthread.h>
#include <stdlib.h>

struct dev {
	pthread_mutex_t a, b;
	int state;
	char *buffer;
};

int start(struct dev *);
static int probe(struct dev *d)
{
	return d->state > 3 ? -1 : 0;
}

int unwind(struct dev *d)
{
	int err = -12;

	pthread_mutex_lock(&d->a);
	d->buffer = malloc(100);
	if (!d->buffer)
		goto out_a;
	pthread_mutex_lock(&d->b);
	err = probe(d);
	if (err)
		goto out_b;
	pthread_mutex_unlock(&d->b);
	pthread_mutex_unlock(&d->a);
	return 0; // NOLOCK-LEAK
out_b:
	pthread_mutex_unlock(&d->b); // NOUNLOCK-UNHELD
	free(d->buffer); // NORACE
out_a:
	pthread_mutex_unlock(&d->a); // NOUNLOCK-UNHELD
	return err;                  // NOLOCK-LEAK
}

int unwind_wrong_label(struct dev *d)
{
	int err = -12;

	pthread_mutex_lock(&d->a);
	d->buffer = malloc(100);
	if (!d->buffer)
		goto out_a;
	pthread_mutex_lock(&d->b);
	if (probe(d)) {
		err = -5;
		goto out_a;
	}
	pthread_mutex_unlock(&d->b);
	pthread_mutex_unlock(&d->a);
	return 0;
out_a:
	pthread_mutex_unlock(&d->a);
	return err; // LOCK-LEAK
}

int unwind_too_much(struct dev *d)
{
	int err = -12;

	pthread_mutex_lock(&d->a);
	d->buffer = malloc(100);
	if (!d->buffer)
		goto out_b;
	pthread_mutex_lock(&d->b);
	d->state = 1;
	err = 0;
	pthread_mutex_unlock(&d->b);
	pthread_mutex_unlock(&d->a);
	return err;
out_b:
	pthread_mutex_unlock(&d->b); // NOUNLOCK-UNHELD
	pthread_mutex_unlock(&d->a);
	return err;
}

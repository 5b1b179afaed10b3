/* A program of three files: locks through wrappers of a header, taken in both orders, and a flag that nobody guards. */
#include "account.h"

int transfer(struct account *from, struct account *to, long amount)
{
	account_lock(from); // DEADLOCK 1
	account_lock(to); // DEADLOCK 1
	if (from->balance < amount)
		return -1; // LOCK-LEAK; LOCK-LEAK: both accounts
	from->balance -= amount;
	to->balance += amount;
	from->moves++; // NORACE: under the lock
	account_unlock(to);
	account_unlock(from);
	return 0;
}

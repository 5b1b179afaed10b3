// FLAGS: -- -fcommon
/* Tentative definitions are one object, as large as the largest; a real definition wins over them. */
int shared[2];
int decided;

int *use(void)
{
	return shared + decided;
}

/* dump-has link
   decided: extern variable 4 bytes in ... b.c
   shared: common variable 32 bytes in
*/
// STATS: conflicts == 0

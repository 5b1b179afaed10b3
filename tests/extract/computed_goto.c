/* goto *p may reach every label whose address is taken, and no other. */
int run(const unsigned char *code)
{
	void *const next[] = { &&stop, &&up, &&down };
	int n = 0;

	goto *next[*code];
up:
	n++;
	goto *next[*++code];
down:
	n--;
	goto *next[*++code];
stop:
	return n;
}

/* dump-has ir:run
   fn extern run(%code.1: const unsigned char *)
   memcpy %next..., @__const.run.next, 24
   goto ... to b..., b..., b...
*/

/* dump-has ir
   var static __const.run.next
   +0[0] = label run b...
   +8[1] = label run b...
   +16[2] = label run b...
*/

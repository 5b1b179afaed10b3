/* A struct that is only declared has a name and no fields; its pointer passes through. */
struct hidden;
void use(struct hidden *);

void pass(struct hidden *h, struct hidden **slot)
{
	*slot = h; // NORACE: nothing says that what callers hand over is shared
	use(h);
}

/* dump-has ir:pass
   fn extern pass(%h.1: struct hidden *, %slot.2: struct hidden * *)
   store ptr %slot.2, %h.1
   call ... @use(%h.1)
*/

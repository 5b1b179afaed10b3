/* A struct that is only declared has a name and no fields; its pointer passes through. */
struct hidden;
void use(struct hidden *);

void pass(struct hidden *h, struct hidden **slot)
{
	*slot = h;
	use(h);
}

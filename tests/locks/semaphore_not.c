/* down() and up() that move things: they are defined here, and no locks. */
struct lift {
	int floor;
};

static struct lift left, right;

void down(struct lift *l)
{
	l->floor--; // RACE 1
}

void up(struct lift *l)
{
	l->floor++; // RACE 1
}

void forward(void)
{
	down(&left); // NODEADLOCK
	down(&right); // NODEADLOCK
	up(&right);
	up(&left);
}

void backward(void)
{
	down(&right); // NODEADLOCK
	down(&left); // NODEADLOCK
	up(&left);
	up(&right);
}

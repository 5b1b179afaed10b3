/* A compound literal is an object: on the stack in a function, static at file scope. */
struct pair {
	int a, b;
};
struct pair *global = &(struct pair){ 1, 2 };
void take(struct pair *);

void give(int n)
{
	take(&(struct pair){ .b = n });
}

/* Enumerators are numbers; the type keeps its name. */
enum color { RED, GREEN = 5, BLUE };

struct pen {
	enum color color;
	enum { THIN, THICK } width;
};

int is_blue(struct pen *p)
{
	p->width = THICK;
	return p->color == BLUE;
}

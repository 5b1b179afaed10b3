/* Enumerators are numbers; the type keeps its name. */
enum color { RED, GREEN = 5, BLUE };

struct pen {
	enum color color;
	enum { THIN, THICK } width;
};

int is_blue(struct pen *p)
{
	p->width = THICK; // NORACE: nothing says that what callers hand over is shared
	return p->color == BLUE;
}

/* dump-has ir:is_blue
   $w = field %p.1 + 4 : struct pen.width
   store i32 $w, 1
   $c = field %p.1 + 0 : struct pen.color
   $v = load i32 $c
   compare == $v, 6
*/

/* dump-has ir
   +0  color: enum color
   +4  width: enum @enum.c:6
*/

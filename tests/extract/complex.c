/* A complex number is two floats side by side. */
double _Complex z;

void rotate(void)
{
	z *= 1.0i; // RACE; NORACE
}

float real_part(float _Complex *p)
{
	return __real__ *p;
}

/* dump-has ir:rotate
   load f64 @z  ;
   load f64 @z + 8
   store f64 @z, ...
   store f64 @z + 8
*/

/* dump-has ir:real_part
   load f32
*/

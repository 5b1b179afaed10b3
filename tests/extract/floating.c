/* Floating point: arithmetic, comparison that is false on NaN, conversions. */
double scale(float f, int n)
{
	return -(f / 2.0) + n;
}

int less(double a, double b)
{
	return a < b;
}

unsigned cut(double d)
{
	return (unsigned)d;
}

/* dump-has ir:scale
   cast fpext f64 %f.1
   binary fdiv f64
   negate f64
   cast sitofp f64 %n.2
   binary fadd f64
*/

/* dump-has ir:less
   compare f< %a.1, %b.2
*/

/* dump-has ir:cut
   cast fptoui i32 %d.1
*/

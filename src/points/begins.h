/* begins: how functions begin that nobody in the program calls: where contexts and lockset start from. */
#ifndef POINTS_BEGINS_H
#define POINTS_BEGINS_H

/* How something outside starts running a function of the program. */
enum root_kind {
	ROOT_MAIN = 1, /* the start of the program */
	ROOT_THREAD,   /* SITE_SPAWN */
	ROOT_TASK,     /* SITE_TASK: model kind in `model`, queue in the edge */
	ROOT_HANDLER,  /* SITE_HANDLER: model kind in `model` */
	ROOT_EXPORT,   /* an exported function of a library, or declared `multithreaded`: any thread, any number at once */
	ROOT_SINGLE,   /* declared `single`: before there are other threads */
	ROOT_INTERRUPT, /* declared `interrupt` */
	ROOT_ENTERED    /* declared `once`: one thread, once, while others may run */
};

#endif

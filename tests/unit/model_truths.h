/* What a reader of the manual pages and of the kernel's documentation expects of well-known functions. Included by model_test.c.
 */

enum truth_test { T_ALWAYS, T_R_EQ_0, T_R_NE_0, T_R_GT_0, T_R_NOT_NULL };

struct lock_truth {
	const char *name;
	enum model_verb verb;
	int arg;	       /* the lock is what this argument points to; -1: a named thing */
	uint32_t has, has_not; /* flags */
	enum truth_test held;
};

static const struct lock_truth lock_truths[] = {
	/* pthread_mutex_trylock(3): 0 on success, EBUSY if it is locked */
	{ "pthread_mutex_lock", MODEL_ACQUIRE, 0, 0, MODEL_TRY | MODEL_SHARED | MODEL_SPIN, T_ALWAYS },
	{ "pthread_mutex_trylock", MODEL_ACQUIRE, 0, MODEL_TRY, MODEL_SHARED, T_R_EQ_0 },
	{ "pthread_mutex_timedlock", MODEL_ACQUIRE, 0, MODEL_TIMED, MODEL_TRY, T_R_EQ_0 },
	{ "pthread_mutex_unlock", MODEL_RELEASE, 0, 0, 0, T_ALWAYS },
	{ "pthread_rwlock_rdlock", MODEL_ACQUIRE, 0, MODEL_SHARED, MODEL_TRY, T_ALWAYS },
	{ "pthread_rwlock_tryrdlock", MODEL_ACQUIRE, 0, MODEL_SHARED | MODEL_TRY, 0, T_R_EQ_0 },
	{ "pthread_rwlock_wrlock", MODEL_ACQUIRE, 0, 0, MODEL_SHARED, T_ALWAYS },
	{ "pthread_rwlock_trywrlock", MODEL_ACQUIRE, 0, MODEL_TRY, MODEL_SHARED, T_R_EQ_0 },
	{ "pthread_rwlock_clockwrlock", MODEL_ACQUIRE, 0, MODEL_TIMED, MODEL_SHARED | MODEL_TRY, T_R_EQ_0 },
	{ "pthread_rwlock_unlock", MODEL_RELEASE, 0, 0, MODEL_SHARED | MODEL_EXCLUSIVE, T_ALWAYS },
	{ "pthread_spin_lock", MODEL_ACQUIRE, 0, MODEL_SPIN, 0, T_ALWAYS },
	{ "pthread_spin_trylock", MODEL_ACQUIRE, 0, MODEL_SPIN | MODEL_TRY, 0, T_R_EQ_0 },
	{ "pthread_spin_unlock", MODEL_RELEASE, 0, 0, 0, T_ALWAYS },
	{ "mtx_trylock", MODEL_ACQUIRE, 0, MODEL_TRY, 0, T_R_EQ_0 }, /* thrd_success is 0 */
	{ "mtx_unlock", MODEL_RELEASE, 0, 0, 0, T_ALWAYS },
	{ "sem_wait", MODEL_ACQUIRE, 0, MODEL_SEMAPHORE, MODEL_TRY, T_R_EQ_0 },
	{ "sem_trywait", MODEL_ACQUIRE, 0, MODEL_SEMAPHORE | MODEL_TRY, 0, T_R_EQ_0 },
	{ "sem_post", MODEL_RELEASE, 0, MODEL_SEMAPHORE, 0, T_ALWAYS },
	{ "ftrylockfile", MODEL_ACQUIRE, 0, MODEL_TRY | MODEL_RECURSIVE, 0, T_R_EQ_0 }, /* zero for success */
	{ "funlockfile", MODEL_RELEASE, 0, 0, 0, T_ALWAYS },
	/* kernel: mutex_trylock and spin_trylock give 1 on success, down_trylock gives 0 */
	{ "mutex_lock_nested", MODEL_ACQUIRE, 0, 0, MODEL_SPIN | MODEL_TRY, T_ALWAYS },
	{ "mutex_lock_interruptible", MODEL_ACQUIRE, 0, 0, MODEL_TRY, T_R_EQ_0 },
	{ "mutex_lock_killable_nested", MODEL_ACQUIRE, 0, 0, MODEL_TRY, T_R_EQ_0 },
	{ "mutex_trylock", MODEL_ACQUIRE, 0, MODEL_TRY, 0, T_R_NE_0 },
	{ "mutex_unlock", MODEL_RELEASE, 0, 0, 0, T_ALWAYS },
	{ "_raw_spin_lock", MODEL_ACQUIRE, 0, MODEL_SPIN, MODEL_IRQ | MODEL_BH, T_ALWAYS },
	{ "_raw_spin_lock_irqsave", MODEL_ACQUIRE, 0, MODEL_SPIN | MODEL_IRQ, MODEL_BH, T_ALWAYS },
	{ "_raw_spin_lock_bh", MODEL_ACQUIRE, 0, MODEL_SPIN | MODEL_BH, MODEL_IRQ, T_ALWAYS },
	{ "_raw_spin_trylock", MODEL_ACQUIRE, 0, MODEL_SPIN | MODEL_TRY, MODEL_IRQ, T_R_NE_0 },
	{ "_raw_spin_unlock_irqrestore", MODEL_RELEASE, 0, MODEL_IRQ, 0, T_ALWAYS },
	{ "_raw_read_lock", MODEL_ACQUIRE, 0, MODEL_SPIN | MODEL_SHARED, 0, T_ALWAYS },
	{ "_raw_read_unlock", MODEL_RELEASE, 0, MODEL_SHARED, 0, T_ALWAYS },
	{ "_raw_write_lock", MODEL_ACQUIRE, 0, MODEL_SPIN, MODEL_SHARED, T_ALWAYS },
	{ "_raw_write_unlock", MODEL_RELEASE, 0, MODEL_EXCLUSIVE, MODEL_SHARED, T_ALWAYS },
	{ "down", MODEL_ACQUIRE, 0, MODEL_SEMAPHORE, MODEL_TRY, T_ALWAYS },
	{ "down_interruptible", MODEL_ACQUIRE, 0, MODEL_SEMAPHORE, MODEL_TRY, T_R_EQ_0 },
	{ "down_trylock", MODEL_ACQUIRE, 0, MODEL_SEMAPHORE | MODEL_TRY, 0, T_R_EQ_0 },
	{ "down_timeout", MODEL_ACQUIRE, 0, MODEL_SEMAPHORE | MODEL_TIMED, MODEL_TRY, T_R_EQ_0 },
	{ "up", MODEL_RELEASE, 0, MODEL_SEMAPHORE, 0, T_ALWAYS },
	{ "down_read", MODEL_ACQUIRE, 0, MODEL_SHARED, MODEL_SEMAPHORE | MODEL_SPIN, T_ALWAYS },
	{ "down_read_trylock", MODEL_ACQUIRE, 0, MODEL_SHARED | MODEL_TRY, 0, T_R_NE_0 }, /* unlike down_trylock */
	{ "down_write_trylock", MODEL_ACQUIRE, 0, MODEL_TRY, MODEL_SHARED, T_R_NE_0 },
	{ "down_write_killable", MODEL_ACQUIRE, 0, 0, MODEL_TRY | MODEL_SHARED, T_R_EQ_0 },
	{ "up_read", MODEL_RELEASE, 0, MODEL_SHARED, 0, T_ALWAYS },
	{ "up_write", MODEL_RELEASE, 0, MODEL_EXCLUSIVE, 0, T_ALWAYS },
	{ "bit_spin_lock", MODEL_ACQUIRE, 1, MODEL_SPIN, 0, T_ALWAYS },
	{ "test_and_set_bit_lock", MODEL_ACQUIRE, 1, MODEL_TRY, 0, T_R_EQ_0 }, /* the old value */
	{ "folio_trylock", MODEL_ACQUIRE, 0, MODEL_TRY, 0, T_R_NE_0 },
	{ "__rcu_read_lock", MODEL_ACQUIRE, -1, MODEL_SHARED | MODEL_RECURSIVE, 0, T_ALWAYS },
	{ "__srcu_read_lock", MODEL_ACQUIRE, 0, MODEL_SHARED, MODEL_SPIN, T_ALWAYS }, /* SRCU readers may sleep */
	{ "_atomic_dec_and_lock", MODEL_ACQUIRE, 1, MODEL_SPIN, 0, T_R_NE_0 },
	{ "lock_kernel", MODEL_ACQUIRE, -1, MODEL_RECURSIVE | MODEL_ROB, 0, T_ALWAYS },
	{ "g_mutex_trylock", MODEL_ACQUIRE, 0, MODEL_TRY, 0, T_R_NE_0 },
	{ "g_rec_mutex_lock", MODEL_ACQUIRE, 0, MODEL_RECURSIVE, 0, T_ALWAYS },
	{ "uv_mutex_trylock", MODEL_ACQUIRE, 0, MODEL_TRY, 0, T_R_EQ_0 },
	{ "uv_rwlock_tryrdlock", MODEL_ACQUIRE, 0, MODEL_TRY | MODEL_SHARED, 0, T_R_EQ_0 },
	{ "xQueueSemaphoreTake", MODEL_ACQUIRE, 0, MODEL_SEMAPHORE, 0, T_R_NE_0 },
	/* completions: 0 is success without a timeout, the time left with one */
	{ "wait_for_completion", MODEL_WAIT, 0, 0, MODEL_TRY, T_ALWAYS },
	{ "wait_for_completion_interruptible", MODEL_WAIT, 0, 0, MODEL_TRY, T_R_EQ_0 },
	{ "wait_for_completion_timeout", MODEL_WAIT, 0, MODEL_TIMED, 0, T_R_NE_0 },
	{ "wait_for_completion_interruptible_timeout", MODEL_WAIT, 0, MODEL_TIMED, 0, T_R_GT_0 },
	{ "try_wait_for_completion", MODEL_WAIT, 0, MODEL_TRY, 0, T_R_NE_0 },
	{ "g_async_queue_try_pop", MODEL_WAIT, 0, MODEL_TRY, 0, T_R_NOT_NULL },
	{ "complete", MODEL_SIGNAL, 0, 0, 0, T_ALWAYS },
	{ "complete_all", MODEL_BROADCAST, 0, 0, 0, T_ALWAYS },
};

static const struct model_row *find_verb(const struct models *m, const char *name, enum model_verb verb)
{
	for (const struct model_row *r = model_find(m, name); r; r = r->next)
		if (r->verb == verb)
			return r;
	fail_msg("%s has no row with %s", name, model_verb_name(verb));
	return NULL;
}

static bool condition_is(const struct model_condition *c, enum truth_test want)
{
	if (want == T_ALWAYS)
		return c->test == MODEL_ALWAYS;
	if (c->base != MODEL_RESULT)
		return false;
	if (want == T_R_NOT_NULL)
		return c->test == MODEL_NE && c->what == MODEL_NULL;
	return c->what == MODEL_NUMBER && c->value == 0 &&
	       c->test == (want == T_R_EQ_0   ? MODEL_EQ
			   : want == T_R_NE_0 ? MODEL_NE
					      : MODEL_GT);
}

static void locks_mean_what_the_manual_says(void **state)
{
	const struct models *m = builtin();

	(void)state;
	for (size_t i = 0; i < sizeof lock_truths / sizeof *lock_truths; i++) {
		const struct lock_truth *t = &lock_truths[i];
		const struct model_row *r = find_verb(m, t->name, t->verb);
		if (t->arg < 0 ? r->on.base != MODEL_NAMED
			       : r->on.base != MODEL_ARGUMENT || r->on.arg != t->arg || r->on.deref != 1)
			fail_msg("%s: the wrong lock", t->name);
		if ((r->flags & t->has) != t->has || (r->flags & t->has_not))
			fail_msg("%s: flags 0x%x", t->name, r->flags);
		if (!condition_is(&r->when, t->held))
			fail_msg("%s: the wrong condition", t->name);
	}
}

/* Rows by what they say, as a line of their own dump would put it; the lines are written from the manual, blanks squeezed. */
static const char *const other_truths[] = {
	"pthread_cond_wait wait *0 with *1 - mutex",
	"pthread_cond_timedwait wait *0 with *1 timed - mutex",
	"pthread_create spawn fn=2 arg=3 id=*0 attr=1 - thread",
	"pthread_join join 0 value=*1 - thread",
	"pthread_exit exit-thread value=0 - thread",
	"pthread_once once *0 fn=1 - once",
	"pthread_key_create handler *0 fn=1 kind=tls - tls",
	"pthread_mutexattr_settype settype *0 kind-arg=1 recursive-if=a1==1 checked-if=a1==2 - mutex-attr",
	"thrd_create spawn fn=1 arg=2 id=*0 - thrd",
	"cnd_wait wait *0 with *1 - mtx",
	"call_once once *0 fn=1 - call-once",
	"sem_init init *0 count=2 - sem",
	"__atomic_load_8 atomic *0 load order=1 - atomic",
	"__atomic_compare_exchange_4 atomic *0 value=2 expected=*1 cmpxchg order=3 fail-order=4 gives=done - atomic",
	"__sync_lock_release_4 atomic *0 store order=release op=clear - atomic",
	"memcpy copies *0 from *1 len=2 - libc-memory",
	"strcpy reads *1 len=str - libc-string",
	"snprintf writes *0 most=1 - libc-format",
	"read writes *1 len=2 - libc-io",
	"read block - - posix-io",
	"fwrite reads *0 len=1*2 - libc-io",
	"calloc alloc r zeroed size=0*1 r!=null libc-alloc",
	"posix_memalign alloc *0 size=2 r==0 libc-alloc",
	"realloc realloc *0 size=1 r!=null libc-alloc",
	"free free *0 - libc-alloc",
	"localtime writes @tmbuf - libc-static",
	"strtok writes @strtok - libc-static",
	"setenv writes @environ - libc-static",
	"getenv reads @environ - libc-static",
	"__errno_location private *r kind=thread - libc-private",
	"atexit handler fn=0 kind=exit - exit",
	"signal handler 0 fn=1 kind=signal - signal",
	"qsort calls fn=3 arg=0 arg2=0 - callback",
	"abort noreturn fatal - process", "exit noreturn fatal a0!=0 process", "exit noreturn - - process",
	"fork fork - - process",
	"kthread_create_on_node spawn fn=0 arg=1 id=r - kthread",
	"kthread_stop join 0 - kthread",
	"init_timer_key handler *0 fn=1 arg=0 kind=timer - timer",
	"request_threaded_irq handler 0 fn=1 arg=0 arg2=5 kind=irq - interrupt",
	"request_threaded_irq handler 0 fn=2 arg=0 arg2=5 kind=irq-thread - interrupt",
	"queue_work_on enqueue task=*2 queue=*1 kind=work - work",
	"flush_work join *0 - work",
	"call_rcu handler *0 fn=1 arg=0 kind=rcu - rcu-callback",
	"synchronize_rcu quiesce @rcu - rcu",
	"arch_local_irq_save disable save=r irq - irq",
	"arch_local_irq_restore enable restore=0 irq - irq",
	"schedule block - - sleep",
	"_copy_from_user block fault - uaccess",
	"__kmalloc block - a1&0x400 slab",
	"kmem_cache_free free *1 - slab",
	"downgrade_write downgrade *0 - rwsem",
	"atomic_add atomic *1 value=0 rmw order=relaxed op=add gives=nothing - atomic-ops",
	"atomic_read atomic *0 load order=relaxed - atomic-ops",
	"atomic_dec_and_test atomic *0 rmw last order=seq_cst op=dec gives=zero - atomic-ops",
	"set_bit atomic *1 value=0 bit rmw order=relaxed op=or gives=nothing - bitops",
	"test_and_clear_bit atomic *1 value=0 bit rmw order=seq_cst op=andnot gives=old - bitops",
	"atomic_inc_return atomic *0 rmw order=seq_cst op=inc gives=new - atomic-ops",
	"atomic_fetch_add atomic *1 value=0 rmw order=seq_cst op=add gives=old - atomic-ops",
	"atomic_long_xchg atomic *0 value=1 rmw order=seq_cst op=exchange gives=old - atomic-ops",
	"atomic_cmpxchg atomic *0 value=2 expected=1 cmpxchg order=seq_cst gives=old - atomic-ops",
	"atomic64_try_cmpxchg atomic *0 value=2 expected=*1 cmpxchg order=seq_cst gives=done - atomic-ops",
	"atomic_add_negative atomic *1 value=0 rmw order=seq_cst op=add gives=negative - atomic-ops",
	"atomic_inc_unless_negative atomic *0 rmw order=seq_cst op=inc unless=old<0 gives=done - atomic-ops",
	"atomic_dec_if_positive atomic *0 rmw order=seq_cst op=dec unless=old<=0 gives=new - atomic-ops",
	"refcount_dec_not_one atomic *0 rmw more order=release op=dec unless=old==1 gives=done - refcount",
	"g_atomic_int_dec_and_test atomic *0 rmw order=seq_cst op=dec gives=zero - g-atomic",
	"g_atomic_pointer_compare_and_exchange atomic *0 value=2 expected=1 cmpxchg order=seq_cst gives=done - g-atomic",
	"InterlockedIncrement atomic *0 rmw order=seq_cst op=inc gives=new - interlocked",
	"InterlockedCompareExchange atomic *0 value=1 expected=2 cmpxchg order=seq_cst gives=old - interlocked",
	"InterlockedExchangeAdd64 atomic *0 value=1 rmw order=seq_cst op=add gives=old - interlocked",
	"struct work_struct.func task arg=this kind=work - work",
	"struct hrtimer.function task arg=this kind=hrtimer - hrtimer",
	"g_thread_new spawn fn=1 arg=2 id=r - g-thread",
	"uv_queue_work enqueue fn=2 arg=1 queue=@uv_pool kind=pool - uv-pool",
	"xTaskCreate spawn fn=0 arg=3 id=*5 - freertos-task",
};

/* One blank instead of many, one at the start of each line. */
static char *squeeze(const char *s)
{
	char *out = arena_alloc(&arena, strlen(s) + 2);
	size_t n = 0;

	for (out[n++] = '\n'; *s; s++)
		if (*s != ' ' || s[1] != ' ')
			out[n++] = *s;
	return out;
}

static void other_verbs_mean_what_the_manual_says(void **state)
{
	const char *text = squeeze(dump(builtin()));

	(void)state;
	for (size_t i = 0; i < sizeof other_truths / sizeof *other_truths; i++)
		if (!strstr(text, arena_format(&arena, "\n%s\n", other_truths[i])))
			fail_msg("no row says: %s", other_truths[i]);
}

static void the_kernel_is_entered_where_it_should(void **state)
{
	const struct models *m = builtin();
	const struct {
		const char *name;
		enum model_subject subject;
		enum model_verb verb;
	} roots[] = {
		{ "__x64_sys_openat", MODEL_SYMBOL, MODEL_MULTITHREADED },
		{ "__do_sys_clone", MODEL_SYMBOL, MODEL_MULTITHREADED },
		{ "sysvec_apic_timer_interrupt", MODEL_SYMBOL, MODEL_INTERRUPT },
		{ ".init.text", MODEL_SECTION, MODEL_SINGLE },
		{ "file_operations.read", MODEL_FIELD, MODEL_MULTITHREADED },
		{ "__traceiter_sched_switch", MODEL_SYMBOL, MODEL_IGNORE },
	};

	(void)state;
	for (size_t i = 0; i < sizeof roots / sizeof *roots; i++) {
		const struct model_row *r = model_find_in(m, MODEL_ROOT, roots[i].subject, roots[i].name);
		if (!r || r->verb != roots[i].verb)
			fail_msg("%s is not declared %s", roots[i].name, model_verb_name(roots[i].verb));
	}
	assert_null(model_find_in(m, MODEL_ROOT, MODEL_SYMBOL, "vfs_read"));
	assert_non_null(model_find_in(m, MODEL_PERCPU_SPACE, MODEL_SECTION, ".data..percpu"));
}

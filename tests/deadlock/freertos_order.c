/* FreeRTOS: two mutexes, which are handles, in opposite orders. */
typedef void *SemaphoreHandle_t;
typedef void (*TaskFunction_t)(void *);

SemaphoreHandle_t xQueueCreateMutex(unsigned char type);
int xQueueSemaphoreTake(SemaphoreHandle_t, unsigned int ticks);
int xQueueGenericSend(SemaphoreHandle_t, const void *, unsigned int ticks, int position);
int xTaskCreate(TaskFunction_t, const char *, unsigned short, void *, unsigned int, void **);
void vTaskStartScheduler(void);
void vTaskDelete(void *);

#define FOREVER 0xffffffffu

static SemaphoreHandle_t bus, screen;
static int total;

static void draw(void *argument)
{
	xQueueSemaphoreTake(screen, FOREVER); // DEADLOCK 1 missed: the model has a time limit, which is never reached here
	xQueueSemaphoreTake(bus, FOREVER); // DEADLOCK 1 missed
	total++; // NORACE
	xQueueGenericSend(bus, (void *)0, 0, 0);
	xQueueGenericSend(screen, (void *)0, 0, 0);
	vTaskDelete(argument);
}

static void measure(void *argument)
{
	xQueueSemaphoreTake(bus, FOREVER); // DEADLOCK 1 missed
	xQueueSemaphoreTake(screen, FOREVER); // DEADLOCK 1 missed
	total--; // NORACE
	xQueueGenericSend(screen, (void *)0, 0, 0);
	xQueueGenericSend(bus, (void *)0, 0, 0);
	vTaskDelete(argument);
}

int main(void)
{
	bus = xQueueCreateMutex(1);
	screen = xQueueCreateMutex(1);
	xTaskCreate(draw, "draw", 128, (void *)0, 1, (void **)0);
	xTaskCreate(measure, "measure", 128, (void *)0, 1, (void **)0);
	vTaskStartScheduler();
	return 0;
}

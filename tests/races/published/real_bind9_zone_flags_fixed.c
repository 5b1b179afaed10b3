/* bind9, bug 2582, fixed as in merge request 4868: zone_maintenance takes the zone's lock before it reads the flag. */
#include <pthread.h>
#include <stdio.h>

#define DNS_ZONEFLG_REFRESH 1u
#define DNS_ZONEFLG_NEEDREFRESH 2u
#define DNS_ZONE_FLAG(z, f) (((z)->flags & (f)) != 0)
#define DNS_ZONE_SETFLAG(z, f) ((z)->flags |= (f))

typedef struct dns_zone {
	pthread_mutex_t lock;
	unsigned int flags;
	unsigned int refreshes;
} dns_zone_t;

static void dns_zone_refresh(dns_zone_t *zone)
{
	pthread_mutex_lock(&zone->lock);
	DNS_ZONE_SETFLAG(zone, DNS_ZONEFLG_REFRESH); // NORACE
	zone->refreshes++; // NORACE
	pthread_mutex_unlock(&zone->lock);
}

static void zone_maintenance(dns_zone_t *zone)
{
	int refreshing;

	pthread_mutex_lock(&zone->lock);
	refreshing = DNS_ZONE_FLAG(zone, DNS_ZONEFLG_REFRESH); // NORACE
	pthread_mutex_unlock(&zone->lock);
	if (!refreshing)
		dns_zone_refresh(zone);
}

static void dns_zone_notifyreceive(dns_zone_t *zone)
{
	pthread_mutex_lock(&zone->lock);
	DNS_ZONE_SETFLAG(zone, DNS_ZONEFLG_NEEDREFRESH); // NORACE
	pthread_mutex_unlock(&zone->lock);
}

static void *timer_task(void *zone)
{
	for (int i = 0; i < 10; i++)
		zone_maintenance(zone);
	return NULL;
}

static void *client_task(void *zone)
{
	for (int i = 0; i < 10; i++)
		dns_zone_notifyreceive(zone);
	return NULL;
}

int main(void)
{
	dns_zone_t zone = { PTHREAD_MUTEX_INITIALIZER, 0, 0 };
	pthread_t timer, client;

	pthread_create(&timer, NULL, timer_task, &zone);
	pthread_create(&client, NULL, client_task, &zone);
	pthread_join(timer, NULL);
	pthread_join(client, NULL);
	printf("%u %u\n", zone.flags, zone.refreshes);
	return 0;
}

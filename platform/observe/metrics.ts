import type { FastifyInstance } from 'fastify'
import {
  AggregatorRegistry,
  collectDefaultMetrics,
  Counter,
  Gauge,
  Histogram,
  Registry,
} from 'prom-client'
import type { PageCacheStats } from '#platform/cache/page-cache.ts'

export interface MetricsOptions {
  /** Without it only this machine may read. */
  token: string | null
  database_connections: () => { total: number; idle: number; waiting: number }
  page_cache: () => PageCacheStats
  /** Cached answers of services. */
  answer_cache: () => PageCacheStats
  /** With several processes: the figures of all of them together. */
  gather?: (() => Promise<string>) | undefined
}

/**
 * /metrics for Prometheus: the process, requests by route and status, database connections, the caches.
 * What is answered from cached bytes passes no route: it is in page_cache_hit_total,
 * page_cache_stale_total and answer_cache_hit_total and not in the histogram.
 */
export function serveMetrics(fastify: FastifyInstance, options: MetricsOptions): Registry {
  const registry = new Registry()
  if (options.gather !== undefined) {
    // Lets prom-client answer when the process that started this one gathers figures.
    AggregatorRegistry.setRegistries([registry])
    void new AggregatorRegistry()
  }
  collectDefaultMetrics({ register: registry })
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to answer, by route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  })
  registerConnectionGauge(registry, options)
  registerCache(registry, 'page', options.page_cache)
  registerCache(registry, 'answer', options.answer_cache)
  fastify.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none'
    duration.observe(
      { method: request.method, route, status: reply.statusCode },
      reply.elapsedTime / 1_000,
    )
  })
  fastify.get('/metrics', async (request, reply) => {
    const bearer = request.headers.authorization?.replace(/^Bearer +/i, '')
    const isAllowed = options.token === null ? isLoopback(request.ip) : bearer === options.token
    if (!isAllowed) return reply.callNotFound()
    return reply.type(registry.contentType).send(await (options.gather?.() ?? registry.metrics()))
  })
  return registry
}

function registerConnectionGauge(registry: Registry, options: MetricsOptions): void {
  const gauge = new Gauge({
    name: 'database_connections',
    help: 'Connections of the pool by state',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      for (const [state, count] of Object.entries(options.database_connections()))
        gauge.set({ state }, count)
    },
  })
}

/** Counted in plain numbers where it happens, read when somebody asks. */
function registerCache(
  registry: Registry,
  what: 'page' | 'answer',
  stats: () => PageCacheStats,
): void {
  const subject = what === 'page' ? 'Public pages' : 'Answers of services'
  const counters = {
    hits: [`${what}_cache_hit_total`, `${subject} that were answered from fresh bytes`],
    stale: [
      `${what}_cache_stale_total`,
      `${subject} that were answered from stale bytes while they were made anew`,
    ],
    misses: [`${what}_cache_miss_total`, `${subject} that had to be made, or waited for`],
    evicted: [`${what}_cache_evicted_total`, `${subject} evicted because room was needed`],
  } as const
  const gauges = {
    bytes: [`${what}_cache_bytes`, `Memory of the cache: ${subject}`],
    entries: [`${what}_cache_entries`, `${subject} that are cached`],
  } as const
  for (const [field, [name, help]] of Object.entries(counters)) {
    const collect = function (this: Counter) {
      this.reset()
      this.inc(stats()[field as keyof typeof counters])
    }
    registry.registerMetric(new Counter({ name, help, registers: [], collect }))
  }
  for (const [field, [name, help]] of Object.entries(gauges)) {
    const collect = function (this: Gauge) {
      this.set(stats()[field as keyof typeof gauges])
    }
    registry.registerMetric(new Gauge({ name, help, registers: [], collect }))
  }
}

function isLoopback(ip: string): boolean {
  return ip === '::1' || ip.startsWith('127.') || ip.startsWith('::ffff:127.')
}

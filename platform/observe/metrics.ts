import type { FastifyInstance, FastifyRequest } from 'fastify'
import {
  AggregatorRegistry,
  collectDefaultMetrics,
  Counter,
  Gauge,
  Histogram,
  register as process_registry,
  Registry,
} from 'prom-client'
import type { PageCacheStats } from '#platform/cache/page-cache.ts'
import { isSame } from '#platform/http/signature.ts'
import { isForwarded } from '#platform/observe/unnamed-proxy.ts'

/** Who may read /metrics. */
export interface MetricsAccess {
  /** Bearer token of /metrics. If null, only this machine may read it. */
  token: string | null
  /** Whether TRUST_PROXY names a proxy. It may stand on this machine, so then nobody reads without a token. */
  has_proxy: boolean
}

/** A figure of the shop, read when /metrics is requested. */
export interface ShopGauge {
  name: string
  help: string
  value: () => number
}

interface MetricsOptions {
  access: MetricsAccess
  gauges: readonly ShopGauge[]
  database_connections: () => { total: number; idle: number; waiting: number }
  /** Statements sent to the database so far. */
  database_statements: () => number
  page_cache: () => PageCacheStats
  /** Cached answers of services. */
  answer_cache: () => PageCacheStats
  /** With several processes: returns the figures of all of them. */
  gather?: (() => Promise<string>) | undefined
}

/**
 * Serves /metrics for Prometheus: the process, requests by route and status, database connections, the caches.
 * Answers from cached bytes have no route: they are counted in page_cache_hit_total, page_cache_stale_total
 * and answer_cache_hit_total, and not in the histogram.
 */
export function serveMetrics(fastify: FastifyInstance, options: MetricsOptions): Registry {
  const registry = new Registry()
  if (options.gather !== undefined) {
    // Lets prom-client answer when the parent process collects figures.
    AggregatorRegistry.setRegistries([process_registry, registry])
    void new AggregatorRegistry()
  }
  watchProcess()
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to answer, by route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  })
  registerConnectionGauge(registry, options)
  registerStatementCounter(registry, options)
  registerCache(registry, 'page', options.page_cache)
  registerCache(registry, 'answer', options.answer_cache)
  for (const gauge of options.gauges) registerGauge(registry, gauge)
  fastify.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none'
    duration.observe(
      { method: request.method, route, status: reply.statusCode },
      reply.elapsedTime / 1_000,
    )
  })
  fastify.get('/metrics', async (request, reply) => {
    if (!mayRead(request, options.access)) return reply.callNotFound()
    const own = async () => (await process_registry.metrics()) + (await registry.metrics())
    return reply.type(registry.contentType).send(await (options.gather?.() ?? own()))
  })
  return registry
}

/**
 * Watches memory, garbage and delays of the process. It has an observer and a timer that nothing can end, so it begins
 * once for all apps of a process, and knows none of them.
 */
function watchProcess(): void {
  if (process_registry.getMetricsAsArray().length === 0) collectDefaultMetrics()
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

function registerStatementCounter(registry: Registry, options: MetricsOptions): void {
  const counter: Counter = new Counter({
    name: 'database_statements_total',
    help: 'Statements sent to the database for shoppers',
    registers: [registry],
    collect() {
      counter.reset()
      counter.inc(options.database_statements())
    },
  })
}

function registerGauge(registry: Registry, { name, help, value }: ShopGauge): void {
  const collect = function (this: Gauge) {
    this.set(value())
  }
  registry.registerMetric(new Gauge({ name, help, registers: [], collect }))
}

/** The caches count in plain numbers, which are read when /metrics is requested. */
function registerCache(
  registry: Registry,
  prefix: 'page' | 'answer',
  stats: () => PageCacheStats,
): void {
  const subject = prefix === 'page' ? 'Public pages' : 'Answers of services'
  const counters = {
    hits: [`${prefix}_cache_hit_total`, `${subject} answered from fresh cache entries`],
    stale: [
      `${prefix}_cache_stale_total`,
      `${subject} answered from stale cache entries during a refresh`,
    ],
    misses: [`${prefix}_cache_miss_total`, `${subject} not answered from the cache`],
    evicted: [`${prefix}_cache_evicted_total`, `${subject} evicted because the cache was full`],
  } as const
  const gauges = {
    bytes: [`${prefix}_cache_bytes`, `Memory of the cache: ${subject}`],
    entries: [`${prefix}_cache_entries`, `${subject} that are cached`],
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

function mayRead(request: FastifyRequest, { token, has_proxy }: MetricsAccess): boolean {
  if (token === null) return !has_proxy && isLoopback(request.ip) && !isForwarded(request)
  const bearer = request.headers.authorization?.replace(/^Bearer +/i, '') ?? ''
  return isSame(bearer, token)
}

function isLoopback(ip: string): boolean {
  return ip === '::1' || ip.startsWith('127.') || ip.startsWith('::ffff:127.')
}

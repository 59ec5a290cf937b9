import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

export interface MetricsOptions {
  /** Without it only this machine may read. */
  token: string | null
  database_connections: () => { total: number; idle: number; waiting: number }
}

/** /metrics for Prometheus: the process, requests by route and status, database connections. */
export function serveMetrics(fastify: FastifyInstance, options: MetricsOptions): Registry {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to answer, by route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  })
  registerConnectionGauge(registry, options)
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
    return reply.type(registry.contentType).send(await registry.metrics())
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

function isLoopback(ip: string): boolean {
  return ip === '::1' || ip.startsWith('127.') || ip.startsWith('::ffff:127.')
}

import type { FastifyInstance, FastifyRequest } from 'fastify'
import { throttledLog } from '#platform/observe/throttled-log.ts'

const log_limits = { lines: 1, every_ms: 10 * 60_000 }

/** Headers that proxies add. A request with one of them does not come from a program on this machine. */
const forwarding_headers = ['x-forwarded-for', 'x-forwarded-proto', 'x-real-ip', 'forwarded', 'via']

/** Logs, at most once per interval, that requests come through a proxy that TRUST_PROXY does not name. */
export function warnOfUnnamedProxy(fastify: FastifyInstance): void {
  const logOften = throttledLog(log_limits)
  fastify.addHook('onRequest', async (request) => {
    if (request.headers['x-forwarded-for'] === undefined || isNamed(request)) return
    const proxy = request.socket.remoteAddress
    logOften(
      request.log,
      'warn',
      'proxy',
      { proxy },
      'X-Forwarded-For is ignored: TRUST_PROXY does not name this proxy, so rate limits cannot tell shoppers apart',
    )
  })
}

/** Whether a proxy forwarded the request, as far as its headers say. */
export function isForwarded({ headers }: FastifyRequest): boolean {
  return forwarding_headers.some((name) => headers[name] !== undefined)
}

/** Fastify lists the addresses from the trusted proxy on; `ips` is missing if none is trusted. */
function isNamed({ ips = [] }: FastifyRequest): boolean {
  return ips.length > 1
}

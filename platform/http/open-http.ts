import type { FastifyInstance } from 'fastify'
import { type Caches, openCaches } from '#platform/cache/open-caches.ts'
import { createHttpServer, type HttpServerOptions } from '#platform/http/http-server.ts'
import { securityHeaders } from '#platform/http/security-headers.ts'

export interface Http {
  fastify: FastifyInstance
  caches: Caches
  /** On every answer of the shop: the security headers. Cached answers pass no hook of Fastify. */
  headers: Readonly<Record<string, string>>
}

/** The server that modules register with, and what it answers from memory. */
export async function openHttp(
  options: HttpServerOptions & { cache_bytes: number },
): Promise<Http> {
  const { log, cache_bytes: max_bytes } = options
  const headers = securityHeaders(options)
  const caches = openCaches({ max_bytes, headers, log })
  return { fastify: await createHttpServer(options), caches, headers }
}

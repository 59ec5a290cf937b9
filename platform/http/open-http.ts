import type { FastifyInstance } from 'fastify'
import { type Caches, openCaches } from '#platform/cache/open-caches.ts'
import { createHttpServer, type HttpServerOptions } from '#platform/http/http-server.ts'
import { createRenderQueue, type RenderQueue } from '#platform/http/render-queue.ts'
import { dataHeaders, securityHeaders } from '#platform/http/security-headers.ts'

export interface Http {
  fastify: FastifyInstance
  caches: Caches
  renders: RenderQueue
  /** Headers of every page: the security headers. Cached answers pass no hook of Fastify. */
  headers: Readonly<Record<string, string>>
}

/** Opens the server that modules register with, and the caches of its answers. */
export async function openHttp(
  options: HttpServerOptions & { cache_bytes: number },
): Promise<Http> {
  const { log, cache_bytes: max_bytes } = options
  const headers = securityHeaders(options)
  const caches = openCaches({ max_bytes, headers: dataHeaders(options), log })
  const renders = createRenderQueue()
  return { fastify: await createHttpServer(options), caches, renders, headers }
}

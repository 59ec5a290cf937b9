import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'

/** A second site on the same port, chosen by the Host header. Its server is opened at the first request for it. */
export interface LazySite {
  owns: (request: Pick<IncomingMessage, 'headers'>) => boolean
  handle: (request: IncomingMessage, response: ServerResponse) => void
  /** Calls the site inside this process: its host name need not resolve. */
  fetch: (url: string, init?: RequestInit) => Promise<Response>
  close: () => Promise<void>
}

/** `open` registers all routes. Ports do not count: behind a proxy both names lead to one port. */
export function lazySite(site_url: string, open: () => Promise<FastifyInstance>): LazySite {
  const { hostname, host } = new URL(site_url)
  let opened: Promise<FastifyInstance> | null = null
  const server = () => {
    opened ??= ready()
    return opened
  }
  const ready = async () => {
    try {
      const fastify = await open()
      await fastify.ready()
      return fastify
    } catch (error) {
      opened = null
      throw error
    }
  }
  return {
    owns: ({ headers }) => headers.host?.toLowerCase().replace(/:\d+$/, '') === hostname,
    handle: (request, response) => {
      server().then(
        (fastify) => fastify.routing(request, response),
        () => response.writeHead(503, { 'retry-after': '5' }).end(),
      )
    },
    fetch: async (url, init = {}) => {
      const fastify = await server()
      const request = new Request(url, init)
      const { pathname, search } = new URL(url)
      const answer = await fastify.inject({
        method: request.method as 'GET' | 'POST',
        url: pathname + search,
        headers: { ...Object.fromEntries(request.headers), host },
        payload: await request.text(),
      })
      const headers = Object.entries(answer.headers).flatMap(([name, value]) =>
        [value ?? []].flat().map((one): [string, string] => [name, String(one)]),
      )
      return new Response(new Uint8Array(answer.rawPayload), { status: answer.statusCode, headers })
    },
    close: async () => {
      await (await opened?.catch(() => null))?.close()
    },
  }
}

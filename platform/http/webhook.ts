import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { queryOf } from '#platform/http/request-query.ts'

/** A message from another machine as it came: signatures are over these very bytes. */
export interface WebhookMessage {
  raw: Buffer
  query: URLSearchParams
  headers: IncomingHttpHeaders
}

export interface WebhookAnswer {
  status: number
  /** Anything but a text goes out as JSON. */
  body: unknown
  /** Of a text. */
  type?: string
}

export interface Webhook {
  path: string
  /** How the other machine sends it; POST unless it says otherwise. */
  method?: 'GET' | 'POST'
  receive: (message: WebhookMessage) => Promise<WebhookAnswer>
}

/** Puts webhooks on the wire: the body is handed on unread, whatever it says it is. */
export async function serveWebhooks(
  fastify: FastifyInstance,
  webhooks: readonly Webhook[],
): Promise<void> {
  await fastify.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    )
    for (const { path, method = 'POST', receive } of webhooks) {
      scope.route({
        method,
        url: path,
        bodyLimit: 65_536,
        handler: async (request, reply) => {
          const raw = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
          const query = queryOf(request.url)
          const { status, body, type } = await receive({ raw, query, headers: request.headers })
          reply.code(status).header('cache-control', 'no-store')
          if (type !== undefined) reply.type(type)
          return reply.send(body === '' ? undefined : body)
        },
      })
    }
  })
}

import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyInstance } from 'fastify'

/** A message from another machine as it came: signatures are over these very bytes. */
export interface WebhookMessage {
  raw: Buffer
  headers: IncomingHttpHeaders
}

export interface WebhookAnswer {
  status: 200 | 400 | 401 | 404
  body: unknown
}

export interface Webhook {
  path: string
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
    for (const { path, receive } of webhooks) {
      scope.post(path, { bodyLimit: 65_536 }, async (request, reply) => {
        const raw = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
        const { status, body } = await receive({ raw, headers: request.headers })
        return reply.code(status).header('cache-control', 'no-store').send(body)
      })
    }
  })
}

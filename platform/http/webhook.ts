import type { IncomingHttpHeaders } from 'node:http'
import type { Http } from '#platform/http/open-http.ts'
import type { RenderQueue } from '#platform/http/render-queue.ts'
import { queryOf } from '#platform/http/request-query.ts'

/** A message of another server, unchanged: signatures cover exactly these bytes. */
export interface WebhookMessage {
  raw: Buffer
  query: URLSearchParams
  headers: IncomingHttpHeaders
  /** The parts of the path that its pattern names. */
  params?: Readonly<Record<string, string>>
}

export interface WebhookAnswer {
  status: number
  /** Anything but a string is sent as JSON. */
  body: unknown
  /** Content type of a string. */
  type?: string
}

export interface Webhook {
  path: string
  /** The method of the sender; POST by default. */
  method?: 'GET' | 'POST'
  receive: (message: WebhookMessage) => Promise<WebhookAnswer>
}

/** A provider sends the body with the headers. */
const arrival_ms = 100

/**
 * Serves webhooks: the body is passed on unparsed, whatever its content type is. They are urgent: renders wait until
 * they are answered, but not for a body that comes slowly.
 */
export async function serveWebhooks(
  { fastify, renders }: Pick<Http, 'fastify' | 'renders'>,
  webhooks: readonly Webhook[],
): Promise<void> {
  await fastify.register(async (scope) => {
    scope.addHook('onRequest', async (_request, reply) => {
      const end = renders.beginUrgent()
      const timer = setTimeout(end, arrival_ms)
      reply.raw.once('close', () => {
        clearTimeout(timer)
        end()
      })
    })
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    )
    for (const { path, method = 'POST', receive } of webhooks) {
      scope.route({
        method,
        url: path,
        config: { service: 'webhook' },
        bodyLimit: 65_536,
        handler: async (request, reply) => {
          const raw = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
          const query = queryOf(request.url)
          const params = request.params as Readonly<Record<string, string>>
          const message = { raw, query, headers: request.headers, params }
          const { status, body, type } = await urgently(() => receive(message), renders)
          reply.code(status).header('cache-control', 'no-store')
          if (type !== undefined) reply.type(type)
          return reply.send(body === '' ? undefined : body)
        },
      })
    }
  })
}

async function urgently<T>(work: () => Promise<T>, { beginUrgent }: RenderQueue): Promise<T> {
  const end = beginUrgent()
  try {
    return await work()
  } finally {
    end()
  }
}

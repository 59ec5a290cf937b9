import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** An answer whose bytes are there already: a Response would copy them. */
export interface ReadyAnswer {
  status: number
  headers: Readonly<Record<string, string>>
  body: Buffer | null
}

/** `ip` is the address of who asks. */
type WebHandler = (request: Request, ip: string) => Promise<Response | ReadyAnswer>

/** Hands every address that nobody else takes to a function from web Request to an answer. */
export async function serveWebHandler(
  fastify: FastifyInstance,
  options: { public_url: string; handle: WebHandler },
): Promise<void> {
  await fastify.register(async (pages) => {
    // Pages read their own forms, so the body stays as it came.
    pages.removeAllContentTypeParsers()
    pages.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    )
    pages.route({
      method: ['GET', 'POST'],
      url: '/*',
      handler: async (request, reply) =>
        send(await options.handle(webRequest(request, options.public_url), request.ip), reply),
    })
  })
}

/**
 * Path and query of what a request names. A proxy may send the whole address (RFC 9112 §3.2.2): its
 * host counts for nothing, as the Host header does. A zero in it is no letter (pure/storable-text.ts).
 */
export function originForm(url: string): string {
  const named = url.replaceAll('%00', '%EF%BF%BD')
  if (named.startsWith('/')) return named
  const whole = /^https?:/i.test(named) ? URL.parse(named) : null
  return whole === null ? `/${named}` : whole.pathname + whole.search
}

/** The host is ours by configuration, never what the request claims. */
function webRequest(request: FastifyRequest, public_url: string): Request {
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers)) {
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value)
  }
  const method = request.method === 'HEAD' ? 'GET' : request.method
  const path = request.url.startsWith('//') ? `/${request.url.replace(/^\/+/, '')}` : request.url
  const body = Buffer.isBuffer(request.body) ? new Uint8Array(request.body) : null
  return new Request(public_url + path, { method, headers, body: method === 'GET' ? null : body })
}

async function send(answer: Response | ReadyAnswer, reply: FastifyReply): Promise<FastifyReply> {
  if (answer instanceof Response) return sendResponse(answer, reply)
  return reply
    .code(answer.status)
    .headers(answer.headers)
    .send(answer.body ?? undefined)
}

async function sendResponse(response: Response, reply: FastifyReply): Promise<FastifyReply> {
  reply.code(response.status)
  for (const [name, value] of response.headers) {
    if (name !== 'set-cookie') reply.header(name, value)
  }
  const cookies = response.headers.getSetCookie()
  if (cookies.length > 0) reply.header('set-cookie', cookies)
  return response.body === null
    ? reply.send()
    : reply.send(Buffer.from(await response.arrayBuffer()))
}

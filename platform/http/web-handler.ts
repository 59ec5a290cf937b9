import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { withOneSlash } from '#pure/own-address.ts'

/** An answer whose bytes exist already: a Response would copy them. */
interface ReadyAnswer {
  status: number
  headers: Readonly<Record<string, string>>
  body: Buffer | null
}

/** `ip` is the address of the client. */
type WebHandler = (request: Request, ip: string) => Promise<Response | ReadyAnswer>

/** Serves every URL without another route by a function from a web Request to an answer. */
export async function serveWebHandler(
  fastify: FastifyInstance,
  options: { public_url: string; handle: WebHandler },
): Promise<void> {
  await fastify.register(async (pages) => {
    // Pages parse their own forms, so the body is passed on unchanged.
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
 * Path and query of a request target. A proxy may send the whole URL (RFC 9112 §3.2.2): its host is ignored,
 * as the Host header is. A zero byte in it is replaced (pure/storable-text.ts).
 */
export function originForm(url: string): string {
  const target = url.replaceAll('%00', '%EF%BF%BD')
  if (target.startsWith('/')) return target
  const whole = /^https?:/i.test(target) ? URL.parse(target) : null
  return whole === null ? `/${target}` : whole.pathname + whole.search
}

/** The host comes from the configuration, never from the request. */
function webRequest(request: FastifyRequest, public_url: string): Request {
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers)) {
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value)
  }
  const method = request.method === 'HEAD' ? 'GET' : request.method
  const url = new URL(public_url + request.url)
  url.pathname = withOneSlash(url.pathname)
  const body = Buffer.isBuffer(request.body) ? new Uint8Array(request.body) : null
  return new Request(url, { method, headers, body: method === 'GET' ? null : body })
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

import { randomUUID } from 'node:crypto'
import fastifyCompress from '@fastify/compress'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  LogController,
} from 'fastify'
import { POLICY_HEADER } from '#pure/formats/permissions-policy.ts'
import { shapeErrors } from '#platform/http/http-errors.ts'
import type { Log } from '#platform/observe/log.ts'
import { withRequestId } from '#platform/observe/request-id.ts'
import { dataHeaders, securityHeaders } from '#platform/http/security-headers.ts'
import { errorBody } from '#platform/http/serve.ts'

export interface HttpServerOptions {
  log: Log
  public_url: string
  /** Vite's development client needs a looser policy. */
  is_dev: boolean
  /** Proxies whose X-Forwarded-For is trusted: addresses, networks in CIDR form. */
  trust_proxy?: readonly string[]
  /** Whether pages may show Google's captcha. */
  has_recaptcha?: boolean
  has_tag_manager?: boolean
  /** Hashes of the inline scripts of pages. */
  script_hashes?: readonly string[]
  /** Origins that a form may reach by a redirect. */
  form_targets?: readonly string[]
  /** Origins that pages may show in a hidden frame. */
  frame_targets?: readonly string[]
  /** Set-Cookie lines sent with a 401 to a caller that used a cookie. */
  expired_cookies: readonly string[]
}

/** Creates a Fastify with request ids, one error form, security headers and compression for all answers. */
export async function createHttpServer(options: HttpServerOptions): Promise<FastifyInstance> {
  const fastify = Fastify({
    loggerInstance: options.log as FastifyBaseLogger,
    logController: new LogController({
      disableRequestLogging: true,
      requestIdLogLabel: 'request_id',
    }),
    genReqId: () => randomUUID(),
    bodyLimit: 1_048_576,
    trustProxy: options.trust_proxy?.length ? [...options.trust_proxy] : false,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 2_000 },
    // main.ts owns the listening socket. This limit bounds a slow client.
    requestTimeout: 15_000,
    // Modules import their pages while they register. On a busy machine that takes longer than the usual 10 s.
    pluginTimeout: 0,
  })
  shapeErrors(fastify, { expired_cookies: options.expired_cookies })
  fastify.setNotFoundHandler((request, reply) =>
    reply
      .code(404)
      .send(
        errorBody('not_found', `Nothing is at ${request.method} ${request.url.split('?')[0]}.`),
      ),
  )
  // After the body was read: its events belong to the socket, not to the request.
  fastify.addHook('preHandler', (request, _reply, done) => withRequestId(request.id, done))
  await fastify.register(fastifyCompress, {
    global: true,
    threshold: 1_024,
    encodings: ['br', 'gzip'],
    brotliOptions: { params: { [BROTLI_PARAM_QUALITY]: 4 } },
  })
  const headers = securityHeaders(options)
  const data_headers = dataHeaders(options)
  fastify.addHook('onSend', async (request, reply) => {
    const type = String(reply.getHeader('content-type') ?? '')
    if (plain_file.test(type)) return void reply.header('x-content-type-options', 'nosniff')
    if (type.startsWith('image/svg')) return void reply.headers(drawing_headers)
    const is_data = type.startsWith('application/json')
    reply.headers(is_data ? data_headers : { ...headers, ...ownPolicy(reply) })
    reply.header('x-request-id', request.id)
  })
  return fastify
}

/** A page that asks for the camera or the microphone says so itself (decision 237). */
function ownPolicy(reply: FastifyReply): Record<string, string> {
  const policy = reply.getHeader(POLICY_HEADER)
  return typeof policy === 'string' ? { [POLICY_HEADER]: policy } : {}
}

/**
 * Images, fonts, styles and scripts are under the policy of the page: their own headers would be 1,000 useless bytes of
 * each.
 */
const plain_file = /^(image\/(?!svg)|font\/|(text|application)\/(css|javascript))/

/** A drawing can be opened as a page, and then it may do nothing. */
const drawing_headers = {
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  'x-content-type-options': 'nosniff',
}

/** zlib.constants.BROTLI_PARAM_QUALITY: 4 costs a fifth of the default 11 for 6 % more bytes. */
const BROTLI_PARAM_QUALITY = 1

import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { throttledLog } from '#platform/observe/throttled-log.ts'
import { isDatabaseUnavailable } from '#platform/database/postgres.ts'
import { errorBody } from '#platform/http/serve.ts'
import { InvalidInput, Refusal } from '#pure/contract.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whose call this is, for the log (contract §8 service names). */
    service?: string
  }
}

const FRAMEWORK_CODES: Readonly<Record<number, string>> = {
  400: 'bad_request',
  403: 'forbidden',
  404: 'not_found',
  405: 'method_not_allowed',
  406: 'bad_request',
  413: 'payload_too_large',
  415: 'unsupported_media_type',
  429: 'too_many_requests',
}

/** Everything thrown becomes one error form; what was not expected is logged loudly and answered without detail. */
export function shapeErrors(
  fastify: FastifyInstance,
  options: { expired_cookies: readonly string[] },
): void {
  const logOften = throttledLog()
  fastify.setErrorHandler((error: FastifyError, request, reply) => {
    // Headers of the answer that was meant are not true of this one.
    reply.removeHeader('content-type').header('cache-control', 'no-store')
    if (error instanceof Refusal) {
      const { code } = error
      logOften(request.log, 'info', code, { code, ...serviceOf(request) }, 'refused')
      return refuse(error, request, reply, options.expired_cookies)
    }
    if (error instanceof InvalidInput) {
      const { problems } = error
      return reply
        .code(422)
        .send(errorBody('invalid_input', 'Some fields are wrong.', { problems }))
    }
    // First of these two: a caller who hangs up breaks off with the same codes as a database does.
    const code = error.statusCode === undefined ? undefined : FRAMEWORK_CODES[error.statusCode]
    if (code !== undefined)
      return reply.code(error.statusCode ?? 400).send(errorBody(code, error.message))
    if (isDatabaseUnavailable(error)) {
      logOften(request.log, 'error', '503', { err: error, ...serviceOf(request) }, 'database away')
      return reply
        .code(503)
        .header('retry-after', '2')
        .send(errorBody('unavailable', 'Try again soon.'))
    }
    request.log.error({ err: error, ...serviceOf(request) }, 'unexpected error')
    return reply
      .code(500)
      .send(errorBody('internal', 'Something broke on our side.', { request_id: request.id }))
  })
}

function refuse(
  refusal: Refusal,
  request: FastifyRequest,
  reply: FastifyReply,
  expired_cookies: readonly string[],
) {
  // A token in a cookie that is no good is taken away with the answer; scripts cannot do it (HttpOnly).
  if (refusal.status === 401 && request.headers.authorization === undefined) {
    reply.header('set-cookie', [...expired_cookies])
  }
  const wait = retryAfter(refusal)
  if (wait !== null) reply.header('retry-after', wait)
  return reply
    .code(refusal.status)
    .send(errorBody(refusal.code, refusal.message, refusal.data ?? null))
}

/** Seconds that a refusal says one should wait. */
function retryAfter({ data }: Refusal): string | null {
  const has_wait = typeof data === 'object' && data !== null && 'retry_after' in data
  return has_wait ? String(data.retry_after) : null
}

function serviceOf(request: FastifyRequest): { service_name?: string } {
  const service = request.routeOptions.config.service
  return service === undefined ? {} : { service_name: service }
}

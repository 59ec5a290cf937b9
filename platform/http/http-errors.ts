import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { throttledLog } from '#platform/observe/throttled-log.ts'
import { isDatabaseUnavailable } from '#platform/database/postgres.ts'
import { retry_after_s, TooBusy } from '#platform/http/render-turns.ts'
import { errorBody } from '#platform/http/serve.ts'
import { failedCallOf } from '#pure/failed-call.ts'
import { InvalidInput, Refusal } from '#pure/contract.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The service of the call, for the log (service names of contract §8). */
    service?: string
    /** False: refusals of the call are not logged. */
    logs_refusals?: boolean
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

/**
 * Turns every thrown error into one error form. An unexpected error is logged and answered without details.
 */
export function shapeErrors(
  fastify: FastifyInstance,
  options: { expired_cookies: readonly string[] },
): void {
  const logOften = throttledLog()
  fastify.setErrorHandler((error: FastifyError, request, reply) => {
    // Headers of the intended answer do not apply to the error.
    reply.removeHeader('content-type').header('cache-control', 'no-store')
    if (error instanceof Refusal) {
      const { code } = error
      if (request.routeOptions.config.logs_refusals !== false) {
        logOften(request.log, 'info', code, { code, ...serviceOf(request) }, 'refused')
      }
      return refuse(error, request, reply, options.expired_cookies)
    }
    if (error instanceof InvalidInput) {
      const { problems } = error
      return reply
        .code(422)
        .send(errorBody('invalid_input', 'Some fields are wrong.', { problems }))
    }
    if (error instanceof TooBusy) {
      const { status, message } = error
      const data = status === 429 ? { need_recaptcha: false, retry_after: retry_after_s } : null
      return reply
        .code(status)
        .header('retry-after', String(retry_after_s))
        .send(errorBody(status === 429 ? 'too_many_requests' : 'unavailable', message, data))
    }
    // Checked before the database: a client that disconnects causes the same codes as a database does.
    const code = error.statusCode === undefined ? undefined : FRAMEWORK_CODES[error.statusCode]
    if (code !== undefined)
      return reply.code(error.statusCode ?? 400).send(errorBody(code, error.message))
    if (isDatabaseUnavailable(error)) {
      logOften(
        request.log,
        'error',
        '503',
        { err: error, ...serviceOf(request, error) },
        'database unavailable',
      )
      return reply
        .code(503)
        .header('retry-after', '2')
        .send(errorBody('unavailable', 'Try again soon.'))
    }
    request.log.error({ err: error, ...serviceOf(request, error) }, 'unexpected error')
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
  // An invalid token in a cookie is removed with the answer, because scripts cannot do it (HttpOnly).
  if (refusal.status === 401 && request.headers.authorization === undefined) {
    reply.header('set-cookie', [...expired_cookies])
  }
  const wait = retryAfter(refusal)
  if (wait !== null) reply.header('retry-after', wait)
  return reply
    .code(refusal.status)
    .send(errorBody(refusal.code, refusal.message, refusal.data ?? null))
}

/** The seconds to wait that a refusal contains, or null. */
function retryAfter({ data }: Refusal): string | null {
  const has_wait = typeof data === 'object' && data !== null && 'retry_after' in data
  return has_wait ? String(data.retry_after) : null
}

/** The service of the call and what it was asked; on pages of staff those of the call that failed. */
function serviceOf(request: FastifyRequest, error?: unknown): object {
  const { service } = request.routeOptions.config
  return { ...failedCallOf(error), ...(service === undefined ? {} : { service_name: service }) }
}

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AnswerCache } from '#platform/cache/answer-cache.ts'
import type { RateLimiter } from '#platform/limits/rate-limit.ts'
import { countedAddress } from '#platform/limits/rate-limit-address.ts'
import type { RenderQueue } from '#platform/http/render-queue.ts'
import { readInput } from '#platform/http/read-input.ts'
import { queryOf } from '#platform/http/request-query.ts'
import type { AnyOperation, Caller, Contract } from '#pure/contract.ts'

interface ServeOptions {
  /** The path prefix of the service, such as /api/cart. */
  prefix: string
  contract: Contract
  /** Whether refused calls are logged; by default they are. */
  logs_refusals?: boolean | undefined
  service: Readonly<Record<string, unknown>>
  /** Returns the caller or throws a token refusal. Called only for operations that need a caller. */
  identify: (request: FastifyRequest) => Promise<Caller>
  /** Whether every answer is checked against the contract: on in tests and development. */
  check_outputs: boolean
  /** Caches answers of operations that declare that they may be cached. */
  answers?: AnswerCache
  /** The turns of visitors: answers that are not cached are made in them. */
  renders?: RenderQueue
  /** Refuses operations that are called too often. Without it there is no limit. */
  limiter?: RateLimiter
}

type Handler = (caller: Caller | null, input: unknown) => Promise<unknown>

/** Serves a service over HTTP: each operation of the contract becomes a route that answers `{ data }`. */
export function serve(fastify: FastifyInstance, options: ServeOptions): void {
  for (const [name, operation] of Object.entries(options.contract)) {
    const handler = options.service[name] as Handler
    for (const path of [operation.path, operation.former_path ?? []].flat()) {
      fastify.route({
        method: operation.method,
        url: options.prefix + path.replace(/\{(\w+)\}/g, ':$1'),
        config: {
          service: serviceName(options.prefix),
          logs_refusals: options.logs_refusals ?? true,
        },
        handler: (request, reply) => answer(options, operation, handler, request, reply),
      })
    }
  }
}

async function answer(
  options: ServeOptions,
  operation: AnyOperation,
  handler: Handler,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  if (operation.gives_token && request.headers['sec-fetch-site'] === 'same-origin') {
    // Scripts of the shop's pages never see a token: they use POST /session.
    await reply
      .code(403)
      .send(errorBody('use_session', 'Browsers of this origin use POST /session.'))
    return
  }
  const caller = isOpen(operation, request) ? null : await identifiedCaller(options, request)
  const input = await readInput(operation, request)
  const { answers, limiter = unlimited } = options
  const attempt = { caller, input, ip: request.ip }
  if (answers && operation.cached && operation.method === 'GET') {
    const make = makerOf(options, operation, handler, input)
    const render = () => sendCached(answers, make, request, reply)
    const turn = () => options.renders?.run(countedAddress(request.ip), render) ?? render()
    return limiter(operation, attempt, turn)
  }
  const data = await limiter(operation, attempt, () => handler(caller, input))
  await send(options, operation, data, reply)
}

const unlimited: RateLimiter = (_operation, _attempt, work) => work()

async function identifiedCaller(
  { identify }: ServeOptions,
  request: FastifyRequest,
): Promise<Caller> {
  const user_agent = request.headers['user-agent'] ?? ''
  return { ...(await identify(request)), ip: request.ip, user_agent }
}

/** A caller with the secret needs no token, and an expired token in a cookie is ignored. */
function isOpen({ access }: AnyOperation, request: FastifyRequest): boolean {
  return access === 'public' || (access === 'customer_or_secret' && hasSecret(request))
}

function hasSecret(request: FastifyRequest): boolean {
  return queryOf(request.url).has('secret')
}

/** Does not refer to the request: a cached answer may outlive it by minutes. */
function makerOf(
  { check_outputs }: ServeOptions,
  operation: AnyOperation,
  handler: Handler,
  input: unknown,
): () => Promise<string> {
  return async () => {
    const data = await handler(null, input)
    if (check_outputs) operation.output.parse(data)
    return JSON.stringify({ data })
  }
}

async function sendCached(
  answers: AnswerCache,
  make: () => Promise<string>,
  { url, headers }: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const answer = await answers.answer(url, headers, make)
  await reply
    .code(answer.status)
    .headers(answer.headers)
    .send(answer.body ?? undefined)
}

async function send(
  options: ServeOptions,
  operation: AnyOperation,
  data: unknown,
  reply: FastifyReply,
): Promise<void> {
  if (options.check_outputs) operation.output.parse(data)
  await reply.header('cache-control', 'no-store').send({ data })
}

/** The error form of all answers under /api. */
export function errorBody(code: string, message: string, data: unknown = null) {
  return { error: { code, message, data } }
}

/** The name of a service in the log: cartService of /api/cart, cartTradeService of /api/cart-trade (contract §8). */
export function serviceName(prefix: string): string {
  const last = prefix.split('/').at(-1) ?? ''
  return `${last.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())}Service`
}

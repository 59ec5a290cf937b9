import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { readInput } from '#platform/read-input.ts'
import type { AnyOperation, Caller, Contract } from '#pure/contract.ts'

export interface ServeOptions {
  /** Where the service stands, such as /api/cart. */
  prefix: string
  contract: Contract
  service: Readonly<Record<string, unknown>>
  /** Finds the caller or throws a token refusal. Asked only for operations that need one. */
  identify: (request: FastifyRequest) => Promise<Caller>
  /** Check every answer against the contract: on in tests and development. */
  check_outputs: boolean
}

type Handler = (caller: Caller | null, input: unknown) => Promise<unknown>

/** Puts a service on the wire: each operation of the contract becomes a route that answers `{ data }`. */
export function serve(fastify: FastifyInstance, options: ServeOptions): void {
  for (const [name, operation] of Object.entries(options.contract)) {
    const handler = options.service[name] as Handler
    fastify.route({
      method: operation.method,
      url: options.prefix + operation.path,
      config: { service: serviceName(options.prefix) },
      handler: (request, reply) => answer(options, operation, handler, request, reply),
    })
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
    // Scripts of our own pages never see a token: they use POST /session (house §4).
    await reply
      .code(403)
      .send(errorBody('use_session', 'Browsers of this origin use POST /session.'))
    return
  }
  const caller = operation.access === 'customer' ? await options.identify(request) : null
  const data = await handler(caller, await readInput(operation, request))
  if (options.check_outputs) operation.output.parse(data)
  await reply.header('cache-control', 'no-store').send({ data })
}

/** The error form of every address under /api. */
export function errorBody(code: string, message: string, data: unknown = null) {
  return { error: { code, message, data } }
}

function serviceName(prefix: string): string {
  return `${prefix.split('/').at(-1) ?? ''}Service`
}

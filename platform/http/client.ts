import { z } from 'zod'
import { boundedText } from '#platform/http/bounded-body.ts'
import type { AnyOperation, Caller, Contract } from '#pure/contract.ts'
import { InvalidInput, Refusal } from '#pure/contract.ts'

const Answer = z.union([
  z.object({ data: z.unknown() }),
  z.object({ error: z.object({ code: z.string(), message: z.string(), data: z.unknown() }) }),
])
const Problems = z.object({ problems: z.record(z.string(), z.string()) })

interface ClientOptions {
  /** Bodies are multipart forms, not JSON (contract §7: the cart client). */
  sends_forms?: boolean
  /** Sends the request. Tests inject their own. */
  send?: typeof fetch
  limit_ms?: number
  max_bytes?: number
}

/** Calls a service over HTTP: for the case that a service moves to a process of its own. */
export function client(
  contract: Contract,
  address: string,
  options: ClientOptions = {},
): Record<string, (caller: Caller | null, input: Record<string, unknown>) => Promise<unknown>> {
  return Object.fromEntries(
    Object.entries(contract).map(([name, operation]) => [
      name,
      (caller: Caller | null, input: Record<string, unknown>) =>
        call(operation, requestOf(operation, { address, caller, input, ...options }), options),
    ]),
  )
}

async function call(
  operation: AnyOperation,
  request: RemoteRequest,
  options: ClientOptions,
): Promise<unknown> {
  const { status, answer } = await answerOf(operation, request, options)
  if ('data' in answer) return operation.output.parse(answer.data)
  const { code, message, data } = answer.error
  if (code === 'invalid_input') throw new InvalidInput(Problems.parse(data).problems)
  const meaning = operation.refusals[code]
  if (meaning) throw new Refusal(code, meaning, meaning.data?.parse(data) ?? null)
  if (status === 401 || status === 429) throw new Refusal(code, { status, meaning: message }, data)
  throw new RemoteFailure(`${nameOf(operation)} answered ${status} ${code}`)
}

async function answerOf(
  operation: AnyOperation,
  { url, ...request }: RemoteRequest,
  { send = fetch, limit_ms = 10_000, max_bytes = 20_000_000 }: ClientOptions,
): Promise<{ status: number; answer: z.output<typeof Answer> }> {
  try {
    // The signal is given to fetch: if only a Request refers to it, it is garbage-collected and ends nothing.
    const signal = AbortSignal.timeout(limit_ms)
    const response = await send(url, { ...request, redirect: 'error', signal })
    const answer = Answer.parse(JSON.parse(await boundedText(response, max_bytes)))
    return { status: response.status, answer }
  } catch (cause) {
    throw new RemoteFailure(`${nameOf(operation)} gave no answer`, { cause })
  }
}

function nameOf({ method, path }: AnyOperation): string {
  return `${method} ${path}`
}

/** A remote service failed or sent an unknown answer: a bug or an outage, never a refusal. */
class RemoteFailure extends Error {
  override name = 'RemoteFailure'
}

interface RemoteRequest {
  url: URL
  method: AnyOperation['method']
  headers: Headers
  body?: string | FormData
}

interface Wanted extends Pick<ClientOptions, 'sends_forms'> {
  address: string
  caller: Caller | null
  input: Record<string, unknown>
}

function requestOf(
  { method, path }: AnyOperation,
  { address, caller, input, sends_forms = false }: Wanted,
): RemoteRequest {
  const url = new URL(address + filledPath(path, input))
  const headers = new Headers({ accept: 'application/json' })
  if (caller) headers.set('authorization', `Bearer ${caller.token}`)
  // The remote service believes this header if this process is one of its trusted proxies.
  if (caller?.ip !== undefined) headers.set('x-forwarded-for', caller.ip)
  if (caller?.user_agent !== undefined) headers.set('user-agent', caller.user_agent)
  if (method !== 'GET' && sends_forms) return { url, method, headers, body: formOf(input) }
  if (method !== 'GET') {
    headers.set('content-type', 'application/json')
    return { url, method, headers, body: JSON.stringify(input) }
  }
  for (const [key, value] of Object.entries(input)) {
    if (value !== undefined && value !== null) url.searchParams.set(key, String(value))
  }
  return { url, method, headers }
}

/** Nested fields are sent as JSON text, which every operation reads (pure/form-fields.ts). */
function formOf(input: Record<string, unknown>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(input)) {
    if (value === undefined || value === null) continue
    form.set(name, typeof value === 'object' ? JSON.stringify(value) : String(value))
  }
  return form
}

/** Replaces {id} in a path with the input field of that name. */
function filledPath(path: string, input: Record<string, unknown>): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(input[name])))
}

import { z } from 'zod'
import type { AnyOperation, Caller, Contract } from '#pure/contract.ts'
import { InvalidInput, Refusal } from '#pure/contract.ts'

const TIMEOUT_MS = 10_000

const Answer = z.union([
  z.object({ data: z.unknown() }),
  z.object({ error: z.object({ code: z.string(), message: z.string(), data: z.unknown() }) }),
])
const Problems = z.object({ problems: z.record(z.string(), z.string()) })

/** The shape of a service, spoken over HTTP: for the day a service moves to a process of its own. */
export function client(
  contract: Contract,
  address: string,
  send: typeof fetch = fetch,
): Record<string, (caller: Caller | null, input: Record<string, unknown>) => Promise<unknown>> {
  return Object.fromEntries(
    Object.entries(contract).map(([name, operation]) => [
      name,
      (caller: Caller | null, input: Record<string, unknown>) =>
        call(operation, address, caller, input, send),
    ]),
  )
}

async function call(
  operation: AnyOperation,
  address: string,
  caller: Caller | null,
  input: Record<string, unknown>,
  send: typeof fetch,
): Promise<unknown> {
  const response = await send(requestOf(operation, address, caller, input))
  const answer = Answer.parse(await response.json())
  if ('data' in answer) return operation.output.parse(answer.data)
  const { code, message, data } = answer.error
  if (code === 'invalid_input') throw new InvalidInput(Problems.parse(data).problems)
  const meaning = operation.refusals[code]
  if (meaning) throw new Refusal(code, meaning, meaning.data?.parse(data) ?? null)
  const { status } = response
  if (status === 401 || status === 429) throw new Refusal(code, { status, meaning: message }, data)
  throw new RemoteFailure(
    `${operation.method} ${operation.path} answered ${response.status} ${code}`,
  )
}

/** A remote service broke or spoke another language: a bug or an outage, never a refusal. */
export class RemoteFailure extends Error {
  override name = 'RemoteFailure'
}

function requestOf(
  operation: AnyOperation,
  address: string,
  caller: Caller | null,
  input: Record<string, unknown>,
): Request {
  const url = new URL(address + filledPath(operation.path, input))
  const headers = new Headers({ accept: 'application/json' })
  if (caller) headers.set('authorization', `Bearer ${caller.token}`)
  // Believed over there where this process is a trusted proxy.
  if (caller?.ip !== undefined) headers.set('x-forwarded-for', caller.ip)
  if (caller?.user_agent !== undefined) headers.set('user-agent', caller.user_agent)
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  if (operation.method === 'GET') {
    for (const [key, value] of Object.entries(input)) {
      if (value !== undefined && value !== null) url.searchParams.set(key, String(value))
    }
    return new Request(url, { headers, signal })
  }
  headers.set('content-type', 'application/json')
  return new Request(url, {
    method: operation.method,
    headers,
    signal,
    body: JSON.stringify(input),
  })
}

/** /{id}/ of a path, from the input's field of that name. */
function filledPath(path: string, input: Record<string, unknown>): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(input[name])))
}

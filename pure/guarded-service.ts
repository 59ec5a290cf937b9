import { noteFailedCall } from '#pure/failed-call.ts'
import { callRefusal, type AnyCaller } from '#pure/access.ts'
import { type AnyOperation, type Contract, Refusal, type Service } from '#pure/contract.ts'
import { loggedInput } from '#pure/formats/logged-input.ts'

type Call = (caller: AnyCaller, input: unknown) => Promise<unknown>

interface Options {
  /** Check every refusal against the contract: on in tests and development. */
  check: boolean
  /** The name of the service in the log (contract §8). */
  name: string
}

/** Wraps a service so that only callers admitted by its contract can call it, from pages and over HTTP. */
export function guardedService<T extends Contract>(
  contract: T,
  service: Service<T>,
  { check, name: service_name }: Options,
): Service<T> {
  const calls = Object.entries(contract).map(([name, operation]): [string, Call] => {
    const call = service[name] as Call
    const checked = check ? checkedCall(operation, call) : call
    return [name, namedCall(service_name, operation, guardedCall(operation, checked))]
  })
  return { ...service, ...Object.fromEntries(calls) }
}

/** Notes on unexpected errors which service failed, and what it was asked. */
function namedCall(service_name: string, { input: schema }: AnyOperation, call: Call): Call {
  return async (caller, input) => {
    try {
      return await call(caller, input)
    } catch (error) {
      if (!(error instanceof Refusal)) {
        noteFailedCall(error, { service_name, request_data: loggedInput(schema, input) })
      }
      throw error
    }
  }
}

function guardedCall(operation: AnyOperation, call: Call): Call {
  return async (caller, input) => {
    const refusal = callRefusal(operation, caller, input)
    if (refusal !== null) throw refusal
    return call(caller, input)
  }
}

function checkedCall(operation: AnyOperation, call: Call): Call {
  return async (caller, input) => {
    try {
      return await call(caller, input)
    } catch (error) {
      if (error instanceof Refusal) requireDeclared(operation, error)
      throw error
    }
  }
}

function requireDeclared({ method, path, refusals }: AnyOperation, { code, data }: Refusal): void {
  const declared = refusals[code]
  if (declared === undefined) throw new UndeclaredRefusal(`${method} ${path}: ${code}`)
  if (declared.data !== undefined) declared.data.parse(data)
  else if (data !== null) throw new UndeclaredRefusal(`${method} ${path}: the data of ${code}`)
}

/** A service answered with a refusal that its contract does not declare. This is a bug. */
export class UndeclaredRefusal extends Error {
  override name = 'UndeclaredRefusal'
}

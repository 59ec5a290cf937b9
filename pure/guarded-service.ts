import { callRefusal, type Who } from '#pure/access.ts'
import { type AnyOperation, type Contract, Refusal, type Service } from '#pure/contract.ts'

type Call = (who: Who, input: unknown) => Promise<unknown>

interface Options {
  /** Compare every refusal with what the contract declares: on in tests and development. */
  check: boolean
}

/** A service that lets in only whom its contract admits, wherever the call comes from. */
export function guardedService<T extends Contract>(
  contract: T,
  service: Service<T>,
  { check }: Options,
): Service<T> {
  const calls = Object.entries(contract).map(([name, operation]): [string, Call] => {
    const call = service[name] as Call
    return [name, guardedCall(operation, check ? checkedCall(operation, call) : call)]
  })
  return { ...service, ...Object.fromEntries(calls) }
}

function guardedCall(operation: AnyOperation, call: Call): Call {
  return async (who, input) => {
    const refusal = callRefusal(operation, who, input)
    if (refusal !== null) throw refusal
    return call(who, input)
  }
}

function checkedCall(operation: AnyOperation, call: Call): Call {
  return async (who, input) => {
    try {
      return await call(who, input)
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

/** A service refused in a way that its contract does not declare: a bug. */
export class UndeclaredRefusal extends Error {
  override name = 'UndeclaredRefusal'
}

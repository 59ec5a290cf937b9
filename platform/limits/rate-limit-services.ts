import type { RateLimiter } from '#platform/limits/rate-limit.ts'
import type { AnyOperation, Caller, Contract } from '#pure/contract.ts'

type ServedContracts = Readonly<Record<string, { contract: Contract }>>
type Call = (caller: Caller | null, input: unknown) => Promise<unknown>

/**
 * Returns the services with rate limits for one IP address, and one device where pages name it. The shop's pages call
 * services without HTTP, so the limits must apply there too.
 */
export function limitedServices<Services extends object>(
  services: Services,
  served: ServedContracts,
  limiter: RateLimiter,
): (ip: string, device?: string | null) => Services {
  const limited = Object.entries(served).flatMap(([name, { contract }]) => {
    const operations = Object.entries(contract).filter(([, { limits }]) => limits.length > 0)
    return operations.length === 0 ? [] : [{ name: name as keyof Services, operations }]
  })
  return (ip, device) => {
    const guarded = { ...services }
    for (const { name, operations } of limited) {
      const service = services[name] as Record<string, Call>
      const calls = operations.map(([called, operation]): [string, Call] => [
        called,
        guardedCall(service, called, { operation, limiter, ip, device }),
      ])
      guarded[name] = { ...service, ...Object.fromEntries(calls) } as Services[keyof Services]
    }
    return guarded
  }
}

interface Guarded {
  operation: AnyOperation
  limiter: RateLimiter
  ip: string
  device: string | null | undefined
}

function guardedCall(
  service: Record<string, Call>,
  called: string,
  { operation, limiter, ip, device }: Guarded,
): Call {
  return (caller, input) =>
    limiter(
      operation,
      { caller, input, ip, ...(device === undefined ? {} : { device }) },
      async () => service[called]?.(caller && { ...caller, ip }, input),
    )
}

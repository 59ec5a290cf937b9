import { AsyncLocalStorage } from 'node:async_hooks'

const current = new AsyncLocalStorage<string>()

/** Runs `work` for a request: log lines that it causes carry the id of the request. */
export function withRequestId<T>(id: string, work: () => T): T {
  return current.run(id, work)
}

/** The id of the request that is being answered, as in its header x-request-id. */
export function requestId(): string | undefined {
  return current.getStore()
}

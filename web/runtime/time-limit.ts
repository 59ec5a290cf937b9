/** How long the data of a page, a list or a suggestion may take (contract §9). */
const load_limit_ms = 10_000
/** The limit of forms. Some of them call a provider first, which alone may take ten seconds. */
export const form_limit_ms = 20_000

/** A signal that also aborts a request that takes too long. Its error has the name TimeoutError. */
export function withLimit(signal: AbortSignal, limit_ms = load_limit_ms): AbortSignal {
  const limited = new AbortController()
  const abort = () => limited.abort(signal.reason)
  if (signal.aborted) abort()
  signal.addEventListener('abort', abort)
  setTimeout(() => limited.abort(new DOMException('Too slow', 'TimeoutError')), limit_ms)
  return limited.signal
}

const failed_call = Symbol('the call that failed')

/** The service of a failed call, and what it was asked (loggedInput of formats/logged-input.ts). */
interface FailedCall {
  service_name: string
  request_data: unknown
}

/** Notes on an error which call failed, for the log (contract §8). The first note stays. */
export function noteFailedCall(error: unknown, call: FailedCall): void {
  if (!(error instanceof Error) || !Object.isExtensible(error) || failed_call in error) return
  Object.defineProperty(error, failed_call, { value: call })
}

/** The log fields of the call that failed; empty if the error is not from a service. */
export function failedCallOf(error: unknown): Partial<FailedCall> {
  if (!(error instanceof Error) || !(failed_call in error)) return {}
  return { ...(error[failed_call] as FailedCall) }
}

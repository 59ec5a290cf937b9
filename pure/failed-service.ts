const failed_service = Symbol('the service whose call failed')

/** Notes on an error which service failed, for the log (contract §8). The first note stays. */
export function noteFailedService(error: unknown, name: string): void {
  if (!(error instanceof Error) || !Object.isExtensible(error) || failed_service in error) return
  Object.defineProperty(error, failed_service, { value: name })
}

/** The log field with the service that failed; empty if the error is not from a service. */
export function failedServiceOf(error: unknown): { service_name?: string } {
  if (!(error instanceof Error) || !(failed_service in error)) return {}
  return { service_name: String(error[failed_service]) }
}

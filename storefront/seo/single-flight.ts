/** Shares one running call of `make` per name between all callers, so that many requests cause one computation. */
export function sharedFlight<T>(): (name: string, make: () => Promise<T>) => Promise<T> {
  const flights = new Map<string, Promise<T>>()
  return (name, make) => {
    const current = flights.get(name)
    if (current) return current
    const flight = make().finally(() => flights.delete(name))
    flights.set(name, flight)
    return flight
  }
}

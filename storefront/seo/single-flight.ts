/** While something is being made, all who ask for it wait for the same: a flood of requests makes it once. */
export function sharedFlight<T>(): (name: string, make: () => Promise<T>) => Promise<T> {
  const flights = new Map<string, Promise<T>>()
  return (name, make) => {
    const flying = flights.get(name)
    if (flying) return flying
    const flight = make().finally(() => flights.delete(name))
    flights.set(name, flight)
    return flight
  }
}

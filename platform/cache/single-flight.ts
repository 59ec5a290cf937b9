/** Runs work once per key: concurrent calls with the same key wait for the same result. */
interface SingleFlight<Result> {
  run: (key: string, work: () => Promise<Result>) => Promise<Result>
  /** Later calls start the work again. Work under way still answers its callers. */
  forget: () => void
}

export function createSingleFlight<Result>(): SingleFlight<Result> {
  const under_way = new Map<string, Promise<Result>>()
  return {
    run(key, work) {
      const running = under_way.get(key)
      if (running !== undefined) return running
      const flight = work()
      under_way.set(key, flight)
      const settle = () => {
        // After `forget` the key may belong to a later flight.
        if (under_way.get(key) === flight) under_way.delete(key)
      }
      flight.then(settle, settle)
      return flight
    },
    forget: () => under_way.clear(),
  }
}

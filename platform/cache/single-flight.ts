/** Work that is under way, by key: whoever asks meanwhile waits for the same result. */
export interface SingleFlight<Result> {
  run: (key: string, work: () => Promise<Result>) => Promise<Result>
  /** Whoever asks from now on begins anew; what is under way still answers those who wait for it. */
  forget: () => void
}

export function createSingleFlight<Result>(): SingleFlight<Result> {
  const under_way = new Map<string, Promise<Result>>()
  return {
    run(key, work) {
      const known = under_way.get(key)
      if (known !== undefined) return known
      const flight = work()
      under_way.set(key, flight)
      const land = () => {
        // After `forget` the key may belong to a later flight.
        if (under_way.get(key) === flight) under_way.delete(key)
      }
      flight.then(land, land)
      return flight
    },
    forget: () => under_way.clear(),
  }
}

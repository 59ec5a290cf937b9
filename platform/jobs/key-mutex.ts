/**
 * Runs work of one key in sequence, in the order of the calls. Work of different keys does not wait. Work
 * that fails does not stop the work after it.
 */
export class KeyMutex<Key> {
  readonly #last = new Map<Key, Promise<unknown>>()

  run<Answer>(key: Key, work: () => Promise<Answer>): Promise<Answer> {
    const before = this.#last.get(key)
    const current = before === undefined ? work() : before.then(work, work)
    this.#last.set(key, current)
    const forget = () => {
      if (this.#last.get(key) === current) this.#last.delete(key)
    }
    current.then(forget, forget)
    return current
  }
}

/**
 * Runs work of one key one after another, in the order it was asked for; work of different keys does not
 * wait. Work that fails does not stop what comes after it.
 */
export class KeyMutex<Key> {
  readonly #last = new Map<Key, Promise<unknown>>()

  run<Answer>(key: Key, work: () => Promise<Answer>): Promise<Answer> {
    const before = this.#last.get(key)
    const mine = before === undefined ? work() : before.then(work, work)
    this.#last.set(key, mine)
    const forget = () => {
      if (this.#last.get(key) === mine) this.#last.delete(key)
    }
    mine.then(forget, forget)
    return mine
  }
}

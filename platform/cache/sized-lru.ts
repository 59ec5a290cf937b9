/** Values by key, limited by the sum of their sizes. Above the limit the least recently used are evicted. */
interface SizedLru<Value> {
  /** Reads a value. This does not count as a use. */
  peek: (key: string) => Value | undefined
  /** Counts as a use: this key is then evicted last. */
  touch: (key: string) => void
  set: (key: string, value: Value, size: number) => void
  /** Sets the new size of a value. Has no effect if the value is no longer stored. */
  resize: (key: string, value: Value, size: number) => void
  delete: (key: string) => void
  keys: () => Iterable<string>
  stats: () => LruStats
}

interface LruStats {
  entries: number
  /** The sum of all sizes. */
  size: number
  /** Number of values evicted since the start. */
  evicted: number
}

interface LruOptions<Value> {
  max_size: number
  /** Called for every value that is evicted, deleted or replaced. */
  onRemoved?: (value: Value) => void
}

/** A Map iterates in insertion sequence: a used key is inserted again, so the first key is the oldest. */
export function createSizedLru<Value>({ max_size, onRemoved }: LruOptions<Value>): SizedLru<Value> {
  const slots = new Map<string, { value: Value; size: number }>()
  let total = 0
  let evicted = 0

  const remove = (key: string) => {
    const slot = slots.get(key)
    if (slot === undefined) return
    slots.delete(key)
    total -= slot.size
    onRemoved?.(slot.value)
  }
  const evict = () => {
    for (const oldest of slots.keys()) {
      if (total <= max_size) return
      remove(oldest)
      evicted += 1
    }
  }

  return {
    peek: (key) => slots.get(key)?.value,
    touch(key) {
      const slot = slots.get(key)
      if (slot === undefined) return
      slots.delete(key)
      slots.set(key, slot)
    },
    set(key, value, size) {
      remove(key)
      slots.set(key, { value, size })
      total += size
      evict()
    },
    resize(key, value, size) {
      const slot = slots.get(key)
      if (slot?.value !== value) return
      total += size - slot.size
      slot.size = size
      evict()
    },
    delete: remove,
    keys: () => slots.keys(),
    stats: () => ({ entries: slots.size, size: total, evicted }),
  }
}

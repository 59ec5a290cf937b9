/** When a client that was refused may try again. */
export const retry_after_s = 2

/** Too much of one visitor waits, or has waited for too long. */
export class TooBusy extends Error {
  override name = 'TooBusy'
  /** 429: the visitor sends too much at once. 503: the shop is slow. */
  readonly status: 429 | 503

  constructor(status: 429 | 503) {
    super(status === 429 ? 'Too many requests at once.' : 'Try again soon.')
    this.status = status
  }
}

export interface TurnLimits {
  /** Work of one visitor that may run at the same time. */
  per_visitor: number
  /** How much more of one visitor may wait. */
  max_waiting: number
  max_wait_ms: number
}

interface Visitor {
  name: string
  running: number
  /** Each function lets one piece of work begin. */
  waiting: (() => void)[]
}

/** The turns of visitors: each begins one piece of work, then the next visitor does. */
export interface Turns {
  /** Resolves when the visitor's work may begin. Rejects with TooBusy if it is limited. */
  wait: (name: string, is_limited: boolean) => Promise<void>
  /** The work of a visitor has ended. */
  end: (name: string) => void
  hasNext: () => boolean
  /** Lets the next piece of work begin. */
  beginNext: () => void
}

export function createTurns({ per_visitor, max_waiting, max_wait_ms }: TurnLimits): Turns {
  const visitors = new Map<string, Visitor>()
  /** Visitors that wait and may begin, in the sequence of their turns. */
  const ready = new Set<Visitor>()
  const update = (visitor: Visitor) => {
    const { name, running, waiting } = visitor
    if (waiting.length > 0 && running < per_visitor) ready.add(visitor)
    else ready.delete(visitor)
    if (waiting.length === 0 && running === 0) visitors.delete(name)
    else visitors.set(name, visitor)
  }
  return {
    async wait(name, is_limited) {
      const visitor = visitors.get(name) ?? { name, running: 0, waiting: [] }
      if (visitor.waiting.length >= max_waiting) throw new TooBusy(429)
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      const refuse = () => {
        visitor.waiting.splice(visitor.waiting.indexOf(begin), 1)
        update(visitor)
        reject(new TooBusy(503))
      }
      const timer = is_limited ? setTimeout(refuse, max_wait_ms) : undefined
      const begin = () => {
        clearTimeout(timer)
        resolve()
      }
      visitor.waiting.push(begin)
      update(visitor)
      await promise
    },
    end(name) {
      const visitor = visitors.get(name)
      if (visitor === undefined) return
      visitor.running -= 1
      update(visitor)
    },
    hasNext: () => ready.size > 0,
    beginNext() {
      const [visitor] = ready
      const begin = visitor?.waiting.shift()
      if (visitor === undefined || begin === undefined) return
      visitor.running += 1
      // The visitor goes to the end of the row.
      ready.delete(visitor)
      update(visitor)
      begin()
    },
  }
}

import { createTurns, type TurnLimits } from '#platform/http/render-turns.ts'

/** Decides when uncached answers are rendered, so that one visitor holds up no other, and nobody a payment notice. */
export interface RenderQueue {
  /**
   * Runs `work` when it is the turn of its visitor. Throws TooBusy if too much waits. The work of an unknown visitor
   * (null) takes turns too, but is never refused.
   */
  run: <T>(visitor: string | null, work: () => Promise<T>) => Promise<T>
  /** Begins an urgent request, which renders wait for. Returns the function that ends it. */
  beginUrgent: () => () => void
}

interface RenderQueueOptions extends Partial<TurnLimits> {
  /** Urgent requests hold up renders no longer than this: a flood of forged ones must not stop the shop. */
  patience_ms?: number
}

/**
 * Visitors take turns (decision 106). One render begins in each turn of the event loop, and none while an urgent
 * request is answered: between two renders the process reads what else has arrived.
 */
export function createRenderQueue(options: RenderQueueOptions = {}): RenderQueue {
  const { patience_ms = 25, per_visitor = 4, max_waiting = 200, max_wait_ms = 2_000 } = options
  const turns = createTurns({ per_visitor, max_waiting, max_wait_ms })
  let urgent = 0
  let unknown = 0
  let last_begun = 0
  let is_scheduled = false
  let pause: NodeJS.Timeout | null = null

  const schedule = () => {
    if (is_scheduled || pause !== null || !turns.hasNext()) return
    is_scheduled = true
    setImmediate(next)
  }
  const next = () => {
    is_scheduled = false
    const patience = urgent === 0 ? 0 : last_begun + patience_ms - performance.now()
    if (patience > 0) {
      pause = setTimeout(endPause, patience)
      return
    }
    last_begun = performance.now()
    turns.beginNext()
    schedule()
  }
  const endPause = () => {
    if (pause !== null) clearTimeout(pause)
    pause = null
    schedule()
  }

  return {
    async run(known, work) {
      unknown += 1
      const visitor = known ?? `unknown ${unknown}`
      const turn = turns.wait(visitor, known !== null)
      schedule()
      await turn
      try {
        return await work()
      } finally {
        turns.end(visitor)
        schedule()
      }
    },
    beginUrgent() {
      let has_ended = false
      urgent += 1
      return () => {
        if (has_ended) return
        has_ended = true
        urgent -= 1
        if (urgent === 0) endPause()
      }
    },
  }
}

import { dataPath, staff_root } from '#admin/addresses/addresses.ts'
import type { LiveWaiting, Waiting } from '#admin/kit/frame-data.ts'
import { followLive } from '#admin/kit/live/shared-stream.ts'
import type { DataAnswer } from '#admin/runtime/data-answer.ts'
import { withLimit } from '#web/runtime/time-limit.ts'

interface Keeping {
  /** What the document shows. */
  first: Waiting
  /** The least time between two questions, as it is now. */
  gapMs: () => number
  /** When the session has ended, nothing more is asked for. */
  onWaiting: (waiting: LiveWaiting) => void
  signal: AbortSignal
}

/**
 * Asks what waits whenever the event stream says that it has changed, without a navigation: a failed request changes
 * nothing, and the page keeps what was typed and focused. The answer passes the permission checks of "Hôm nay".
 */
export function keepWaiting({ first, gapMs, onWaiting, signal }: Keeping): void {
  let shown = first
  let asked_at = -Infinity
  let timer: ReturnType<typeof setTimeout> | undefined
  const ask = oneAtATime(async () => {
    asked_at = performance.now()
    const answer = await askWaiting(signal)
    if (signal.aborted || answer === null) return
    if (answer === 'signed_out') {
      stop()
      return onWaiting({ ...shown, is_signed_out: true })
    }
    shown = answer
    onWaiting(answer)
  })
  const stopFollowing = followLive((news) => {
    if (news !== null && news === shown.mark) return
    clearTimeout(timer)
    timer = setTimeout(ask, Math.max(0, asked_at + gapMs() - performance.now()))
  })
  const stop = () => {
    clearTimeout(timer)
    stopFollowing()
  }
  signal.addEventListener('abort', stop)
}

/** What is asked for during a request is asked for once more after it. */
function oneAtATime(work: () => Promise<void>): () => void {
  let is_running = false
  let is_due = false
  const run = async () => {
    if (is_running) {
      is_due = true
      return
    }
    is_running = true
    do {
      is_due = false
      await work()
    } while (is_due)
    is_running = false
  }
  return () => void run()
}

/** The data of "Hôm nay". Null: it could not be had now. */
async function askWaiting(signal: AbortSignal): Promise<Waiting | 'signed_out' | null> {
  try {
    const response = await fetch(dataPath(staff_root), { signal: withLimit(signal) })
    if (response.status === 401) return 'signed_out'
    if (!response.ok) return null
    const answer = (await response.json()) as DataAnswer
    return answer.kind === 'page' ? (answer.data as Waiting) : null
  } catch {
    // Not connected, too slow, or the shop restarts.
    return null
  }
}

import { setTimeout as sleep } from 'node:timers/promises'
import type { EventStream } from '#admin/live/event-streams.ts'
import { waitingMark } from '#admin/live/waiting.ts'
import type { Tile } from '#contracts/staff/today.ts'
import type { StaffActor } from '#pure/contract.ts'

export interface LivePace {
  /** The least time between two hints of a stream. */
  round_ms: number
  /** How often a stream sends a sign of life, and its session is checked. */
  beat_ms: number
  /** A stream ends after this time, and its browser opens another one: connections break without notice. */
  life_ms: number
}

export const usual_pace: LivePace = { round_ms: 2_000, beat_ms: 15_000, life_ms: 900_000 }

interface FollowDeps {
  /** What waits for the member of staff, as their page shows it. */
  waiting: (actor: StaffActor) => Promise<Tile[]>
  pace: LivePace
  /** The database did not answer: told once, until it answers again. The next round tries again. */
  onProblem: (error: unknown) => void
}

interface Follower {
  stream: EventStream
  actor: StaffActor
  /** The mark that was sent last; null: none yet. */
  mark: string | null
  /** The member of staff as they are now; null: the session has ended. */
  renew: () => Promise<StaffActor | null>
}

interface Followers {
  add: (follower: Omit<Follower, 'mark'>) => void
  close: () => void
}

/**
 * A round takes at most this part of the time: what it asks grows with the number of different rights, and must
 * never become the work of the database.
 */
const part_of_time = 0.05
/** Browsers without a stream ask this often. A stream must not be slower. */
const slowest_round_ms = 15_000

/**
 * Sends each stream the mark of what waits for its member of staff, at first and whenever it has changed. One round
 * asks for all streams of this process: once for all who have the same rights, by the operation and the permission
 * checks of the page itself. With several machines each asks for its own streams (decision 161).
 */
export function followWaiting({ waiting, pace, onProblem }: FollowDeps): Followers {
  const followers = new Set<Follower>()
  const closing = new AbortController()

  const round = async () => {
    for (const alike of groupsOf(followers)) {
      const [first] = alike
      if (first === undefined || !alike.some((follower) => followers.has(follower))) continue
      const mark = waitingMark(await waiting(first.actor))
      for (const follower of alike) {
        if (follower.mark !== mark && followers.has(follower)) follower.stream.send('waiting', mark)
        follower.mark = mark
      }
    }
  }
  const beat = async () => {
    for (const follower of followers) {
      follower.stream.beat()
      const actor = await follower.renew()
      if (actor === null) follower.stream.end()
      else follower.actor = actor
    }
  }
  const startRounds = repeated(round, (took_ms) =>
    Math.min(slowest_round_ms, Math.max(pace.round_ms, took_ms / part_of_time)),
  )
  const startBeats = repeated(beat, () => pace.beat_ms)

  /** Returns a function that repeats work as long as there are streams. */
  function repeated(work: () => Promise<void>, pauseAfter: (took_ms: number) => number) {
    let is_running = false
    let has_failed = false
    const run = async () => {
      try {
        for (let took_ms = 0; followers.size > 0;) {
          await sleep(pauseAfter(took_ms), undefined, { ref: false, signal: closing.signal })
          const started = performance.now()
          await work().then(
            () => (has_failed = false),
            (error: unknown) => {
              if (!has_failed) onProblem(error)
              has_failed = true
            },
          )
          took_ms = performance.now() - started
        }
      } catch {
        // It was closed during the pause.
      } finally {
        is_running = false
      }
    }
    return () => {
      if (is_running) return
      is_running = true
      void run()
    }
  }

  return {
    add(added) {
      const follower = { ...added, mark: null }
      const life = setTimeout(added.stream.end, pace.life_ms)
      life.unref()
      added.stream.onEnd(() => {
        clearTimeout(life)
        followers.delete(follower)
      })
      followers.add(follower)
      startRounds()
      startBeats()
    },
    close: () => closing.abort(),
  }
}

/** Followers with the same rights: the same question has the same answer for all of them. */
function groupsOf(followers: Iterable<Follower>): Follower[][] {
  return [...Map.groupBy(followers, ({ actor }) => rightsOf(actor)).values()]
}

function rightsOf({ staff_id, grants, shops }: StaffActor): string {
  const sorted = [...grants].sort(([a], [b]) => (a < b ? -1 : 1))
  const has_own = sorted.some(([, of_one]) => of_one.some(({ scope }) => scope === 'own'))
  return JSON.stringify([sorted, shops, has_own ? staff_id : null])
}

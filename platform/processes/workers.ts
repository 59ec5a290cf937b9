import cluster, { type Worker } from 'node:cluster'
import { setTimeout as sleep } from 'node:timers/promises'
import { AggregatorRegistry, type PrometheusContentType } from 'prom-client'
import type { Log } from '#platform/observe/log.ts'
import {
  type FromWorker,
  isFromWorker,
  type ToWorker,
  type WorkOrder,
} from '#platform/processes/worker-messages.ts'

/** The processes that answer could not be opened; what they said stands above. */
export class WorkersError extends Error {
  override readonly name = 'WorkersError'
}

interface WorkersOptions {
  count: number
  order: Omit<WorkOrder, 'runs_jobs'>
  log: Log
  /** How long a process may take to finish what it has in hand. */
  limit_ms: number
}

/** A place that is always filled: who works there dies, is told to go, is followed by another. */
interface Place {
  number: number
  worker: Worker | null
  /** Ends in a row that came soon after the start. */
  failures: number
}

const soon_ms = 10_000
const shortest_pause_ms = 200
const longest_pause_ms = 5_000

/**
 * Starts `count` processes of this same program, which share the port, and replaces each that ends; of
 * one that is told to end, the successor answers before it goes (decisions/057). Resolves when all are
 * open; the returned function ends them, letting them finish what is in hand.
 */
export async function startWorkers(options: WorkersOptions): Promise<() => Promise<void>> {
  const { count, log, limit_ms } = options
  const aggregator = new AggregatorRegistry<PrometheusContentType>()
  const places: Place[] = Array.from({ length: count }, (_, number) => ({
    number,
    worker: null,
    failures: 0,
  }))
  const closing = new AbortController()
  const leaving = new Set<Worker>()
  // Each process takes from the common row of who knocks by itself. Dealt out in turn, every connection
  // costs a message between processes: four times the processor time in a rush (decisions/074).
  cluster.schedulingPolicy = cluster.SCHED_NONE
  const occupy = (place: Place): Promise<void> => {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const started = performance.now()
    const worker = cluster.fork()
    place.worker = worker
    const send = (words: ToWorker) => {
      if (worker.isConnected()) worker.send(words)
    }
    // The first place does the shop's regular jobs; who follows there takes them over.
    worker.once('online', () =>
      send({ tiem: 'open', order: { ...options.order, runs_jobs: place.number === 0 } }),
    )
    worker.on('message', (message: unknown) => {
      if (!isFromWorker(message)) return
      if (message.tiem === 'leaving') void hand(place, worker)
      else hear(message, { send, opened: resolve, aggregator, log })
    })
    const ended = (how: string | number) => {
      reject(new WorkersError(`A process ended with ${how} before it was open.`))
      leaving.delete(worker)
      // Of one that was told to end, another has the place already.
      if (place.worker !== worker) return
      place.worker = null
      if (!closing.signal.aborted) void follow(place, performance.now() - started, how)
    }
    // Words to one that has just died, or no process at all: of that one no exit is heard.
    worker.on('error', (error: Error) => {
      log.warn({ err: error, place: place.number }, 'a process does not hear')
      if (worker.process.pid === undefined) ended('no start')
    })
    worker.once('exit', (code, signal) => ended(signal ?? code))
    return promise
  }
  const follow = async (place: Place, lived_ms: number, end: string | number) => {
    place.failures = lived_ms < soon_ms && end !== 0 ? place.failures + 1 : 0
    log.warn({ place: place.number, end }, 'a process ended: another takes its place')
    if (place.failures > 0) {
      const pause_ms = Math.min(shortest_pause_ms * 2 ** place.failures, longest_pause_ms)
      await sleep(pause_ms, undefined, { signal: closing.signal }).catch(() => undefined)
    }
    // Its own end brings the next attempt.
    if (!closing.signal.aborted) await occupy(place).catch(() => undefined)
  }
  const hand = async (place: Place, worker: Worker) => {
    leaving.add(worker)
    if (!closing.signal.aborted && place.worker === worker) {
      log.info({ place: place.number }, 'a process is told to end: another takes its place first')
      await occupy(place).catch(() => undefined)
    }
    if (worker.isConnected()) worker.send({ tiem: 'go' } satisfies ToWorker)
  }
  const close = async () => {
    closing.abort()
    const workers = new Set([...leaving, ...places.flatMap(({ worker }) => worker ?? [])])
    await Promise.all(
      [...workers].map((worker) => end(worker, { limit_ms, knows: leaving.has(worker) })),
    )
  }
  try {
    await Promise.all(places.map(occupy))
  } catch (error) {
    await close()
    throw error
  }
  return close
}

interface Ears {
  send: (words: ToWorker) => void
  opened: () => void
  aggregator: AggregatorRegistry<PrometheusContentType>
  log: Log
}

function hear(
  words: Exclude<FromWorker, { tiem: 'leaving' }>,
  { send, opened, aggregator, log }: Ears,
): void {
  if (words.tiem === 'opened') return opened()
  aggregator.clusterMetrics().then(
    (text) => send({ tiem: 'metrics', id: words.id, text }),
    (error: unknown) => {
      log.warn({ err: error }, 'not all processes told their figures')
      send({ tiem: 'metrics', id: words.id, text: null })
    },
  )
}

/** `knows`: it was told to end before, and a second signal would be a hurry. */
async function end(
  worker: Worker,
  { limit_ms, knows }: { limit_ms: number; knows: boolean },
): Promise<void> {
  const gone = new Promise((resolve) => worker.once('exit', resolve))
  if (!knows) worker.process.kill('SIGTERM')
  else if (worker.isConnected()) worker.send({ tiem: 'go' } satisfies ToWorker)
  const in_time = await Promise.race([gone, sleep(limit_ms + 3_000, 'late', { ref: false })])
  if (in_time === 'late') worker.process.kill('SIGKILL')
}

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

/** The worker processes could not be opened. Their own messages are logged before. */
export class WorkersError extends Error {
  override readonly name = 'WorkersError'
}

interface WorkersOptions {
  count: number
  order: Omit<WorkOrder, 'runs_jobs'>
  log: Log
  /** How long a process may take to finish its requests. */
  limit_ms: number
}

/** A slot always has a process: when it dies or has to end, another one replaces it. */
interface Slot {
  number: number
  worker: Worker | null
  /** Number of consecutive ends shortly after the start. */
  failures: number
}

const soon_ms = 10_000
const shortest_pause_ms = 200
const longest_pause_ms = 5_000

/**
 * Starts `count` processes of this program, which share the port, and replaces each that ends. If a process
 * is told to end, its successor answers requests before it ends (decisions/057). Resolves when all are open.
 * The returned function ends them after they have finished their requests.
 */
export async function startWorkers(options: WorkersOptions): Promise<() => Promise<void>> {
  const { count, log, limit_ms } = options
  const aggregator = new AggregatorRegistry<PrometheusContentType>()
  const slots: Slot[] = Array.from({ length: count }, (_, number) => ({
    number,
    worker: null,
    failures: 0,
  }))
  const closing = new AbortController()
  const leaving = new Set<Worker>()
  // Each process accepts from the shared queue. Round robin costs a message between processes for every
  // connection: four times the processor time in a rush (decisions/074).
  cluster.schedulingPolicy = cluster.SCHED_NONE
  const occupy = (slot: Slot): Promise<void> => {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const started = performance.now()
    const worker = cluster.fork()
    slot.worker = worker
    const send = (message: ToWorker) => {
      if (worker.isConnected()) worker.send(message)
    }
    // The process of the first slot runs the jobs, and so does its successor.
    worker.once('online', () =>
      send({ tiem: 'open', order: { ...options.order, runs_jobs: slot.number === 0 } }),
    )
    worker.on('message', (message: unknown) => {
      if (!isFromWorker(message)) return
      if (message.tiem === 'leaving') void replace(slot, worker)
      else receive(message, { send, opened: resolve, aggregator, log })
    })
    const ended = (how: string | number) => {
      reject(new WorkersError(`A process ended with ${how} before it was open.`))
      leaving.delete(worker)
      // If it was told to end, its successor has the slot already.
      if (slot.worker !== worker) return
      slot.worker = null
      if (!closing.signal.aborted) void restart(slot, performance.now() - started, how)
    }
    // The process has just died, or could not be started: then no exit is reported.
    worker.on('error', (error: Error) => {
      log.warn({ err: error, slot: slot.number }, 'a process does not answer')
      if (worker.process.pid === undefined) ended('no start')
    })
    worker.once('exit', (code, signal) => ended(signal ?? code))
    return promise
  }
  const restart = async (slot: Slot, lived_ms: number, end: string | number) => {
    slot.failures = lived_ms < soon_ms && end !== 0 ? slot.failures + 1 : 0
    log.warn({ slot: slot.number, end }, 'a process ended: another one replaces it')
    if (slot.failures > 0) {
      const pause_ms = Math.min(shortest_pause_ms * 2 ** slot.failures, longest_pause_ms)
      await sleep(pause_ms, undefined, { signal: closing.signal }).catch(() => undefined)
    }
    // If it fails, its exit starts the next attempt.
    if (!closing.signal.aborted) await occupy(slot).catch(() => undefined)
  }
  const replace = async (slot: Slot, worker: Worker) => {
    leaving.add(worker)
    if (!closing.signal.aborted && slot.worker === worker) {
      log.info({ slot: slot.number }, 'a process is told to end: another one replaces it first')
      await occupy(slot).catch(() => undefined)
    }
    if (worker.isConnected()) worker.send({ tiem: 'go' } satisfies ToWorker)
  }
  const close = async () => {
    closing.abort()
    const workers = new Set([...leaving, ...slots.flatMap(({ worker }) => worker ?? [])])
    await Promise.all(
      [...workers].map((worker) => end(worker, { limit_ms, is_leaving: leaving.has(worker) })),
    )
  }
  try {
    await Promise.all(slots.map(occupy))
  } catch (error) {
    await close()
    throw error
  }
  return close
}

interface Handlers {
  send: (message: ToWorker) => void
  opened: () => void
  aggregator: AggregatorRegistry<PrometheusContentType>
  log: Log
}

function receive(
  message: Exclude<FromWorker, { tiem: 'leaving' }>,
  { send, opened, aggregator, log }: Handlers,
): void {
  if (message.tiem === 'opened') return opened()
  aggregator.clusterMetrics().then(
    (text) => send({ tiem: 'metrics', id: message.id, text }),
    (error: unknown) => {
      log.warn({ err: error }, 'not all processes returned their figures')
      send({ tiem: 'metrics', id: message.id, text: null })
    },
  )
}

/** `is_leaving`: it was told to end before. A second signal would force the exit. */
async function end(
  worker: Worker,
  { limit_ms, is_leaving }: { limit_ms: number; is_leaving: boolean },
): Promise<void> {
  const exited = new Promise((resolve) => worker.once('exit', resolve))
  if (!is_leaving) worker.process.kill('SIGTERM')
  else if (worker.isConnected()) worker.send({ tiem: 'go' } satisfies ToWorker)
  const in_time = await Promise.race([exited, sleep(limit_ms + 3_000, 'late', { ref: false })])
  if (in_time === 'late') worker.process.kill('SIGKILL')
}

import cluster from 'node:cluster'
import { randomUUID } from 'node:crypto'
import { type FromWorker, isToWorker, type WorkOrder } from '#platform/processes/worker-messages.ts'

/** Whether this process was started by another to answer beside its like. */
export function isWorker(): boolean {
  return cluster.isWorker
}

/** Waits for what the process that started this one wants it to open. */
export function workOrder(): Promise<WorkOrder> {
  return new Promise((resolve) => {
    const hear = (message: unknown) => {
      if (!isToWorker(message) || message.tiem !== 'open') return
      process.off('message', hear)
      resolve(message.order)
    }
    process.on('message', hear)
  })
}

/** Tells that requests are being answered. */
export function notifyOpened(): void {
  say({ tiem: 'opened' })
}

/** A successor that does not open cannot keep anybody here. */
const successor_limit_ms = 10_000

/** Tells that this process is about to end; resolves when another answers in its place. */
export function awaitSuccessor(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, successor_limit_ms).unref()
    process.on('disconnect', resolve)
    process.on('message', (message: unknown) => {
      if (isToWorker(message) && message.tiem === 'go') resolve()
    })
    say({ tiem: 'leaving' })
  })
}

/** The figures of all processes together, as the one that started them gathers them. */
export function gatherMetrics(): Promise<string> {
  const id = randomUUID()
  return new Promise((resolve, reject) => {
    const hear = (message: unknown) => {
      if (!isToWorker(message) || message.tiem !== 'metrics' || message.id !== id) return
      process.off('message', hear)
      if (message.text === null) reject(new Error('the other processes told no figures'))
      else resolve(message.text)
    }
    process.on('message', hear)
    say({ tiem: 'metrics?', id })
  })
}

function say(words: FromWorker): void {
  process.send?.(words)
}

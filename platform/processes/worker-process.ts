import cluster from 'node:cluster'
import { randomUUID } from 'node:crypto'
import { type FromWorker, isToWorker, type WorkOrder } from '#platform/processes/worker-messages.ts'

/** Whether this process is one of several worker processes. */
export function isWorker(): boolean {
  return cluster.isWorker
}

/** Waits for the settings from the primary process. */
export function workOrder(): Promise<WorkOrder> {
  return new Promise((resolve) => {
    const receive = (message: unknown) => {
      if (!isToWorker(message) || message.tiem !== 'open') return
      process.off('message', receive)
      resolve(message.order)
    }
    process.on('message', receive)
  })
}

/** Notifies the primary process that requests are answered. */
export function notifyOpened(): void {
  send({ tiem: 'opened' })
}

/** A successor that does not open in this time is not waited for. */
const successor_limit_ms = 10_000

/** Notifies the primary process that this one is about to end. Resolves when a successor answers requests. */
export function awaitSuccessor(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, successor_limit_ms).unref()
    process.on('disconnect', resolve)
    process.on('message', (message: unknown) => {
      if (isToWorker(message) && message.tiem === 'go') resolve()
    })
    send({ tiem: 'leaving' })
  })
}

/** Returns the figures of all processes, collected by the primary process. */
export function gatherMetrics(): Promise<string> {
  const id = randomUUID()
  return new Promise((resolve, reject) => {
    const receive = (message: unknown) => {
      if (!isToWorker(message) || message.tiem !== 'metrics' || message.id !== id) return
      process.off('message', receive)
      if (message.text === null) reject(new Error('the other processes gave no figures'))
      else resolve(message.text)
    }
    process.on('message', receive)
    send({ tiem: 'metrics?', id })
  })
}

function send(message: FromWorker): void {
  process.send?.(message)
}

import type { Log } from '#platform/observe/log.ts'

/** How this process ends. What it has opened is closed in the opposite order, whenever the end comes. */
export interface ProcessEnd {
  /** Adds something to be closed at the end. */
  defer: (close: () => unknown) => void
  closeAll: () => Promise<void>
  /**
   * Closes everything and exits when a signal asks for it, or when an error was not caught. `ready` is
   * what the process waits for, still answering, before it closes.
   */
  endOnSignals: (log: Log, ready?: () => Promise<void>) => void
}

const signals = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const

export function openProcessEnd(): ProcessEnd {
  const opened: (() => unknown)[] = []
  let is_ending = false

  const closeAll = async () => {
    is_ending = true
    for (let close = opened.pop(); close !== undefined; close = opened.pop()) {
      try {
        await close()
      } catch (error) {
        complain(error)
      }
    }
  }

  const endOnSignals: ProcessEnd['endOnSignals'] = (log, ready = async () => undefined) => {
    let asked_at: number | undefined
    const end = async (signal: string) => {
      if (asked_at !== undefined) {
        // Ctrl-C reaches us twice, from the terminal and through npm: only a later one is a hurry.
        if (performance.now() - asked_at > 1_000) process.exit(1)
        return
      }
      asked_at = performance.now()
      log.info(`${signal}: closing the shop`)
      await ready()
      await closeAll()
      process.exit(0)
    }
    for (const signal of signals) process.on(signal, end)
    const crash = async (error: unknown) => {
      log.fatal({ err: error }, 'an error that nobody caught: the shop closes')
      if (!is_ending) await closeAll()
      process.exit(1)
    }
    process.on('unhandledRejection', crash)
    process.on('uncaughtException', crash)
  }

  return { defer: (close) => void opened.push(close), closeAll, endOnSignals }
}

/** A last word on a way out that logs nothing more. */
function complain(error: unknown): void {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
}

import type { Log } from '#platform/observe/log.ts'
import { throttledLog } from '#platform/observe/throttled-log.ts'

/** Warns that a message without proof was refused. */
export type WarnOfForged = (log: Log, sender: { gateway: string } | { relay: string }) => void

const limits = { lines: 1, every_ms: 60_000 }

/** Warns of the first message of each sender in a minute, then with the number of the others. */
export function forgedWarnings(): WarnOfForged {
  const logOften = throttledLog(limits)
  return (log, sender) =>
    logOften(log, 'warn', JSON.stringify(sender), sender, 'a message without proof was refused')
}

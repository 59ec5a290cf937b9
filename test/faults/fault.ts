import type { Report } from '#test/bench/report.ts'

/** How long a fault is played: short while one builds, full as the issue asks for. */
export interface Rounds {
  is_full: boolean
  /** What `--rounds` says, else the number for this length. */
  rounds: (short: number, full: number) => number
}

/**
 * One way for the shop to be hurt. It opens what it needs, reports figures beside their bars (a broken
 * invariant is a figure over its bar) and leaves nothing behind.
 */
export type Fault = (report: Report, how: Rounds) => Promise<void>

/** The fault could not be played to its end. */
export class FaultFailure extends Error {
  override readonly name = 'FaultFailure'
}

/** A count of which there must be none. */
export function none(report: Report, name: string, found: number, how: string): void {
  report({ name, value: found, unit: '', bar: 0, good: 'at most', how })
}

/** Sentences of which there must be none; the first few are printed. */
export function noneOf(report: Report, name: string, found: readonly string[], how: string): void {
  for (const sentence of found.slice(0, 5)) console.log(`  ✗ ${sentence}`)
  none(report, name, found.length, how)
}

/** The largest of `times` (ms) beside its bar in seconds; the median is told along with it. */
export function slowest(report: Report, name: string, times: readonly number[], bar: number): void {
  const sorted = times.toSorted((a, b) => a - b)
  const median = sorted[Math.floor(sorted.length / 2)] ?? 0
  const value = (sorted.at(-1) ?? 0) / 1_000
  const how = `median ${(median / 1_000).toFixed(2)} s of ${times.length}`
  report({ name, value, unit: 's', bar, good: 'at most', how })
}

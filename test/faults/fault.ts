import type { Report } from '#test/bench/report.ts'

/** The length of a fault test: short during development, or full. */
export interface Rounds {
  is_full: boolean
  /** The value of `--rounds`, else the number for this length. */
  rounds: (short: number, full: number) => number
}

/**
 * A fault test: opens what it needs, reports figures with their limits (a violated invariant is a figure over
 * its limit), and removes everything afterwards.
 */
export type Fault = (report: Report, how: Rounds) => Promise<void>

/** The fault test could not be completed. */
export class FaultFailure extends Error {
  override readonly name = 'FaultFailure'
}

/** Reports a count that must be zero. */
export function none(report: Report, name: string, count: number, how: string): void {
  report({ name, value: count, unit: '', bar: 0, good: 'at most', how })
}

/** Reports problems, of which there must be none. The first five are printed. */
export function noneOf(
  report: Report,
  name: string,
  problems: readonly string[],
  how: string,
): void {
  for (const problem of problems.slice(0, 5)) console.log(`  ✗ ${problem}`)
  none(report, name, problems.length, how)
}

/** Reports the largest of `times` (ms) with its limit in seconds, and the median. */
export function slowest(report: Report, name: string, times: readonly number[], bar: number): void {
  const sorted = times.toSorted((a, b) => a - b)
  const median = sorted[Math.floor(sorted.length / 2)] ?? 0
  const value = (sorted.at(-1) ?? 0) / 1_000
  const how = `median ${(median / 1_000).toFixed(2)} s of ${times.length}`
  report({ name, value, unit: 's', bar, good: 'at most', how })
}

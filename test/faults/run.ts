import { parseArgs } from 'node:util'
import { type Figure, figureLine, isOver, type Report } from '#test/bench/report.ts'
import { accounts } from '#test/faults/accounts.ts'
import { clock } from '#test/faults/clock.ts'
import { disk } from '#test/faults/disk.ts'
import type { Fault, Rounds } from '#test/faults/fault.ts'
import { gateway } from '#test/faults/gateway.ts'
import { kill9 } from '#test/faults/kill9.ts'
import { malformed } from '#test/faults/malformed.ts'
import { messages } from '#test/faults/messages.ts'
import { packing } from '#test/faults/packing.ts'
import { pool } from '#test/faults/pool.ts'
import { postgres } from '#test/faults/postgres.ts'
import { shopper } from '#test/faults/shopper.ts'
import { slowClients } from '#test/faults/slow-clients.ts'
import { sigterm } from '#test/faults/sigterm.ts'
import { slots } from '#test/faults/slots.ts'
import { stock } from '#test/faults/stock.ts'
import { trades } from '#test/faults/trades.ts'

/** All fault tests by name. A new one is a file in this folder and an entry here. */
const faults: Record<string, Fault> = {
  kill9,
  postgres,
  pool,
  sigterm,
  malformed,
  disk,
  clock,
  gateway,
  messages,
  shopper,
  stock,
  slots,
  packing,
  trades,
  'slow-clients': slowClients,
  accounts,
}

await main(process.argv.slice(2))

/**
 * `npm run faults` runs all with few rounds; `npm run faults -- kill9 postgres --full --rounds 10` runs
 * some with many.
 */
async function main(args: string[]): Promise<void> {
  const { values, positionals: names } = parseArgs({
    args,
    allowPositionals: true,
    options: { full: { type: 'boolean', default: false }, rounds: { type: 'string' } },
  })
  const unknown = names.filter((name) => !(name in faults))
  if (unknown.length > 0) {
    const available = Object.keys(faults).join(', ')
    console.error(`There is no fault test ${unknown.join(', ')}. Known: ${available}.`)
    process.exitCode = 1
    return
  }
  const selected = Object.entries(faults).filter(
    ([name]) => names.length === 0 || names.includes(name),
  )
  const how = roundsOf(values)
  let failed = 0
  for (const [name, fault] of selected) failed += (await passes(name, fault, how)) ? 0 : 1
  console.log(
    failed === 0
      ? '\nAll fault tests passed.'
      : `\n${failed} of ${selected.length} fault tests failed.`,
  )
  process.exitCode = failed === 0 ? 0 : 1
}

async function passes(name: string, fault: Fault, how: Rounds): Promise<boolean> {
  console.log(`\n${name}`)
  const figures: Figure[] = []
  const report: Report = (figure) => {
    figures.push(figure)
    console.log(figureLine(figure))
  }
  const started = performance.now()
  try {
    await fault(report, how)
  } catch (error) {
    console.error(error)
    return false
  }
  console.log(`${name} took ${((performance.now() - started) / 1_000).toFixed(0)} s`)
  return !figures.some(isOver)
}

function roundsOf({ full, rounds }: { full: boolean; rounds?: string }): Rounds {
  return {
    is_full: full,
    rounds: (short, long) => (rounds === undefined ? (full ? long : short) : Number(rounds)),
  }
}

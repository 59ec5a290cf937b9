import { createHash } from 'node:crypto'
import { codMoney as contract, type ReadCodStatement } from '#contracts/staff/cod-money.ts'
import { covers } from '#pure/access.ts'
import type { Service, StaffActor } from '#pure/contract.ts'
import { formatDateTime } from '#pure/vietnam-time.ts'
import type { StaffFlowDeps } from '#shop/flows/staff/staff-flow-deps.ts'
import { storedCode } from '#shop/order/order.ts'
import { carrierTitle, all_carriers } from '#shop/shipment/carriers.ts'
import { readStatement } from '#shop/shipment/cod-statement.ts'
import {
  insertStatement,
  lockOpenLine,
  matchLines,
  receiveLine,
  settleClaim,
  settleLine,
} from '#shop/shipment/cod-store.ts'
import { findCodDays, findOpenClaims, findOpenLines } from '#shop/views/parcel/cod-money-store.ts'

const max_shown = 200
const max_lines = 5_000
const shown_days = 30

/** Money that couriers collected, for staff (decision 141). */
export function codMoneyStaffService(deps: StaffFlowDeps): Service<typeof contract> {
  const { db, now, log, write } = deps
  return {
    codMoney: async () => {
      const since = new Date(now().getTime() - shown_days * 86_400_000)
      const [days, lines, claims] = await Promise.all([
        findCodDays(db, { since, limit: max_shown }),
        findOpenLines(db, max_shown),
        findOpenClaims(db, max_shown),
      ])
      return {
        days: days.map((day) => ({ ...day, title: carrierTitle(day.carrier) })),
        lines: lines.map(({ carrier, read_at, ...line }) => ({
          ...line,
          title: carrierTitle(carrier),
          read_at: read_at.toISOString(),
        })),
        claims: claims.map(({ carrier, opened_at, ...claim }) => ({
          ...claim,
          title: carrierTitle(carrier),
          opened_at: opened_at.toISOString(),
        })),
        carriers: [...all_carriers],
      }
    },
    readStatement: (actor, input) => readOne(deps, actor, input),
    settleLine: async (actor, { cod_line_id, decision, reason }) => {
      const { refuse } = contract.settleLine
      await write({ actor, operation: 'codMoney.settleLine', reason }, async (tx) => {
        const line = await lockOpenLine(tx, cod_line_id)
        if (line === null) throw refuse('line_not_found')
        const settled = { decision, reason, settled_by: actor.name, settled_at: now() }
        if (decision === 'dismissed') return settleLine(tx, cod_line_id, settled)
        const received = await receiveLine(tx, line, now())
        if (received === null) throw refuse('cod_not_due')
        const { parcel_id, due } = received
        const given_up = Math.max(0, due - line.amount)
        if (!covers(contract.settleLine, actor, { amount: given_up })) {
          throw refuse('amount_above_limit', { amount: given_up })
        }
        await settleLine(tx, cod_line_id, { ...settled, parcel_id })
      })
      log.info({ staff: actor.name, cod_line_id, decision }, 'staff settled a line of a statement')
      return { decision }
    },
    settleClaim: async (actor, { parcel_code, state, amount, reason }) => {
      const code = storedCode(parcel_code)
      await write({ actor, operation: 'codMoney.settleClaim', reason }, async (tx) => {
        const settled = { settled_by: actor.name, settled_at: now(), reason, state }
        const change = { ...settled, amount: state === 'paid' && amount ? amount : null }
        const { refuse } = contract.settleClaim
        const value = await settleClaim(tx, code, change)
        if (value === null) throw refuse('claim_not_found')
        const given_up = Math.max(0, value - (change.amount ?? 0))
        if (!covers(contract.settleClaim, actor, { amount: given_up })) {
          throw refuse('amount_above_limit', { amount: given_up })
        }
      })
      log.info({ staff: actor.name, parcel: code, state }, 'staff settled a claim')
      return { state }
    },
  }
}

async function readOne(
  { now, log, write }: StaffFlowDeps,
  actor: StaffActor,
  { carrier, name = '', text }: { carrier: string; name?: string | undefined; text: string },
): Promise<ReadCodStatement> {
  const { refuse } = contract.readStatement
  const { lines, unreadable } = readStatement(text)
  if (unreadable.length > 0 || lines.length === 0 || lines.length > max_lines) {
    throw refuse('statement_unreadable', { lines: unreadable.slice(0, 20) })
  }
  const shown = name === '' ? `Bảng kê ${formatDateTime(now())}` : name
  const staff_name = actor.name
  // Of the lines and not of the text: a copy with other blanks is the same statement.
  const content = JSON.stringify(lines.map(({ code, amount }) => [code, amount]))
  const content_hash = createHash('sha256').update(content).digest()
  const counts = await write({ actor, operation: 'codMoney.readStatement' }, async (tx) => {
    const statement = { carrier, name: shown, content_hash, staff_name }
    const cod_statement_id = await insertStatement(tx, statement, now())
    if (cod_statement_id === null) throw refuse('statement_known')
    return matchLines(tx, { cod_statement_id, carrier }, lines, { staff_name, now: now() })
  })
  log.info({ staff: staff_name, carrier, lines: lines.length }, 'staff read a statement')
  const found = Object.fromEntries(counts.map(({ outcome, count }) => [outcome, count]))
  const none = { matched: 0, differs: 0, not_due: 0, repeated: 0, unknown: 0 }
  return { name: shown, title: carrierTitle(carrier), counts: { ...none, ...found } }
}

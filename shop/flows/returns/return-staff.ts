import { returns as contract } from '#contracts/staff/returns.ts'
import { reachOf } from '#pure/access.ts'
import type { Service } from '#pure/contract.ts'
import { moveReturn } from '#shop/flows/returns/move-return.ts'
import { openReturn } from '#shop/flows/returns/open-return.ts'
import { readReturn, readReturnable, worthOf } from '#shop/flows/returns/read-return.ts'
import { deliveredGoods, scannedUnit } from '#shop/flows/returns/returned-goods.ts'
import { byStaff, exchangeReturn, refundReturn } from '#shop/flows/returns/settle-return.ts'
import type { PictureFlowDeps } from '#shop/flows/staff/staff-flow-deps.ts'
import { storedCode } from '#shop/order/order.ts'
import { pictureCalls } from '#shop/picture/picture-calls.ts'
import { findReturn, lockReturn, updateReturn } from '#shop/return/return-store.ts'
import { countReturns, findReturns } from '#shop/views/return/return-list-store.ts'

const page_size = 50

/** Goods that come back, for staff (decision 154). */
export function returnStaffService(deps: PictureFlowDeps): Service<typeof contract> {
  const { db, now, log } = deps
  return {
    ...pictureCalls(deps, {
      ...{ contract, service: 'returns', subject_kind: 'return_request' },
      find: async (on, reach, code) =>
        (await findReturn(on, code.toUpperCase(), reach))?.return_id ?? null,
      lock: lockReturn,
    }),
    returns: async (actor, { state = null, q = '', page = 1 }) => {
      const reach = reachOf(contract.returns, actor)
      const filter = { state, q: q === '' ? null : storedCode(q) }
      const part = { limit: page_size + 1, offset: (page - 1) * page_size }
      const [rows, counts] = await Promise.all([
        findReturns(db, reach, filter, part),
        countReturns(db, reach),
      ])
      return {
        rows: rows.slice(0, page_size).map((row) => ({
          ...row,
          created_at: row.created_at.toISOString(),
          updated_at: row.updated_at.toISOString(),
        })),
        has_next: rows.length > page_size,
        counts,
      }
    },
    returnable: (actor, { q }) => readReturnable(deps, actor, q),
    return: (actor, { code }) => readReturn(deps, actor, code),
    open: async (actor, input) => {
      const code = await openReturn(deps, actor, input)
      log.info({ staff: actor.name, return: code }, 'goods came back')
      return { code }
    },
    accept: async (actor, seen) => {
      await moveReturn(deps, actor, seen, 'accept', (tx, _order, { return_id }) =>
        updateReturn(tx, return_id, 'accept', {}, byStaff(actor, now())),
      )
      return {}
    },
    receive: async (actor, { unit_code, ...seen }) => {
      const { refuse } = contract.receive
      await moveReturn(deps, actor, seen, 'receive', async (tx, order, request) => {
        const goods = await deliveredGoods(tx, order, now())
        const line = goods?.lines.find(({ position }) => position === request.position)
        const unit = line === undefined ? 'other' : scannedUnit(line, unit_code)
        if (unit === 'other') throw refuse('unit_differs')
        if (unit === 'needed') throw refuse('unit_needed')
        const unit_id = unit === 'none' ? null : unit
        await updateReturn(tx, request.return_id, 'receive', { unit_id }, byStaff(actor, now()))
      })
      return {}
    },
    inspect: async (actor, { grade, signed_out, gifts_returned = false, findings, ...seen }) => {
      const { refuse } = contract.inspect
      await moveReturn(deps, actor, seen, 'inspect', async (tx, order, request) => {
        if (request.unit_id !== null && signed_out !== true) throw refuse('still_signed_in')
        const { value, fee } = await worthOf(tx, order, request, gifts_returned)
        const change = { grade, gifts_returned, findings: findings || null, value, fee }
        await updateReturn(tx, request.return_id, 'inspect', change, byStaff(actor, now()))
      })
      return {}
    },
    refund: async (actor, seen) => {
      const amount = await moveReturn(deps, actor, seen, 'refund', (tx, order, request) =>
        refundReturn(tx, order, request, actor, now()),
      )
      log.info({ staff: actor.name, return: seen.code, amount }, 'a return is to be refunded')
      return { amount }
    },
    exchange: async (actor, { new_code, ...seen }) => {
      await moveReturn(deps, actor, seen, 'exchange', (tx, order, request) =>
        exchangeReturn(tx, order, request, { actor, new_code }, now()),
      )
      log.info({ staff: actor.name, return: seen.code }, 'a return was exchanged')
      return {}
    },
    reject: async (actor, { note, ...seen }) => {
      await moveReturn(deps, actor, seen, 'reject', (tx, _order, { return_id }) =>
        updateReturn(tx, return_id, 'reject', {}, byStaff(actor, now(), note)),
      )
      return {}
    },
  }
}

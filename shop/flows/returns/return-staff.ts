import { returns as contract } from '#contracts/staff/returns.ts'
import { covers, reachOf } from '#pure/access.ts'
import type { Service } from '#pure/contract.ts'
import { acceptReturn, rejectReturn } from '#shop/flows/returns/answer-request.ts'
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
    accept: async (actor, input) => {
      await acceptReturn(deps, actor, input)
      return {}
    },
    receive: async (actor, { unit_code, shop_id: here, ...seen }) => {
      const { refuse } = contract.receive
      const is_foreign = here !== undefined && !covers(contract.receive, actor, { shop_id: here })
      if (is_foreign) throw refuse('shop_not_found')
      await moveReturn(deps, actor, seen, 'receive', async (tx, order, request) => {
        const shop_id = here ?? request.shop_id
        if (shop_id === null) throw refuse('shop_not_found')
        const goods = await deliveredGoods(tx, order, now(), request.return_id)
        const line = goods?.lines.find(({ position }) => position === request.position)
        const unit = line === undefined ? 'other' : scannedUnit(line, unit_code)
        if (unit === 'other') throw refuse('unit_differs')
        if (unit === 'needed') throw refuse('unit_needed')
        const unit_id = unit === 'none' ? null : unit
        const is_elsewhere = unit_id !== null && line?.units_in_returns.includes(unit_id)
        if (is_elsewhere === true) throw refuse('unit_differs')
        const change = { unit_id, shop_id }
        await updateReturn(tx, request.return_id, 'receive', change, byStaff(actor, now()))
      })
      return {}
    },
    inspect: async (actor, { grade, signed_out, gifts_returned = false, ...input }) => {
      const { refuse } = contract.inspect
      const { reason, findings, ...seen } = input
      await moveReturn(deps, actor, seen, 'inspect', async (tx, order, request) => {
        if (request.unit_id !== null && signed_out !== true) throw refuse('still_signed_in')
        const found = { ...request, reason: reason ?? request.reason }
        const { day, percent, value, fee } = await worthOf(tx, order, found, gifts_returned)
        const is_other = found.reason !== request.reason
        if (is_other && percent === null) throw refuse('return_too_late', { day })
        const what = { grade, gifts_returned, findings: findings || null }
        const change = { ...what, reason: found.reason, value, fee }
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
      await rejectReturn(deps, actor, seen, note)
      return {}
    },
  }
}

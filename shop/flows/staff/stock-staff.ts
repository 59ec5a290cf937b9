import { sql } from 'kysely'
import { orders } from '#contracts/staff/orders.ts'
import { stock as contract } from '#contracts/staff/stock.ts'
import { covers, reachOf } from '#pure/access.ts'
import type { Service } from '#pure/contract.ts'
import type { StaffFlowDeps } from '#shop/flows/staff/staff-flow-deps.ts'
import { countStock } from '#shop/inventory/movement/movement-store.ts'
import { lockStockRows } from '#shop/inventory/reservation/ship-store.ts'
import { isUsedDevice } from '#shop/inventory/used/used-store.ts'
import { findReservingOrders } from '#shop/views/stock/stock-shortage-store.ts'
import {
  countNamedUnits,
  findListPrice,
  findMovements,
  findStockRow,
  findStockRowsForStaff,
} from '#shop/views/stock/stock-staff-store.ts'
import { findShopsInReach } from '#shop/views/units/unit-list-store.ts'

const page_size = 50

/** Stock for staff: on hand, reserved and free, its movements, and counts (decision 123). */
export function stockStaffService(deps: StaffFlowDeps): Service<typeof contract> {
  const { db, now, log, write } = deps
  return {
    stockRows: async (actor, { page = 1, ...wanted }) => {
      const reach = reachOf(contract.stockRows, actor)
      const part = { limit: page_size + 1, offset: (page - 1) * page_size }
      const [rows, shops] = await Promise.all([
        findStockRowsForStaff(db, wanted, reach, part),
        findShopsInReach(db, reach),
      ])
      return {
        rows: rows.slice(0, page_size),
        has_next: rows.length > page_size,
        shops: shops.map(({ shop_id, name }) => ({ value: String(shop_id), title: name })),
      }
    },
    stockRow: async (actor, key) => {
      const row = await findStockRow(db, key, reachOf(contract.stockRow, actor))
      if (row === null) throw contract.stockRow.refuse('stock_row_not_found')
      const movements = await findMovements(db, key)
      return {
        row,
        movements: movements.map(({ created_at, ...movement }) => ({
          ...movement,
          created_at: created_at.toISOString(),
        })),
        order_codes: await findReservingOrders(db, key, reachOf(orders.order, actor)),
      }
    },
    countStock: async (actor, { on_hand, on_hand_seen, reason, ...key }) => {
      const { refuse } = contract.countStock
      const act = { actor, operation: 'stock.countStock', reason } as const
      const counted = await write(act, async (tx) => {
        const reach = reachOf(contract.countStock, actor)
        await lockStockRows(tx, [key])
        const before = await findStockRow(tx, key, reach)
        if (before === null) throw refuse('stock_row_not_found')
        // Units that left after the page was shown are not in the count that was typed there.
        if (before.on_hand !== on_hand_seen) {
          throw refuse('stock_changed', { on_hand: before.on_hand })
        }
        if (await isUsedDevice(tx, key.product_id)) throw refuse('used_device_not_counted')
        const named = await countNamedUnits(tx, key)
        if (on_hand < named) throw refuse('units_are_named', { named })
        const amount =
          Math.abs(on_hand - before.on_hand) * (await findListPrice(tx, key.product_id))
        if (!covers(contract.countStock, actor, { ...key, amount })) throw refuse('above_limit')
        const one = sql`select ${key.product_id}::bigint as product_id,
          ${key.shop_id}::bigint as shop_id, ${on_hand}::integer as on_hand`
        const cause = { kind: 'count', document: null, reason, staff_name: actor.name } as const
        await countStock(tx, one, { ...cause, at: now() })
        const row = await findStockRow(tx, key, reach)
        if (row === null) throw refuse('stock_row_not_found')
        const of_actor = reachOf(orders.order, actor)
        const is_short = row.shortage > 0
        return { row, order_codes: is_short ? await findReservingOrders(tx, key, of_actor) : [] }
      })
      const { sku, shop_code, shortage } = counted.row
      log.info(
        { staff: actor.name, sku, shop_code, on_hand, on_hand_seen, shortage },
        'stock counted',
      )
      return counted
    },
  }
}

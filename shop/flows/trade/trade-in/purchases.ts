import type { z } from 'zod'
import { type Purchase, tradeIns as contract } from '#contracts/staff/trade/trade-ins.ts'
import { reachOf } from '#pure/access.ts'
import type { StaffActor } from '#pure/contract.ts'
import { nationalForm } from '#platform/text/vietnamese-phone.ts'
import { vietnamDay } from '#pure/vietnam-time.ts'
import { endExport, insertExport } from '#shop/change-log/list-export-store.ts'
import type { PersonKeys } from '#shop/change-log/person-keys.ts'
import { documentLabel } from '#shop/flows/trade/trade-in/record-seller.ts'
import type { TradeStaffDeps } from '#shop/flows/trade/trade-in/trade-staff-deps.ts'
import { listBuyingShops } from '#shop/flows/trade/trade-in/trade-in-staff-store.ts'
import { maskedPhone } from '#shop/order/masked-contact.ts'
import { maskedDocument } from '#shop/trade/trade-in/offer.ts'
import { listPurchases, type PurchaseRow } from '#shop/trade/trade-in/purchase-store.ts'

type Query = z.output<typeof contract.purchases.input>

/** The purchase list of a month, with masked numbers. */
export async function listedPurchases(
  { db, now }: TradeStaffDeps,
  actor: StaffActor,
  query: Query,
) {
  const reach = reachOf(contract.purchases, actor)
  const month = query.month ?? vietnamDay(now()).slice(0, 7)
  const shops = await listBuyingShops(db, reach)
  const shop_id = namedShop(shops, query)?.shop_id ?? null
  const found = await listPurchases(db, { reach, shop_id, ...daysOf(month) })
  const rows = found.map((row) =>
    purchase(row, { document: maskedDocument(row.document_tail), phone: maskedPhone(row.phone) }),
  )
  return { month, shop_id, shops, rows, total: rows.reduce((sum, row) => sum + row.total, 0) }
}

/** The same list with full numbers, which only the tax file has. The ledger says who took it. */
export async function purchaseFile(
  { db, now, write, log, person_keys }: TradeStaffDeps,
  actor: StaffActor,
  query: Query,
) {
  const reach = reachOf(contract.purchaseFile, actor)
  const month = query.month ?? vietnamDay(now()).slice(0, 7)
  const shops = await listBuyingShops(db, reach)
  const shop = namedShop(shops, query)
  const act = { actor, operation: 'tradeIns.purchaseFile', reason: month } as const
  const found = await write(act, async (tx) => {
    const rows = await listPurchases(tx, {
      ...{ reach, shop_id: shop?.shop_id ?? null, ...daysOf(month) },
    })
    const list_export_id = await insertExport(tx, {
      ...{ staff_name: actor.name, list: 'purchases', format: 'csv', has_search: false },
      filters: new URLSearchParams({ month, shop: String(shop?.shop_id ?? '') }).toString(),
      ...{ is_masked: false, started_at: now() },
    })
    await endExport(tx, list_export_id, {
      ...{ state: 'done', row_count: rows.length, ended_at: now() },
    })
    return rows
  })
  log.info({ staff: actor.name, month, rows: found.length }, 'staff took out the purchase list')
  const rows = found.map((row) =>
    purchase(row, { document: openedDocument(row, person_keys), phone: nationalForm(row.phone) }),
  )
  return { month, shop: shop?.name ?? null, rows }
}

/** The shop of a query; null: all within reach. Another one is refused, so that its list is not that of all. */
function namedShop<Shop extends { shop_id: number }>(
  shops: readonly Shop[],
  { shop_id }: Query,
): Shop | null {
  if (shop_id === undefined) return null
  const shop = shops.find((one) => one.shop_id === shop_id)
  if (shop === undefined) throw contract.purchases.refuse('shop_not_found')
  return shop
}

/** The full number; masked if the key of the shop that sealed it was lost. */
function openedDocument(row: PurchaseRow, keys: PersonKeys): string {
  const { sealed_key, person, document_sealed, code, document_tail } = row
  const box = sealed_key === null ? null : keys.open(sealed_key, person)
  return box?.open(document_sealed, documentLabel(code)) ?? maskedDocument(document_tail)
}

const methods = { cash: 'Tiền mặt', transfer: 'Chuyển khoản', order: 'Bù trừ vào đơn' }
const outcomes = { used: 'Nhập máy cũ', parts: 'Tháo linh kiện', written_off: 'Hủy' }

function purchase(row: PurchaseRow, person: Pick<Purchase, 'document' | 'phone'>): Purchase {
  const { day, code, seller_name, address, goods, total, method, reference } = row
  const how = reference === null ? methods[method] : `${methods[method]} ${reference}`
  return {
    ...{ day, code, seller_name, address, ...person },
    goods: row.device_code === null ? goods : `${goods}, ${row.device_code}`,
    ...{ quantity: 1, price: total, total, method },
    note: `${code} · ${how} · ${outcomes[row.outcome]}`,
  }
}

/** The first day of a month, and that of the next one. */
function daysOf(month: string): { from: string; until: string } {
  const [year = 0, number = 0] = month.split('-').map(Number)
  const next = number === 12 ? `${year + 1}-01` : `${year}-${String(number + 1).padStart(2, '0')}`
  return { from: `${month}-01`, until: `${next}-01` }
}

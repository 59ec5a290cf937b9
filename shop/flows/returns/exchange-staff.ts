import { drafts } from '#contracts/staff/orders/drafts.ts'
import { orders } from '#contracts/staff/orders.ts'
import {
  type GoodsExchange,
  returnExchanges as contract,
} from '#contracts/staff/return-exchanges.ts'
import type { Database, Tx } from '#db/schema.ts'
import { covers, everything, reachOf } from '#pure/access.ts'
import type { Service, StaffActor } from '#pure/contract.ts'
import type { OrderId } from '#pure/ids.ts'
import { findDraft, findDraftOfReturn, insertDraft } from '#shop/draft/draft-store.ts'
import { placeExchange } from '#shop/flows/returns/place-exchange.ts'
import type { StaffFlowDeps } from '#shop/flows/staff/staff-flow-deps.ts'
import { findPickupShop } from '#shop/location/pickup-shop-store.ts'
import { findOrderCodes, lockOrderById } from '#shop/order/order-store.ts'
import { type CheckedAddress, addressOf } from '#shop/quote/address.ts'
import { returnMoveOf } from '#shop/return/return-states.ts'
import { paysFor } from '#shop/return/return-value.ts'
import {
  findReturn,
  findReturnById,
  findSoldLines,
  lockReturn,
  type StoredReturn,
} from '#shop/return/return-store.ts'

/** Returned goods are exchanged for other goods, chosen in a draft (decision 165). */
export function returnExchangeStaffService(deps: StaffFlowDeps): Service<typeof contract> {
  return {
    openExchange: async (actor, { code }) => ({ draft_id: await openExchange(deps, actor, code) }),
    exchangeOfDraft: async (actor, { draft_id }) => ({
      exchange: await readExchange(deps.db, actor, draft_id),
    }),
    placeExchange: (actor, input) => placeExchange(deps, actor, input),
  }
}

/** Opens the draft of a return. Two people who press at once get the same one: the return is locked. */
async function openExchange(
  { db, now, write }: StaffFlowDeps,
  actor: StaffActor,
  code: string,
): Promise<number> {
  const { refuse } = contract.openExchange
  const found = await findReturn(db, code.toUpperCase(), reachOf(contract.openExchange, actor))
  if (found === null) throw refuse('return_not_found')
  const { shop_id } = found
  const maker = { shop_id, assigned_to: actor.staff_id }
  if (!covers(drafts.openDraft, actor, maker)) throw refuse('draft_not_found')
  return write({ actor, operation: 'returnExchanges.openExchange' }, async (tx) => {
    const order = await lockOrderById(tx, found.order_id)
    const request = await lockReturn(tx, found.return_id)
    if (order === null || request === null || !isOpen(request)) throw refuse('return_changed')
    if (paysFor(request) <= 0) throw refuse('nothing_to_exchange')
    const { return_id } = request
    const earlier = await findDraftOfReturn(tx, return_id)
    if (earlier !== null) {
      const own = await findDraft(tx, earlier, reachOf(drafts.draft, actor))
      if (own === null) throw refuse('draft_not_found')
      return earlier
    }
    const address = await buyerOf(tx, actor, order, request)
    return insertDraft(tx, { made_by: actor.staff_id, shop_id, address, return_id }, now())
  })
}

function isOpen({ state }: Pick<StoredReturn, 'state'>): boolean {
  return returnMoveOf('exchange_other').from.includes(state)
}

type ReturnedOrder = NonNullable<Awaited<ReturnType<typeof lockOrderById>>>

/**
 * The buyer of a returned order, who stands in the shop of the return. Whoever may see the order has the rest of the
 * address too, if that shop gives nothing out; others learn only the name (decision 154).
 */
async function buyerOf(
  tx: Tx,
  actor: StaffActor,
  { code, recipient }: ReturnedOrder,
  { shop_id }: StoredReturn,
): Promise<CheckedAddress | null> {
  const typed = addressOf(recipient)
  const shop = shop_id === null ? null : await findPickupShop(tx, shop_id)
  const [in_reach] = await findOrderCodes(tx, [code], reachOf(orders.order, actor))
  const { salutation = null, name, phone, promotion_announcement } = recipient
  if (shop === null) return in_reach === undefined ? null : typed
  return {
    ...{
      salutation,
      name,
      phone,
      promotion_announcement,
      email: in_reach ? recipient.email : null,
    },
    ...{ recipient_name: null, recipient_phone: null, note: null, company_invoice: null },
    goes_to: { method: 'store_pickup', shop_id: shop.shop_id },
  }
}

async function readExchange(
  db: Database,
  actor: StaffActor,
  draft_id: number,
): Promise<GoodsExchange | null> {
  const draft = await findDraft(db, draft_id, reachOf(contract.exchangeOfDraft, actor))
  if (draft === null) throw contract.exchangeOfDraft.refuse('draft_not_found')
  if (draft.return_id === null) return null
  // Whoever may see the draft may see what it is for.
  const request = await findReturnById(db, draft.return_id, everything)
  if (request === null) throw new RangeError(`draft ${draft_id} has no return`)
  const { code, version, quantity, order_id, position, value, fee, shop_id } = request
  return {
    return_code: code,
    return_version: version,
    item: `${quantity} × ${await nameOf(db, order_id, position)}`,
    value: value ?? 0,
    fee: fee ?? 0,
    is_open: isOpen(request),
    may_place: covers(contract.placeExchange, actor, { shop_id }),
  }
}

async function nameOf(db: Database, order_id: OrderId, position: number): Promise<string> {
  const { lines } = await findSoldLines(db, order_id)
  return lines.find((line) => line.position === position)?.name ?? ''
}

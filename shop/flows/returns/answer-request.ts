import { returns as contract } from '#contracts/staff/returns.ts'
import { covers } from '#pure/access.ts'
import type { StaffActor } from '#pure/contract.ts'
import { vietnamDay } from '#pure/vietnam-time.ts'
import { moveReturn, type SeenReturn } from '#shop/flows/returns/move-return.ts'
import { byStaff } from '#shop/flows/returns/settle-return.ts'
import type { StaffFlowDeps } from '#shop/flows/staff/staff-flow-deps.ts'
import { notifyOfOrders } from '#shop/notification/notify-store.ts'
import { days_to_bring } from '#shop/return/return-states.ts'
import { updateReturn } from '#shop/return/return-store.ts'
import { findShopToBring } from '#shop/views/return/return-list-store.ts'

/** Accepts what a shopper asked for: they bring the goods to this shop within some days, and are told so. */
export async function acceptReturn(
  deps: StaffFlowDeps,
  actor: StaffActor,
  { shop_id, note = '', ...seen }: SeenReturn & { shop_id: number; note?: string | undefined },
): Promise<void> {
  const { refuse } = contract.accept
  if (!covers(contract.accept, actor, { shop_id })) throw refuse('shop_not_found')
  const shop = await findShopToBring(deps.db, shop_id)
  if (shop === null) throw refuse('shop_not_found')
  const now = deps.now()
  const bring_by = vietnamDay(now, days_to_bring)
  await moveReturn(deps, actor, seen, 'accept', async (tx, { order_id }, { return_id, code }) => {
    const by = byStaff(actor, now, note || null)
    await updateReturn(tx, return_id, 'accept', { shop_id, bring_by }, by)
    const facts = { key: code, shop, bring_by, reason: note }
    await notifyOfOrders(tx, [order_id], 'return_accepted', now, facts)
  })
}

/** Does not take goods back. Whoever is not at the counter with them is told why. */
export async function rejectReturn(
  deps: StaffFlowDeps,
  actor: StaffActor,
  seen: SeenReturn,
  note: string,
): Promise<void> {
  const now = deps.now()
  await moveReturn(deps, actor, seen, 'reject', async (tx, { order_id }, request) => {
    const { return_id, code, state } = request
    await updateReturn(tx, return_id, 'reject', {}, byStaff(actor, now, note))
    if (state !== 'asked' && state !== 'accepted') return
    await notifyOfOrders(tx, [order_id], 'return_refused', now, { key: code, reason: note })
  })
}

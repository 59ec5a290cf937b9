import { type DraftRow, drafts as contract } from '#contracts/staff/orders/drafts.ts'
import { orders } from '#contracts/staff/orders.ts'
import { doublePressSince } from '#platform/limits/double-press.ts'
import { reachOf } from '#pure/access.ts'
import type { Service, StaffActor } from '#pure/contract.ts'
import { draftState, newShareCode, shared_ms, shareHash } from '#shop/draft/draft.ts'
import {
  countDrafts,
  findDrafts,
  findTwinDraft,
  insertDraft,
  type ListedDraft,
  lockDraft,
  updateDropped,
  updateShare,
} from '#shop/draft/draft-store.ts'
import { addGoods, saveDraft } from '#shop/flows/staff/drafts/change-draft.ts'
import { lockOpenDraft } from '#shop/flows/staff/drafts/open-draft.ts'
import { placeDraft } from '#shop/flows/staff/drafts/place-draft.ts'
import { readDraft } from '#shop/flows/staff/drafts/read-draft.ts'
import { retainedSince, retention_days } from '#shop/flows/sweep/retention.ts'
import type { StaffFlowDeps } from '#shop/flows/staff/staff-flow-deps.ts'
import { maskedPhone } from '#shop/order/masked-contact.ts'
import { findOrderOfCode } from '#shop/order/order-store.ts'
import { storedCode } from '#shop/order/order.ts'
import { addressOf } from '#shop/quote/address.ts'
import { cappedCount } from '#platform/database/state-counts.ts'

const page_size = 50

/** Orders that staff make for a shopper (decision 164). */
export function draftStaffService(deps: StaffFlowDeps): Service<typeof contract> {
  const { db, now, write } = deps
  return {
    drafts: async (actor, { state, page = 1 }) => {
      const reach = reachOf(contract.drafts, actor)
      const since = retainedSince(now(), retention_days.drafts)
      const part = { state: state ?? null, now: now(), limit: page_size + 1 }
      const offset = (page - 1) * page_size
      const [found, counted] = await Promise.all([
        findDrafts(db, reach, { ...part, since, offset }),
        countDrafts(db, reach, { since, now: now() }),
      ])
      const rows = found.slice(0, page_size).map((row) => draftRow(row, now()))
      const counts = counted.map(({ state: one, count }) => cappedCount(one, count))
      return { rows, has_next: found.length > page_size, counts }
    },
    draft: (actor, asked) => readDraft(deps, actor, asked),
    openDraft: async (actor, { order_code }) => ({
      draft_id: await openDraft(deps, actor, order_code ?? null),
    }),
    addGoods: (actor, input) => addGoods(deps, actor, input),
    saveDraft: (actor, input) => saveDraft(deps, actor, input),
    placeDraft: (actor, input) => placeDraft(deps, actor, input),
    shareDraft: (actor, seen) => shareDraft(deps, actor, seen),
    dropDraft: async (actor, seen) => {
      await write({ actor, operation: 'drafts.dropDraft' }, async (tx) => {
        const draft = await lockOpenDraft(tx, seen, reachOf(contract.dropDraft, actor), now())
        await updateDropped(tx, draft.draft_id, now())
      })
      return { state: 'dropped' }
    },
  }
}

async function openDraft(
  { db, now, write }: StaffFlowDeps,
  actor: StaffActor,
  order_code: string | null,
): Promise<number> {
  const earlier =
    order_code === null
      ? null
      : await findOrderOfCode(db, storedCode(order_code), reachOf(orders.order, actor))
  if (order_code !== null && earlier === null) throw contract.openDraft.refuse('order_not_found')
  const { is_everything, shops } = reachOf(contract.openDraft, actor)
  const shop_id = is_everything ? null : (shops[0] ?? null)
  const address = earlier && addressOf(earlier.recipient)
  const draft = { made_by: actor.staff_id, shop_id, address }
  const act = { actor, operation: 'drafts.openDraft', one_by_one: true } as const
  return write(act, async (tx) => {
    const twin = await findTwinDraft(tx, draft, doublePressSince(now()))
    return twin ?? insertDraft(tx, draft, now())
  })
}

/** Makes the link of a draft that has goods, also of one whose order waits for its payment. */
async function shareDraft(
  { now: clock, write }: StaffFlowDeps,
  actor: StaffActor,
  { draft_id, version }: { draft_id: number; version: number },
): Promise<{ code: string; shared_until: string }> {
  const { refuse } = contract.shareDraft
  const code = newShareCode()
  const shared_until = await write({ actor, operation: 'drafts.shareDraft' }, async (tx) => {
    const now = clock()
    const draft = await lockDraft(tx, draft_id, reachOf(contract.shareDraft, actor))
    if (draft === null) throw refuse('draft_not_found')
    const state = draftState(draft, now)
    if (state === 'dropped') throw refuse('draft_closed', { state })
    if (draft.version !== version) throw refuse('draft_changed')
    if (draft.return_id !== null && state !== 'ordered') throw refuse('draft_of_return')
    if (draft.swapped !== null && state !== 'ordered') throw refuse('draft_of_swap')
    if (draft.quote_id === null) throw refuse('draft_empty')
    const until = new Date(now.getTime() + shared_ms)
    await updateShare(tx, draft, { share_hash: shareHash(code), shared_until: until }, now)
    return until
  })
  return { code, shared_until: shared_until.toISOString() }
}

function draftRow(draft: ListedDraft, now: Date): DraftRow {
  const { draft_id, name, phone, goods, grand_total, maker, order_code } = draft
  return {
    ...{ draft_id, name, goods, grand_total, order_code },
    phone: phone && maskedPhone(phone),
    made_by: maker,
    state: draftState(draft, now),
    changed_at: draft.changed_at.toISOString(),
  }
}

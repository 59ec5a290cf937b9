import { drafts as contract } from '#contracts/staff/orders/drafts.ts'
import type { Tx } from '#db/schema.ts'
import type { Reach } from '#pure/access.ts'
import type { Caller } from '#pure/contract.ts'
import { draftState } from '#shop/draft/draft.ts'
import { type DraftOrder, lockDraft } from '#shop/draft/draft-store.ts'

/** Locks a draft that staff may still change. `version`: as it was seen; absent: any. */
export async function lockOpenDraft(
  tx: Tx,
  { draft_id, version }: { draft_id: number; version?: number },
  reach: Reach,
  now: Date,
): Promise<DraftOrder> {
  const { refuse } = contract.saveDraft
  const draft = await lockDraft(tx, draft_id, reach)
  if (draft === null) throw refuse('draft_not_found')
  const state = draftState(draft, now)
  if (state !== 'open' && state !== 'shared') throw refuse('draft_closed', { state })
  if (version !== undefined && draft.version !== version) throw refuse('draft_changed')
  return draft
}

/** The guest of a draft, as whom its cart and its checkout are changed. */
export function guestOf({ customer_id }: Pick<DraftOrder, 'customer_id'>): Caller {
  return { customer_id, kind: 'guest', token: '' }
}

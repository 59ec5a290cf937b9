import type { StaffServices } from '#contracts/staff/all.ts'
import type { StaffActor } from '#pure/contract.ts'

interface Walk {
  staff: StaffServices
  actor: StaffActor
}

/** What to call the operations of drafts with, so that they write. */
export function inputsOfDrafts(walk: () => Walk): Record<string, () => Promise<unknown>> {
  const opened = async () => {
    const { staff, actor } = walk()
    return staff.drafts.openDraft(actor, {})
  }
  const filled = async () => {
    const { staff, actor } = walk()
    const { draft_id } = await opened()
    const goods = { draft_id, sku: 'SKU-21', quantity: 1 }
    return { draft_id, ...(await staff.drafts.addGoods(actor, goods)) }
  }
  const address = {
    name: 'Trần Bình',
    phone: '0987 654 321',
    ward_id: 26_737,
    street: '5 Lê Lợi',
    shipping_method: 'home_delivery',
    quantities: {},
  } as const
  return {
    'drafts.openDraft': async () => ({}),
    'drafts.addGoods': async () => ({ ...(await opened()), sku: 'SKU-21', quantity: 1 }),
    'drafts.saveDraft': async () => ({ ...(await filled()), ...address }),
    'drafts.placeDraft': async () => {
      const { staff, actor } = walk()
      const { draft_id, version } = await filled()
      const saved = await staff.drafts.saveDraft(actor, { draft_id, version, ...address })
      const { totals } = await staff.drafts.draft(actor, { draft_id })
      return { draft_id, ...saved, way: 'hold', grand_total: totals?.grand_total }
    },
    'drafts.shareDraft': filled,
    'drafts.dropDraft': async () => ({ ...(await opened()), version: 1 }),
  }
}

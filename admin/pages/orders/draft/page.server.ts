import { addresses } from '#admin/addresses/addresses.ts'
import { draftPath, orderPath } from '#admin/addresses/paths.ts'
import { problemOf } from '#admin/pages/orders/draft/draft-problems.ts'
import {
  type Act,
  actsByIntent,
  type Fields,
  staffPage,
  type StaffContext,
} from '#admin/runtime/page.ts'
import { type Draft, drafts as contract } from '#contracts/staff/orders/drafts.ts'
import { pickups } from '#contracts/staff/pickups.ts'
import {
  type GoodsExchange,
  returnExchanges as exchanges,
} from '#contracts/staff/return-exchanges.ts'
import { mayCall } from '#pure/access.ts'
import type { z } from 'zod'

export interface DraftData {
  draft: Draft
  q: string
  /** Whether this member of staff gives goods out at a counter. */
  may_sell: boolean
  /** The return whose goods are exchanged for these; null: none. */
  exchange: GoodsExchange | null
}

const acts: Readonly<Record<string, Act>> = {
  add: act(contract.addGoods.input, async ({ services, actor }, input) => {
    await services.drafts.addGoods(actor, input)
    return { location: draftPath(input.draft_id) }
  }),
  save: act(contract.saveDraft.input, async ({ services, actor }, input) => {
    await services.drafts.saveDraft(actor, input)
    return { location: draftPath(input.draft_id) }
  }),
  place: act(contract.placeDraft.input, async ({ services, actor }, input) => {
    const { order_code, is_in_reach } = await services.drafts.placeDraft(actor, input)
    // The link of a held order is made on the page of the draft.
    const stays = input.way === 'hold' || !is_in_reach
    return { location: stays ? draftPath(input.draft_id) : orderPath(order_code) }
  }),
  exchange: act(exchanges.placeExchange.input, async ({ services, actor }, input) => {
    const { order_code, is_in_reach } = await services.returnExchanges.placeExchange(actor, input)
    const stays = input.way === 'hold' || !is_in_reach
    return { location: stays ? draftPath(input.draft_id) : orderPath(order_code) }
  }),
  share: act(contract.shareDraft.input, async ({ services, actor, url }, input) => {
    const { code } = await services.drafts.shareDraft(actor, input)
    return { answer: { link: `${url.origin}/cart/quote/${code}` } }
  }),
  drop: act(contract.dropDraft.input, async ({ services, actor }, input) => {
    await services.drafts.dropDraft(actor, input)
    return { location: addresses.drafts.path }
  }),
}

/** /noi-bo/don-hang/moi/:draft_id: goods, buyer, discount; then place it, hold it, sell it or send its link. */
export const page = staffPage<DraftData>({
  needs: 'drafts.draft',
  loader: async ({ services, actor, params, url: { searchParams } }) => {
    const asked = {
      draft_id: params['draft_id'],
      q: searchParams.get('q') ?? '',
      province_code: searchParams.get('tinh') ?? '',
    }
    const input = contract.draft.input.safeParse(asked)
    // No draft has the number 0.
    const draft = await services.drafts.draft(actor, input.data ?? { draft_id: 0 })
    const may_sell = [pickups.prepare, pickups.collect].every((one) => mayCall(one, actor))
    const { exchange } = await services.returnExchanges.exchangeOfDraft(actor, {
      draft_id: draft.draft_id,
    })
    return { draft, q: input.data?.q ?? '', may_sell, exchange }
  },
  action: actsByIntent(acts, problemOf, 'draft_id'),
})

function act<S extends z.ZodType>(
  schema: S,
  run: (context: StaffContext, input: z.output<S>) => ReturnType<Act>,
): Act {
  return async (context, fields) => {
    const input = schema.safeParse({ ...fields, quantities: quantitiesIn(fields) })
    if (!input.success) {
      const problem = input.error.issues.map(({ message }) => message).join(' ')
      return { status: 422, problem, typed: fields }
    }
    return run(context, input.data)
  }
}

/** The fields `sl.{line_id}` as quantities by line. */
function quantitiesIn(fields: Fields): Record<string, string> {
  const named = Object.entries(fields).filter(([name]) => name.startsWith('sl.'))
  return Object.fromEntries(named.map(([name, value]) => [name.slice(3), value || '0']))
}

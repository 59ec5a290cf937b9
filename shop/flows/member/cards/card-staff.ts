import { cards as contract, refuseAnswer, type StaffCard } from '#contracts/staff/members/cards.ts'
import type { Database, Tx } from '#db/schema.ts'
import type { Service, StaffActor } from '#pure/contract.ts'
import { vietnamDay } from '#pure/vietnam-time.ts'
import { endProblem, offeredEnd, staffMoves } from '#shop/card/card.ts'
import { type CardFiles, openCardPicture } from '#shop/card/card-pictures.ts'
import {
  endAcceptedCard,
  findCardPicture,
  findSentCard,
  findSides,
  lockSentCard,
  type StoredCard,
  updateCard,
} from '#shop/card/card-store.ts'
import { insertCardShown } from '#shop/change-log/change-store.ts'
import type { StaffFlowDeps } from '#shop/flows/staff/staff-flow-deps.ts'
import { notifyOfCard } from '#shop/notification/notify-store.ts'
import { maskedPhone } from '#shop/order/masked-contact.ts'
import { countCards, findCardList, findCardOwner } from '#shop/views/member/card-list-store.ts'

type Deps = StaffFlowDeps & CardFiles

const page_size = 50

/** Requests for S-Student, S-Teacher and S-Business, for staff (decision 179). */
export function cardStaffService(deps: Deps): Service<typeof contract> {
  const { db, now, write } = deps
  return {
    cards: async (_actor, { state, q, page = 1 }) => {
      const part = { limit: page_size + 1, offset: (page - 1) * page_size }
      const [rows, counts] = await Promise.all([
        findCardList(db, { state: state ?? null, q: q || null }, part),
        countCards(db),
      ])
      return {
        rows: rows.slice(0, page_size).map(inText),
        has_next: rows.length > page_size,
        counts,
      }
    },
    card: async (_actor, { card_id }) => {
      const row = await findSentCard(db, card_id)
      if (row === null) throw contract.card.refuse('card_not_found')
      return cardView(db, row, vietnamDay(now()))
    },
    showPicture: async (actor, { card_id, side }) => {
      const { refuse } = contract.showPicture
      const picture = await findCardPicture(db, card_id, side)
      const act = { actor, operation: 'cards.showPicture' } as const
      await write(act, async (tx) => {
        if ((await findSentCard(tx, card_id)) === null) throw refuse('card_not_found')
        if (picture === null) throw refuse('picture_not_found')
        await insertCardShown(tx, { card_id, side })
      })
      const bytes = picture && (await openCardPicture(deps, picture))
      if (bytes === null) throw refuse('picture_not_found')
      return { bytes }
    },
    accept: async (actor, { ends_on, ...seen }) => {
      const today = vietnamDay(now())
      return decide(deps, actor, 'accept', seen, async (tx, card) => {
        const reason = endProblem(ends_on, { today, valid_until: card.valid_until })
        if (reason !== null) throw contract.accept.refuse('end_refused', { reason })
        await endAcceptedCard(tx, card.customer_id)
        return { state: 'accepted', ends_on }
      })
    },
    refuse: (actor, { reason, ...seen }) =>
      decide(deps, actor, 'refuse', seen, async () => ({ state: 'refused', reason })),
    end: (actor, { reason, ...seen }) =>
      decide(deps, actor, 'end', seen, async () => ({ state: 'ended', reason })),
  }
}

interface Decision {
  state: 'accepted' | 'refused' | 'ended'
  ends_on?: string
  reason?: string
}

/** Answers a request in one transaction with its entry of the ledger, and tells the member. */
async function decide(
  { now, log, write }: Deps,
  actor: StaffActor,
  move: 'accept' | 'refuse' | 'end',
  { card_id, version }: { card_id: number; version: number },
  decideOn: (tx: Tx, card: StoredCard) => Promise<Decision>,
): Promise<{ version: number }> {
  const at = now()
  await write({ actor, operation: `cards.${move}` }, async (tx) => {
    const card = await lockSentCard(tx, card_id)
    if (card === null) throw refuseAnswer('card_not_found')
    const { state } = card
    if (card.version !== version || !staffMoves(state).includes(move)) {
      throw refuseAnswer('card_changed', { state })
    }
    const decision = await decideOn(tx, card)
    await updateCard(tx, card, { ...decision, decided_at: at, decided_by: actor.name })
    await notifyOfCard(tx, { card_id, version: version + 1 }, at)
  })
  log.info({ staff: actor.name, card: card_id, move }, 'staff answered a request for a card')
  return { version: version + 1 }
}

async function cardView(db: Database, row: StoredCard, today: string): Promise<StaffCard> {
  const { card_id, kind, level, number, valid_until, decided_by, reason, version, state } = row
  const { name, phone, other_accounts } = await findCardOwner(db, row)
  const sides = (await findSides(db, [card_id])).get(card_id) ?? []
  return {
    ...inText({ ...row, state: state as StaffCard['state'], sent_at: row.sent_at ?? new Date(0) }),
    ...{ card_id, kind, level, number, valid_until, decided_by, reason, version },
    ...{ member: name, phone: maskedPhone(phone), other_accounts, sides },
    moves: [...staffMoves(state)],
    offered_end: offeredEnd(today, valid_until),
  }
}

type Listed = Awaited<ReturnType<typeof findCardList>>[number]

function inText({
  card_id,
  kind,
  state,
  institution,
  holder,
  ends_on,
  sent_at,
  decided_at,
}: Listed) {
  return {
    ...{ card_id, kind, state, institution, holder, ends_on },
    sent_at: sent_at.toISOString(),
    decided_at: decided_at?.toISOString() ?? null,
  }
}

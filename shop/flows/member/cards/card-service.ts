import type { z } from 'zod'
import { card as contract, type OwnCard } from '#contracts/storefront/cards.ts'
import type { Database } from '#db/schema.ts'
import type { Now } from '#platform/clock.ts'
import { transaction } from '#platform/database/postgres.ts'
import type { Log } from '#platform/observe/log.ts'
import { type Caller, InvalidInput, type Service } from '#pure/contract.ts'
import type { CustomerId } from '#pure/ids.ts'
import { vietnamDay } from '#pure/vietnam-time.ts'
import { readTaxCode } from '#pure/vietnamese/tax-code.ts'
import { consent_version, neededSides } from '#shop/card/card.ts'
import { type CardFiles, newPictureName, storeCardPicture } from '#shop/card/card-pictures.ts'
import {
  eraseKeysOf,
  findOwnCards,
  findSides,
  insertCard,
  insertCardPicture,
  lockOwnCard,
  type NewCard,
  type StoredCard,
  updateCard,
  updateCardPicture,
} from '#shop/card/card-store.ts'
import { lockCustomer } from '#shop/customer/customer-lock-store.ts'
import { takeUpload } from '#shop/picture/pictures.ts'

interface CardDeps extends CardFiles {
  db: Database
  now: Now
  log: Log
}

/** Cards of students, teachers and companies, for the member they belong to (decision 179). */
export function cardService(deps: CardDeps): Service<typeof contract> {
  const { db, now, log } = deps
  return {
    cards: async ({ customer_id }) => {
      const rows = await findOwnCards(db, customer_id)
      const sides = await findSides(
        db,
        rows.map(({ card_id }) => card_id),
      )
      const today = vietnamDay(now())
      const counts = ({ state, ends_on }: StoredCard) =>
        state === 'accepted' && ends_on !== null && ends_on >= today
      const view = (row: StoredCard | undefined) =>
        row === undefined ? null : viewOf(row, sides.get(row.card_id) ?? [])
      return { current: view(rows.find(counts)), newest: view(rows[0]) }
    },
    askCard: async ({ customer_id }, input) => {
      const typed = checked(input, vietnamDay(now()))
      const card_id = await transaction(db, async (tx) => {
        await lockCustomer(tx, customer_id)
        return insertCard(tx, customer_id, typed, now())
      })
      if (card_id === null) throw contract.askCard.refuse('card_waits')
      return { card_id }
    },
    addCardPicture: (caller, input) => addPicture(deps, caller, input),
    sendCard: async ({ customer_id }, { card_id }) => {
      const { refuse } = contract.sendCard
      await transaction(db, async (tx) => {
        const card = await lockOwnCard(tx, { customer_id, card_id })
        if (card?.state === 'waiting') return
        if (card?.state !== 'collecting') throw refuse('card_not_found')
        const sides = (await findSides(tx, [card_id])).get(card_id) ?? []
        const side = neededSides(card.kind).find((needed) => !sides.includes(needed))
        if (side !== undefined) throw refuse('side_missing', { side })
        await updateCard(tx, card, { state: 'waiting', sent_at: now() })
      })
      log.info({ card: card_id }, 'a member asks for the prices of a card')
      return {}
    },
    withdrawCard: async ({ customer_id }, { card_id }) => {
      await transaction(db, async (tx) => {
        const card = await lockOwnCard(tx, { customer_id, card_id })
        if (card?.state === 'withdrawn') return
        if (card?.state !== 'collecting' && card?.state !== 'waiting') {
          throw contract.withdrawCard.refuse('card_not_found')
        }
        await eraseKeysOf(tx, card_id)
        await updateCard(tx, card, { state: 'withdrawn', decided_at: now() })
      })
      return {}
    },
  }
}

/** Takes in the picture of one side of a request that is not sent. */
async function addPicture(
  deps: CardDeps,
  { customer_id }: Caller,
  { card_id, side, name, image }: z.output<typeof contract.addCardPicture.input>,
) {
  const { db, now, pictures } = deps
  const { refuse } = contract.addCardPicture
  const which = { customer_id: customer_id as CustomerId, card_id }
  // Asked before the slow work, and again in the transaction.
  const rows = await findOwnCards(db, which.customer_id)
  if (!rows.some((row) => row.card_id === card_id && row.state === 'collecting')) {
    throw refuse('card_not_found')
  }
  const bytes = Buffer.from(image, 'base64')
  const { large, width, height } = await takeUpload(pictures, { name, bytes })
  const stored = { card_id, side, name: newPictureName() }
  // The row is first: whatever is cut off in the middle leaves a row without a key, and a job removes it.
  await insertCardPicture(db, { ...stored, width, height }, now())
  const sealed_key = await storeCardPicture(deps, stored.name, large)
  return transaction(db, async (tx) => {
    const card = await lockOwnCard(tx, which)
    if (card?.state !== 'collecting') throw refuse('card_not_found')
    await updateCardPicture(tx, stored, sealed_key)
    return { sides: (await findSides(tx, [card_id])).get(card_id) ?? [] }
  })
}

/** What was typed, or InvalidInput with a message for each wrong field. */
function checked(
  {
    kind,
    level,
    valid_until,
    institution,
    holder,
    number,
  }: z.output<typeof contract.askCard.input>,
  today: string,
): NewCard {
  const problems: Record<string, string> = {}
  const is_business = kind === 'business'
  const tax_code = is_business ? readTaxCode(number) : number
  if (tax_code === null) problems['number'] = 'Mã số thuế không đúng. Ví dụ: 0314409058'
  if (kind === 'student' && level === undefined) problems['level'] = 'Vui lòng chọn bậc học.'
  if (!is_business && !isDay(valid_until)) {
    problems['valid_until'] = 'Vui lòng nhập hạn thẻ.'
  } else if (!is_business && valid_until !== undefined && valid_until < today) {
    problems['valid_until'] = 'Thẻ đã hết hạn. Vui lòng dùng thẻ còn hạn.'
  }
  if (tax_code === null || Object.keys(problems).length > 0) throw new InvalidInput(problems)
  return {
    ...{ kind, institution, holder, number: tax_code.toUpperCase(), consent_version },
    level: kind === 'student' ? (level ?? null) : null,
    valid_until: is_business ? null : (valid_until ?? null),
  }
}

function isDay(text: string | undefined): boolean {
  return /^20\d{2}-\d{2}-\d{2}$/.test(text ?? '') && !Number.isNaN(Date.parse(text ?? ''))
}

function viewOf(row: StoredCard, sides: OwnCard['sides']): OwnCard {
  const { card_id, kind, state, level, institution, holder, number, valid_until } = row
  const { sent_at, decided_at, reason, ends_on } = row
  return {
    ...{ card_id, kind, state, level, institution, holder, number, valid_until, reason, ends_on },
    sent_at: sent_at?.toISOString() ?? null,
    decided_at: decided_at?.toISOString() ?? null,
    sides,
    needed: [...neededSides(kind)],
  }
}

import { sql } from 'kysely'
import type { StaffServices } from '#contracts/staff/all.ts'
import type { CardKind } from '#contracts/storefront/cards.ts'
import type { Database } from '#db/schema.ts'
import type { StaffActor } from '#pure/contract.ts'
import { vietnamDay } from '#pure/vietnam-time.ts'
import { offeredEnd } from '#shop/card/card.ts'
import { newPictureName, storeCardPicture, type CardFiles } from '#shop/card/card-pictures.ts'
import { newMember } from '#test/members/member.ts'

/** A request of a new member that waits for staff, with the pictures of both sides. Returns its number. */
async function waitingCard(
  db: Database,
  { files, kind = 'student', now }: { files?: CardFiles; kind?: CardKind; now: Date },
): Promise<number> {
  const { rows: members } = await sql<{ n: number }>`
    select count(*)::int as n from member`.execute(db)
  const phone = `+849${String(20_000_000 + (members[0]?.n ?? 0))}`
  const { customer_id } = await newMember(db, { phone, name: 'Trần Thị Lan', now })
  const { rows } = await sql<{ card_id: number }>`
    insert into member_card (customer_id, kind, state, institution, holder, number, valid_until, consent_version,
      created_at, sent_at)
    values (${customer_id}, ${kind}, 'waiting', 'Đại học Bách khoa', 'Trần Thị Lan', 'SV2026001', '2030-06-30', 1,
      ${now}, ${now}) returning card_id`.execute(db)
  const card_id = rows[0]?.card_id ?? 0
  if (files === undefined) return card_id
  for (const side of ['front', 'back']) {
    const name = newPictureName()
    const sealed_key = await storeCardPicture(files, name, Buffer.from(`picture of the ${side}`))
    await sql`insert into card_picture (card_id, side, name, sealed_key, width, height, created_at)
      values (${card_id}, ${side}, ${name}, ${sealed_key}, 64, 48, ${now})`.execute(db)
  }
  return card_id
}

const inAYear = (now: Date) => offeredEnd(vietnamDay(now), null)

/** What to call the operations of cards with, so that they write. */
export function inputsOfCards(
  shop: () => {
    db: Database
    now: Date
    files: CardFiles
    staff: StaffServices
    actor: StaffActor
  },
): Record<string, () => Promise<unknown>> {
  const seen = async () => {
    const { db, files, now } = shop()
    return { card_id: await waitingCard(db, { files, now }), version: 1 }
  }
  return {
    'cards.showPicture': async () => ({ ...(await seen()), side: 'front' }),
    'cards.accept': async () => ({ ...(await seen()), ends_on: inAYear(shop().now) }),
    'cards.refuse': async () => ({ ...(await seen()), reason: 'Ảnh mờ' }),
    'cards.end': async () => {
      const { card_id } = await seen()
      const { staff, actor, now } = shop()
      const accepting = { card_id, version: 1, ends_on: inAYear(now) }
      const { version } = await staff.cards.accept(actor, accepting)
      return { card_id, version, reason: 'Thẻ giả' }
    },
  }
}

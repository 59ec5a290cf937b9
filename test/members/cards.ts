import { sql } from 'kysely'
import type { CardKind } from '#contracts/storefront/cards.ts'
import type { Database } from '#db/schema.ts'
import { newPictureName, storeCardPicture, type CardFiles } from '#shop/card/card-pictures.ts'
import { newMember } from '#test/members/member.ts'

/** A request of a new member that waits for staff, with the pictures of both sides. Returns its number. */
export async function waitingCard(
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

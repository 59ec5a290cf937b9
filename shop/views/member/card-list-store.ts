import { sql } from 'kysely'
import { SeenCardState } from '#contracts/staff/members/cards.ts'
import type { CardKind } from '#contracts/storefront/cards.ts'
import type { Database } from '#db/schema.ts'
import { countStates, type StateCount } from '#platform/database/state-counts.ts'
import { escapeLike } from '#platform/database/escape-like.ts'

/** A request of a list, as stored. */
interface ListedCard {
  card_id: number
  kind: CardKind
  state: SeenCardState
  institution: string
  holder: string
  sent_at: Date
  decided_at: Date | null
  ends_on: string | null
}

interface CardFilter {
  state: SeenCardState | null
  /** Of a number, a name or an institution; null: all. */
  q: string | null
}

/** The requests that staff see: those that wait in the sequence in which they came, others the last decided first. */
export async function findCardList(
  db: Database,
  { state, q }: CardFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<ListedCard[]> {
  const found = q === null ? null : `%${escapeLike(q)}%`
  const { rows } = await sql<ListedCard>`
    select card_id, kind, state, institution, holder, sent_at, decided_at, ends_on
    from member_card
    where sent_at is not null and state = any (${SeenCardState.options}::text[])
      and (${state}::text is null or state = ${state})
      and (${found}::text is null or number ilike ${found} or holder ilike ${found} or institution ilike ${found})
    order by decided_at desc nulls first, card_id limit ${limit} offset ${offset}
  `.execute(db)
  return rows
}

/** How many requests of each state there are. */
export function countCards(db: Database): Promise<StateCount<SeenCardState>[]> {
  return countStates(
    db,
    SeenCardState.options,
    sql`from member_card where member_card.state = one.state and sent_at is not null`,
  )
}

/** Who asked, and how many other accounts have the number on a card that waits or counts. */
export async function findCardOwner(
  db: Database,
  { card_id, customer_id, number }: { card_id: number; customer_id: number; number: string },
): Promise<{ name: string; phone: string; other_accounts: number }> {
  const { rows } = await sql<{ name: string; phone: string; other_accounts: number }>`
    select coalesce(member.name, '') as name, member.phone,
      (select count(distinct other.customer_id)::integer from member_card other
        where other.number = ${number} and ${number} <> '' and other.card_id <> ${card_id}
          and other.customer_id <> ${customer_id} and other.state in ('waiting', 'accepted')) as other_accounts
    from member where customer_id = ${customer_id}
  `.execute(db)
  return rows[0] ?? { name: '', phone: '', other_accounts: 0 }
}

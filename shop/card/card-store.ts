import { sql } from 'kysely'
import type { CardKind, CardLevel, CardSide, CardState } from '#contracts/storefront/cards.ts'
import type { Database, Tx } from '#db/schema.ts'
import type { CustomerId } from '#pure/ids.ts'

/** A request, and the card that it became. */
export interface StoredCard {
  card_id: number
  customer_id: number
  kind: CardKind
  state: CardState
  level: CardLevel | null
  institution: string
  holder: string
  number: string
  /** YYYY-MM-DD. */
  valid_until: string | null
  sent_at: Date | null
  decided_at: Date | null
  decided_by: string | null
  reason: string | null
  ends_on: string | null
  version: number
}

const columns = [
  ...(['card_id', 'customer_id', 'kind', 'state', 'level', 'institution', 'holder'] as const),
  ...(['number', 'valid_until', 'sent_at', 'decided_at', 'decided_by', 'reason'] as const),
  ...(['ends_on', 'version'] as const),
]

export interface NewCard {
  kind: CardKind
  level: CardLevel | null
  institution: string
  holder: string
  number: string
  valid_until: string | null
  consent_version: number
}

/** Begins a request. Null: the member has one that is not answered. */
export async function insertCard(
  tx: Tx,
  customer_id: CustomerId,
  { kind, level, institution, holder, number, valid_until, consent_version }: NewCard,
  created_at: Date,
): Promise<number | null> {
  const { rows } = await sql<{ card_id: number }>`
    insert into member_card (customer_id, kind, level, institution, holder, number, valid_until, consent_version,
      created_at)
    values (${customer_id}, ${kind}, ${level}, ${institution}, ${holder}, ${number}, ${valid_until}::date,
      ${consent_version}, ${created_at})
    on conflict (customer_id) where state in ('collecting', 'waiting') do nothing
    returning card_id`.execute(tx)
  return rows[0]?.card_id ?? null
}

/** The card of the member that counts or counted last, and the newest request; they may be the same. */
export async function findOwnCards(db: Database, customer_id: CustomerId): Promise<StoredCard[]> {
  return db
    .selectFrom('member_card')
    .select(columns)
    .where('customer_id', '=', customer_id)
    .where(({ or, eb, selectFrom }) =>
      or([
        eb('state', '=', 'accepted'),
        eb(
          'card_id',
          '=',
          selectFrom('member_card as other')
            .select(({ fn }) => fn.max('other.card_id').as('newest'))
            .where('other.customer_id', '=', customer_id),
        ),
      ]),
    )
    .orderBy('card_id', 'desc')
    .execute()
}

/** All cards that a member ever asked for, the newest first. */
export async function findCardsOf(db: Database, customer_id: CustomerId): Promise<StoredCard[]> {
  return db
    .selectFrom('member_card')
    .select(columns)
    .where('customer_id', '=', customer_id)
    .orderBy('card_id', 'desc')
    .execute()
}

/** A request of this member, locked; null if they have no such one. */
export async function lockOwnCard(
  tx: Tx,
  { customer_id, card_id }: { customer_id: CustomerId; card_id: number },
): Promise<StoredCard | null> {
  const row = await tx
    .selectFrom('member_card')
    .select(columns)
    .where('customer_id', '=', customer_id)
    .where('card_id', '=', card_id)
    .forUpdate()
    .executeTakeFirst()
  return row ?? null
}

/** A request that the staff may see. */
export async function findSentCard(db: Database, card_id: number): Promise<StoredCard | null> {
  const row = await db
    .selectFrom('member_card')
    .select(columns)
    .where('card_id', '=', card_id)
    .where('sent_at', 'is not', null)
    .executeTakeFirst()
  return row ?? null
}

/** A request that the staff may see, locked. */
export async function lockSentCard(tx: Tx, card_id: number): Promise<StoredCard | null> {
  const row = await tx
    .selectFrom('member_card')
    .select(columns)
    .where('card_id', '=', card_id)
    .where('sent_at', 'is not', null)
    .forUpdate()
    .executeTakeFirst()
  return row ?? null
}

/** A card whose owner is told what became of it; null if it was erased meanwhile. */
export async function findCardToNotify(db: Database, card_id: number): Promise<StoredCard | null> {
  const row = await db
    .selectFrom('member_card')
    .select(columns)
    .where('card_id', '=', card_id)
    .where('number', '<>', '')
    .executeTakeFirst()
  return row ?? null
}

interface Move {
  state: CardState
  sent_at?: Date
  decided_at?: Date
  decided_by?: string | null
  reason?: string
  ends_on?: string
}

/** Moves a locked request on. */
export async function updateCard(
  tx: Tx,
  { card_id, version }: Pick<StoredCard, 'card_id' | 'version'>,
  move: Move,
): Promise<void> {
  await tx
    .updateTable('member_card')
    .set({ ...move, version: version + 1 })
    .where('card_id', '=', card_id)
    .execute()
}

/** Ends the card that a member has, before another one is accepted. Its last day stays as it was. */
export async function endAcceptedCard(tx: Tx, customer_id: number): Promise<void> {
  await tx
    .updateTable('member_card')
    .set(({ eb }) => ({ state: 'ended' as const, version: eb('version', '+', 1) }))
    .where('customer_id', '=', customer_id)
    .where('state', '=', 'accepted')
    .execute()
}

/** Withdraws requests whose pictures never came. Returns how many. */
export async function withdrawForgotten(tx: Tx, before: Date, now: Date): Promise<number> {
  const { rows } = await sql`
    with forgotten as (
      select card_id from member_card where state = 'collecting' and created_at < ${before}
      order by card_id limit 100 for update skip locked)
    update member_card set state = 'withdrawn', decided_at = ${now}, version = version + 1
    from forgotten where member_card.card_id = forgotten.card_id returning 1`.execute(tx)
  return rows.length
}

/**
 * Blanks what members typed into requests that were refused, withdrawn or have ended before `before`, so long as it
 * is not blank already. Returns how many.
 */
export async function blankOldCards(
  tx: Tx,
  before: { instant: Date; day: string },
): Promise<number> {
  const { rows } = await sql`
    with old as (
      select card_id from member_card where number <> ''
        and (state in ('refused', 'withdrawn') and decided_at < ${before.instant}
          or state in ('accepted', 'ended') and decided_at < ${before.instant} and ends_on < ${before.day}::date)
      order by card_id limit 100 for update skip locked)
    update member_card set institution = '', holder = '', number = '', reason = null
    from old where member_card.card_id = old.card_id returning 1`.execute(tx)
  return rows.length
}

/** Erases what the cards of a member say, and the keys of their pictures. Cards that wait or count come to an end. */
export async function eraseCardsOf(tx: Tx, customer_id: number, now: Date): Promise<void> {
  await sql`
    update member_card set institution = '', holder = '', number = '', reason = null, version = version + 1,
      decided_at = coalesce(decided_at, ${now}),
      state = case state when 'accepted' then 'ended' when 'collecting' then 'withdrawn'
        when 'waiting' then 'withdrawn' else state end
    where customer_id = ${customer_id}`.execute(tx)
  await sql`
    update card_picture set sealed_key = null
    where card_id in (select card_id from member_card where customer_id = ${customer_id})
      and sealed_key is not null`.execute(tx)
}

interface StoredCardPicture {
  card_picture_id: number
  name: string
  sealed_key: Buffer
}

/** Notes that a picture is about to be stored. Without a key it is garbage that a job removes. */
export async function insertCardPicture(
  db: Database,
  picture: { card_id: number; side: CardSide; name: string; width: number; height: number },
  created_at: Date,
): Promise<void> {
  await db
    .insertInto('card_picture')
    .values({ ...picture, created_at })
    .execute()
}

/** Takes a stored picture into use; the key of an earlier one of the side is erased. The card is locked. */
export async function updateCardPicture(
  tx: Tx,
  { card_id, side, name }: { card_id: number; side: CardSide; name: string },
  sealed_key: Buffer,
): Promise<void> {
  await tx
    .updateTable('card_picture')
    .set({ sealed_key: null })
    .where('card_id', '=', card_id)
    .where('side', '=', side)
    .where('sealed_key', 'is not', null)
    .execute()
  await tx.updateTable('card_picture').set({ sealed_key }).where('name', '=', name).execute()
}

/** The sides of these cards whose pictures can be read. */
export async function findSides(
  db: Database,
  card_ids: readonly number[],
): Promise<Map<number, CardSide[]>> {
  const rows = await db
    .selectFrom('card_picture')
    .select(['card_id', 'side'])
    .where('card_id', 'in', [...card_ids, 0])
    .where('sealed_key', 'is not', null)
    .orderBy('side', 'desc')
    .execute()
  const sides = new Map<number, CardSide[]>()
  for (const { card_id, side } of rows) sides.set(card_id, [...(sides.get(card_id) ?? []), side])
  return sides
}

export async function findCardPicture(
  db: Database,
  card_id: number,
  side: CardSide,
): Promise<StoredCardPicture | null> {
  const row = await db
    .selectFrom('card_picture')
    .select(['card_picture_id', 'name', 'sealed_key'])
    .where('card_id', '=', card_id)
    .where('side', '=', side)
    .where('sealed_key', 'is not', null)
    .executeTakeFirst()
  return row === undefined || row.sealed_key === null
    ? null
    : { ...row, sealed_key: row.sealed_key }
}

/** Erases the keys of the pictures of a card. */
export async function eraseKeysOf(tx: Tx, card_id: number): Promise<void> {
  await tx
    .updateTable('card_picture')
    .set({ sealed_key: null })
    .where('card_id', '=', card_id)
    .where('sealed_key', 'is not', null)
    .execute()
}

/** Erases the keys of pictures whose request was decided before `before`. Returns how many. */
export async function eraseOldKeys(tx: Tx, before: Date): Promise<number> {
  const { rows } = await sql`
    update card_picture set sealed_key = null from member_card card
    where card.card_id = card_picture.card_id and card.decided_at < ${before} and sealed_key is not null
    returning 1`.execute(tx)
  return rows.length
}

/**
 * Deletes the oldest picture without a key that was made before `before`, if there is one. `removeBytes` runs while
 * its row is locked.
 */
export async function deleteErasedPicture(
  tx: Tx,
  before: Date,
  removeBytes: (name: string) => Promise<void>,
): Promise<boolean> {
  const row = await tx
    .selectFrom('card_picture')
    .select(['card_picture_id', 'name'])
    .where('sealed_key', 'is', null)
    .where('created_at', '<', before)
    .orderBy('created_at')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  if (row === undefined) return false
  await removeBytes(row.name)
  await tx.deleteFrom('card_picture').where('card_picture_id', '=', row.card_picture_id).execute()
  return true
}

/**
 * Gives the card that counts and the open request of one member to another, who has none of their own. Whatever stays
 * is erased with the account.
 */
export async function moveCards(tx: Tx, from: CustomerId, into: CustomerId): Promise<void> {
  await sql`
    update member_card card set customer_id = ${into}, version = version + 1
    where customer_id = ${from} and state in ('accepted', 'collecting', 'waiting') and not exists (
      select from member_card own where own.customer_id = ${into}
        and own.state in ('accepted', 'collecting', 'waiting')
        and (own.state = 'accepted') = (card.state = 'accepted'))
  `.execute(tx)
}

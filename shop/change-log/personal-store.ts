import { sql } from 'kysely'
import type { Database, Tx } from '#db/schema.ts'
import type { SecretBox } from '#platform/files/secret-box.ts'
import type { StaffId } from '#pure/ids.ts'
import type { PersonKeys } from '#shop/change-log/person-keys.ts'

type Side = 'before' | 'after'
/** Personal fields of a row by name. */
type PersonalValues = Readonly<Record<string, unknown>>

/** What the trigger `log_change` handed over about one entry. */
interface HandedOver {
  change_id: number
  thing: string
  staff_id: StaffId | null
  /** The phone of the order, before and after. */
  phone: readonly [string | null, string | null]
  before: PersonalValues
  after: PersonalValues
}

/**
 * Seals the personal values that the entries of this transaction are about. Values of nobody known are dropped: the
 * entry then says only which fields changed.
 */
export async function sealPersonal(tx: Tx, keys: PersonKeys, at: Date): Promise<void> {
  const boxes = new Map<string, { person_key_id: number; box: SecretBox } | null>()
  for (const change of await handedOver(tx)) {
    for (const side of ['before', 'after'] as const) {
      if (isEmpty(change[side])) continue
      const person = personOf(change, side, keys)
      if (person === null) continue
      const known = boxes.get(person)
      const key = known === undefined ? await personBox(tx, keys, person, at) : known
      boxes.set(person, key)
      if (key === null) continue
      const { change_id } = change
      const sealed = key.box.seal(JSON.stringify(change[side]), labelOf(change_id, side))
      const { person_key_id } = key
      await tx
        .insertInto('change_personal')
        .values({ change_id, changed_at: at, side, person_key_id, sealed })
        .execute()
    }
  }
}

async function handedOver(tx: Tx): Promise<HandedOver[]> {
  const { rows } = await sql<{ lines: string | null }>`
    select current_setting('tiem.personal', true) as lines`.execute(tx)
  const lines = (rows[0]?.lines ?? '').split('\n').filter((line) => line !== '')
  return lines.map((line) => JSON.parse(line) as HandedOver)
}

function isEmpty(values: PersonalValues): boolean {
  return Object.values(values).every((value) => value === null)
}

function personOf({ thing, staff_id, phone }: HandedOver, side: Side, keys: PersonKeys) {
  if (thing === 'staff') return staff_id === null ? null : keys.ofStaff(staff_id)
  const number = phone[side === 'before' ? 0 : 1]
  return number === null ? null : keys.ofPhone(number)
}

/** The box of a person, made at the first time. Null if the key of the shop that sealed its key was lost. */
export async function personBox(tx: Tx, keys: PersonKeys, person: string, created_at: Date) {
  const sealed_key = keys.generate(person)
  await sql`
    insert into person_key (person, sealed_key, created_at)
    values (${person}, ${sealed_key}, ${created_at})
    on conflict (person) where erased_at is null do nothing
  `.execute(tx)
  const row = await tx
    .selectFrom('person_key')
    .select(['person_key_id', 'sealed_key'])
    .where('person', '=', person)
    .where('erased_at', 'is', null)
    .executeTakeFirstOrThrow()
  const box = row.sealed_key === null ? null : keys.open(row.sealed_key, person)
  return box === null ? null : { person_key_id: row.person_key_id, box }
}

/** The box of a stored key. Null: it was erased, or cannot be read any more. */
export async function findPersonBox(
  db: Database,
  keys: PersonKeys,
  person_key_id: number,
): Promise<SecretBox | null> {
  const row = await db
    .selectFrom('person_key')
    .select(['person', 'sealed_key'])
    .where('person_key_id', '=', person_key_id)
    .executeTakeFirst()
  return row?.sealed_key == null ? null : keys.open(row.sealed_key, row.person)
}

/** Leaves what this transaction has erased so far unsealed: the ledger says which fields, and has no values of them. */
export async function forgetPersonal(tx: Tx): Promise<void> {
  await sql`select set_config('tiem.personal', '', true)`.execute(tx)
}

/** The personal values of an entry. A side is null if it has none, or if they cannot be read any more. */
export async function findPersonal(
  db: Database,
  keys: PersonKeys,
  change_id: number,
): Promise<Record<Side, PersonalValues | null>> {
  const rows = await db
    .selectFrom('change_personal')
    .innerJoin('person_key', 'person_key.person_key_id', 'change_personal.person_key_id')
    .select(['side', 'sealed', 'sealed_key', 'person'])
    .where('change_id', '=', change_id)
    .execute()
  const found: Record<Side, PersonalValues | null> = { before: null, after: null }
  for (const { side, sealed, sealed_key, person } of rows) {
    const box = sealed_key === null ? null : keys.open(sealed_key, person)
    const text = box?.open(sealed, labelOf(change_id, side)) ?? null
    found[side] = text === null ? null : (JSON.parse(text) as PersonalValues)
  }
  return found
}

/**
 * Erases the key of a person, and with it everything that the ledger knows about them. The entries stay. What is
 * written later gets a new key. Returns false if there was none.
 */
export async function erasePersonKey(tx: Tx, person: string, erased_at: Date): Promise<boolean> {
  // A hash of the phone would still tell whoever has the key of the shop whose entries these are.
  const { numAffectedRows = 0n } = await sql`
    update person_key set sealed_key = null, erased_at = ${erased_at},
      person = 'erased:' || person_key_id
    where person = ${person} and erased_at is null
  `.execute(tx)
  return numAffectedRows > 0n
}

function labelOf(change_id: number, side: Side): string {
  return `${side} of change ${change_id}`
}

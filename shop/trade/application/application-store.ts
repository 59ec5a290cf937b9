import { sql } from 'kysely'
import type { LenderAnswer } from '#contracts/staff/trade/loans.ts'
import type { Loan } from '#contracts/storefront/installment.ts'
import type { ApplicationState, PaperKind } from '#contracts/storefront/trade/application.ts'
import type { Database, Tx } from '#db/schema.ts'
import type { StaffActor } from '#pure/contract.ts'
import type { CustomerId, OrderId } from '#pure/ids.ts'
import type { LoanWish } from '#shop/trade/application/application.ts'
import { insertApplicationEvent } from '#shop/trade/application/application-event-store.ts'
import {
  type ApplicationActor,
  type ApplicationMoveName,
  applicationMoveOf,
} from '#shop/trade/application/application-states.ts'

/** An application as it is stored. */
export interface StoredApplication extends LoanWish {
  application_id: number
  code: string
  secret: string
  customer_id: CustomerId
  company_id: string
  order_id: OrderId | null
  state: ApplicationState
  version: number
  loan: Loan
  lent: number
  person_key_id: number | null
  sealed: Buffer | null
  document_hash: string | null
  wanted: PaperKind[]
  reason: string | null
  contract_number: string | null
  reference: string | null
  received_amount: number | null
  created_at: Date
  submitted_at: Date | null
  expires_at: Date | null
  pass_on_attempts: number
  phone_secret: string | null
  phone_proven_at: Date | null
}

/** Which application somebody means: their own, that of a link, or any, for staff and companies. */
export type WhichApplication =
  | { code: string; customer_id: CustomerId }
  | { code: string; secret: string }
  | { application_id: number }

const columns = [
  ...([
    'application_id',
    'code',
    'secret',
    'customer_id',
    'company_id',
    'order_id',
    'state',
  ] as const),
  ...(['version', 'prepaid_percent', 'months', 'has_insurance', 'loan', 'lent'] as const),
  ...(['person_key_id', 'sealed', 'document_hash', 'wanted', 'reason', 'contract_number'] as const),
  ...(['reference', 'received_amount', 'created_at', 'submitted_at', 'expires_at'] as const),
  ...(['pass_on_attempts', 'phone_secret', 'phone_proven_at'] as const),
]

/** Foreign applications are as absent as those that do not exist. */
function chosen(db: Database, which: WhichApplication) {
  const all = db.selectFrom('loan_application').select(columns)
  if ('application_id' in which) return all.where('application_id', '=', which.application_id)
  const named = all.where('code', '=', which.code)
  return 'secret' in which
    ? named.where('secret', '=', which.secret)
    : named.where('customer_id', '=', which.customer_id)
}

export async function findApplication(
  db: Database,
  which: WhichApplication,
): Promise<StoredApplication | null> {
  return (await chosen(db, which).executeTakeFirst()) ?? null
}

export async function lockApplication(
  tx: Tx,
  which: WhichApplication,
): Promise<StoredApplication | null> {
  return (await chosen(tx, which).forUpdate().executeTakeFirst()) ?? null
}

/** The applications of a customer that were sent, the newest first; `with_draft`: also a form that was not. */
export async function listApplicationsOf(
  db: Database,
  customer_id: CustomerId,
  { with_draft = false } = {},
): Promise<StoredApplication[]> {
  return db
    .selectFrom('loan_application')
    .select(columns)
    .where('customer_id', '=', customer_id)
    .$if(!with_draft, (query) => query.where('state', '<>', 'draft'))
    .orderBy('application_id', 'desc')
    .limit(50)
    .execute()
}

interface NewDraft extends LoanWish {
  code: string
  secret: string
  customer_id: CustomerId
  company_id: string
  loan: Loan
  lent: number
  person_key_id: number
  document_hash: string
  created_at: Date
}

/**
 * Stores a form that is not sent. A customer has one: a newer one replaces it, and keeps its code and its pictures.
 * What was typed is sealed afterwards, with the id in its label.
 */
export async function saveDraft(tx: Tx, draft: NewDraft): Promise<number> {
  const loan = JSON.stringify(draft.loan)
  const { rows } = await sql<{ application_id: number }>`
    insert into loan_application as draft (code, secret, customer_id, company_id, state, prepaid_percent, months,
      has_insurance, loan, lent, person_key_id, document_hash, created_at)
    values (${draft.code}, ${draft.secret}, ${draft.customer_id}, ${draft.company_id}, 'draft',
      ${draft.prepaid_percent}, ${draft.months}, ${draft.has_insurance}, ${loan}::jsonb, ${draft.lent},
      ${draft.person_key_id}, ${draft.document_hash}, ${draft.created_at})
    on conflict (customer_id) where state = 'draft' do update set company_id = excluded.company_id,
      prepaid_percent = excluded.prepaid_percent, months = excluded.months, has_insurance = excluded.has_insurance,
      loan = excluded.loan, lent = excluded.lent, person_key_id = excluded.person_key_id,
      document_hash = excluded.document_hash, created_at = excluded.created_at, version = draft.version + 1
    returning application_id`.execute(tx)
  const [row] = rows
  if (row === undefined) throw new RangeError('a form was not stored')
  return row.application_id
}

/**
 * Gives the applications of one customer to another: a guest has become this member. A form of the member that was not
 * sent gives way to that of the guest.
 */
export async function moveApplications(tx: Tx, from: CustomerId, into: CustomerId): Promise<void> {
  await sql`
    with given_way as (
      select application_id from loan_application draft
      where customer_id = ${into} and state = 'draft' and exists (
        select from loan_application own where own.customer_id = ${from} and own.state = 'draft')
    )
    update application_file file set sealed_key = null, application_id = null
    from given_way where file.application_id = given_way.application_id`.execute(tx)
  await sql`
    delete from loan_application draft where customer_id = ${into} and state = 'draft' and exists (
      select from loan_application own where own.customer_id = ${from} and own.state = 'draft')`.execute(
    tx,
  )
  await tx
    .updateTable('loan_application')
    .set({ customer_id: into })
    .where('customer_id', '=', from)
    .execute()
}

export async function updateSealed(tx: Tx, application_id: number, sealed: Buffer): Promise<void> {
  await tx
    .updateTable('loan_application')
    .set({ sealed })
    .where('application_id', '=', application_id)
    .execute()
}

/** The member of staff who makes a move. */
export type MovingStaff = Pick<StaffActor, 'staff_id' | 'name'>

/** What changes with a move besides the state. */
export interface MoveValues {
  order_id?: OrderId
  submitted_at?: Date
  phone_secret?: string
  phone_proven_at?: Date | null
  expires_at?: Date | null
  ended_at?: Date
  passed_on_at?: Date
  pass_on_at?: Date | null
  wanted?: readonly PaperKind[]
  reason?: string | null
  contract_number?: string
  reference?: string
  received_amount?: number
  loan?: Loan
  lent?: number
}

/** Moves a locked application on, and writes its history. The caller has checked the move. */
export async function updateApplication(
  tx: Tx,
  { application_id, version }: Pick<StoredApplication, 'application_id' | 'version'>,
  move: ApplicationMoveName,
  values: MoveValues,
  { actor, staff, now }: { actor: ApplicationActor; staff: MovingStaff | null; now: Date },
): Promise<void> {
  const { to } = applicationMoveOf(move)
  const { wanted, loan, ...plain } = values
  await tx
    .updateTable('loan_application')
    .set({
      ...{ ...plain, state: to, version: version + 1 },
      ...(wanted === undefined ? {} : { wanted: [...wanted] }),
      ...(loan === undefined ? {} : { loan: JSON.stringify(loan) }),
    })
    .where('application_id', '=', application_id)
    .execute()
  const by = { staff_name: staff?.name ?? null, staff_id: staff?.staff_id ?? null }
  await insertApplicationEvent(tx, { application_id, state: to, move, actor, ...by }, now)
}

/** Notes that a hand-over failed, and when it is tried again. */
export async function updatePassOn(
  tx: Tx,
  application_id: number,
  pass_on_at: Date | null,
): Promise<void> {
  await tx
    .updateTable('loan_application')
    .set(({ eb }) => ({ pass_on_at, pass_on_attempts: eb('pass_on_attempts', '+', 1) }))
    .where('application_id', '=', application_id)
    .execute()
}

/** Notes that a company has an application, whose state is of its answer already. */
export async function updatePassedOn(
  tx: Tx,
  application_id: number,
  values: Pick<MoveValues, 'passed_on_at' | 'pass_on_at' | 'reference'>,
): Promise<void> {
  await tx
    .updateTable('loan_application')
    .set(values)
    .where('application_id', '=', application_id)
    .execute()
}

/** Lets applications of one person wait for each other, so that their loans are added up right. */
export async function lockPerson(tx: Tx, names: readonly string[]): Promise<void> {
  for (const name of names.toSorted()) {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`loan:${name}`}, 0))`.execute(tx)
  }
}

/** What a company has lent a person, or would lend by applications that are open. */
export async function sumLent(
  tx: Tx,
  { document_hash, company_id }: { document_hash: string; company_id: string },
): Promise<number> {
  const { rows } = await sql<{ lent: number }>`
    select coalesce(sum(lent), 0)::bigint as lent from loan_application
    where document_hash = ${document_hash} and company_id = ${company_id}
      and state not in ('draft', 'refused', 'lapsed', 'withdrawn')`.execute(tx)
  return rows[0]?.lent ?? 0
}

/** Whose applications are counted. */
export interface Applying {
  /** E.164. */
  phone: string
  customer_id: CustomerId
  /** The hash of the network; null: not known. */
  network: string | null
}

interface OpenApplications {
  of_phone: number
  of_customer: number
  /** Of the network, with phones that nobody has proven. */
  unproven: number
}

/** Counts open applications. */
export async function countOpenOf(
  tx: Tx,
  { phone, customer_id, network }: Applying,
): Promise<OpenApplications> {
  const { rows } = await sql<OpenApplications>`
    select count(*) filter (where o.phone = ${phone})::integer as of_phone,
      count(*) filter (where a.customer_id = ${customer_id})::integer as of_customer,
      count(*) filter (where o.network_hash = ${network} and a.phone_proven_at is null)::integer as unproven
    from loan_application a join sales_order o using (order_id) where a.expires_at is not null`.execute(
    tx,
  )
  return rows[0] ?? { of_phone: 0, of_customer: 0, unproven: 0 }
}

/** Applications whose time is over, the oldest first. */
export async function findLapsed(db: Database, now: Date, limit: number): Promise<number[]> {
  const rows = await db
    .selectFrom('loan_application')
    .select('application_id')
    .where('expires_at', '<=', now)
    .orderBy('expires_at')
    .limit(limit)
    .execute()
  return rows.map(({ application_id }) => application_id)
}

/** Applications that a company with an interface has not got yet. */
export async function findToPassOn(db: Database, now: Date, limit: number): Promise<number[]> {
  const { rows } = await sql<{ application_id: number }>`
    select application_id from loan_application join installment_company using (company_id)
    where state = 'submitted' and way = 'online' and pass_on_at <= ${now}
    order by pass_on_at limit ${limit}`.execute(db)
  return rows.map(({ application_id }) => application_id)
}

/** The application that a company names by our code. */
export async function findApplicationId(
  db: Database,
  { code, company_id }: { code: string; company_id: string },
): Promise<number | null> {
  const row = await db
    .selectFrom('loan_application')
    .select('application_id')
    .where('code', '=', code)
    .where('company_id', '=', company_id)
    .where('state', '<>', 'draft')
    .executeTakeFirst()
  return row?.application_id ?? null
}

interface NewAnswer {
  company_id: string
  event_id: string
  application_id: number
  answer: LenderAnswer
  outcome: null
  answered_at: Date
  received_at: Date
}

/** Notes an answer of a company once. False: it was noted before. */
export async function insertAnswer(tx: Tx, answer: NewAnswer): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await tx
    .insertInto('lender_answer')
    .values(answer)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows > 0n
}

/** Whether an answer counts that the company gave after `answered_at`. */
export async function hasLaterAnswer(
  tx: Tx,
  { application_id, answered_at }: Pick<NewAnswer, 'application_id' | 'answered_at'>,
): Promise<boolean> {
  const later = await tx
    .selectFrom('lender_answer')
    .select('event_id')
    .where('application_id', '=', application_id)
    .where('outcome', '=', 'taken')
    .where('answered_at', '>', answered_at)
    .executeTakeFirst()
  return later !== undefined
}

/** What a company has answered that the state of an application did not allow: staff settle it with the company. */
export async function findRefusedAnswers(
  db: Database,
  application_id: number,
): Promise<Pick<NewAnswer, 'answer' | 'received_at'>[]> {
  return db
    .selectFrom('lender_answer')
    .select(['answer', 'received_at'])
    .where('application_id', '=', application_id)
    .where('outcome', 'is', null)
    .orderBy('answered_at')
    .execute()
}

/** Notes what became of an answer. */
export async function updateAnswer(
  tx: Tx,
  { company_id, event_id }: Pick<NewAnswer, 'company_id' | 'event_id'>,
  outcome: 'taken' | 'late',
): Promise<void> {
  await tx
    .updateTable('lender_answer')
    .set({ outcome })
    .where('company_id', '=', company_id)
    .where('event_id', '=', event_id)
    .execute()
}

/** Claims an application for a hand-over, so that no two processes send it. Null: it is not due. */
export async function claimPassOn(
  db: Database,
  application_id: number,
  { now, until }: { now: Date; until: Date },
): Promise<StoredApplication | null> {
  const claimed = await db
    .updateTable('loan_application')
    .set({ pass_on_at: until })
    .where('application_id', '=', application_id)
    .where('state', '=', 'submitted')
    .where('pass_on_at', '<=', now)
    .returning(columns)
    .executeTakeFirst()
  return claimed ?? null
}

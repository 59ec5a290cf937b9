import { sql } from 'kysely'
import type { Tx } from '#db/schema.ts'

/** Deletes forms that were never sent and have no picture any more. Returns how many. */
export async function deleteOldDrafts(tx: Tx, before: Date): Promise<number> {
  const { rows } = await sql`
    with old as (
      select application_id from loan_application where state = 'draft' and created_at < ${before}
        and not exists (select from application_file file where file.application_id = loan_application.application_id)
      order by application_id limit 100 for update skip locked)
    delete from loan_application using old where loan_application.application_id = old.application_id
    returning 1`.execute(tx)
  return rows.length
}

/**
 * Erases the keys of pictures: of forms that were never sent since `drafts`, and of applications that were decided
 * before `decided`. The contract is the company's from then on. Returns how many.
 */
export async function erasePaperKeys(
  tx: Tx,
  { drafts, decided }: { drafts: Date; decided: Date },
): Promise<number> {
  const { rows } = await sql`
    with old as (
      select application_file_id from application_file file join loan_application a using (application_id)
      where file.sealed_key is not null and (a.state = 'draft' and a.created_at < ${drafts}
        or a.state in ('signed', 'delivered', 'money_received', 'refused', 'lapsed', 'withdrawn')
          and not exists (select from application_event event where event.application_id = a.application_id
            and event.happened_at >= ${decided} and event.state in ('signed', 'refused', 'lapsed', 'withdrawn')))
      order by application_file_id limit 100 for update of file skip locked)
    update application_file set sealed_key = null from old
    where application_file.application_file_id = old.application_file_id returning 1`.execute(tx)
  return rows.length
}

/**
 * Erases what was typed into applications that came to an end before `ended`, and into those that were signed before
 * and whose goods nobody took. Returns how many.
 */
export async function eraseOldForms(tx: Tx, ended: Date): Promise<number> {
  const { rows } = await sql`
    with old as (
      select application_id from loan_application a where sealed is not null and (ended_at < ${ended}
        or state = 'signed' and not exists (select from application_event event
          where event.application_id = a.application_id and event.happened_at >= ${ended}))
      order by application_id limit 100 for update skip locked)
    update loan_application set sealed = null, person_key_id = null, reason = null
    from old where loan_application.application_id = old.application_id returning 1`.execute(tx)
  return rows.length
}

/**
 * Erases the hash of documents whose loans do not count any more: those that came to nothing, and those whose last
 * payment was due before `paid_back`. Returns how many.
 */
export async function eraseOldHashes(tx: Tx, paid_back: Date): Promise<number> {
  const { rows } = await sql`
    with old as (
      select application_id from loan_application where document_hash is not null
        and (state in ('refused', 'lapsed', 'withdrawn')
          or state in ('signed', 'delivered', 'money_received')
            and submitted_at + make_interval(months => months) < ${paid_back})
      order by application_id limit 100 for update skip locked)
    update loan_application set document_hash = null
    from old where loan_application.application_id = old.application_id returning 1`.execute(tx)
  return rows.length
}

/** Erases everything personal in the applications of a phone (E.164) and of an account. */
export async function eraseApplicationsOf(
  tx: Tx,
  { phone, customer_id }: { phone: string; customer_id: number | null },
): Promise<void> {
  const own = sql`(customer_id = ${customer_id}::bigint or order_id in (
    select order_id from sales_order where phone = ${phone}))`
  await sql`
    update application_file set sealed_key = null where sealed_key is not null
      and application_id in (select application_id from loan_application where ${own})`.execute(tx)
  await sql`
    update loan_application set sealed = null, person_key_id = null, document_hash = null, reason = null
    where ${own}`.execute(tx)
}

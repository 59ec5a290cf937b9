import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '#db/schema.ts'

/** What the built-in company knows of an application: nothing of the person. */
export interface PlayApplication {
  reference: string
  application_code: string
  company_id: string
  summary: Readonly<Record<string, string>>
}

/** Takes in an application once; one that it has already is shown with its newest terms. */
export async function openPlayApplication(
  db: Database,
  application: Omit<PlayApplication, 'reference'>,
  now: Date,
): Promise<string> {
  const { application_code, company_id, summary } = application
  const reference = randomBytes(12).toString('hex')
  const { rows } = await sql<{ reference: string }>`
    insert into play_application (reference, application_code, company_id, summary, created_at)
    values (${reference}, ${application_code}, ${company_id}, ${JSON.stringify(summary)}::jsonb, ${now})
    on conflict (application_code) do update set summary = excluded.summary
    returning reference`.execute(db)
  return rows[0]?.reference ?? reference
}

export async function findPlayApplication(
  db: Database,
  reference: string,
): Promise<PlayApplication | null> {
  const row = await db
    .selectFrom('play_application')
    .select(['reference', 'application_code', 'company_id', 'summary'])
    .where('reference', '=', reference)
    .executeTakeFirst()
  return row ?? null
}

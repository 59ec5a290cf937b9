import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Client } from 'pg'
import { type DemoSchedule, landingTimes } from '#db/seed/campaigns/landing-days.ts'
import { advanceSequence, insertRows } from '#db/seed/insert-rows.ts'
import type { Tables, Tx } from '#db/schema.ts'

/** The home page is the first one: a migration has made it. */
const first_id = 2

type Row = Tables['landing_page']

interface DemoLanding extends Pick<Row, 'code' | 'name' | 'layout' | 'theme'> {
  path: string
  teasing_path?: string
  dday_path?: string
  meta_title: string
  meta_description: string
  recurs: string
  schedule?: DemoSchedule
  blocks: Record<string, unknown>[]
}

async function readDemoLanding(): Promise<DemoLanding[]> {
  const file = join(import.meta.dirname, '../demo/landing-pages.json')
  return (JSON.parse(await readFile(file, 'utf8')) as { pages: DemoLanding[] }).pages
}

/** Arranges the home page, and inserts the landing pages with their addresses, dated for the day of opening. */
export async function seedLanding(trx: Tx, opened_at: Date): Promise<void> {
  const pages = await readDemoLanding()
  const blocks = await readFile(join(import.meta.dirname, '../demo/home-page.json'), 'utf8')
  await trx
    .updateTable('landing_page')
    .set({ blocks: JSON.stringify((JSON.parse(blocks) as { blocks: unknown }).blocks) })
    .where('code', '=', 'trang-chu')
    .execute()
  const rows = pages.map(
    ({ path: _path, teasing_path: _teasing, dday_path: _dday, schedule, ...page }, index) => ({
      landing_page_id: index + first_id,
      is_active: true,
      meta_keyword: '',
      canonical_tag: '',
      meta_index: true,
      meta_follow: true,
      version: 1,
      changed_at: opened_at,
      ...page,
      ...landingTimes(schedule, opened_at),
    }),
  )
  await insertRows(trx, 'landing_page', rows)
  await insertRows(trx, 'slug', pages.flatMap(slugsOf))
  await advanceSequence(trx, 'landing_page', 'landing_page_id')
}

function slugsOf({ path, teasing_path, dday_path }: DemoLanding, index: number) {
  const parts = [
    { kind: 'landing_page', path },
    { kind: 'landing_teasing', path: teasing_path },
    { kind: 'landing_dday', path: dday_path },
  ]
  const entity_id = index + first_id
  return parts.flatMap(({ kind, path: of_part }) =>
    of_part === undefined ? [] : [{ path: of_part, kind, entity_id, is_current: true }],
  )
}

/** Dates the campaigns of the demo for the day of `now`. Those that staff have changed stay as they are. */
export async function redateLanding(client: Client, now: Date): Promise<void> {
  for (const { code, schedule } of await readDemoLanding()) {
    if (schedule === undefined) continue
    const times = landingTimes(schedule, now)
    await client.query(
      `update landing_page
       set teasing_at = $2, starts_at = $3, dday_at = $4, dday_ends_at = $5, ends_at = $6
       where code = $1 and changed_by is null and starts_at is distinct from $3`,
      [
        ...[code, times.teasing_at, times.starts_at],
        ...[times.dday_at, times.dday_ends_at, times.ends_at],
      ],
    )
  }
}

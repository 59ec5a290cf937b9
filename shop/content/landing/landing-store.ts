import { type Insertable, type RawBuilder, sql, type Selectable, type Updateable } from 'kysely'
import { completeBlock, LandingBlock } from '#contracts/storefront/landing/blocks.ts'
import type { Database, Tables, Tx } from '#db/schema.ts'

/** The page whose blocks the home page shows. It has no address of its own. */
export const home_code = 'trang-chu'

/** A landing page with the addresses of its parts. */
export interface LandingRow extends Omit<
  Selectable<Tables['landing_page']>,
  'blocks' | 'draft_blocks'
> {
  blocks: LandingBlock[]
  draft_blocks: LandingBlock[] | null
  keywords: string
  path: string
  teasing_path: string | null
  dday_path: string | null
}

const addressOf = (kind: 'landing_page' | 'landing_teasing' | 'landing_dday') => sql`
  (select path from slug where slug.kind = ${kind} and slug.entity_id = landing_page_id and is_current)`

/** The columns of a page with its addresses. */
const columns = sql`
  landing_page.*, meta_keyword as keywords, coalesce(${addressOf('landing_page')}, '') as path,
  ${addressOf('landing_teasing')} as teasing_path, ${addressOf('landing_dday')} as dday_path`

type RawRow = Omit<LandingRow, 'blocks' | 'draft_blocks'> & {
  blocks: unknown[]
  draft_blocks: unknown[] | null
}

/** Finds a landing page that shoppers may see. */
export async function findLandingPage(
  db: Database,
  landing_page_id: number,
): Promise<LandingRow | undefined> {
  const [row] = await findRows(db, sql`landing_page_id = ${landing_page_id} and is_active`)
  return row
}

/** Finds the page of a preview, whether shoppers may see it or not. */
export async function findLandingByKey(
  db: Database,
  preview_key: string,
): Promise<LandingRow | undefined> {
  const [row] = await findRows(db, sql`preview_key = ${preview_key}`)
  return row
}

export async function findLandingByCode(
  db: Database,
  code: string,
): Promise<LandingRow | undefined> {
  const [row] = await findRows(db, sql`code = ${code}`)
  return row
}

export async function listLandingPages(db: Database): Promise<LandingRow[]> {
  return findRows(db, sql`true`)
}

/** A campaign with an address, without its blocks. */
export type CampaignRow = Pick<
  LandingRow,
  | 'name'
  | 'layout'
  | 'path'
  | 'teasing_at'
  | 'starts_at'
  | 'dday_at'
  | 'dday_ends_at'
  | 'ends_at'
  | 'recurs'
>

/** Lists the campaigns that shoppers may see: those that end first, then those without an end. */
export async function listCampaigns(db: Database): Promise<CampaignRow[]> {
  const { rows } = await sql<CampaignRow>`
    select name, layout, path, teasing_at, starts_at, dday_at, dday_ends_at, ends_at, recurs
    from landing_page
    join slug on slug.kind = 'landing_page' and slug.entity_id = landing_page_id and slug.is_current
    where is_active
    order by ends_at nulls last, landing_page_id`.execute(db)
  return rows
}

async function findRows(db: Database, condition: RawBuilder<unknown>): Promise<LandingRow[]> {
  const { rows } = await sql<RawRow>`
    select ${columns} from landing_page where ${condition} order by starts_at desc nulls last, code`.execute(
    db,
  )
  return rows.map((row) => ({
    ...row,
    blocks: readBlocks(row.blocks),
    draft_blocks: row.draft_blocks && readBlocks(row.draft_blocks),
  }))
}

export type LandingFields = Updateable<Tables['landing_page']>

export async function lockLanding(
  tx: Tx,
  code: string,
): Promise<Pick<LandingRow, 'landing_page_id' | 'version'> | undefined> {
  return tx
    .selectFrom('landing_page')
    .select(['landing_page_id', 'version'])
    .where('code', '=', code)
    .forUpdate()
    .executeTakeFirst()
}

/** Inserts a page without blocks. */
export async function insertLanding(
  tx: Tx,
  fields: Omit<Insertable<Tables['landing_page']>, 'blocks' | 'meta_thumbnail' | 'changed_by'>,
): Promise<number> {
  const { landing_page_id } = await tx
    .insertInto('landing_page')
    .values({ ...fields, blocks: '[]' })
    .returning('landing_page_id')
    .executeTakeFirstOrThrow()
  return landing_page_id
}

export async function updateLanding(
  tx: Tx,
  landing_page_id: number,
  fields: LandingFields,
): Promise<void> {
  await tx
    .updateTable('landing_page')
    .set(fields)
    .where('landing_page_id', '=', landing_page_id)
    .execute()
}

/** Reads stored blocks. One that this version does not know is left out, so that a page survives an older process. */
function readBlocks(stored: readonly unknown[]): LandingBlock[] {
  return stored.flatMap((block) => LandingBlock.safeParse(completeBlock(block)).data ?? [])
}

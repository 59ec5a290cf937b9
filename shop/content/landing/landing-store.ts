import { sql, type Selectable } from 'kysely'
import { LandingBlock } from '#contracts/storefront/landing/blocks.ts'
import type { Database, Tables } from '#db/schema.ts'

/** A landing page with the addresses of its parts. */
export interface LandingRow extends Omit<Selectable<Tables['landing_page']>, 'blocks'> {
  blocks: LandingBlock[]
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

/** Finds a landing page that shoppers may see. */
export async function findLandingPage(
  db: Database,
  landing_page_id: number,
): Promise<LandingRow | undefined> {
  const { rows } = await sql<Omit<LandingRow, 'blocks'> & { blocks: unknown[] }>`
    select ${columns} from landing_page
    where landing_page_id = ${landing_page_id} and is_active`.execute(db)
  return rows[0] && { ...rows[0], blocks: readBlocks(rows[0].blocks) }
}

/** Reads stored blocks. One that this version does not know is left out, so that a page survives an older process. */
function readBlocks(stored: readonly unknown[]): LandingBlock[] {
  return stored.flatMap((block) => LandingBlock.safeParse(block).data ?? [])
}

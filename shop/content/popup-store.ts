import { sql } from 'kysely'
import type { Database } from '#db/schema.ts'
import { target_path, target_tables } from '#shop/content/link-rows.ts'

/**
 * A popup as it is stored, with what its link leads to now; `target` is null if it is no slug, but a page of its own.
 */
export interface PopupRow {
  popup_id: number
  title: string
  sentence: string
  button: string
  image: string
  image_width: number
  image_height: number
  ink: string
  link: string
  target: { path: string | null } | null
  priority: number
  is_active: boolean
  starts_at: Date
  ends_at: Date
  exclude_page: string
}

/** Returns the popups that run at `now`, those of the highest priority first, at most `limit`. */
export async function listPopups(db: Database, now: Date, limit: number): Promise<PopupRow[]> {
  const { rows } = await sql<PopupRow>`
    select popup.*, (select json_build_object('path', ${target_path}) from ${target_tables}
      where requested.path = regexp_replace(popup.link, '^/|[?#].*', '', 'g')) as target
    from popup
    where popup.is_active and starts_at <= ${now} and ends_at > ${now}
    order by priority desc, popup_id
    limit ${limit}
  `.execute(db)
  return rows
}

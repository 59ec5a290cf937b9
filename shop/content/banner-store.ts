import { sql } from 'kysely'
import type { Database } from '#db/schema.ts'
import { target_path, target_tables } from '#shop/content/link-rows.ts'

/** A banner as it is stored. */
export interface BannerRow {
  banner_id: number
  place: string
  category_id: number | null
  starts_at: Date | null
  ends_at: Date | null
  label: string
  alt: string
  eyebrow: string
  button: string
  ink: string
  path: string
  /** What the path leads to now; null if it is no slug, but a page of its own. */
  target: { path: string | null } | null
  image: string
  image_width: number
  image_height: number
  image_blur: string | null
  image_mobile: string | null
  image_mobile_width: number | null
  image_mobile_height: number | null
}

/** SQL of what the path of a banner leads to. */
export const target_of_banner = sql`
  (select json_build_object('path', ${target_path}) from ${target_tables}
    where requested.path = regexp_replace(banner.path, '^/|[?#].*', '', 'g'))`

/** Returns all active banners with their targets, in the shop's order. */
export async function listBanners(db: Database): Promise<BannerRow[]> {
  const { rows } = await sql<BannerRow>`
    select banner_id, place, category_id, starts_at, ends_at, label, alt, eyebrow, button, ink, path,
      image, image_width, image_height, image_blur, image_mobile, image_mobile_width, image_mobile_height,
      ${target_of_banner} as target
    from banner
    where banner.is_active
    order by position, banner_id
  `.execute(db)
  return rows
}

import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { Database, Tables, Tx } from '#db/schema.ts'
import { target_of_banner } from '#shop/content/banner-store.ts'

export type StoredBanner = Selectable<Tables['banner']>

interface ListedBanner extends StoredBanner {
  category: string | null
  target: { path: string | null } | null
}

/** Lists all banners by place and in display sequence, or the one with this number. */
export async function listAllBanners(
  db: Database,
  banner_id: number | null = null,
): Promise<ListedBanner[]> {
  const { rows } = await sql<ListedBanner>`
    select banner.*, category.name as category, ${target_of_banner} as target
    from banner left join category using (category_id)
    where ${banner_id}::bigint is null or banner_id = ${banner_id}
    order by array_position('{hero,right,category}', place), category.position, category_id, banner.position,
      banner_id`.execute(db)
  return rows
}

export async function listBannerCategories(
  db: Database,
): Promise<{ category_id: number; name: string }[]> {
  return db
    .selectFrom('category')
    .select(['category_id', 'name'])
    .orderBy('position')
    .orderBy('name')
    .execute()
}

export async function findBanner(
  db: Database,
  banner_id: number,
): Promise<StoredBanner | undefined> {
  return db.selectFrom('banner').selectAll().where('banner_id', '=', banner_id).executeTakeFirst()
}

export async function lockBanner(tx: Tx, banner_id: number): Promise<StoredBanner | undefined> {
  return tx
    .selectFrom('banner')
    .selectAll()
    .where('banner_id', '=', banner_id)
    .forUpdate()
    .executeTakeFirst()
}

/** A picture of a banner as a row stores it. */
export interface BannerImage {
  src: string
  width: number
  height: number
  blur: string | null
}

/** Finds a picture that some banner has, with its size. */
export async function findBannerImage(tx: Tx, src: string): Promise<BannerImage | undefined> {
  const { rows } = await sql<BannerImage>`
    select image as src, image_width as width, image_height as height, image_blur as blur
      from banner where image = ${src}
    union all
    select image_mobile, image_mobile_width, image_mobile_height, null from banner where image_mobile = ${src}
    limit 1`.execute(tx)
  return rows[0]
}

export type BannerPlacement = Pick<StoredBanner, 'place' | 'category_id'>

/** Locks the banners of a place, in display sequence. */
export async function lockPlacement(
  tx: Tx,
  { place, category_id }: BannerPlacement,
): Promise<{ banner_id: number; position: number }[]> {
  return tx
    .selectFrom('banner')
    .select(['banner_id', 'position'])
    .where('place', '=', place)
    .where((eb) => eb('category_id', 'is not distinct from', category_id))
    .orderBy('position')
    .orderBy('banner_id')
    .forUpdate()
    .execute()
}

export async function insertBanner(tx: Tx, fields: Insertable<Tables['banner']>): Promise<number> {
  const { banner_id } = await tx
    .insertInto('banner')
    .values(fields)
    .returning('banner_id')
    .executeTakeFirstOrThrow()
  return banner_id
}

export async function updateBanner(
  tx: Tx,
  banner_id: number,
  fields: Updateable<Tables['banner']>,
): Promise<void> {
  await tx.updateTable('banner').set(fields).where('banner_id', '=', banner_id).execute()
}

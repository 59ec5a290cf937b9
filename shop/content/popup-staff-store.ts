import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { Database, Tables, Tx } from '#db/schema.ts'
import { article_pictures_path } from '#pure/formats/article-picture.ts'

export async function listAllPopups(db: Database): Promise<Selectable<Tables['popup']>[]> {
  return db
    .selectFrom('popup')
    .selectAll()
    .orderBy('priority', 'desc')
    .orderBy('starts_at', 'desc')
    .orderBy('popup_id')
    .execute()
}

export async function findPopup(
  db: Database,
  popup_id: number,
): Promise<Selectable<Tables['popup']> | undefined> {
  return db.selectFrom('popup').selectAll().where('popup_id', '=', popup_id).executeTakeFirst()
}

/** A picture for popups: upright, without words of its own. */
interface PopupImage {
  image: string
  image_width: number
  image_height: number
}

/** Lists the pictures that popups have or had, and uploaded pictures of articles that stand upright. */
export async function listPopupImages(db: Database | Tx): Promise<PopupImage[]> {
  const { rows } = await sql<PopupImage>`
    select distinct on (image) image, image_width, image_height from popup
    union select ${article_pictures_path} || '/' || hash || '-' || width || 'x' || height || '.webp', width, height
      from picture join stored_file using (hash) where subject_kind = 'post' and height >= width
    order by image`.execute(db)
  return rows
}

export async function lockPopup(tx: Tx, popup_id: number): Promise<number | undefined> {
  const row = await tx
    .selectFrom('popup')
    .select('version')
    .where('popup_id', '=', popup_id)
    .forUpdate()
    .executeTakeFirst()
  return row?.version
}

export async function insertPopup(tx: Tx, fields: Insertable<Tables['popup']>): Promise<number> {
  const { popup_id } = await tx
    .insertInto('popup')
    .values(fields)
    .returning('popup_id')
    .executeTakeFirstOrThrow()
  return popup_id
}

export async function updatePopup(
  tx: Tx,
  popup_id: number,
  fields: Updateable<Tables['popup']>,
): Promise<void> {
  await tx.updateTable('popup').set(fields).where('popup_id', '=', popup_id).execute()
}

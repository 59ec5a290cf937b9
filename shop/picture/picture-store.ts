import type { Database, Tables, Tx } from '#db/schema.ts'

/** What pictures are attached to: the table of the subject and its key. */
export interface PictureSubject {
  subject_kind: Tables['picture']['subject_kind']
  subject_id: number
}

interface FileFacts {
  hash: string
  bytes: number
  width: number
  height: number
}

interface Uploader {
  /** Null: the shopper. */
  staff_name: string | null
  at: Date
}

/**
 * Notes a file before its bytes are stored. From now on the sweep leaves it alone for the days of its retention: an
 * upload that ends before its picture is attached leaves nothing behind for longer.
 */
export async function noteFile(
  db: Database,
  file: FileFacts,
  { staff_name, at }: Uploader,
): Promise<void> {
  await db
    .insertInto('stored_file')
    .values({ ...file, kind: 'picture', staff_name, created_at: at, unused_since: at })
    .onConflict((conflict) =>
      conflict
        .column('hash')
        .doUpdateSet({ unused_since: at })
        .where('stored_file.unused_since', 'is not', null),
    )
    .execute()
}

/** Attaches noted files. One that the subject has already is not attached again. Returns how many were. */
export async function insertPictures(
  tx: Tx,
  subject: PictureSubject,
  hashes: readonly string[],
  { staff_name, at: created_at }: Uploader,
): Promise<number> {
  await tx
    .updateTable('stored_file')
    .set({ unused_since: null })
    .where((eb) => eb('hash', '=', eb.fn.any(eb.val([...hashes]))))
    .execute()
  const rows = await tx
    .insertInto('picture')
    .values(hashes.map((hash) => ({ ...subject, hash, staff_name, created_at })))
    .onConflict((conflict) => conflict.doNothing())
    .returning('picture_id')
    .execute()
  return rows.length
}

/** Takes a picture away from its subject. False: the subject has no such picture. */
export async function deletePicture(
  tx: Tx,
  { subject_kind, subject_id }: PictureSubject,
  picture_id: number,
  at: Date,
): Promise<boolean> {
  const removed = await tx
    .deleteFrom('picture')
    .where('picture_id', '=', picture_id)
    .where('subject_kind', '=', subject_kind)
    .where('subject_id', '=', subject_id)
    .returning('hash')
    .executeTakeFirst()
  if (removed === undefined) return false
  await tx
    .updateTable('stored_file')
    .set({ unused_since: at })
    .where('hash', '=', removed.hash)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('picture').select('hash').where('hash', '=', removed.hash))),
    )
    .execute()
  return true
}

/** Takes all pictures away from a subject. */
export async function deleteAllPictures(tx: Tx, subject: PictureSubject, at: Date): Promise<void> {
  for (const { picture_id } of await selectPictures(tx, subject)) {
    await deletePicture(tx, subject, picture_id, at)
  }
}

/** Takes all pictures of one uploader away from a subject. */
export async function deletePicturesBy(
  tx: Tx,
  subject: PictureSubject,
  staff_name: string | null,
  at: Date,
): Promise<void> {
  for (const picture of await selectPictures(tx, subject)) {
    if (picture.staff_name === staff_name) await deletePicture(tx, subject, picture.picture_id, at)
  }
}

interface StoredPicture {
  picture_id: number
  hash: string
  width: number
  height: number
  staff_name: string | null
  created_at: Date
}

export async function selectPictures(
  db: Database,
  { subject_kind, subject_id }: PictureSubject,
): Promise<StoredPicture[]> {
  return db
    .selectFrom('picture')
    .innerJoin('stored_file', 'stored_file.hash', 'picture.hash')
    .select(['picture_id', 'picture.hash', 'width', 'height'])
    .select(['picture.staff_name', 'picture.created_at'])
    .where('subject_kind', '=', subject_kind)
    .where('subject_id', '=', subject_id)
    .orderBy('picture_id')
    .execute()
}

/** The file of one picture of the subject; null: the subject has no such picture. */
export async function findPictureHash(
  db: Database,
  { subject_kind, subject_id }: PictureSubject,
  picture_id: number,
): Promise<string | null> {
  const row = await db
    .selectFrom('picture')
    .select('hash')
    .where('picture_id', '=', picture_id)
    .where('subject_kind', '=', subject_kind)
    .where('subject_id', '=', subject_id)
    .executeTakeFirst()
  return row?.hash ?? null
}

/**
 * Deletes the oldest file that nothing has used since before `since`, if there is one. `removeBytes` runs while its
 * row is locked: an upload of the same picture waits, and then stores the bytes again.
 */
export async function deleteUnusedFile(
  tx: Tx,
  since: Date,
  removeBytes: (hash: string) => Promise<void>,
): Promise<boolean> {
  const file = await tx
    .selectFrom('stored_file')
    .select('hash')
    .where('unused_since', '<', since)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('picture').select('hash').whereRef('picture.hash', '=', 'stored_file.hash'),
        ),
      ),
    )
    .orderBy('unused_since')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  if (file === undefined) return false
  await tx.deleteFrom('stored_file').where('hash', '=', file.hash).execute()
  await removeBytes(file.hash)
  return true
}

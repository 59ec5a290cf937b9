/**
 * Pictures of receipts, units and other subjects (decision 149). A subject gets pictures in these places:
 *
 * 1. Migration: `call log_pictures_of('<table>', '<thing of the ledger>')`; `PictureSubjectKind` of db/goods-tables.ts.
 * 2. Contract: `...pictureOperations({ path, see, change, scopes })` of contracts/staff/pictures.ts, and
 *    `pictures: z.array(Picture)` in the output of its page.
 * 3. Service: `...pictureCalls(deps, { … })` of shop/picture/picture-calls.ts, and `await picturesOf(db, subject)`.
 * 4. Page: `<Pictures … />` of admin/kit/pictures/pictures.tsx; in page.server.ts `takes_files: true`,
 *    `...pictureActs(contract, call)` and `pictureProblem(error)`; a line in admin/kit/pictures/serve-pictures.ts.
 *
 * A flow that takes pictures with its own form calls `keepPictures` before its transaction and `attachPictures` in it,
 * and spreads `picture_refusals` into the refusals of its operation.
 */
import {
  max_pictures,
  type Picture,
  refusePicture,
  type UploadedPicture,
} from '#contracts/staff/pictures.ts'
import type { Database, Tx } from '#db/schema.ts'
import type { Now } from '#platform/clock.ts'
import { type FileStore, FileStoreError } from '#platform/files/files-port.ts'
import {
  IntakeProblem,
  type TakenPicture,
  type TakePicture,
} from '#platform/images/picture-intake.ts'
import {
  insertPictures,
  noteFile,
  type PictureSubject,
  selectPictures,
} from '#shop/picture/picture-store.ts'

type PictureSize = 'large' | 'small'

/** Where pictures come in and where their files are. One for the whole process. */
export interface PictureFiles {
  take: TakePicture
  files: FileStore
}

export interface PictureDeps {
  db: Database
  now: Now
  pictures: PictureFiles
}

/** A picture whose files are stored, ready to be attached. */
interface KeptPicture {
  hash: string
}

/**
 * Takes in uploaded pictures and stores their files: all of them, or a refusal of `picture_refusals`. Runs outside of
 * transactions, because it is slow. What is not attached afterwards is swept after some days.
 */
export async function keepPictures(
  deps: PictureDeps,
  uploads: readonly UploadedPicture[],
  staff_name: string | null,
): Promise<KeptPicture[]> {
  const taken: TakenPicture[] = []
  for (const upload of uploads) taken.push(await takeUpload(deps.pictures, upload))
  await storeTaken(deps, taken, staff_name)
  return taken.map(({ hash }) => ({ hash }))
}

/** Stores the files of pictures that are taken in. */
export async function storeTaken(
  { db, now, pictures }: PictureDeps,
  taken: readonly TakenPicture[],
  staff_name: string | null,
): Promise<void> {
  for (const { hash, large, small, width, height } of taken) {
    await noteFile(db, { hash, bytes: large.length, width, height }, { staff_name, at: now() })
    try {
      await pictures.files.put(keyOf(hash, 'large'), large)
      await pictures.files.put(keyOf(hash, 'small'), small)
    } catch (error) {
      throw filesProblem(error)
    }
  }
}

/**
 * Attaches kept pictures to a subject, in the transaction of a write. The caller has locked the subject's row, so that
 * two people cannot exceed the number together. Returns how many are new. Throws `too_many_pictures`.
 */
export async function attachPictures(
  tx: Tx,
  subject: PictureSubject,
  kept: readonly KeptPicture[],
  by: { staff_name: string | null; at: Date },
): Promise<number> {
  const hashes = [...new Set(kept.map(({ hash }) => hash))]
  const added = await insertPictures(tx, subject, hashes, by)
  const { length } = await selectPictures(tx, subject)
  const max = max_pictures.of_subject
  if (added > 0 && length > max) throw refusePicture('too_many_pictures', { max })
  return added
}

/** The pictures of a subject, oldest first. The caller has checked that the reader may see the subject. */
export async function picturesOf(db: Database, subject: PictureSubject): Promise<Picture[]> {
  const rows = await selectPictures(db, subject)
  return rows.map(({ hash: _hash, created_at, ...row }) => ({
    ...row,
    created_at: created_at.toISOString(),
  }))
}

/** The bytes of a picture. Null: the file is gone. Throws `files_unavailable`. */
export async function readPicture(
  { files }: PictureFiles,
  hash: string,
  size: PictureSize,
): Promise<Buffer | null> {
  try {
    return await files.get(keyOf(hash, size))
  } catch (error) {
    throw filesProblem(error)
  }
}

/** Removes both sizes of a picture from the store. */
export async function removePictureFiles({ files }: PictureFiles, hash: string): Promise<void> {
  await files.remove(keyOf(hash, 'small'))
  await files.remove(keyOf(hash, 'large'))
}

/** Two letters of the hash keep folders small. */
function keyOf(hash: string, size: PictureSize): string {
  return `pictures/${hash.slice(0, 2)}/${hash}-${size}.webp`
}

/** Makes our own picture from an upload, or throws a refusal of `picture_refusals`. */
export async function takeUpload(
  { take: intake }: PictureFiles,
  { name, bytes }: UploadedPicture,
): Promise<TakenPicture> {
  try {
    return await intake(bytes)
  } catch (error) {
    if (!(error instanceof IntakeProblem)) throw error
    if (error.code === 'pictures_busy') throw refusePicture('pictures_busy')
    throw refusePicture(error.code, { name })
  }
}

/** The refusal for a store of files that does not work; any other error is itself. */
export function filesProblem(error: unknown): unknown {
  return error instanceof FileStoreError ? refusePicture('files_unavailable') : error
}

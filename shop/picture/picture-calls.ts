import type { pictureOperations } from '#contracts/staff/pictures.ts'
import type { Database, Tx } from '#db/schema.ts'
import type { Log } from '#platform/observe/log.ts'
import { reachOf, type Reach } from '#pure/access.ts'
import type { Service } from '#pure/contract.ts'
import type { WriteAsStaff } from '#shop/change-log/write-as-staff.ts'
import { deletePicture, findPictureHash, type PictureSubject } from '#shop/picture/picture-store.ts'
import {
  attachPictures,
  keepPictures,
  type PictureDeps,
  readPicture,
} from '#shop/picture/pictures.ts'

type PictureContract = ReturnType<typeof pictureOperations>

interface Deps extends PictureDeps {
  log: Log
  write: WriteAsStaff
}

type SubjectKind = PictureSubject['subject_kind']

/** One kind of subject with pictures. */
interface Subjects {
  contract: PictureContract
  /** The service whose operations these are. */
  service: 'receipts' | 'units' | 'returns' | 'tickets' | 'usedUnits' | 'articles'
  subject_kind: SubjectKind | ((code: string) => SubjectKind)
  /** The key of a subject within reach; null: there is none. */
  find: (db: Database, reach: Reach, code: string) => Promise<number | null>
  /** Locks the row of a subject. */
  lock: (tx: Tx, subject_id: number, code: string) => Promise<unknown>
  /** The titles of the texts that show a file which no subject has any more. Without it, no text shows pictures. */
  findTexts?: (tx: Tx, hash: string) => Promise<string[]>
}

/** The operations on pictures of one kind of subject, for its service of staff. */
export function pictureCalls(
  deps: Deps,
  { contract, service, subject_kind, find, lock, findTexts }: Subjects,
): Service<PictureContract> {
  const { db, now, log, write, pictures } = deps
  const subjectOf = async (on: Database, reach: Reach, code: string): Promise<PictureSubject> => {
    const subject_id = await find(on, reach, code)
    if (subject_id === null) throw contract.picture.refuse('subject_not_found')
    const kind = typeof subject_kind === 'string' ? subject_kind : subject_kind(code)
    return { subject_kind: kind, subject_id }
  }
  return {
    picture: async (actor, { code, picture_id, size }) => {
      const { refuse } = contract.picture
      const subject = await subjectOf(db, reachOf(contract.picture, actor), code)
      const hash = await findPictureHash(db, subject, picture_id)
      const bytes = hash === null ? null : await readPicture(pictures, hash, size)
      if (hash === null || bytes === null) throw refuse('picture_not_found')
      return { hash, bytes }
    },
    addPictures: async (actor, { code, files }) => {
      const reach = reachOf(contract.addPictures, actor)
      // Asked before the slow work, and again in the transaction.
      await subjectOf(db, reach, code)
      const kept = await keepPictures(deps, files, actor.name)
      const act = { actor, operation: `${service}.addPictures` } as const
      const added = await write(act, async (tx) => {
        const subject = await subjectOf(tx, reach, code)
        await lock(tx, subject.subject_id, code)
        return attachPictures(tx, subject, kept, { staff_name: actor.name, at: now() })
      })
      log.info({ staff: actor.name, service, added }, 'pictures added')
      return { added }
    },
    removePicture: async (actor, { code, picture_id, reason }) => {
      const reach = reachOf(contract.removePicture, actor)
      const act = { actor, operation: `${service}.removePicture`, reason } as const
      await write(act, async (tx) => {
        const subject = await subjectOf(tx, reach, code)
        const { refuse } = contract.removePicture
        const hash = await findPictureHash(tx, subject, picture_id)
        const is_removed = await deletePicture(tx, subject, picture_id, now())
        if (!is_removed || hash === null) throw refuse('picture_not_found')
        const texts = (await findTexts?.(tx, hash)) ?? []
        if (texts.length > 0) throw refuse('picture_in_use', { texts })
      })
      log.info({ staff: actor.name, service, picture_id }, 'picture removed')
      return { picture_id }
    },
  }
}

import { z } from 'zod'
import { id, line, requiredLine } from '#contracts/fields.ts'
import type { Permission } from '#contracts/staff/permissions.ts'
import { declared, operation, type StaffScope } from '#pure/contract.ts'

/** How many pictures one form may bring, how many one subject may have, and how long a file may be. */
export const max_pictures = { at_once: 6, of_subject: 20, bytes: 10_000_000 } as const

/** A picture of a subject, in the sequence of upload. */
export const Picture = z.object({
  picture_id: z.int(),
  /** Pixels of the large picture. */
  width: z.int(),
  height: z.int(),
  /** Null: the shopper sent it. */
  staff_name: z.string().nullable(),
  created_at: z.iso.datetime(),
})
export type Picture = z.infer<typeof Picture>

const bytes = z.custom<Uint8Array>((value) => value instanceof Uint8Array)

/** An uploaded file. Its name only serves to tell the sender which one was refused. */
export const UploadedPicture = z.object({ name: line(120), bytes })
export type UploadedPicture = z.infer<typeof UploadedPicture>

/** A picture in one size: WebP. */
const PictureFile = z.object({ hash: z.string(), bytes })

const named = z.object({ name: z.string() })

/** What an operation that takes pictures refuses. */
export const picture_refusals = {
  picture_wrong_kind: {
    status: 422,
    meaning: 'The file is no JPEG, PNG, WebP or AVIF, whatever its name says.',
    data: named,
  },
  picture_unreadable: { status: 422, meaning: 'The picture is torn or damaged.', data: named },
  picture_too_large: {
    status: 422,
    meaning: 'The file has more than 10 MB, or the picture more than 52 megapixels.',
    data: named,
  },
  pictures_busy: { status: 503, meaning: 'Too many pictures are being taken in.' },
  files_unavailable: { status: 503, meaning: 'The store of files does not work.' },
  too_many_pictures: {
    status: 422,
    meaning: 'The subject would have too many pictures.',
    data: z.object({ max: z.int() }),
  },
} as const
export const { refuse: refusePicture } = declared(picture_refusals)
const { files_unavailable } = picture_refusals

const subject_not_found = {
  status: 404,
  meaning: 'There is no such record, or not within reach.',
} as const
const picture_in_use = {
  status: 409,
  meaning: 'Texts of the shop still show the picture.',
  /** The titles of the texts. */
  data: z.object({ texts: z.array(z.string()) }),
} as const
const picture_not_found = { status: 404, meaning: 'The record has no such picture.' } as const

interface PicturesOf<See extends Permission, Change extends Permission> {
  /** The path of the subject's operations: "/units". */
  path: string
  see: See
  change: Change
  scopes: readonly StaffScope[]
}

/**
 * The operations on the pictures of one kind of subject. `shop/picture/picture-calls.ts` implements them. The subject
 * is named by its code, and reached by the same permissions and scopes as on its page.
 */
export function pictureOperations<const See extends Permission, const Change extends Permission>({
  path,
  see,
  change,
  scopes,
}: PicturesOf<See, Change>) {
  const code = line(60)
  return {
    picture: operation({
      method: 'GET',
      path: `${path}/picture`,
      summary: 'A picture of the record, in one size.',
      access: 'staff',
      permission: see,
      scopes,
      input: z.object({ code, picture_id: id, size: z.enum(['large', 'small']) }),
      output: PictureFile,
      refusals: { subject_not_found, picture_not_found, files_unavailable },
    }),
    addPictures: operation({
      method: 'POST',
      path: `${path}/pictures`,
      summary: 'Take in pictures of the record: all of them or none.',
      access: 'staff',
      permission: change,
      scopes,
      input: z.object({ code, files: z.array(UploadedPicture).min(1).max(max_pictures.at_once) }),
      output: z.object({ added: z.int() }),
      refusals: { subject_not_found, ...picture_refusals },
    }),
    removePicture: operation({
      method: 'POST',
      path: `${path}/pictures/remove`,
      summary: 'Take a picture away from the record, with the reason.',
      access: 'staff',
      permission: change,
      scopes,
      input: z.object({ code, picture_id: id, reason: requiredLine(200, 'Cần ghi lý do.') }),
      output: z.object({ picture_id: z.int() }),
      refusals: { subject_not_found, picture_not_found, picture_in_use },
    }),
  }
}

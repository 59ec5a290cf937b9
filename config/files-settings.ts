import { z } from 'zod'

/** Settings of the bucket that several machines share (decisions/149). */
export const filesSettings = {
  S3_URL: z
    .url({ protocol: /^https?$/, error: 'must be an address like https://s3.example.com/bucket' })
    .transform((address) => address.replace(/\/+$/, ''))
    .optional(),
  S3_REGION: z.string().trim().min(1).default('auto'),
  S3_KEY_ID: z.string().trim().min(1).optional(),
  S3_SECRET_KEY: z.string().trim().min(8, 'must have at least 8 characters').optional(),
}

type FilesEnv = { [Name in keyof typeof filesSettings]?: string | undefined }

/** The bucket. Null unless its address and both keys are set: then files are in the data folder. */
export function s3Of({ S3_URL, S3_REGION = 'auto', S3_KEY_ID, S3_SECRET_KEY }: FilesEnv) {
  if (!S3_URL || !S3_KEY_ID || !S3_SECRET_KEY) return null
  return Object.freeze({
    url: S3_URL,
    region: S3_REGION,
    key_id: S3_KEY_ID,
    secret_key: S3_SECRET_KEY,
  })
}

/** Messages about settings of the bucket of which only some are set. */
export function filesProblems({ S3_URL, S3_KEY_ID, S3_SECRET_KEY }: FilesEnv): string[] {
  const set = [S3_URL, S3_KEY_ID, S3_SECRET_KEY].filter(Boolean)
  return set.length === 0 || set.length === 3
    ? []
    : ['S3_URL, S3_KEY_ID and S3_SECRET_KEY belong together: set all or none']
}

import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { ErasureChannel } from '#contracts/staff/members/erasures.ts'
import type { FileStore } from '#platform/files/files-port.ts'
import type { PersonKeys } from '#shop/change-log/person-keys.ts'

/**
 * The record of an erasure, in the store of files: a restored backup does not replace it. It names the person by a
 * keyed hash of the phone alone (decision 180).
 */
const ErasureRecord = z.object({
  person: z.string(),
  /** The hash of nothing: tells whether the key of the shop is still the same. */
  key_check: z.string(),
  erased_at: z.iso.datetime(),
  staff_name: z.string().nullable(),
  channel: ErasureChannel,
  request_number: z.string(),
})
export type ErasureRecord = z.infer<typeof ErasureRecord>

const folder = 'erasures/'

/** The hash of no phone. */
export const keyCheck = (keys: PersonKeys) => keys.ofPhone('')

/** A name for the record of an erasure. */
export function newRecordName(erased_at: Date): string {
  return `${folder}${erased_at.toISOString().slice(0, 10)}-${randomBytes(8).toString('hex')}.json`
}

/** Stores the record of an erasure; once more under the same name changes nothing. */
export async function storeErasure(
  files: FileStore,
  name: string,
  keys: PersonKeys,
  { erased_at, ...facts }: Omit<ErasureRecord, 'key_check' | 'erased_at'> & { erased_at: Date },
): Promise<void> {
  const key_check = keyCheck(keys)
  const record: ErasureRecord = { ...facts, key_check, erased_at: erased_at.toISOString() }
  await files.put(name, Buffer.from(JSON.stringify(record)))
}

/** The names of all records, the oldest first. */
export async function erasureNames(files: FileStore): Promise<string[]> {
  const names: string[] = []
  for await (const name of files.list(folder)) names.push(name)
  return names.toSorted()
}

/** Null: the record is damaged, and nobody can read from it who was erased. */
export async function readErasure(files: FileStore, name: string): Promise<ErasureRecord | null> {
  const text = (await files.get(name))?.toString('utf8') ?? ''
  try {
    return ErasureRecord.parse(JSON.parse(text))
  } catch {
    return null
  }
}

import type { Database } from '#db/schema.ts'
import type { FileStore } from '#platform/files/files-port.ts'
import type { Job } from '#platform/jobs/jobs.ts'
import type { Log } from '#platform/observe/log.ts'
import type { PersonKeys } from '#shop/change-log/person-keys.ts'
import type { WriteAsStaff } from '#shop/change-log/write-as-staff.ts'
import {
  findKnownPhones,
  findKnownRecords,
  insertErasure,
} from '#shop/customer/customer-erasure-store.ts'
import { erasePerson } from '#shop/flows/staff/customers/erase-person.ts'
import {
  type ErasureRecord,
  erasureNames,
  keyCheck,
  readErasure,
} from '#shop/flows/staff/customers/erasure-records.ts'
import { lockOrdersOfPhone } from '#shop/views/customers/erasure-preview-store.ts'

interface Deps {
  db: Database
  log: Log
  write: WriteAsStaff
  person_keys: PersonKeys
  files: FileStore
}

export interface Redone {
  /** Erasures that were done again. */
  redone: number
  /** Records whose person cannot be found, because they were written with another key of the shop. */
  foreign: number
  /** The names of records that cannot be read: whoever was erased by them is back. */
  damaged: string[]
}

/**
 * Does erasures again that the database does not know, because it was restored from an older backup. What was open then
 * is erased too: the person was gone before the backup came back. The database must be quiet or this process alone.
 */
export async function redoErasures(deps: Deps): Promise<Redone> {
  const { db, log, person_keys, files } = deps
  const names = await erasureNames(files)
  const known = await findKnownRecords(db, names)
  const missing = names.filter((name) => !known.has(name))
  const redone: Redone = { redone: 0, foreign: 0, damaged: [] }
  if (missing.length === 0) return redone
  const phones = new Map(
    (await findKnownPhones(db)).map((phone) => [person_keys.ofPhone(phone), phone]),
  )
  for (const name of missing) {
    const record = await readErasure(files, name)
    if (record === null) {
      redone.damaged.push(name)
      continue
    }
    if (record.key_check !== keyCheck(person_keys)) {
      redone.foreign += 1
      continue
    }
    await redoErasure(deps, name, record, phones.get(record.person) ?? null)
    redone.redone += 1
  }
  if (redone.redone > 0) log.warn(redone, 'erasures were done again after a restore')
  if (redone.foreign > 0) {
    log.error(redone, 'erasures cannot be done again: their records need the former SECRET_KEY')
  }
  if (redone.damaged.length > 0) {
    log.error(redone, 'erasures cannot be done again: their records are damaged')
  }
  return redone
}

async function redoErasure(
  { write, person_keys, files }: Deps,
  record_name: string,
  { erased_at, staff_name, channel, request_number }: ErasureRecord,
  phone: string | null,
): Promise<void> {
  const facts = { erased_at: new Date(erased_at), staff_name, channel, request_number }
  const record = { name: record_name, is_stored: true }
  const act = {
    actor: 'command',
    operation: 'command.redoErasures',
    reason: request_number,
  } as const
  await write(act, async (tx) => {
    if (phone !== null) {
      await lockOrdersOfPhone(tx, phone)
      await erasePerson(tx, phone, facts, { person_keys, files, record })
      return
    }
    // Nobody of this phone is in the backup.
    const nothing = { order_count: 0, message_count: 0, note_count: 0 }
    await insertErasure(tx, { ...facts, record_name, ...nothing })
  })
}

/** Looks for erasures that a restore has undone: also after one that was done by other means or broken off. */
export function redoErasuresJob(deps: Deps): Job {
  return {
    name: 'redo-erasures',
    every_ms: 3_600_000,
    run: async () => void (await redoErasures(deps)),
  }
}

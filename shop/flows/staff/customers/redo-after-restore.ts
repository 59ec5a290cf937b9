import type { Tables } from '#db/schema.ts'
import type { Now } from '#platform/clock.ts'
import { openDatabase } from '#platform/database/postgres.ts'
import type { FileStore } from '#platform/files/files-port.ts'
import type { KeySource } from '#platform/files/own-key.ts'
import { createLog } from '#platform/observe/log.ts'
import { openPersonKeys } from '#shop/change-log/person-keys.ts'
import { openStaffWrites } from '#shop/change-log/write-as-staff.ts'
import { redoErasures } from '#shop/flows/staff/customers/redo-erasures.ts'

/** Does erasures again in a database that was restored just now. Returns what to tell whoever restored it. */
export async function redoAfterRestore(
  url: string,
  { files, now, ...source }: KeySource & { files: FileStore; now: Now },
): Promise<string | null> {
  const db = openDatabase<Tables>(url, { max: 1 })
  const person_keys = openPersonKeys(source)
  const log = createLog({ service: 'restore', level: 'silent' })
  try {
    const write = openStaffWrites({ db, now, person_keys })
    const { redone, foreign } = await redoErasures({ db, log, write, person_keys, files })
    return textOf(redone, foreign)
  } finally {
    await db.destroy()
  }
}

function textOf(redone: number, foreign: number): string | null {
  const parts = [
    ...(redone > 0
      ? [`${redone} erasures of customers since the backup were done again, from their records.`]
      : []),
    ...(foreign > 0
      ? [
          `${foreign} erasures could NOT be done again: they were recorded with another SECRET_KEY. ` +
            'Set that key (or put back people-index.key) and start the shop before anybody works in it.',
        ]
      : []),
  ]
  return parts.length === 0 ? null : parts.join(' ')
}

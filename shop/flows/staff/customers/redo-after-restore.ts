import type { Tables } from '#db/schema.ts'
import type { Now } from '#platform/clock.ts'
import { openDatabase } from '#platform/database/postgres.ts'
import type { Finished } from '#platform/backup/backup-command.ts'
import type { FileStore } from '#platform/files/files-port.ts'
import type { KeySource } from '#platform/files/own-key.ts'
import { createLog } from '#platform/observe/log.ts'
import { openPersonKeys } from '#shop/change-log/person-keys.ts'
import { openStaffWrites } from '#shop/change-log/write-as-staff.ts'
import { waiting_days } from '#shop/flows/member/account/erase-account.ts'
import { redoRefusals } from '#shop/flows/notices/redo-refusals-store.ts'
import { refusalsSince } from '#shop/flows/notices/refusal-records.ts'
import { type Redone, redoErasures } from '#shop/flows/staff/customers/redo-erasures.ts'
import { type Stopped, stopAfterRestore } from '#shop/flows/staff/customers/stop-after-restore.ts'

/**
 * Does erasures again in a database that was restored just now from a backup of `made_at`, and stops what would live
 * again. Returns what to tell whoever restored it.
 */
export async function redoAfterRestore(
  url: string,
  made_at: Date,
  { files, now, ...source }: KeySource & { files: FileStore; now: Now },
): Promise<Finished> {
  const db = openDatabase<Tables>(url, { max: 1 })
  const person_keys = openPersonKeys(source)
  const log = createLog({ service: 'restore', level: 'silent' })
  try {
    const write = openStaffWrites({ db, now, person_keys })
    const act = { actor: 'command', operation: 'command.stopAfterRestore' } as const
    const stop = () => write(act, (tx) => stopAfterRestore(tx, made_at, now()))
    // Erasures come first: `stop` writes to members, and not to who is erased. Sessions end also if the files cannot be
    // read.
    const erased = await redoErasures({ db, log, write, person_keys, files }).catch(
      async (error: unknown) => {
        await stop()
        throw error
      },
    )
    const stopped = await stop()
    const { refusals, damaged } = await refusalsSince(files, made_at)
    await write(act, (tx) => redoRefusals(tx, refusals))
    const texts = [...erasureTexts(erased.redone), ...stoppedTexts(stopped, made_at)]
    return {
      said: [...texts, ...refusalTexts(refusals.length, damaged)].join('\n'),
      problem: erasureProblem(erased),
    }
  } finally {
    await db.destroy()
  }
}

function erasureTexts(redone: number): string[] {
  return redone > 0
    ? [`${redone} erasures of customers since the backup were done again, from their records.`]
    : []
}

/** Who was erased and is back. The command fails with it: nobody may open the shop without having read it. */
function erasureProblem({ foreign, damaged }: Pick<Redone, 'foreign' | 'damaged'>): string | null {
  const texts = [
    ...(foreign > 0
      ? [
          `${foreign} erasures could NOT be done again: they were recorded with another SECRET_KEY. ` +
            'Set that key (or put back people-index.key) and start the shop before anybody works in it.',
        ]
      : []),
    ...(damaged.length > 0
      ? [
          `${damaged.length} erasures could NOT be done again: their records are damaged. Whoever asked for them is back. ` +
            'Put the records back from a copy, or find the requests of those days, erase these customers at ' +
            `/noi-bo/khach-hang/xoa-du-lieu and remove the records: ${damaged.join(', ')}`,
        ]
      : []),
  ]
  return texts.length > 0 ? texts.join('\n') : null
}

/** What nobody but people can put right: the backup does not know what happened after it. */
function stoppedTexts(stopped: Stopped, made_at: Date): string[] {
  const { staff_sessions, member_sessions, changes, erasures, campaigns } = stopped
  return [
    `Everybody signs in again: ${staff_sessions} sessions of staff and ${member_sessions} of members were ended. ` +
      `Passwords and staff accounts are those of ${made_at.toISOString()}: ` +
      'block again at /noi-bo/nhan-vien whoever has left since.',
    ...(changes > 0
      ? [`${changes} changes of accounts that waited were ended: their owners may ask again.`]
      : []),
    ...(erasures > 0
      ? [
          `${erasures} erasures that members had asked for wait ${waiting_days} days from now: they were told.`,
        ]
      : []),
    ...(campaigns > 0
      ? [
          `${campaigns} message campaigns are paused. They may have been sent since the backup: look at them before ` +
            'you continue them.',
        ]
      : []),
  ]
}

function refusalTexts(refusals: number, damaged: readonly string[]): string[] {
  return [
    ...(refusals > 0
      ? [`${refusals} refusals of advertising since the backup count again, from their records.`]
      : []),
    ...(damaged.length > 0
      ? [
          `${damaged.length} refusals could NOT be read and do not count: their records are damaged. ` +
            `Nobody knows who gets advertising in spite of them: ${damaged.join(', ')}`,
        ]
      : []),
  ]
}

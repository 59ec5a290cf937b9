import { sql } from 'kysely'
import type { Tx } from '#db/schema.ts'
import { addMissingTechnicians } from '#shop/booking/slot-store.ts'
import { listSkillWeeks, replaceSkillWeeks, resizeSlots } from '#shop/booking/technician-store.ts'

/** Makes the technicians of shops those of the file. */
export async function writeTechnicians(trx: Tx, now: Date): Promise<void> {
  await addMissingTechnicians(trx)
  const { rows } = await sql<{ import_id: number; shop_id: number; weeks: Weeks }>`
    select import_id, shop_id, row->'technicians' as weeks from import_row join shop on code = key
    where record = 'shop' and reason is null and row->'technicians' <> '{}' order by shop_id`.execute(
    trx,
  )
  const changed: typeof rows = []
  for (const row of rows) {
    const before = await listSkillWeeks(trx, row.shop_id)
    if (isSame(before, row.weeks)) continue
    const weeks = Object.entries(row.weeks).map(([skill, week]) => ({ skill, week: [...week] }))
    await replaceSkillWeeks(trx, row.shop_id, weeks)
    changed.push(row)
  }
  const shop_ids = changed.map(({ shop_id }) => shop_id)
  await resizeSlots(trx, shop_ids, now)
  await sql`
    update import_row set outcome = 'changed'
    where outcome = 'unchanged' and import_id = any(${changed.map(({ import_id }) => import_id)}::bigint[])`.execute(
    trx,
  )
}

type Weeks = Readonly<Record<string, readonly number[]>>

function isSame(before: readonly { skill: string; week: number[] }[], weeks: Weeks): boolean {
  return (
    before.length === Object.keys(weeks).length &&
    before.every(({ skill, week }) => week.join() === weeks[skill]?.join())
  )
}

import type { ReturnReason } from '#contracts/staff/returns.ts'
import type { Database, Tx } from '#db/schema.ts'

interface StoredRules {
  goodwill_per_month: number
  version: number
  changed_at: Date | null
  changed_by: string | null
}

export async function findReturnRules(db: Database): Promise<StoredRules> {
  return db
    .selectFrom('return_rule')
    .select(['goodwill_per_month', 'version', 'changed_at', 'changed_by'])
    .executeTakeFirstOrThrow()
}

/** The fees by reason, the shortest term first. */
export async function findFees(
  db: Database,
): Promise<{ reason: ReturnReason; up_to_day: number; percent: number }[]> {
  return db
    .selectFrom('return_fee')
    .select(['reason', 'up_to_day', 'percent'])
    .orderBy('reason')
    .orderBy('up_to_day')
    .execute()
}

interface NewRules {
  goodwill_per_month: number
  fees: readonly { reason: ReturnReason; up_to_day: number; percent: number }[]
}

/** Replaces the rules of this version; false if somebody has changed them. */
export async function updateReturnRules(
  tx: Tx,
  { goodwill_per_month, fees }: NewRules,
  changed: { changed_at: Date; changed_by: string },
  version: number,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('return_rule')
    .set({ goodwill_per_month, ...changed, version: version + 1 })
    .where('version', '=', version)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  // Only what changes is written, so that the ledger says only that.
  const before = await findFees(tx)
  const keyOf = (fee: { reason: string; up_to_day: number }) => `${fee.reason} ${fee.up_to_day}`
  const wanted = new Map(fees.map((fee) => [keyOf(fee), fee]))
  for (const fee of before) {
    if (wanted.has(keyOf(fee))) continue
    await tx
      .deleteFrom('return_fee')
      .where('reason', '=', fee.reason)
      .where('up_to_day', '=', fee.up_to_day)
      .execute()
  }
  for (const fee of fees) {
    if (before.some((one) => keyOf(one) === keyOf(fee) && one.percent === fee.percent)) continue
    await tx
      .insertInto('return_fee')
      .values(fee)
      .onConflict((key) =>
        key.columns(['reason', 'up_to_day']).doUpdateSet({ percent: fee.percent }),
      )
      .execute()
  }
  return true
}

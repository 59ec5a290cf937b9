import type { Database } from '#db/schema.ts'
import { transaction } from '#platform/database/postgres.ts'
import type { Now } from '#platform/clock.ts'
import type { Job } from '#platform/jobs/jobs.ts'
import type { Log } from '#platform/observe/log.ts'
import type { CustomerId } from '#pure/ids.ts'
import { findTiers } from '#shop/loyalty/loyalty-store.ts'
import { newRewardCode } from '#shop/loyalty/reward-code.ts'
import { findCelebrants, insertReward } from '#shop/loyalty/reward-store.ts'
import { rewardsOf } from '#shop/loyalty/rewards.ts'

interface Deps {
  db: Database
  now: Now
  log: Log
}

const batch = 500
const lasts_ms = 30 * 86_400_000

/** Gives members their vouchers for birthdays and better tiers, each once (decision 196). */
export function rewardJob({ db, now, log }: Deps): Job {
  return {
    name: 'give-rewards',
    every_ms: 3_600_000,
    run: async () => {
      const given = await giveRewards(db, now())
      if (given > 0) log.info({ given }, 'members got vouchers')
    },
  }
}

/** Returns how many vouchers were given. */
export async function giveRewards(db: Database, now: Date): Promise<number> {
  const tiers = await findTiers(db)
  let given = 0
  for (let after: CustomerId = 0; ;) {
    const members = await findCelebrants(db, after, batch)
    for (const member of members) {
      for (const { kind, occasion, name, value } of rewardsOf(member, tiers, now)) {
        const { customer_id } = member
        // A voucher is at most half of what it is used for.
        const terms = { min_total: value * 2, ends_at: new Date(now.getTime() + lasts_ms) }
        const reward = { customer_id, kind, occasion, name, value, code: newRewardCode(), ...terms }
        if (await transaction(db, (tx) => insertReward(tx, reward, now))) given += 1
      }
    }
    const last = members.at(-1)
    if (last === undefined || members.length < batch) return given
    after = last.customer_id
  }
}

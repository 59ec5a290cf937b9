import type { Database } from '#db/schema.ts'
import type { Now } from '#platform/clock.ts'
import { transaction } from '#platform/database/postgres.ts'
import type { Job } from '#platform/jobs/jobs.ts'
import type { Log } from '#platform/observe/log.ts'
import { insertRecipients, queueMessages } from '#shop/flows/notices/campaigns/audience-store.ts'
import { isAdHour } from '#shop/notice/campaign/campaign.ts'
import {
  countResults,
  listLive,
  lockCampaign,
  updateCampaign,
} from '#shop/notice/campaign/campaign-store.ts'

interface Deps {
  db: Database
  now: Now
  log: Log
}

/** Messages of one round of a campaign: what waits in the outbox is few, so a pause takes effect at once. */
const batch = 200

/** The job that begins approved campaigns, puts their messages into the outbox, and ends them (decision 281). */
export function campaignsJob({ db, now, log }: Deps): Job {
  return {
    name: 'message-campaigns',
    every_ms: 30_000,
    run: async () => {
      const at = now()
      for (const { campaign_id } of await listLive(db)) {
        const campaign = await begun(db, campaign_id, at)
        if (campaign?.state !== 'sending' || !isAdHour(at)) continue
        const queued = await transaction(db, (tx) =>
          queueMessages(tx, campaign, { now: at, batch }),
        )
        if (queued > 0) log.info({ campaign_id, queued }, 'messages of a campaign')
        const counts = (await countResults(db, [campaign_id])).get(campaign_id)
        if ((counts?.waiting ?? 0) === 0) await end(db, campaign_id)
      }
    },
  }
}

/** Begins a campaign whose time has come, and ends one whose time is over. Returns it as it is then. */
async function begun(db: Database, campaign_id: number, at: Date) {
  return transaction(db, async (tx) => {
    const campaign = await lockCampaign(tx, campaign_id)
    if (campaign === undefined) return undefined
    if (campaign.ends_at <= at) {
      await updateCampaign(tx, campaign_id, { state: 'done' })
      return { ...campaign, state: 'done' as const }
    }
    if (campaign.state !== 'approved' || campaign.starts_at > at) return campaign
    await insertRecipients(tx, campaign, at)
    await updateCampaign(tx, campaign_id, { state: 'sending' })
    return { ...campaign, state: 'sending' as const }
  })
}

async function end(db: Database, campaign_id: number): Promise<void> {
  await transaction(db, async (tx) => {
    const campaign = await lockCampaign(tx, campaign_id)
    if (campaign?.state === 'sending') await updateCampaign(tx, campaign_id, { state: 'done' })
  })
}

import { createHash } from 'node:crypto'
import type { z } from 'zod'
import {
  messageCampaigns as contract,
  refuseCampaign,
} from '#contracts/staff/offers/message-campaigns.ts'
import type { Tx } from '#db/schema.ts'
import { readMobile } from '#platform/text/vietnamese-phone.ts'
import { mayCall } from '#pure/access.ts'
import type { Service, StaffActor } from '#pure/contract.ts'
import { vietnamInstant } from '#pure/vietnam-time.ts'
import { countAudience } from '#shop/flows/notices/campaigns/audience-store.ts'
import type { StaffFlowDeps } from '#shop/flows/staff/staff-flow-deps.ts'
import { findTiers } from '#shop/loyalty/loyalty-store.ts'
import { afterMove, type CampaignMove, movesFrom } from '#shop/notice/campaign/campaign.ts'
import {
  type CampaignCounts,
  type CampaignRow,
  countResults,
  findCampaign,
  findDoNotCall,
  insertCampaign,
  insertDoNotCall,
  insertDoNotCallList,
  listCampaigns,
  lockCampaign,
  updateCampaign,
} from '#shop/notice/campaign/campaign-store.ts'
import { campaignMessage } from '#shop/notification/templates/campaign-message.ts'
import type { Sender } from '#shop/notification/templates/sender.ts'

interface Deps extends StaffFlowDeps {
  /** Whom the preview names. */
  sender: Sender
}

const listed_campaigns = 100
const none: CampaignCounts = {
  ...{ recipients: 0, waiting: 0, sent: 0, failed: 0, dropped: 0, unsubscribed: 0 },
}

/** Campaigns of messages: one writes, another approves, the job sends (decision 281). */
export function campaignStaffService(deps: Deps): Service<typeof contract> {
  const { db, now, write } = deps
  return {
    async campaigns(actor) {
      const rows = await listCampaigns(db, listed_campaigns)
      const results = await countResults(
        db,
        rows.map(({ campaign_id }) => campaign_id),
      )
      const { phones, added_at } = await findDoNotCall(db)
      return {
        rows: rows.map((row) => listed(row, results.get(row.campaign_id))),
        do_not_call: { phones, added_at: added_at?.toISOString() ?? null },
        may_change: mayCall(contract.saveCampaign, actor),
      }
    },
    async campaign(actor, { campaign_id }) {
      const row = await findCampaign(db, campaign_id)
      if (row === undefined) throw refuseCampaign('campaign_not_found')
      const results = await countResults(db, [campaign_id])
      return stored(deps, actor, row, results.get(campaign_id))
    },
    async tiers() {
      return (await findTiers(db)).map(({ code, name }) => ({ code, name }))
    },
    saveCampaign: (actor, input) => save(deps, actor, input),
    askCampaign: (actor, seen) => move(deps, actor, 'ask', seen),
    approveCampaign: (actor, seen) => move(deps, actor, 'approve', seen),
    returnCampaign: (actor, seen) => move(deps, actor, 'return', seen),
    pauseCampaign: (actor, seen) => move(deps, actor, 'pause', seen),
    resumeCampaign: (actor, seen) => move(deps, actor, 'resume', seen),
    stopCampaign: (actor, seen) => move(deps, actor, 'stop', seen),
    async addDoNotCall(actor, { source, phones }) {
      const lines = phones.split(/[\n,;]/).filter((line) => line.trim() !== '')
      const read = lines.flatMap((line) => readMobile(line).e164 ?? [])
      const hashes = [...new Set(read)].map((phone) => createHash('sha256').update(phone).digest())
      if (hashes.length === 0) throw contract.addDoNotCall.refuse('no_phones')
      const act = { actor, operation: 'messageCampaigns.addDoNotCall' } as const
      const added = await write(act, async (tx) => {
        const fresh = await insertDoNotCall(tx, hashes)
        const list = { source, phones: fresh, added_at: now(), added_by: actor.name }
        await insertDoNotCallList(tx, list)
        return fresh
      })
      return { added, known: hashes.length - added, unreadable: lines.length - read.length }
    },
  }
}

function listed(row: CampaignRow, results: CampaignCounts = none) {
  const { campaign_id, name, channel, state, writer_name, approver_name } = row
  return {
    ...{ campaign_id, name, channel, state, writer_name, approver_name, results },
    starts_at: row.starts_at.toISOString(),
    ends_at: row.ends_at.toISOString(),
  }
}

const preview_secret = '0'.repeat(32)

async function stored(
  { db, sender }: Deps,
  actor: StaffActor,
  row: CampaignRow,
  results: CampaignCounts | undefined,
) {
  const { audience, tier_code, wish_path, title, body, button, link, zalo_template } = row
  const { subject, body: text } = campaignMessage({ ...row, secret: preview_secret }, sender)
  const may_change = mayCall(contract.saveCampaign, actor)
  const may_approve = mayCall(contract.approveCampaign, actor)
  return {
    ...listed(row, results),
    ...{ audience, tier_code, wish_path, title, body, button, link, zalo_template },
    ...{ version: row.version, changed_by: row.changed_by },
    changed_at: row.changed_at.toISOString(),
    persons: await countAudience(db, row),
    preview: { subject, body: text },
    moves: movesFrom(row.state).filter((one) => {
      if (one === 'approve') return may_approve && row.written_by !== actor.staff_id
      return one === 'return' ? may_approve : may_change
    }),
    may_save: may_change && isOpen(row),
  }
}

const isOpen = ({ state }: Pick<CampaignRow, 'state'>) => state === 'draft' || state === 'asked'

async function save(
  { now, write }: Deps,
  actor: StaffActor,
  { campaign_id, version, ...input }: z.output<typeof contract.saveCampaign.input>,
): Promise<{ campaign_id: number; version: number }> {
  const { refuse } = contract.saveCampaign
  const starts_at = vietnamInstant(input.starts_at.slice(0, 10), input.starts_at.slice(11))
  const ends_at = vietnamInstant(input.ends_at.slice(0, 10), input.ends_at.slice(11))
  if (starts_at >= ends_at) throw refuse('times_refused')
  if (input.channel === 'zalo' && input.zalo_template === '') throw refuse('zalo_template_needed')
  return write({ actor, operation: 'messageCampaigns.saveCampaign' }, async (tx) => {
    const by = { changed_at: now(), changed_by: actor.name }
    // Whoever changed it last has written it, and cannot approve it.
    const writer = { written_by: actor.staff_id, writer_name: actor.name }
    const approval = { approved_by: null, approver_name: null, state: 'draft' as const }
    const fields = { ...input, starts_at, ends_at, ...by, ...writer, ...approval }
    if (campaign_id === 0) return { campaign_id: await insertCampaign(tx, fields), version: 1 }
    const row = await lockSeen(tx, { campaign_id, version })
    if (!isOpen(row)) throw refuse('campaign_fixed')
    await updateCampaign(tx, campaign_id, { ...fields, version: version + 1 })
    return { campaign_id, version: version + 1 }
  })
}

async function move(
  { now, write }: Deps,
  actor: StaffActor,
  one: CampaignMove,
  seen: { campaign_id: number; version: number },
): Promise<{ version: number }> {
  return write({ actor, operation: `messageCampaigns.${one}Campaign` }, async (tx) => {
    const row = await lockSeen(tx, seen)
    const state = afterMove(row.state, one)
    if (state === null) throw refuseCampaign('campaign_fixed')
    if (one === 'approve' && row.written_by === actor.staff_id) {
      throw contract.approveCampaign.refuse('own_campaign')
    }
    const approval =
      one === 'approve' ? { approved_by: actor.staff_id, approver_name: actor.name } : {}
    const by = { version: row.version + 1, changed_at: now(), changed_by: actor.name }
    await updateCampaign(tx, row.campaign_id, { state, ...approval, ...by })
    return { version: row.version + 1 }
  })
}

async function lockSeen(
  tx: Tx,
  { campaign_id, version }: { campaign_id: number; version: number },
): Promise<CampaignRow> {
  const row = await lockCampaign(tx, campaign_id)
  if (row === undefined) throw refuseCampaign('campaign_not_found')
  if (row.version !== version) throw refuseCampaign('campaign_changed')
  return row
}

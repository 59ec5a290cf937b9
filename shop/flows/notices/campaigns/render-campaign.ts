import { z } from 'zod'
import type { Database } from '#db/schema.ts'
import type { SecretBox } from '#platform/files/secret-box.ts'
import type { Channel } from '#shop/notification/outbox.ts'
import { agreesStill } from '#shop/flows/notices/campaigns/audience-store.ts'
import { findRecipient, waitAgain } from '#shop/notice/campaign/campaign-store.ts'
import { mailSecret } from '#shop/notice/mail-secret.ts'
import { campaignMessage } from '#shop/notification/templates/campaign-message.ts'
import type { RenderedMessage, Sender } from '#shop/notification/templates/sender.ts'

interface Deps {
  db: Database
  now: () => Date
  sender: Sender
  /** Seals the address in the links of a mail. */
  otp_box: SecretBox
}

const Facts = z.object({ campaign_id: z.int(), recipient: z.string(), queued_count: z.int() })

/**
 * Returns the message of a campaign. Null: the campaign was stopped or is over, or its recipient agrees no more. During
 * a pause the message is withdrawn, and its recipient waits.
 */
export async function renderCampaign(
  { db, now, sender, otp_box }: Deps,
  message: { channel: Channel; recipient: string; facts: unknown },
): Promise<(RenderedMessage & { secrets: string[] }) | null> {
  const { campaign_id, recipient, queued_count } = Facts.parse(message.facts)
  const found = await findRecipient(db, { campaign_id, recipient })
  if (found === null || found.queued_count !== queued_count) return null
  if (found.state === 'paused' || found.state === 'approved') {
    await waitAgain(db, found)
    return null
  }
  const is_live = found.state === 'sending' || found.state === 'done'
  if (!is_live || found.ends_at <= now() || found.channel !== message.channel) return null
  if (!(await agreesStill(db, found.channel, recipient))) return null
  const secret =
    found.channel === 'email' ? mailSecret(found.secret, recipient, otp_box) : found.secret
  return { ...campaignMessage({ ...found, secret }, sender), secrets: [secret] }
}

import { z } from 'zod'
import { id, line, requiredLine, whole } from '#contracts/fields.ts'
import { declared, operation } from '#pure/contract.ts'

const Channel = z.enum(['email', 'push', 'zalo'])
const Audience = z.enum(['all', 'members', 'wishlist'])
const State = z.enum(['draft', 'asked', 'approved', 'sending', 'paused', 'stopped', 'done'])
const Move = z.enum(['ask', 'approve', 'return', 'pause', 'resume', 'stop'])

const Results = z.object({
  recipients: z.int(),
  waiting: z.int(),
  sent: z.int(),
  failed: z.int(),
  /** Not sent: stopped, or the recipient agreed no more. */
  dropped: z.int(),
  /** Who stopped offers by the link of this message. */
  unsubscribed: z.int(),
})

const CampaignRow = z.object({
  campaign_id: z.int(),
  name: z.string(),
  channel: Channel,
  state: State,
  starts_at: z.iso.datetime(),
  ends_at: z.iso.datetime(),
  writer_name: z.string(),
  approver_name: z.string().nullable(),
  results: Results,
})
export type MessageCampaignRow = z.infer<typeof CampaignRow>

const StoredCampaign = CampaignRow.extend({
  audience: Audience,
  tier_code: z.string(),
  wish_path: z.string(),
  title: z.string(),
  body: z.string(),
  button: z.string(),
  link: z.string(),
  zalo_template: z.string(),
  version: z.int(),
  changed_at: z.iso.datetime(),
  changed_by: z.string().nullable(),
  /** How many would get it at this moment. */
  persons: z.int(),
  /** What they would read. */
  preview: z.object({ subject: z.string().nullable(), body: z.string() }),
  /** What the reader may do now. */
  moves: z.array(Move),
  may_save: z.boolean(),
})
export type StoredCampaign = z.infer<typeof StoredCampaign>

/** A time of Vietnam as a browser's field sends it. */
const localTime = z
  .string()
  .regex(/^20\d\d-(0[1-9]|1[0-2])-([0-2]\d|3[01])T([01]\d|2[0-3]):[0-5]\d$/)
  .refine((time) => z.iso.date().safeParse(time.slice(0, 10)).success)
const version = whole(0, 2_147_483_647)
const changing = { access: 'staff', permission: 'campaigns.change' } as const
const refusals = {
  campaign_not_found: { status: 404, meaning: 'There is no such campaign.' },
  campaign_changed: { status: 409, meaning: 'Somebody has changed the campaign meanwhile.' },
  campaign_fixed: { status: 409, meaning: 'In its state this cannot be done any more.' },
} as const
export const { refuse: refuseCampaign } = declared(refusals)
const moved = {
  input: z.object({ campaign_id: id, version }),
  output: z.object({ version: z.int() }),
} as const

/** Messages of offers to those who agreed (decision 281). */
export const messageCampaigns = {
  campaigns: operation({
    method: 'GET',
    path: '/message-campaigns',
    summary:
      'The newest hundred campaigns with their results, and the list of phones that want none.',
    access: 'staff',
    permission: 'campaigns.see',
    input: z.object({}),
    output: z.object({
      rows: z.array(CampaignRow),
      do_not_call: z.object({ phones: z.int(), added_at: z.iso.datetime().nullable() }),
      may_change: z.boolean(),
    }),
  }),
  campaign: operation({
    method: 'GET',
    path: '/message-campaigns/one',
    summary: 'A campaign with its text, its results, and how many it would reach now.',
    access: 'staff',
    permission: 'campaigns.see',
    input: z.object({ campaign_id: id }),
    output: StoredCampaign,
    refusals,
  }),
  tiers: operation({
    method: 'GET',
    path: '/message-campaigns/tiers',
    summary: 'The tiers of members that a campaign may be for.',
    access: 'staff',
    permission: 'campaigns.see',
    input: z.object({}),
    output: z.array(z.object({ code: z.string(), name: z.string() })),
  }),
  saveCampaign: operation({
    ...changing,
    method: 'POST',
    path: '/message-campaigns/save',
    summary:
      'Write a campaign, or change one that is not approved. A change takes back the question for approval.',
    input: z.object({
      /** 0: a new one. */
      campaign_id: whole(0, 9_007_199_254_740_991),
      version,
      name: requiredLine(80, 'Cần đặt tên.'),
      channel: Channel,
      audience: Audience,
      tier_code: line(40),
      wish_path: z
        .string()
        .trim()
        .max(200)
        .transform((path) => path.replace(/^\//, '')),
      title: requiredLine(80, 'Cần có tiêu đề.'),
      body: z.string().trim().min(1).max(4_000),
      button: requiredLine(30, 'Cần có chữ trên nút.'),
      link: z
        .string()
        .trim()
        .max(300)
        .regex(/^\/([^/\s\\][^\s\\]*)?$/),
      zalo_template: z
        .string()
        .trim()
        .max(40)
        .regex(/^[\w-]*$/),
      starts_at: localTime,
      ends_at: localTime,
    }),
    output: z.object({ campaign_id: z.int(), version: z.int() }),
    refusals: {
      ...refusals,
      times_refused: { status: 422, meaning: 'It would end before it begins.' },
      zalo_template_needed: { status: 422, meaning: 'Zalo sends templates that it approved only.' },
    },
  }),
  askCampaign: operation({
    ...{ ...changing, ...moved, refusals },
    method: 'POST',
    path: '/message-campaigns/ask',
    summary: 'Ask somebody else to approve a campaign.',
  }),
  approveCampaign: operation({
    ...moved,
    method: 'POST',
    path: '/message-campaigns/approve',
    summary: 'Approve a campaign that somebody else wrote: it is sent in its time.',
    access: 'staff',
    permission: 'campaigns.approve',
    refusals: {
      ...refusals,
      own_campaign: { status: 403, meaning: 'Whoever wrote a campaign does not approve it.' },
    },
  }),
  returnCampaign: operation({
    ...moved,
    method: 'POST',
    path: '/message-campaigns/return',
    summary: 'Give a campaign back to whoever wrote it.',
    access: 'staff',
    permission: 'campaigns.approve',
    refusals,
  }),
  pauseCampaign: operation({
    ...{ ...changing, ...moved, refusals },
    method: 'POST',
    path: '/message-campaigns/pause',
    summary: 'Send nothing more until it is resumed.',
  }),
  resumeCampaign: operation({
    ...{ ...changing, ...moved, refusals },
    method: 'POST',
    path: '/message-campaigns/resume',
    summary: 'Send what a pause withheld.',
  }),
  stopCampaign: operation({
    ...{ ...changing, ...moved, refusals },
    method: 'POST',
    path: '/message-campaigns/stop',
    summary: 'End a campaign: what has not gone out is not sent.',
  }),
  addDoNotCall: operation({
    ...changing,
    method: 'POST',
    path: '/message-campaigns/do-not-call',
    summary:
      'Add phones to those that want no advertising: one in a line. They are stored as hashes.',
    input: z.object({
      source: requiredLine(120, 'Cần ghi nguồn.'),
      phones: z.string().min(1).max(400_000),
    }),
    output: z.object({ added: z.int(), known: z.int(), unreadable: z.int() }),
    refusals: {
      no_phones: { status: 422, meaning: 'No line is a phone number.' },
    },
  }),
}

import { z } from 'zod'
import { id, line, page, requiredLine, whole } from '#contracts/fields.ts'
import { picture_refusals } from '#contracts/staff/pictures.ts'
import { CardKind, CardLevel, CardSide, CardState } from '#contracts/storefront/cards.ts'
import { declared, operation } from '#pure/contract.ts'

/** The states that staff see: a request that is not sent yet is the member's alone. */
export const SeenCardState = CardState.exclude(['collecting', 'withdrawn'])
export type SeenCardState = z.infer<typeof SeenCardState>

const CardRow = z.object({
  card_id: z.int(),
  kind: CardKind,
  state: SeenCardState,
  /** Empty: erased. */
  institution: z.string(),
  holder: z.string(),
  sent_at: z.iso.datetime(),
  decided_at: z.iso.datetime().nullable(),
  ends_on: z.iso.date().nullable(),
})
export type CardRow = z.infer<typeof CardRow>

const StaffCard = CardRow.extend({
  level: CardLevel.nullable(),
  number: z.string(),
  valid_until: z.iso.date().nullable(),
  decided_by: z.string().nullable(),
  reason: z.string().nullable(),
  version: z.int(),
  /** The name of the account, and its phone with the middle hidden. */
  member: z.string(),
  phone: z.string(),
  /** Other accounts that have this number on a card that waits or counts. */
  other_accounts: z.int(),
  /** The sides whose pictures are not erased. */
  sides: z.array(CardSide),
  moves: z.array(z.enum(['accept', 'refuse', 'end'])),
  /** The last day that an acceptance is offered for. */
  offered_end: z.iso.date(),
})
export type StaffCard = z.infer<typeof StaffCard>

const card_not_found = { status: 404, meaning: 'There is no such request.' } as const
const answer_refusals = {
  card_not_found,
  card_changed: {
    status: 409,
    meaning: 'The request was answered or withdrawn meanwhile.',
    data: z.object({ state: CardState }),
  },
} as const
/** What every answer to a request may be refused with. */
export const { refuse: refuseAnswer } = declared(answer_refusals)
const seen = { card_id: id, version: whole(1, 2_147_483_647) }
const reason = requiredLine(200, 'Cần ghi lý do, khách đọc được.')

const rights = { access: 'staff', permission: 'cards.verify' } as const

/** Requests for S-Student, S-Teacher and S-Business (decision 179). */
export const cards = {
  cards: operation({
    ...rights,
    method: 'GET',
    path: '/cards',
    summary: 'The requests of a state; those that wait come first asked, the others last decided.',
    input: z.object({
      state: SeenCardState.optional(),
      q: line(60).optional(),
      page: page.optional(),
    }),
    output: z.object({
      rows: z.array(CardRow),
      has_next: z.boolean(),
      counts: z.array(z.object({ state: SeenCardState, count: z.int(), is_capped: z.boolean() })),
    }),
  }),
  card: operation({
    ...rights,
    method: 'GET',
    path: '/cards/card',
    summary: 'A request with what the member typed.',
    input: z.object({ card_id: id }),
    output: StaffCard,
    refusals: { card_not_found },
  }),
  showPicture: operation({
    ...rights,
    method: 'POST',
    path: '/cards/picture',
    summary: 'Show the picture of one side. Who looked at it is written into the ledger.',
    input: z.object({ card_id: id, side: CardSide }),
    output: z.object({
      bytes: z.custom<Uint8Array>((value) => value instanceof Uint8Array),
    }),
    refusals: {
      card_not_found,
      picture_not_found: { status: 404, meaning: 'The picture was erased, or there is none.' },
      files_unavailable: picture_refusals.files_unavailable,
    },
  }),
  accept: operation({
    ...rights,
    method: 'POST',
    path: '/cards/accept',
    summary:
      'Accept a card until a day. The prices hold at once; a card that the member had before ends.',
    input: z.object({ ...seen, ends_on: z.iso.date() }),
    output: z.object({ version: z.int() }),
    refusals: {
      ...answer_refusals,
      end_refused: {
        status: 422,
        meaning: 'The day is over, after the end of the card, or too far away.',
        data: z.object({ reason: z.enum(['past', 'after_card', 'too_late']) }),
      },
    },
  }),
  refuse: operation({
    ...rights,
    method: 'POST',
    path: '/cards/refuse',
    summary: 'Refuse a request, with a reason that the member reads.',
    input: z.object({ ...seen, reason }),
    output: z.object({ version: z.int() }),
    refusals: answer_refusals,
  }),
  end: operation({
    ...rights,
    method: 'POST',
    path: '/cards/end',
    summary: 'Take back an accepted card, with a reason that the member reads.',
    input: z.object({ ...seen, reason }),
    output: z.object({ version: z.int() }),
    refusals: answer_refusals,
  }),
}

import { z } from 'zod'
import { flag, id, line, requiredLine } from '#contracts/fields.ts'
import { limits } from '#contracts/limits.ts'
import { picture_refusals } from '#contracts/staff/pictures.ts'
import { operation } from '#pure/contract.ts'

/** Whose card it is: the group of customers is S-Student, S-Teacher or S-Business. */
export const CardKind = z.enum(['student', 'teacher', 'business'])
export type CardKind = z.infer<typeof CardKind>

export const CardSide = z.enum(['front', 'back'])
export type CardSide = z.infer<typeof CardSide>

export const CardState = z.enum([
  'collecting',
  'waiting',
  'accepted',
  'refused',
  'ended',
  'withdrawn',
])
export type CardState = z.infer<typeof CardState>

export const CardLevel = z.enum(['school', 'vocational', 'university'])
export type CardLevel = z.infer<typeof CardLevel>

const OwnCard = z.object({
  card_id: z.int(),
  kind: CardKind,
  state: CardState,
  level: CardLevel.nullable(),
  /** School or company, the name on the card and its number; a company has its tax code. Empty: erased. */
  institution: z.string(),
  holder: z.string(),
  number: z.string(),
  valid_until: z.iso.date().nullable(),
  sent_at: z.iso.datetime().nullable(),
  decided_at: z.iso.datetime().nullable(),
  reason: z.string().nullable(),
  ends_on: z.iso.date().nullable(),
  /** The sides that have come, and those that are needed. */
  sides: z.array(CardSide),
  needed: z.array(CardSide),
})
export type OwnCard = z.infer<typeof OwnCard>

const card_not_found = {
  status: 404,
  meaning: 'The member has no such request, or it is answered.',
} as const
const one = { card_id: id }

/** Cards of students, teachers and companies (decision 179). Served under /api/card, for the member who calls. */
export const card = {
  cards: operation({
    method: 'GET',
    path: '/cards',
    summary: 'The card that counts now, and the newest request.',
    access: 'member',
    input: z.object({}),
    output: z.object({ current: OwnCard.nullable(), newest: OwnCard.nullable() }),
  }),
  askCard: operation({
    method: 'POST',
    path: '/cards',
    summary: 'Begin a request with what stands on the card. Its pictures follow.',
    access: 'member',
    limits: limits.ask_card,
    input: z.object({
      kind: CardKind,
      /** Needed of students. */
      level: CardLevel.optional(),
      institution: requiredLine(120, 'Vui lòng nhập tên trường hoặc công ty.'),
      holder: requiredLine(80, 'Vui lòng nhập tên trên thẻ.'),
      number: requiredLine(30, 'Vui lòng nhập mã số.'),
      /** YYYY-MM-DD. Needed of students and teachers. */
      valid_until: line(10).optional(),
      /** The member agrees that staff look at the pictures of the card. */
      agrees: flag.refine((agrees) => agrees, 'Cần bạn đồng ý để cửa hàng xem ảnh thẻ.'),
    }),
    output: z.object({ card_id: z.int() }),
    refusals: {
      card_waits: { status: 409, meaning: 'Another request of the member is not answered yet.' },
    },
  }),
  addCardPicture: operation({
    method: 'POST',
    path: '/cards/pictures',
    summary:
      'Add the picture of one side to a request that is not sent yet; it replaces an earlier one. A request over HTTP holds up to 1 MB; forms of the page hold more.',
    access: 'member',
    limits: limits.card_picture,
    input: z.object({
      ...one,
      side: CardSide,
      /** The name of the file, to tell its sender which one was refused. */
      name: line(120),
      /** JPEG, PNG, WebP or AVIF in base64. */
      image: z.base64().min(4).max(13_400_000),
    }),
    output: z.object({ sides: z.array(CardSide) }),
    refusals: { card_not_found, ...picture_refusals },
  }),
  sendCard: operation({
    method: 'POST',
    path: '/cards/send',
    summary: 'Hand the request over to the staff. A repeated call gets the same answer.',
    access: 'member',
    input: z.object(one),
    output: z.object({}),
    refusals: {
      card_not_found,
      side_missing: {
        status: 409,
        meaning: 'The picture of a side has not come.',
        data: z.object({ side: CardSide }),
      },
    },
  }),
  withdrawCard: operation({
    method: 'POST',
    path: '/cards/withdraw',
    summary: 'Withdraw a request before it is answered. Its pictures are erased at once.',
    access: 'member',
    input: z.object(one),
    output: z.object({}),
    refusals: { card_not_found },
  }),
}

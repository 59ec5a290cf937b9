import { z } from 'zod'
import { dong, id, line, requiredLine, typedDong } from '#contracts/fields.ts'
import { refunds } from '#contracts/staff/refunds.ts'
import { operation } from '#pure/contract.ts'

/** What became of a line of a statement when it was read. */
const CodOutcome = z.enum(['matched', 'differs', 'not_due', 'repeated', 'unknown'])
export type CodOutcome = z.infer<typeof CodOutcome>

/** What is expected of a carrier for the parcels that it delivered on one day. */
const CodDay = z.object({
  carrier: z.string(),
  title: z.string(),
  /** YYYY-MM-DD in Vietnam. */
  day: z.string(),
  parcels: z.int(),
  amount: dong,
  /** Parcels and đồng that have not come. */
  due_parcels: z.int(),
  due_amount: dong,
})
export type CodDay = z.infer<typeof CodDay>

/** A line of a statement that waits for a decision of staff. */
const OpenCodLine = z.object({
  cod_line_id: z.int(),
  title: z.string(),
  statement: z.string(),
  read_at: z.iso.datetime(),
  code: z.string(),
  amount: dong,
  /** What was expected when the statement was read; null: nothing. */
  expected: dong.nullable(),
  outcome: CodOutcome,
  parcel_code: z.string().nullable(),
  /** The money of its parcel is still due: the amount may be accepted. */
  is_due: z.boolean(),
})
export type OpenCodLine = z.infer<typeof OpenCodLine>

/** A lost parcel that its carrier has to answer for. */
const OpenClaim = z.object({
  parcel_code: z.string(),
  order_code: z.string(),
  title: z.string(),
  carrier_code: z.string().nullable(),
  /** What the goods are worth. */
  value: dong,
  opened_at: z.iso.datetime(),
})
export type OpenClaim = z.infer<typeof OpenClaim>

/** Of decisions that give up money: what is accepted less, or not claimed. */
const { amount_above_limit } = refunds.settleRefund.refusals

const ReadCodStatement = z.object({
  name: z.string(),
  title: z.string(),
  counts: z.record(CodOutcome, z.int()),
})
export type ReadCodStatement = z.infer<typeof ReadCodStatement>

/** Money that couriers collected: expected, stated by carriers, received (decision 141). */
export const codMoney = {
  codMoney: operation({
    method: 'GET',
    path: '/cod-money',
    summary:
      'What couriers owe by carrier and day, newest first; the lines of statements and lost parcels that wait for staff.',
    access: 'staff',
    permission: 'payments.see',
    input: z.object({}),
    output: z.object({
      days: z.array(CodDay),
      lines: z.array(OpenCodLine),
      claims: z.array(OpenClaim),
      carriers: z.array(z.object({ code: z.string(), title: z.string() })),
    }),
  }),
  readStatement: operation({
    method: 'POST',
    path: '/cod-money/statements',
    summary:
      'Read what a carrier pays out: codes and amounts as CSV. Lines that fit settle their parcels; the others stay open.',
    access: 'staff',
    permission: 'payments.settle',
    input: z.object({
      carrier: z.string().regex(/^[a-z0-9_]{2,20}$/),
      name: line(80).optional(),
      text: z.string().min(1).max(500_000),
    }),
    output: ReadCodStatement,
    refusals: {
      statement_unreadable: {
        status: 422,
        meaning: 'Some lines cannot be read, or there are none, or too many. Nothing is stored.',
        data: z.object({ lines: z.array(z.int()) }),
      },
      statement_known: { status: 409, meaning: 'The same text was read before.' },
    },
  }),
  settleLine: operation({
    method: 'POST',
    path: '/cod-money/lines',
    summary: 'Accept the amount of an open line as the money of its parcel, or dismiss the line.',
    access: 'staff',
    permission: 'payments.settle',
    input: z.object({
      cod_line_id: id,
      decision: z.enum(['accepted', 'dismissed']),
      reason: requiredLine(300, 'Hãy ghi lý do.'),
    }),
    output: z.object({ decision: z.enum(['accepted', 'dismissed']) }),
    refusals: {
      line_not_found: { status: 404, meaning: 'There is no such open line.' },
      cod_not_due: { status: 409, meaning: 'Nothing is due of the parcel with this code.' },
      amount_above_limit,
    },
  }),
  settleClaim: operation({
    method: 'POST',
    path: '/cod-money/claims',
    summary: 'Write down what a carrier paid for a lost parcel, or that it refused.',
    access: 'staff',
    permission: 'payments.settle',
    input: z
      .object({
        parcel_code: z.string().trim().min(1).max(40),
        state: z.enum(['paid', 'refused']),
        amount: z.union([z.literal(''), typedDong(1, 1_000_000_000)]).optional(),
        reason: requiredLine(300, 'Hãy ghi lý do.'),
      })
      .refine(({ state, amount }) => (state === 'paid') === Boolean(amount), {
        path: ['amount'],
        message: 'Hãy ghi số tiền hãng đã đền, và chỉ khi đã đền.',
      }),
    output: z.object({ state: z.enum(['paid', 'refused']) }),
    refusals: {
      claim_not_found: { status: 404, meaning: 'There is no such open claim.' },
      amount_above_limit,
    },
  }),
}

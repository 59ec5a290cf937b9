import { z } from 'zod'
import { line, whole } from '#contracts/fields.ts'
import { picture_refusals } from '#contracts/staff/pictures.ts'
import { operation } from '#pure/contract.ts'

/** How a person asked to be erased. */
const AskedChannel = z.enum(['counter', 'phone', 'email', 'letter'])
/** The same, or by themselves in their account. */
export const ErasureChannel = z.enum([...AskedChannel.options, 'account'])
export type ErasureChannel = z.infer<typeof ErasureChannel>

/** Something of a person that is not over yet. */
const OpenMatter = z.object({
  kind: z.enum(['order', 'return', 'refund', 'refund_request', 'money', 'repair']),
  order_code: z.string(),
})
export type OpenMatter = z.infer<typeof OpenMatter>

const Erasure = z.object({
  customer_erasure_id: z.int(),
  erased_at: z.iso.datetime(),
  /** Null: the member did it. */
  staff_name: z.string().nullable(),
  channel: ErasureChannel,
  request_number: z.string(),
  order_count: z.int(),
  message_count: z.int(),
  note_count: z.int(),
})
export type Erasure = z.infer<typeof Erasure>

const ErasureRequestState = z.enum(['waiting', 'withdrawn', 'done'])
export type ErasureRequestState = z.infer<typeof ErasureRequestState>

/** A member asked in their account to be erased (decision 181). */
const ErasureRequest = z.object({
  /** As the ledger and the list of erasures name it. */
  request_number: z.string(),
  state: ErasureRequestState,
  /** Masked; none after the erasure. */
  phone: z.string(),
  asked_at: z.iso.datetime(),
  /** From when the job erases. */
  erase_at: z.iso.datetime(),
  /** The last day that the law gives. */
  due_at: z.iso.datetime(),
  ended_at: z.iso.datetime().nullable(),
  /** What keeps a request from being done whose time is over. */
  open: z.array(OpenMatter),
})
export type ErasureRequest = z.infer<typeof ErasureRequest>

/** What would be erased, in numbers. */
const ErasurePreview = z.object({
  /** Masked. */
  phone: z.string(),
  order_count: z.int(),
  message_count: z.int(),
  note_count: z.int(),
  is_blocked: z.boolean(),
  /** Orders whose company invoice stays. */
  invoice_count: z.int(),
  /** Appointments for repairs. */
  booking_count: z.int(),
  /** Quotes for old devices, and requests to be called about one. */
  trade_in_count: z.int(),
  /** Other phones of the same person, as staff say, masked: each is erased by itself. */
  other_phones: z.array(z.string()),
  /** At most 20. While there is one, nothing is erased. */
  open: z.array(OpenMatter),
})
export type ErasurePreview = z.infer<typeof ErasurePreview>

const phone = line(30)
const refusals = {
  customer_not_found: {
    status: 404,
    meaning: 'The caller may see no order with this code, so there is no such customer.',
  },
} as const

/** Erasing the personal data of a customer, who is a phone (decision 162). */
export const erasures = {
  erasures: operation({
    method: 'GET',
    path: '/erasures',
    summary: 'The erasures that were done, the newest 50. They say nothing about the people.',
    access: 'staff',
    permission: 'customers.erase',
    input: z.object({}),
    output: z.array(Erasure),
  }),
  erasureRequests: operation({
    method: 'GET',
    path: '/erasures/requests',
    summary: 'Requests of members: those that wait, the next due first, then the last that ended.',
    access: 'staff',
    permission: 'customers.erase',
    input: z.object({}),
    output: z.array(ErasureRequest),
  }),
  previewErasure: operation({
    method: 'GET',
    path: '/erasures/preview',
    summary: 'What would be erased for a phone, and what is not over yet.',
    access: 'staff',
    permission: 'customers.erase',
    input: z.object({ phone }),
    output: ErasurePreview,
    refusals,
  }),
  eraseCustomer: operation({
    method: 'POST',
    path: '/erasures',
    summary:
      'Erase name, phone, e-mail, address, notes and messages of a phone. It cannot be undone.',
    access: 'staff',
    permission: 'customers.erase',
    input: z.object({
      phone,
      channel: AskedChannel,
      /** The number or name of the request in the files of the shop; no personal data. */
      request_number: line(40).pipe(z.string().regex(/^[\w./-]+$/)),
      /** The number of orders that the preview showed. */
      order_count: whole(0, 1_000_000),
    }),
    output: z.object({ order_count: z.int() }),
    refusals: {
      ...refusals,
      customer_has_open: {
        status: 409,
        meaning: 'An order, return, refund or payment of the customer is not over.',
        data: z.object({ open: z.array(OpenMatter) }),
      },
      files_unavailable: picture_refusals.files_unavailable,
      erasure_changed: {
        status: 409,
        meaning: 'The customer has ordered since the preview: it has to be looked at again.',
      },
    },
  }),
}

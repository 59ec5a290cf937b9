import { z } from 'zod'
import { Choice, emptyOr, line, requiredLine, stateCounts, whole } from '#contracts/fields.ts'
import { operation } from '#pure/contract.ts'

export const TransferState = z.enum(['draft', 'sent', 'closed', 'cancelled'])
export type TransferState = z.infer<typeof TransferState>

/** A transfer in a list. */
export const TransferRow = z.object({
  code: z.string(),
  state: TransferState,
  from_shop: z.string(),
  to_shop: z.string(),
  quantity: z.int(),
  received: z.int(),
  staff_name: z.string(),
  created_at: z.iso.datetime(),
  sent_at: z.iso.datetime().nullable(),
})
export type TransferRow = z.infer<typeof TransferRow>

export const TransferList = z.object({
  rows: z.array(TransferRow),
  has_next: z.boolean(),
  counts: stateCounts(TransferState),
  /** Shops from which the reader may send, and all shops that can receive. */
  from_shops: z.array(Choice),
  to_shops: z.array(Choice),
  /** The device that was asked for with `scan`, where it can be sent from; null: it cannot. */
  scanned: z.object({ code: z.string(), shop_id: z.string() }).nullable(),
})
export type TransferList = z.infer<typeof TransferList>

/** One product of a transfer. Units with codes are listed; `quantity` counts them too. */
export const TransferLine = z.object({
  sku: z.string(),
  name: z.string(),
  color_name: z.string().nullable(),
  quantity: z.int(),
  received: z.int(),
  /** Came back, or was written off. */
  settled: z.int(),
  units: z.array(z.object({ code: z.string(), is_received: z.boolean() })),
})
export type TransferLine = z.infer<typeof TransferLine>

export const Transfer = TransferRow.extend({
  version: z.int(),
  lines: z.array(TransferLine),
  sent_by: z.string().nullable(),
  closed_by: z.string().nullable(),
  close_reason: z.string().nullable(),
  may_send: z.boolean(),
  may_receive: z.boolean(),
  may_write_off: z.boolean(),
})
export type Transfer = z.infer<typeof Transfer>

const scopes = ['all', 'shops'] as const
const code = line(20)
/** The transfer as it was seen. */
const seen = { code, version: whole(1, 1_000_000) }
/** An IMEI, a serial number or a SKU, as a scanner types it. */
const scan = requiredLine(80, 'Quét IMEI, serial hoặc SKU.')
const transfer_not_found = { status: 404, meaning: 'There is no such transfer.' } as const
const transfer_changed = {
  status: 409,
  meaning: 'The transfer has changed since the page was shown, or is not in this state.',
} as const
const refusals = { transfer_not_found, transfer_changed }
const code_not_found = { status: 404, meaning: 'No unit and no product has this code.' } as const
const not_here = {
  status: 409,
  meaning: 'The unit is not in stock at the shop that sends.',
} as const
const scan_refusals = {
  ...refusals,
  code_not_found,
  scanned_already: { status: 409, meaning: 'This unit was scanned before.' },
  needs_code: { status: 422, meaning: 'Units of this product have codes: scan these.' },
} as const

/** Goods that go from one shop to another (decision 134). */
export const transfers = {
  transfers: operation({
    method: 'GET',
    path: '/transfers',
    summary: 'List transfers from or to the shops within reach, newest first.',
    access: 'staff',
    permission: 'stock.see',
    scopes,
    input: z.object({
      state: emptyOr(TransferState),
      /** A code. */
      q: emptyOr(line(40)),
      /** The IMEI or serial number of a device that is to be sent. */
      scan: emptyOr(line(80)),
      page: whole(1, 100).optional(),
    }),
    output: TransferList,
  }),
  transfer: operation({
    method: 'GET',
    path: '/transfers/:code',
    summary: 'A transfer with what was sent, received and is missing.',
    access: 'staff',
    permission: 'stock.see',
    scopes,
    input: z.object({ code }),
    output: Transfer,
    refusals: { transfer_not_found },
  }),
  createTransfer: operation({
    method: 'POST',
    path: '/transfers',
    summary: 'Open a transfer as a draft, with a device if one is scanned.',
    access: 'staff',
    permission: 'stock.move',
    scopes,
    input: z.object({
      from_shop_id: whole(1, 999_999),
      to_shop_id: whole(1, 999_999),
      scan: emptyOr(line(80)),
    }),
    output: z.object({ code: z.string() }),
    refusals: {
      code_not_found,
      not_here,
      shop_not_found: { status: 404, meaning: 'There is no such shop, or it is the same one.' },
    },
  }),
  addToTransfer: operation({
    method: 'POST',
    path: '/transfers/add',
    summary: 'Add a scanned unit, or a quantity of a product, to a draft.',
    access: 'staff',
    permission: 'stock.move',
    scopes,
    input: z.object({ code, scan, quantity: whole(1, 10_000).default(1) }),
    output: z.object({ name: z.string() }),
    refusals: {
      ...scan_refusals,
      not_here,
    },
  }),
  removeFromTransfer: operation({
    method: 'POST',
    path: '/transfers/remove',
    summary: 'Remove a unit by its code, or a product by its SKU, from a draft.',
    access: 'staff',
    permission: 'stock.move',
    scopes,
    input: z.object({ ...seen, scan }),
    output: z.object({ version: z.int() }),
    refusals,
  }),
  sendTransfer: operation({
    method: 'POST',
    path: '/transfers/send',
    summary: 'Send a draft: its goods leave the shop once. What orders have reserved stays.',
    access: 'staff',
    permission: 'stock.move',
    scopes,
    input: z.object(seen),
    output: z.object({ quantity: z.int() }),
    refusals: {
      ...refusals,
      nothing_to_send: { status: 422, meaning: 'The draft is empty.' },
      units_moved: {
        status: 409,
        meaning: 'Units of the draft are not in stock at the shop any more.',
        data: z.object({ codes: z.array(z.string()) }),
      },
      not_free: {
        status: 409,
        meaning: 'Fewer units are free than the draft has, or those left have codes.',
        data: z.object({ sku: z.string(), free: z.int() }),
      },
    },
  }),
  receiveScan: operation({
    method: 'POST',
    path: '/transfers/receive',
    summary: 'Receive a scanned unit, or a quantity of a product. Never more than was sent.',
    access: 'staff',
    permission: 'stock.move',
    scopes,
    input: z.object({ code, scan, quantity: whole(1, 10_000).default(1) }),
    output: z.object({ name: z.string() }),
    refusals: {
      ...scan_refusals,
      not_sent: { status: 409, meaning: 'This unit or product is not in the transfer.' },
      more_than_sent: {
        status: 409,
        meaning: 'More than was sent.',
        data: z.object({ missing: z.int() }),
      },
    },
  }),
  cancelDraft: operation({
    method: 'POST',
    path: '/transfers/cancel',
    summary: 'Cancel a draft. Nothing has moved.',
    access: 'staff',
    permission: 'stock.move',
    scopes,
    input: z.object(seen),
    output: z.object({ state: TransferState }),
    refusals,
  }),
  settleTransfer: operation({
    method: 'POST',
    path: '/transfers/settle',
    summary: 'End a sent transfer: say at which shop the rest of its goods is.',
    access: 'staff',
    permission: 'stock.move',
    scopes,
    input: z.object({
      ...seen,
      where: z.enum(['sender', 'receiver']),
      reason: requiredLine(200, 'Cần ghi lý do.'),
    }),
    output: z.object({ state: TransferState }),
    refusals,
  }),
  writeOffTransfer: operation({
    method: 'POST',
    path: '/transfers/write-off',
    summary: 'End a sent transfer whose rest is lost. Above the amount of the role it is refused.',
    access: 'staff',
    permission: 'stock.adjust',
    scopes,
    input: z.object({ ...seen, reason: requiredLine(200, 'Cần ghi lý do.') }),
    output: z.object({ state: TransferState }),
    refusals: {
      ...refusals,
      above_limit: {
        status: 403,
        meaning: 'The lost goods cost more than this member of staff may write off.',
      },
    },
  }),
}

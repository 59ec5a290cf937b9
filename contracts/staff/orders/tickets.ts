import { booking_closed } from '#contracts/storefront/booking.ts'
import { z } from 'zod'
import { dong, flag, id, line, page, requiredLine, typedDong, whole } from '#contracts/fields.ts'
import {
  picture_refusals,
  pictureOperations,
  UploadedPicture,
  max_pictures,
} from '#contracts/staff/pictures.ts'
import {
  changed,
  code,
  form_key,
  price_not_allowed,
  receiving,
  repairing,
  seeing,
  seen,
  shops_only,
  ticket_not_found,
} from '#contracts/staff/orders/ticket-access.ts'
import { ticket_ends } from '#contracts/staff/orders/ticket-ends.ts'
import {
  OfferedService,
  PaymentWay,
  PlainMove,
  StaffTicket,
  TicketRow,
  ValidWarranty,
} from '#contracts/staff/orders/ticket-shapes.ts'
import {
  Accessory,
  DevicePart,
  TicketState,
  UnlockWay,
} from '#contracts/storefront/repair-ticket.ts'
import { operation } from '#pure/contract.ts'
import { vietnamInstant } from '#pure/vietnam-time.ts'

const localTime = z
  .string('Chọn giờ hẹn trả.')
  .regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/, 'Chọn giờ hẹn trả.')
  .transform((text, context) => {
    const [day = '', time = ''] = text.split('T')
    const found = vietnamInstant(day, time)
    if (z.iso.date().safeParse(day).success && Number.isFinite(found.getTime())) return found
    context.addIssue({ code: 'custom', message: 'Chọn giờ hẹn trả.' })
    return z.NEVER
  })

const shop_not_found = { status: 404, meaning: 'This member of staff has no such shop.' } as const

/** Repair tickets at the shops of staff (decision 231). */
export const tickets = {
  ...pictureOperations({
    path: '/tickets',
    see: 'repairs.see',
    change: 'repairs.receive',
    scopes: shops_only,
  }),
  tickets: operation({
    method: 'GET',
    path: '/tickets',
    summary:
      'The tickets of a shop by phase, those that are promised first at the top; or found ones. A state or a due time without a shop is for all shops within reach.',
    ...seeing,
    input: z.object({
      shop_id: whole(1, 2_147_483_647).optional().catch(undefined),
      state: TicketState.optional().catch(undefined),
      /** Worked on and promised for the rest of today; or promised for a time that has passed. */
      due: z.enum(['today', 'late']).optional().catch(undefined),
      /** A code, a phone, or an IMEI. */
      q: line(40).optional().catch(undefined),
      /** Only those of the actor. */
      mine: flag.optional().catch(undefined),
      page: page.optional().catch(undefined),
    }),
    output: z.object({
      shops: z.array(z.object({ shop_id: z.int(), name: z.string() })),
      shop_id: z.int().nullable(),
      rows: z.array(TicketRow),
      has_next: z.boolean(),
      /** Bookings of today that nobody has come for yet. */
      booked_today: z.int(),
      /** Đồng that the counter took today, by way. */
      taken_today: z.array(z.object({ way: PaymentWay, amount: dong })),
      may_receive: z.boolean(),
      may_move: z.boolean(),
    }),
  }),
  ticket: operation({
    method: 'GET',
    path: '/tickets/one',
    summary: 'One ticket.',
    ...seeing,
    input: z.object({ code }),
    output: StaffTicket,
    refusals: { ticket_not_found },
  }),
  intake: operation({
    method: 'GET',
    path: '/tickets/intake',
    summary: 'What the form of a new ticket begins with: a booking, or the warranties of a device.',
    ...receiving,
    input: z.object({ booking: line(40).optional(), imei: line(40).optional() }),
    output: z.object({
      shops: z.array(z.object({ shop_id: z.int(), name: z.string() })),
      booking: z
        .object({
          code: z.string(),
          shop_id: z.int(),
          name: z.string(),
          phone: z.string(),
          notes: z.string().nullable(),
          services: z.array(z.string()),
          ends_at: z.iso.datetime(),
        })
        .nullable(),
      warranties: z.array(ValidWarranty),
    }),
    refusals: {
      booking_not_found: { status: 404, meaning: 'There is no such booking at these shops.' },
      booking_closed,
    },
  }),
  receiveTicket: operation({
    method: 'POST',
    path: '/tickets/receive',
    summary: 'Take a device in: for a booking, or for a customer who walked in.',
    ...receiving,
    input: z.object({
      form_key,
      booking: line(40).optional(),
      shop_id: whole(1, 2_147_483_647),
      name: requiredLine(100, 'Ghi tên khách.'),
      phone: requiredLine(30, 'Ghi số điện thoại của khách.'),
      email: line(200).optional(),
      device: requiredLine(120, 'Ghi tên máy.'),
      imei: line(40).optional(),
      fault: requiredLine(500, 'Ghi khách báo máy bị gì.'),
      powers_on: flag.default(false),
      broken: z.array(DevicePart).max(DevicePart.options.length).default([]),
      accessories: z.array(Accessory).max(Accessory.options.length).default([]),
      unlock: UnlockWay,
      loaner: line(200).optional(),
      notes: line(500).optional(),
      promised_at: localTime,
      /** How long somebody waits who walked in: a technician is taken from now on. 0: the device is left. */
      waits_minutes: whole(0, 120).default(0),
      /** What a look at the device costs at most without a repair. Under warranty it is free. */
      announced_fee: typedDong(0, 1_000_000).default(0),
      /** A `key` of `intake`: the repair is free. */
      warranty: line(60).optional(),
      files: z.array(UploadedPicture).max(max_pictures.at_once).default([]),
    }),
    output: z.object({ code: z.string() }),
    refusals: {
      shop_not_found,
      booking_not_found: { status: 404, meaning: 'There is no such booking at these shops.' },
      booking_closed,
      phone_wrong: { status: 422, meaning: 'The phone is no mobile number of Vietnam.' },
      email_wrong: { status: 422, meaning: 'The mail address cannot be.' },
      promised_too_early: { status: 422, meaning: 'The time that is promised has passed.' },
      warranty_over: { status: 409, meaning: 'The part or device is not under warranty.' },
      no_technician_free: {
        status: 409,
        meaning: 'All technicians are taken for that long. The next times at which one is free.',
        data: z.object({ slots: z.array(z.object({ starts_at: z.iso.datetime() })) }),
      },
      ...picture_refusals,
    },
  }),
  assign: operation({
    method: 'POST',
    path: '/tickets/assign',
    summary: 'Give a ticket to a technician, or take it. Without staff_id nobody has it.',
    ...receiving,
    input: z.object({ ...seen, staff_id: id.optional() }),
    output: z.object({}),
    refusals: {
      ...changed,
      staff_not_found: { status: 404, meaning: 'Nobody at this shop who repairs has this id.' },
    },
  }),
  moveTickets: operation({
    method: 'POST',
    path: '/tickets/move',
    summary:
      'Move tickets to their next phase. Each is moved for itself; those that cannot be are named.',
    ...repairing,
    input: z.object({ codes: z.array(code).min(1).max(50), move: PlainMove }),
    output: z.object({
      moved: z.array(z.string()),
      refused: z.array(
        z.object({
          code: z.string(),
          reason: z.enum(['not_found', 'state', 'parts_missing', 'parts_unused']),
        }),
      ),
    }),
  }),
  services: operation({
    method: 'GET',
    path: '/tickets/services',
    summary:
      'Services by the words of their names, with the parts that the shop of a ticket has free.',
    ...seeing,
    input: z.object({ code, q: line(60) }),
    output: z.array(OfferedService),
    refusals: { ticket_not_found },
  }),
  addLine: operation({
    method: 'POST',
    path: '/tickets/lines/add',
    summary: 'Put a service, or work that is in no list, on the quote that is being written.',
    ...repairing,
    input: z.object({
      ...seen,
      item_id: id.optional(),
      /** Work that is in no list. */
      name: line(120).optional(),
      price: typedDong(0, 100_000_000).optional(),
      warranty_months: whole(0, 60).optional(),
    }),
    output: z.object({}),
    refusals: {
      ...changed,
      price_not_allowed,
      service_not_found: {
        status: 404,
        meaning: 'There is no such service, or the work has no name or price.',
      },
      too_many_lines: { status: 409, meaning: 'A ticket has 20 lines at most.' },
    },
  }),
  removeLine: operation({
    method: 'POST',
    path: '/tickets/lines/remove',
    summary:
      'Take a line off that the customer has not said yes to, or a part that is not used: it is free again.',
    ...repairing,
    input: z.object({ ...seen, position: whole(1, 1_000), reason: line(300).optional() }),
    output: z.object({}),
    refusals: {
      ...changed,
      reason_needed: {
        status: 422,
        meaning: 'The customer said yes to this line and is told why it is taken off.',
      },
    },
  }),
  quote: operation({
    method: 'POST',
    path: '/tickets/quote',
    summary: 'Send the quote to the customer.',
    ...repairing,
    input: z.object({
      ...seen,
      refusal_fee: typedDong(0, 10_000_000).default(0),
      promised_at: localTime.optional(),
      note: line(500).optional(),
    }),
    output: z.object({}),
    refusals: {
      ...changed,
      fee_above_announced: {
        status: 409,
        meaning: 'That is more than what was said when the device was received.',
        data: z.object({ announced_fee: dong }),
      },
      nothing_offered: { status: 409, meaning: 'The quote has no new line.' },
    },
  }),
  answerQuote: operation({
    method: 'POST',
    path: '/tickets/answer',
    summary: 'Note what the customer said at the counter or on the phone.',
    ...receiving,
    input: z.object({
      ...seen,
      answer: z.enum(['approve', 'refuse']),
      waives_fee: flag.default(false),
    }),
    output: z.object({}),
    refusals: { ...changed, price_not_allowed },
  }),
  giveUp: operation({
    method: 'POST',
    path: '/tickets/give-up',
    summary: 'End a repair that cannot be done: parts that are not used are free again.',
    ...repairing,
    input: z.object({ ...seen, reason: requiredLine(300, 'Ghi lý do.') }),
    output: z.object({}),
    refusals: { ...changed, price_not_allowed },
  }),
  usePart: operation({
    method: 'POST',
    path: '/tickets/parts/use',
    summary: 'Put a reserved part into the device: it leaves the stock with its serial number.',
    ...repairing,
    input: z.object({ ...seen, position: whole(1, 1_000), serial: line(60).optional() }),
    output: z.object({}),
    refusals: changed,
  }),
  losePart: operation({
    method: 'POST',
    path: '/tickets/parts/lose',
    summary: 'Note a part that broke in the repair or was faulty before, and reserve another one.',
    ...repairing,
    input: z.object({
      ...seen,
      position: whole(1, 1_000),
      why: z.enum(['broken', 'faulty']),
      serial: line(60).optional(),
    }),
    output: z.object({ has_other: z.boolean() }),
    refusals: changed,
  }),
  ...ticket_ends,
  slip: operation({
    method: 'GET',
    path: '/tickets/slip',
    summary:
      'A ticket on paper: the slip of the customer with the QR code of its page, and the label of the device.',
    ...receiving,
    input: z.object({ code }),
    output: z.object({
      ticket: StaffTicket,
      shop: z.object({ name: z.string(), address: z.string(), phone: z.string() }),
      /** data: URLs */
      customer_qr: z.string(),
      label_qr: z.string(),
    }),
    refusals: { ticket_not_found },
  }),
}

/** The operations that change a ticket as it was seen: each is refused with `ticket_changed` if it is another now. */
export type TicketChange =
  | 'assign'
  | 'addLine'
  | 'removeLine'
  | 'quote'
  | 'answerQuote'
  | 'giveUp'
  | 'usePart'
  | 'losePart'
  | 'takePayment'
  | 'reversePayment'
  | 'decideReversal'
  | 'collect'
  | 'reopen'
  | 'undoCollect'

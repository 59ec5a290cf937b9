import { z } from 'zod'
import { id } from '#contracts/fields.ts'
import { operation } from '#pure/contract.ts'

export const OutboxState = z.enum(['waiting', 'sending', 'sent', 'failed', 'dropped'])

/** A mail or short message to a shopper; words are there once it was sent or tried. */
export const OutboxMessage = z.object({
  outbox_id: z.int(),
  channel: z.enum(['email', 'sms']),
  recipient: z.string(),
  template: z.string(),
  subject: z.string().nullable(),
  body: z.string().nullable(),
  has_html: z.boolean(),
  order_code: z.string().nullable(),
  state: OutboxState,
  tries: z.int(),
  error: z.string().nullable(),
  created_at: z.iso.datetime(),
  next_try_at: z.iso.datetime().nullable(),
  sent_at: z.iso.datetime().nullable(),
})
export type OutboxMessage = z.infer<typeof OutboxMessage>

/** Mails and short messages to shoppers. */
export const outbox = {
  messages: operation({
    method: 'GET',
    path: '/messages',
    summary: 'What shoppers were told and will be, newest first.',
    access: 'staff',
    permission: 'messages.see',
    input: z.object({ before: id.optional() }),
    output: z.array(OutboxMessage),
  }),
  messageHtml: operation({
    method: 'GET',
    path: '/messages/html',
    summary: 'A mail as it looks to its reader.',
    access: 'staff',
    permission: 'messages.see',
    input: z.object({ outbox_id: id }),
    output: z.object({ html: z.string() }),
    refusals: { message_not_found: { status: 404, meaning: 'No such message was rendered.' } },
  }),
  sendAgain: operation({
    method: 'POST',
    path: '/messages/again',
    summary: 'Try a dead message anew.',
    access: 'staff',
    permission: 'messages.resend',
    input: z.object({ outbox_id: id }),
    output: z.object({ outbox_id: z.int() }),
    refusals: { message_not_found: { status: 404, meaning: 'No such message is dead.' } },
  }),
}

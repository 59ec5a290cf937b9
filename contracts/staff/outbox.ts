import { z } from 'zod'
import { id } from '#contracts/fields.ts'
import { operation } from '#pure/contract.ts'

const OutboxState = z.enum(['waiting', 'sending', 'sent', 'failed', 'dropped'])

/**
 * An e-mail, SMS, web push or message by Zalo to a shopper. `subject` and `body` are set after the first attempt to
 * send it.
 */
export const OutboxMessage = z.object({
  outbox_id: z.int(),
  channel: z.enum(['email', 'sms', 'push', 'zalo']),
  recipient: z.string(),
  template: z.string(),
  subject: z.string().nullable(),
  body: z.string().nullable(),
  has_html: z.boolean(),
  order_code: z.string().nullable(),
  state: OutboxState,
  attempts: z.int(),
  error: z.string().nullable(),
  created_at: z.iso.datetime(),
  next_attempt_at: z.iso.datetime().nullable(),
  sent_at: z.iso.datetime().nullable(),
})
export type OutboxMessage = z.infer<typeof OutboxMessage>

/** E-mails and SMS to shoppers. */
export const outbox = {
  messages: operation({
    method: 'GET',
    path: '/messages',
    summary: 'List sent and pending messages to shoppers, newest first.',
    access: 'staff',
    permission: 'messages.see',
    input: z.object({ before: id.optional() }),
    output: z.array(OutboxMessage),
  }),
  messageHtml: operation({
    method: 'GET',
    path: '/messages/html',
    summary: 'The HTML of an e-mail, as its reader sees it.',
    access: 'staff',
    permission: 'messages.see',
    input: z.object({ outbox_id: id }),
    output: z.object({ html: z.string() }),
    refusals: {
      message_not_found: { status: 404, meaning: 'There is no such message, or it has no HTML.' },
    },
  }),
  sendAgain: operation({
    method: 'POST',
    path: '/messages/again',
    summary: 'Send a failed message again.',
    access: 'staff',
    permission: 'messages.resend',
    input: z.object({ outbox_id: id }),
    output: z.object({ outbox_id: z.int() }),
    refusals: { message_not_found: { status: 404, meaning: 'There is no such failed message.' } },
  }),
}

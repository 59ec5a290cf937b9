import { outbox as contract } from '#contracts/staff/outbox.ts'
import type { Database } from '#db/schema.ts'
import type { Now } from '#platform/clock.ts'
import type { Service } from '#pure/contract.ts'
import type { WriteAsStaff } from '#shop/change-log/write-as-staff.ts'
import { findHtml, findMessages, updateToWaiting } from '#shop/notification/outbox-store.ts'

const max_shown = 50

/** Staff's view of the messages to shoppers (decision 080). */
export function outboxStaffService({
  db,
  now,
  write,
}: {
  db: Database
  now: Now
  write: WriteAsStaff
}): Service<typeof contract> {
  return {
    messages: async (_actor, { before }) => {
      const rows = await findMessages(db, before ?? null, max_shown)
      return rows.map(({ created_at, next_attempt_at, sent_at, ...row }) => ({
        ...row,
        created_at: created_at.toISOString(),
        next_attempt_at: next_attempt_at?.toISOString() ?? null,
        sent_at: sent_at?.toISOString() ?? null,
      }))
    },
    messageHtml: async (_actor, { outbox_id }) => {
      const html = await findHtml(db, outbox_id)
      if (html === null) throw contract.messageHtml.refuse('message_not_found')
      return { html }
    },
    sendAgain: async (actor, { outbox_id }) => {
      const is_waiting = await write({ actor, operation: 'outbox.sendAgain' }, (tx) =>
        updateToWaiting(tx, outbox_id, now()),
      )
      if (!is_waiting) {
        throw contract.sendAgain.refuse('message_not_found')
      }
      return { outbox_id }
    },
  }
}

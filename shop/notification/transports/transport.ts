import type { Channel } from '#shop/notification/outbox.ts'

/** A message with its words, on its way out. */
export interface Outgoing {
  outbox_id: number
  recipient: string
  subject: string | null
  text: string
  html: string | null
}

/** A way out of the shop for one kind of message. Throws when nothing went out. */
export interface Transport {
  /** Staff read the words here, so they are kept whole; elsewhere the secret of a left cart's link is not. */
  is_local?: true
  /** Whether sending the same message again after a lost answer reaches the reader once. */
  is_repeatable: boolean
  send: (message: Outgoing) => Promise<void>
}

/** Null: there is no way out for this kind, so such messages are dropped. */
export type Transports = Readonly<Record<Channel, Transport | null>>

/** It will never arrive: no use in trying again. */
export class Undeliverable extends Error {
  override name = 'Undeliverable'
}

/** Nothing leaves a demo shop: staff read it at /noi-bo/hop-thu. */
export const mailbox: Transport = {
  is_local: true,
  is_repeatable: true,
  send: async () => undefined,
}

import type { Channel } from '#shop/notification/outbox.ts'

/** A rendered message that is being sent. */
export interface Outgoing {
  outbox_id: number
  recipient: string
  subject: string | null
  text: string
  html: string | null
}

/** Sends one kind of message. Throws when nothing was sent. */
export interface Transport {
  /** Staff read the message here, so it is stored whole. Elsewhere the secret of a cart's link is not. */
  is_local?: true
  /** Whether sending the same message again after a lost answer reaches the reader once. */
  is_repeatable: boolean
  send: (message: Outgoing) => Promise<void>
}

/** Null: nothing sends this kind, so such messages are dropped. */
export type Transports = Readonly<Record<Channel, Transport | null>>

/** It will never arrive: no further attempt helps. */
export class Undeliverable extends Error {
  override name = 'Undeliverable'
}

/** Nothing leaves a demo shop: staff read it at /noi-bo/hop-thu. */
export const mailbox: Transport = {
  is_local: true,
  is_repeatable: true,
  send: async () => undefined,
}

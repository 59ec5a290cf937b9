/** A rendered message that is being sent. */
export interface Outgoing {
  /** The same when the message is sent again: the provider counts it once. */
  request_id: string
  recipient: string
  subject: string | null
  text: string
  /** The one-time password in the text, for Zalo, which has the words. */
  code?: string | undefined
  /** Another template of Zalo, with its parameters. */
  zalo?: { template_id: string; data: Record<string, string> } | undefined
  html: string | null
  /** The page that a web push opens. */
  open_url?: string | undefined
  /** The page where the reader of a web push stops further ones. */
  stop_url?: string | undefined
  /** Where a mail program unsubscribes its reader by one POST (RFC 8058). */
  unsubscribe_url?: string | undefined
}

/** Sends the messages of one channel. Throws when nothing was sent. */
export interface Transport {
  /**
   * Staff read the message in the shop, so it is stored whole. Otherwise the secret of a cart's link is not
   * stored.
   */
  is_local?: true
  /** Whether a message that is sent again after a lost answer still arrives only once. */
  is_repeatable: boolean
  send: (message: Outgoing) => Promise<void>
}

/** The transport of each channel. Null: messages of this channel are dropped; a code by Zalo goes by SMS then. */
export type Transports = Readonly<
  Record<'email' | 'sms', Transport | null> & Partial<Record<'push' | 'zalo', Transport>>
>

/** The message can never arrive: another attempt cannot succeed. */
export class Undeliverable extends Error {
  override name = 'Undeliverable'
}

/** The transport of a demo shop: sends nothing; staff read the messages at /noi-bo/hop-thu. */
export const mailbox: Transport = {
  is_local: true,
  is_repeatable: true,
  send: async () => undefined,
}

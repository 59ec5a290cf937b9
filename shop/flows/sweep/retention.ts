import { day_ms } from '#pure/vietnam-time.ts'

/**
 * How many days rows are retained that are no longer needed, for all nouns in one place (decision 085). Orders,
 * payments and their changes belong to the ledger: they are never deleted and not listed here.
 */
export const retention_days = {
  /** Text and address of a notification that was sent or dropped; the row stays, so that it is not sent twice. */
  message_texts: 90,
  /** The row itself: which notification of which order was sent, and when. */
  messages: 730,
  /** A choice about consent: proof is needed for a year at least (Decree 91/2020, article 13). */
  consents: 1_095,
  /** A booking after its time: how often nobody came counts for half a year, a warranty for longer. */
  bookings: 730,
  /** A quote for an old device that the shop did not buy, after its time. */
  trade_quotes: 90,
  /** Who asked to be called about an old device: proof of consent for a year. */
  trade_calls: 400,
  /** Who sold an old device: 10 years after the end of the year, as accounting asks. */
  trade_sellers: 4_018,
  /** The customer of a device that was handed over: parts have a warranty of five years at most. */
  repair_customers: 2_190,
  /** Pictures of a device after it was given back: how it looked is disputed within weeks. */
  repair_pictures: 180,
  /** A piece that a shop had set aside. */
  shop_reservations: 90,
  /** What was played, and the boards of past days. */
  games: 90,
  /** What was taken of the technicians' time. */
  slots: 90,
  /** A wish to hear of an item that ended, or that nothing happened about: proof of consent for a year. */
  notices: 400,
  /** To whom a campaign was sent: proof of consent for a year. */
  campaign_recipients: 400,
  /** The same if its address was never confirmed. */
  unconfirmed_notices: 7,
  /** An abandoned cart after its link has expired. Until then it also serves to unsubscribe from reminders. */
  abandoned_carts: 0,
  /** A reservation without an order. It contains a phone number. */
  released_reservations: 30,
  /** An order that staff began for a shopper and that was never made. It contains an address. */
  drafts: 30,
  /** Sign-ins of staff, their sessions and invitations. They contain addresses and devices. */
  staff_sign_ins: 180,
  /** A one-time password after it has expired. It contains a phone. */
  otps: 1,
  /** A change of the phone of a member after it has ended: it names both, for disputes. */
  phone_changes: 365,
  /** Pictures of a member's card after the decision, and what was typed if nothing came of it or the card is over. */
  card_pictures: 30,
  /** A request whose pictures never came. */
  card_requests: 7,
  /** A form for a loan that was never sent, with its pictures. */
  loan_drafts: 1,
  /** Pictures of documents after the company has decided: from then on the contract is the company's. */
  loan_papers: 7,
  /** What was typed into an application, after it came to its end. */
  loan_forms: 30,
  /** The hash of the network that an order came from: the rules of cash on delivery count one day. */
  order_networks: 2,
  /** The company of an invoice, after its buyer was erased: 10 years after the end of the year of the order. */
  erased_invoices: 4_018,
  /** What became of each order of an action on many orders, after it has ended. */
  bulk_jobs: 400,
  /** Which lists staff took out as files. */
  list_files: 1_826,
  /** A picture that was removed from its subject, or never attached. Until then the owner may bring it back. */
  unused_files: 30,
} as const

/** The instant before which ended rows are deleted at `now`. */
export function retainedSince(now: Date, days: number): Date {
  return new Date(now.getTime() - days * day_ms)
}

import type { z } from 'zod'
import type { ParcelState } from '#contracts/staff/parcels.ts'
import type { OutsideCall } from '#platform/http/outside-call.ts'

/**
 * What a carrier can say about a parcel. That it came back is not among it: staff scan what arrives, and only then its
 * units are on hand again.
 */
export type CarrierState = Exclude<
  ParcelState,
  'requested' | 'received_back' | 'replaced' | 'written_off'
>

/** A parcel as its carrier gets it. Money in đồng, weight in grams. */
export interface CarrierParcel {
  /** Our code: random and never used twice. A carrier that gets it a second time creates no second order. */
  code: string
  order_code: string
  cod_amount: number
  /** What the goods are worth. */
  value: number
  weight_g: number
  /** For the courier. */
  note: string
  items: readonly { name: string; sku: string; quantity: number; price: number }[]
  to: Place
  /** The shop that sends it; null: the carrier knows where it fetches. */
  from: Place | null
}

/** `ward` and `province` are names of units in force. `street` is the rest of the address. */
export interface Place {
  name: string
  phone: string
  street: string
  ward: string
  province: string
}

/** The tools of a carrier: its own settings, a function for HTTP calls, the time. */
export interface CarrierTools<S> {
  settings: S
  /** Takes ten seconds and reads 1 MB at most; throws OutsideTrouble when there is no answer. */
  send: OutsideCall
  now: Date
}

/**
 * The answer to a call. `unknown`: no answer, or one that is not understood; the carrier may have done it or not. The
 * reasons are for staff.
 */
export type CarrierAnswer<T> =
  | { outcome: 'ok'; value: T }
  | { outcome: 'rejected'; reason: string }
  | { outcome: 'unknown'; reason: string }

export interface Quote {
  /** Đồng. */
  fee: number
  expected_at: Date | null
}

export interface Created {
  carrier_code: string
  /** Null: the carrier did not say it. */
  fee: number | null
}

/** What a carrier says about a parcel at one time. */
export interface CarrierEvent {
  /** The same for every repetition of this event, and for no other event of this carrier. */
  key: string
  carrier_code: string
  /** Our code; null if the carrier does not say it. */
  reference: string | null
  /** The carrier's own word or number. */
  status: string
  /** Null: says nothing about where the parcel is, or is a word that we do not know. */
  state: CarrierState | null
  at: Date
  /** Fees, weights and reasons; never names, phones or addresses. */
  detail: Readonly<Record<string, string | number>>
}

/** A carrier's message, unchanged. */
export interface CarrierMessage {
  query: URLSearchParams
  headers: Readonly<Record<string, string | string[] | undefined>>
  raw: string
}

/** Typed as a method, so that a carrier with specific settings fits into a list of carriers of any settings. */
type Call<S, Input, Output> = {
  call(input: Input, tools: CarrierTools<S>): Promise<CarrierAnswer<Output>>
}['call']

/** A carrier with an interface, as one object in one file. It translates and verifies; it never uses the database. */
export interface Carrier<S = unknown> {
  /** Used in addresses and rows: never changed once used. */
  code: string
  title: string
  /** A z.object; `.describe()` labels a field on the staff page. */
  settings: {
    schema: z.ZodType<S>
    /** Fields that are never shown again. */
    secrets: readonly string[]
    /** The settings of a demo shop; null: not used there until staff set it up. */
    demo: S | null
  }
  /** Hosts of the carrier's own sandbox: live shops refuse settings with such a host. */
  sandbox_hosts?: readonly string[]
  /** The built-in play carrier: live shops do not have it. */
  is_play?: true
  /** How its webhook is protected, for staff who set it up there. */
  webhook_hint: string
  /** What a second `create` with the same code answers: the order of the first one, or a refusal without its code. */
  repeats: 'same_order' | 'refused'
  /** How long a parcel may be silent before the carrier is asked about it. */
  ask_after_ms: number
  quote: Call<S, CarrierParcel, Quote>
  create: Call<S, CarrierParcel, Created>
  /** Cancels what has this code of ours. `ok` also if the carrier has nothing of it. */
  cancel: Call<S, { code: string; carrier_code: string | null }, null>
  /** What the carrier says about a parcel now, by its own code. Null: the carrier cannot be asked. */
  track: Call<S, string, readonly CarrierEvent[]> | null
  /** Reads a message to /api/carrier/notify/{code}. 'forged': the secret is wrong. */
  readEvent(message: CarrierMessage, settings: S): CarrierEvent | 'forged' | 'unreadable'
}

/** The path of the webhook of a carrier. */
export function carrierNotifyPath(code: string): string {
  return `/api/carrier/notify/${code}`
}

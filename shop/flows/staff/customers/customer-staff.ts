import {
  type Customer,
  type CustomerBlock,
  type CustomerTicket,
  customers as contract,
} from '#contracts/staff/customers.ts'
import { samePerson } from '#contracts/staff/members/same-person.ts'
import { tickets as repairs } from '#contracts/staff/orders/tickets.ts'
import { returns } from '#contracts/staff/returns.ts'
import { tradeIns } from '#contracts/staff/trade/trade-ins.ts'
import type { Database, Tx } from '#db/schema.ts'
import { nationalForm } from '#platform/text/vietnamese-phone.ts'
import { covers, mayCall, type Reach, reachOf } from '#pure/access.ts'
import type { AnyOperation, Service, StaffActor } from '#pure/contract.ts'
import { emailHash } from '#shop/cart/abandoned-cart.ts'
import { findOptOuts } from '#shop/cart/abandoned-cart-store.ts'
import {
  findBlocks,
  findCustomerEvents,
  findProfile,
  insertCustomerEvent,
  lockProfile,
  updateBlock,
} from '#shop/customer/customer-profile-store.ts'
import { findPhonesOfPerson } from '#shop/customer/same-person-store.ts'
import type { StaffFlowDeps } from '#shop/flows/staff/staff-flow-deps.ts'
import { maskedEmail, maskedPhone } from '#shop/order/masked-contact.ts'
import { storedCode } from '#shop/order/order.ts'
import { findCustomers } from '#shop/views/customers/customer-list-store.ts'
import {
  findChoicesOfCustomer,
  findConsents,
  findMessagesOfCustomer,
  findNewestOrders,
  findOrdersOfCustomer,
  findPhoneOf,
  findRefundsOfCustomer,
  findRefusedParcels,
  findSums,
  findUnitsOfCustomer,
  wantsNoAds,
} from '#shop/views/customers/customer-page-store.ts'
import {
  findRepairsOfCustomer,
  findReturnsOfCustomer,
  findTradeInsOfCustomer,
} from '#shop/views/customers/customer-ticket-store.ts'
import { readAsked } from '#shop/views/find/read-asked.ts'
import { searchedPhone } from '#shop/views/order/searched-phone.ts'
import { plannedByValues } from '#shop/views/order/order-list-store.ts'

const page_size = 50

/**
 * Customers for staff: a customer is a phone, found by an order within reach (decision 145), with the other phones of
 * the same person (decision 268).
 */
export function customerStaffService({
  db,
  now,
  log,
  write,
}: StaffFlowDeps): Service<typeof contract> {
  return {
    customers: async (actor, { q = '' }) => {
      const { names, ...asked } = readAsked(q)
      const phone_end = searchedPhone(asked.phone_end, actor)
      if (q !== '' && phone_end === null && names === null) return { rows: [], has_more: false }
      const reach = reachOf(contract.customers, actor)
      const found = await plannedByValues(db, (tx) =>
        findCustomers(tx, reach, { phone_end, names }, page_size + 1),
      )
      const rows = found.slice(0, page_size).map(({ phone, last_at, ...row }) => ({
        ...row,
        phone: maskedPhone(phone),
        last_at: last_at.toISOString(),
      }))
      return { rows, has_more: found.length > page_size }
    },
    customer: async (actor, { order_code }) => {
      const reach = reachOf(contract.customer, actor)
      const code = storedCode(order_code)
      const phone = await findPhoneOf(db, code, reach)
      const customer = phone === null ? null : await readCustomer(db, { phone, code }, actor)
      if (customer === null) throw contract.customer.refuse('customer_not_found')
      return customer
    },
    showCustomer: (actor, { order_code }) =>
      write({ actor, operation: 'customers.showCustomer' }, async (tx) => {
        const phone = await phoneInReach(tx, contract.showCustomer, actor, order_code)
        const event = { kind: 'phone_shown', text: null } as const
        await writeEvent(tx, phone, { ...event, staff_name: actor.name, happened_at: now() })
        return { phone: nationalForm(phone) }
      }),
    noteCustomer: (actor, { order_code, text }) =>
      write({ actor, operation: 'customers.noteCustomer' }, async (tx) => {
        const phone = await phoneInReach(tx, contract.noteCustomer, actor, order_code)
        const event = { kind: 'note', text } as const
        await writeEvent(tx, phone, { ...event, staff_name: actor.name, happened_at: now() })
        return { kind: 'note' }
      }),
    blockCustomer: async (actor, { order_code, ...change }) => {
      // The reason is about a person, so it stays out of the plain fields of the ledger.
      const act = { actor, operation: 'customers.blockCustomer' } as const
      const version = await write(act, async (tx) => {
        const phone = await phoneInReach(tx, contract.blockCustomer, actor, order_code)
        return writeBlock(tx, phone, change, { staff_name: actor.name, happened_at: now() })
      })
      log.info({ staff: actor.name, block: change.block }, 'block of a customer changed')
      return { block: change.block, version }
    },
  }
}

/** The phone of an order that the operation reaches. A foreign order is as an absent one. */
async function phoneInReach(
  tx: Tx,
  operation: AnyOperation,
  actor: StaffActor,
  order_code: string,
): Promise<string> {
  const phone = await findPhoneOf(tx, storedCode(order_code), reachOf(operation, actor))
  if (phone === null) throw contract.customer.refuse('customer_not_found')
  return phone
}

type Event = Parameters<typeof insertCustomerEvent>[2]

async function writeEvent(tx: Tx, phone: string, event: Event): Promise<void> {
  const { customer_profile_id } = await lockProfile(tx, phone, event.happened_at)
  await insertCustomerEvent(tx, customer_profile_id, event)
}

interface BlockChange {
  block: CustomerBlock | null
  reason: string
  version: number
}

/** Writes a block and its event, if the profile is as it was seen. Returns the new version. */
async function writeBlock(
  tx: Tx,
  phone: string,
  { block, reason, version }: BlockChange,
  by: Pick<Event, 'staff_name' | 'happened_at'>,
): Promise<number> {
  const profile = await lockProfile(tx, phone, by.happened_at)
  // A note makes the profile too, but only blocks raise its version.
  const is_as_seen = profile.version === version || (version === 0 && profile.version === 1)
  if (!is_as_seen) {
    const { block: current, changed_by: name } = profile
    throw contract.blockCustomer.refuse('customer_changed', { block: current, name })
  }
  const block_reason = block === null ? null : reason
  await updateBlock(tx, profile, { block, block_reason, changed_by: by.staff_name })
  const kind = block ?? 'unblocked'
  await insertCustomerEvent(tx, profile.customer_profile_id, { kind, text: reason, ...by })
  return profile.version + 1
}

async function readCustomer(
  db: Database,
  { phone, code }: { phone: string; code: string },
  actor: StaffActor,
): Promise<Customer | null> {
  const reach = reachOf(contract.customer, actor)
  const known = await findPhonesOfPerson(db, phone)
  const phones = [phone, ...known.flatMap((one) => (one.phone === phone ? [] : one.phone))]
  const [sums, profile, blocks] = await Promise.all([
    findSums(db, phones, reach),
    findProfile(db, phone),
    findBlocks(db, [phone]),
  ])
  if (sums === null) return null
  const profile_ids = known.map(({ customer_profile_id }) => customer_profile_id)
  const [agreed, orders, units, parcels, refunds, messages, events, shown, tickets, others] =
    await Promise.all([
      agreedBy(db, phones, reach),
      findOrdersOfCustomer(db, phones, reach),
      findUnitsOfCustomer(db, phones, reach),
      findRefusedParcels(db, phones, reach),
      findRefundsOfCustomer(db, phones, reach),
      findMessagesOfCustomer(db, phones, reach),
      findCustomerEvents(db, profile_ids),
      findPhoneOf(db, code, reachOf(contract.showCustomer, actor)),
      ticketsOf(db, phones, actor),
      findNewestOrders(db, phones.slice(1), reach),
    ])
  const { first_at, ...sum } = sums
  return {
    ...sum,
    order_code: code,
    phone: maskedPhone(phone),
    first_at: first_at.toISOString(),
    orders: orders.map(({ created_at, ...order }) => ({
      ...order,
      created_at: created_at.toISOString(),
    })),
    units,
    tickets,
    refused_parcels: parcels.map(written),
    refunds: refunds.map(written),
    messages: messages.map(written),
    ...agreed,
    events: events.map(({ happened_at, ...event }) => ({
      ...event,
      at: happened_at.toISOString(),
    })),
    other_phones: others.map((one) => ({ ...one, phone: maskedPhone(one.phone) })),
    person_block: blocks.get(phone) ?? null,
    block: profile?.block ?? null,
    block_reason: profile?.block_reason ?? null,
    version: profile?.version ?? 0,
    may: {
      note: (await findPhoneOf(db, code, reachOf(contract.noteCustomer, actor))) !== null,
      block: covers(contract.blockCustomer, actor, {}),
      see_phone: shown !== null,
      join: phone.startsWith('+') && mayCall(samePerson.join, actor),
    },
  }
}

/** Tickets of the kinds whose page the actor may open, newest first. */
async function ticketsOf(
  db: Database,
  phones: readonly string[],
  actor: StaffActor,
): Promise<CustomerTicket[]> {
  const [repaired, returned, traded] = await Promise.all([
    findRepairsOfCustomer(db, phones, reachOf(repairs.ticket, actor)),
    findReturnsOfCustomer(db, phones, reachOf(returns.return, actor)),
    findTradeInsOfCustomer(db, phones, reachOf(tradeIns.tradeIn, actor)),
  ])
  return [
    ...repaired.map((one) => ({ ...written(one), kind: 'repair' as const })),
    ...returned.map((one) => ({ ...written(one), kind: 'return' as const })),
    ...traded.map((one) => ({ ...written(one), kind: 'trade_in' as const })),
  ].toSorted((a, b) => b.at.localeCompare(a.at))
}

/** What a customer agreed to: addresses of mail in orders, purposes in the log of consents, and the list of phones. */
async function agreedBy(
  db: Database,
  phones: readonly string[],
  reach: Reach,
): Promise<Pick<Customer, 'consents' | 'choices' | 'wants_no_ads'>> {
  const [consents, choices, wants_no_ads] = await Promise.all([
    consentsOf(db, phones, reach),
    findChoicesOfCustomer(db, phones, reach),
    wantsNoAds(db, phones),
  ])
  return { consents, choices: choices.map(written), wants_no_ads }
}

/** Offers are sent to an address that was given with a tick, until its reader takes that back. */
async function consentsOf(
  db: Database,
  phones: readonly string[],
  reach: Reach,
): Promise<Customer['consents']> {
  const found = await findConsents(db, phones, reach)
  const withdrawn = new Set(
    await findOptOuts(
      db,
      found.map(({ email }) => emailHash(email)),
    ),
  )
  return found.map(({ email, is_given, at }) => {
    const is_withdrawn = withdrawn.has(emailHash(email).toString('hex'))
    const ticked = is_given ? 'given' : 'not_given'
    const offers = is_withdrawn ? 'withdrawn' : ticked
    return { email: maskedEmail(email), offers, at: at.toISOString() }
  })
}

/** A row with its time as text. */
function written<T extends { at: Date }>({ at, ...row }: T) {
  return { ...row, at: at.toISOString() }
}

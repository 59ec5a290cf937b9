import { randomUUID } from 'node:crypto'
import { max_phones, samePerson as contract } from '#contracts/staff/members/same-person.ts'
import type { Database, Tx } from '#db/schema.ts'
import { readMobile } from '#platform/text/vietnamese-phone.ts'
import { everything } from '#pure/access.ts'
import type { Service } from '#pure/contract.ts'
import {
  findBlocks,
  insertCustomerEvent,
  lockProfile,
} from '#shop/customer/customer-profile-store.ts'
import { findPersonOf, findPhonesOfPerson, updatePerson } from '#shop/customer/same-person-store.ts'
import type { StaffFlowDeps } from '#shop/flows/staff/staff-flow-deps.ts'
import { maskedPhone } from '#shop/order/masked-contact.ts'
import { storedCode } from '#shop/order/order.ts'
import {
  findNewestOrderOf,
  findPhoneOf,
  findSums,
} from '#shop/views/customers/customer-page-store.ts'

/** Staff say that phones are of one person, and take that back (decision 268). They reach all shops. */
export function samePersonStaffService({
  db,
  now,
  log,
  write,
}: StaffFlowDeps): Service<typeof contract> {
  return {
    lookUp: async (_actor, { order_code, other: typed }) => {
      const phone = await phoneOf(db, order_code)
      const other = await otherPhone(db, typed)
      if (other === null) throw contract.lookUp.refuse('other_not_found')
      await refuseSame(db, phone, other)
      const other_code = await findNewestOrderOf(db, other)
      const sums = await findSums(db, [other], everything)
      if (other_code === null || sums === null) throw contract.lookUp.refuse('other_not_found')
      const blocks = await findBlocks(db, [other])
      const { names, provinces, is_member, order_count, delivered_count, first_at } = sums
      return {
        ...{ other_code, names, provinces, is_member, order_count, delivered_count },
        phone: maskedPhone(other),
        first_at: first_at.toISOString(),
        block: blocks.get(other) ?? null,
      }
    },
    join: async (actor, { order_code, other_code, reason }) => {
      // The reason is about a person, so it stays out of the plain fields of the ledger.
      await write({ actor, operation: 'samePerson.join' }, async (tx) => {
        const phone = await phoneOf(tx, order_code)
        const other = await storedPhone(tx, other_code)
        if (other === null) throw contract.join.refuse('other_not_found')
        await joinPhones(tx, [phone, other], { reason, staff_name: actor.name, at: now() })
      })
      log.info({ staff: actor.name }, 'two phones are of one person')
      return {}
    },
    part: async (actor, { order_code, reason }) => {
      await write({ actor, operation: 'samePerson.part' }, async (tx) => {
        const at = now()
        const own = await lockProfile(tx, await phoneOf(tx, order_code), at)
        const { customer_profile_id, person } = await findPersonOf(tx, own.customer_profile_id)
        if (person === null) throw contract.part.refuse('alone')
        await updatePerson(tx, customer_profile_id, null)
        const event = { kind: 'parted', text: reason, staff_name: actor.name } as const
        await insertCustomerEvent(tx, customer_profile_id, { ...event, happened_at: at })
      })
      log.info({ staff: actor.name }, 'a phone was taken out of its person')
      return {}
    },
  }
}

/** The phone of an order; null: there is no such order, or its person was erased. */
async function storedPhone(db: Database | Tx, order_code: string): Promise<string | null> {
  const phone = await findPhoneOf(db, storedCode(order_code), everything)
  return phone?.startsWith('+') === true ? phone : null
}

async function phoneOf(db: Database | Tx, order_code: string): Promise<string> {
  const phone = await storedPhone(db, order_code)
  if (phone === null) throw contract.join.refuse('customer_not_found')
  return phone
}

/** What was typed is a phone in any spelling, or the code of an order. */
async function otherPhone(db: Database, typed: string): Promise<string | null> {
  return readMobile(typed).e164 ?? storedPhone(db, typed)
}

async function refuseSame(db: Database | Tx, phone: string, other: string): Promise<void> {
  const known = await findPhonesOfPerson(db, phone)
  if (phone === other || known.some((one) => one.phone === other)) {
    throw contract.join.refuse('same_person')
  }
}

interface Said {
  reason: string
  staff_name: string
  at: Date
}

/**
 * The phone of the page joins the person of the other one, or the other way round if it has other phones already. So
 * each join adds one phone, and taking it out undoes that. Of two that are alone both get the new person.
 */
async function joinPhones(
  tx: Tx,
  pair: readonly [string, string],
  { reason, staff_name, at }: Said,
): Promise<void> {
  // Locked in one sequence, so that two joins never wait for each other.
  const profiles = new Map<string, Awaited<ReturnType<typeof findPersonOf>>>()
  for (const phone of pair.toSorted()) {
    const { customer_profile_id } = await lockProfile(tx, phone, at)
    profiles.set(phone, await findPersonOf(tx, customer_profile_id))
  }
  await refuseSame(tx, ...pair)
  const [own, other] = pair.map((phone) => profiles.get(phone))
  if (own === undefined || other === undefined) throw new Error('a locked profile is missing')
  if (own.person !== null && other.person !== null) throw contract.join.refuse('both_have_others')
  if (Math.max(own.phones, other.phones) >= max_phones) {
    throw contract.join.refuse('too_many_phones')
  }
  const person = own.person ?? other.person ?? randomUUID()
  const [added, known] = own.person === null ? [own, other] : [other, own]
  const { customer_profile_id } = added
  await updatePerson(tx, customer_profile_id, { person, person_reason: reason })
  if (known.person === null) {
    await updatePerson(tx, known.customer_profile_id, { person, person_reason: null })
  }
  const event = { kind: 'joined', text: reason, staff_name, happened_at: at } as const
  await insertCustomerEvent(tx, customer_profile_id, event)
}

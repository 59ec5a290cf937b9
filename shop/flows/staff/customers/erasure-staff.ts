import { erasures as contract } from '#contracts/staff/members/erasures.ts'
import type { Database, Tx } from '#db/schema.ts'
import { FileStoreError } from '#platform/files/files-port.ts'
import { readMobile } from '#platform/text/vietnamese-phone.ts'
import type { Service } from '#pure/contract.ts'
import { day_ms } from '#pure/vietnam-time.ts'
import { findErasures } from '#shop/customer/customer-erasure-store.ts'
import { findPhonesOfPerson } from '#shop/customer/same-person-store.ts'
import { type ErasureDeps, erasePerson } from '#shop/flows/staff/customers/erase-person.ts'
import { newRecordName } from '#shop/flows/staff/customers/erasure-records.ts'
import type { StaffFlowDeps } from '#shop/flows/staff/staff-flow-deps.ts'
import { maskedPhone } from '#shop/order/masked-contact.ts'
import {
  findErasable,
  findOpenMatters,
  lockOrdersOfPhone,
} from '#shop/views/customers/erasure-preview-store.ts'
import { findErasureRequests } from '#shop/views/customers/erasure-request-list-store.ts'
import { requestNumber } from '#shop/identity/member/erasure-request-store.ts'

const max_listed = 50
/** The law wants an erasure within so many days (Decree 356/2025). */
const legal_days = 20

type Deps = StaffFlowDeps & ErasureDeps

/** Erases the personal data of a customer, who is a phone (decision 162). */
export function erasureStaffService({
  db,
  now,
  log,
  write,
  person_keys,
  files,
}: Deps): Service<typeof contract> {
  return {
    erasures: async () => {
      const rows = await findErasures(db, max_listed)
      return rows.map((row) => ({ ...row, erased_at: row.erased_at.toISOString() }))
    },
    erasureRequests: async () => {
      const rows = await findErasureRequests(db, max_listed)
      return Promise.all(
        rows.map(async ({ erasure_request_id, phone, asked_at, erase_at, ended_at, state }) => ({
          ...{
            request_number: requestNumber(erasure_request_id),
            state,
            phone: maskedPhone(phone),
          },
          asked_at: asked_at.toISOString(),
          erase_at: erase_at.toISOString(),
          due_at: new Date(asked_at.getTime() + legal_days * day_ms).toISOString(),
          ended_at: ended_at?.toISOString() ?? null,
          open: state === 'waiting' && erase_at <= now() ? await findOpenMatters(db, phone) : [],
        })),
      )
    },
    previewErasure: async (_actor, { phone: typed }) => {
      const phone = phoneOf(typed)
      const { has_profile: _, ...known } = await requireKnown(db, phone)
      const others = (await findPhonesOfPerson(db, phone)).filter((one) => one.phone !== phone)
      return {
        ...known,
        phone: maskedPhone(phone),
        other_phones: others.map((one) => maskedPhone(one.phone)),
        open: await findOpenMatters(db, phone),
      }
    },
    eraseCustomer: async (actor, { phone: typed, channel, request_number, order_count }) => {
      const phone = phoneOf(typed)
      const reason = request_number
      const act = { actor, operation: 'erasures.eraseCustomer', reason } as const
      const facts = { erased_at: now(), staff_name: actor.name, channel, request_number }
      const record = { name: newRecordName(facts.erased_at), is_stored: false }
      await write(act, async (tx) => {
        await lockOrdersOfPhone(tx, phone)
        const known = await requireKnown(tx, phone)
        const open = await findOpenMatters(tx, phone)
        if (open.length > 0) throw contract.eraseCustomer.refuse('customer_has_open', { open })
        if (known.order_count !== order_count) {
          throw contract.eraseCustomer.refuse('erasure_changed')
        }
        try {
          await erasePerson(tx, phone, facts, { person_keys, files, record })
        } catch (error) {
          throw error instanceof FileStoreError
            ? contract.eraseCustomer.refuse('files_unavailable')
            : error
        }
      })
      log.info({ staff: actor.name, orders: order_count }, 'the data of a customer was erased')
      return { order_count }
    },
  }
}

/** A phone in the stored form. What is no phone is nobody's. */
function phoneOf(typed: string): string {
  const { e164 } = readMobile(typed)
  if (e164 === null) throw contract.eraseCustomer.refuse('customer_not_found')
  return e164
}

async function requireKnown(db: Database | Tx, phone: string) {
  const known = await findErasable(db, phone)
  const { order_count, booking_count, trade_in_count, has_profile } = known
  if (order_count + booking_count + trade_in_count === 0 && !has_profile) {
    throw contract.eraseCustomer.refuse('customer_not_found')
  }
  return known
}

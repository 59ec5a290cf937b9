import { erasures as contract } from '#contracts/staff/members/erasures.ts'
import type { Database, Tx } from '#db/schema.ts'
import { readMobile } from '#platform/text/vietnamese-phone.ts'
import type { Service } from '#pure/contract.ts'
import { eraseCardsOf } from '#shop/card/card-store.ts'
import type { PersonKeys } from '#shop/change-log/person-keys.ts'
import { erasePersonKey } from '#shop/change-log/personal-store.ts'
import {
  eraseCustomer,
  findErasures,
  insertErasure,
} from '#shop/customer/customer-erasure-store.ts'
import { deleteAddressesOf } from '#shop/customer/member-address-store.ts'
import { eraseDraftsOf } from '#shop/draft/draft-store.ts'
import type { StaffFlowDeps } from '#shop/flows/staff/staff-flow-deps.ts'
import { eraseMember } from '#shop/identity/member-erasure-store.ts'
import { deleteNoticesOfPhone } from '#shop/notice/sweep-notices-store.ts'
import { deletePicturesBy } from '#shop/picture/picture-store.ts'
import { maskedPhone } from '#shop/order/masked-contact.ts'
import {
  findErasable,
  findOpenMatters,
  findReturnsOfPhone,
  lockOrdersOfPhone,
} from '#shop/views/customers/erasure-preview-store.ts'

const max_listed = 50

type Deps = StaffFlowDeps & { person_keys: PersonKeys }

/** Erases the personal data of a customer, who is a phone (decision 162). */
export function erasureStaffService({
  db,
  now,
  log,
  write,
  person_keys,
}: Deps): Service<typeof contract> {
  return {
    erasures: async () => {
      const rows = await findErasures(db, max_listed)
      return rows.map((row) => ({ ...row, erased_at: row.erased_at.toISOString() }))
    },
    previewErasure: async (_actor, { phone: typed }) => {
      const phone = phoneOf(typed)
      const { has_profile: _, ...known } = await requireKnown(db, phone)
      return { phone: maskedPhone(phone), ...known, open: await findOpenMatters(db, phone) }
    },
    eraseCustomer: async (actor, { phone: typed, channel, request_number, order_count }) => {
      const phone = phoneOf(typed)
      const reason = request_number
      const act = { actor, operation: 'erasures.eraseCustomer', reason } as const
      await write(act, async (tx) => {
        await lockOrdersOfPhone(tx, phone)
        const known = await requireKnown(tx, phone)
        const open = await findOpenMatters(tx, phone)
        if (open.length > 0) throw contract.eraseCustomer.refuse('customer_has_open', { open })
        if (known.order_count !== order_count) {
          throw contract.eraseCustomer.refuse('erasure_changed')
        }
        const erased_at = now()
        await eraseDraftsOf(tx, phone)
        await deleteAddressesOf(tx, phone)
        await deleteNoticesOfPhone(tx, phone)
        const customer_id = await eraseMember(tx, phone, erased_at)
        if (customer_id !== null) await eraseCardsOf(tx, customer_id, erased_at)
        for (const subject_id of await findReturnsOfPhone(tx, phone)) {
          const subject = { subject_kind: 'return_request', subject_id } as const
          await deletePicturesBy(tx, subject, null, erased_at)
        }
        const { orders, messages, notes } = await eraseCustomer(tx, phone)
        await erasePersonKey(tx, person_keys.ofPhone(phone), erased_at)
        await insertErasure(tx, {
          ...{ erased_at, staff_name: actor.name, channel, request_number },
          ...{ order_count: orders, message_count: messages, note_count: notes },
        })
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
  if (known.order_count === 0 && !known.has_profile) {
    throw contract.eraseCustomer.refuse('customer_not_found')
  }
  return known
}

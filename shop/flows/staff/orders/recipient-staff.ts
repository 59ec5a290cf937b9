import type { z } from 'zod'
import { recipients as contract, type StoredRecipient } from '#contracts/staff/recipients.ts'
import type { Recipient } from '#contracts/storefront/quote.ts'
import type { Database, Tx } from '#db/schema.ts'
import { storedForm } from '#platform/text/vietnamese-phone.ts'
import { reachOf } from '#pure/access.ts'
import { InvalidInput, type Service, type StaffActor } from '#pure/contract.ts'
import { findBlocks } from '#shop/customer/customer-profile-store.ts'
import { requireUnpacked } from '#shop/flows/staff/orders/require-unpacked.ts'
import type { StaffFlowDeps } from '#shop/flows/staff/staff-flow-deps.ts'
import { transition } from '#shop/flows/transition-order.ts'
import { retailerProvince } from '#shop/location/resolve-ward.ts'
import { findWard, listOfficialProvinces, listWardsOf } from '#shop/location/units-store.ts'
import { maskedPhone } from '#shop/order/masked-contact.ts'
import {
  findOrderOfCode,
  lockOrderByCode,
  type LockedOrder,
  updateRecipientOfOrder,
} from '#shop/order/order-store.ts'
import { changedParts, storedCode } from '#shop/order/order.ts'
import { notifyOfOrders } from '#shop/notification/notify-store.ts'
import { findLiveAttempt } from '#shop/payment/attempt/attempt-store.ts'
import { addressText, checkAddress, no_such_province } from '#shop/quote/address.ts'

/** Who receives an order, and where, for staff (decision 136). */
export function recipientStaffService(deps: StaffFlowDeps): Service<typeof contract> {
  const { db } = deps
  return {
    recipient: async (actor, { order_code, province_code }) => {
      const order = await findOrderOfCode(
        db,
        storedCode(order_code),
        reachOf(contract.recipient, actor),
      )
      if (order === null) throw contract.recipient.refuse('order_not_found')
      return shown(db, order, province_code ?? order.recipient.province_code)
    },
    changeRecipient: (actor, input) => changeRecipient(deps, actor, input),
  }
}

async function shown(
  db: Database,
  { code, version, state, recipient }: LockedOrder,
  province_code: string | null,
): Promise<StoredRecipient> {
  const { name, phone, recipient_name, recipient_phone, street, address_text, note } = recipient
  const [provinces, wards] = await Promise.all([
    listOfficialProvinces(db),
    province_code === null ? [] : listWardsOf(db, province_code),
  ])
  return {
    ...{ order_code: code, version, state, delivery: recipient.shipping_method },
    ...{ name, recipient_name, street, address_text, note, province_code, wards },
    salutation: recipient.salutation ?? null,
    data_transfer: recipient.data_transfer ?? false,
    phone: maskedPhone(phone),
    recipient_phone: recipient_phone && maskedPhone(recipient_phone),
    ward_id: recipient.ward_id,
    provinces: provinces.map((one) => ({ province_code: one.province_code, name: one.name })),
  }
}

type Input = z.output<typeof contract.changeRecipient.input>

/** Changes who receives an order that was seen in this version. Prices, fee and reservations of the order stay. */
async function changeRecipient(
  { now, log, write }: StaffFlowDeps,
  actor: StaffActor,
  input: Input,
): Promise<{ version: number }> {
  const { refuse } = contract.changeRecipient
  const code = storedCode(input.order_code)
  const act = { actor, operation: 'recipients.changeRecipient' } as const
  const version = await write(act, async (tx) => {
    const order = await lockOrderByCode(tx, code, reachOf(contract.changeRecipient, actor))
    if (order === null) throw refuse('order_not_found')
    const seen = { actor, version: input.version, now: now() }
    await requireUnpacked(tx, order, 'correct_recipient', seen)
    const recipient = await corrected(tx, order.recipient, input)
    const parts = changedParts(order.recipient, recipient)
    if (parts.length === 0) return order.version
    if (recipient.phone !== order.recipient.phone) {
      await refuseBlocked(tx, order, recipient)
      // To the old phone, which is still stored: else nobody would notice that staff took an order over.
      const facts = { key: String(order.version) }
      await notifyOfOrders(tx, [order.order_id], 'phone_changed', now(), facts)
    }
    await updateRecipientOfOrder(tx, order.order_id, recipient)
    const staff = { name: actor.name, reason: null, note: parts.join(', ') }
    await transition(tx, order, 'correct_recipient', { actor: 'staff', staff }, now())
    return order.version + 1
  })
  log.info({ staff: actor.name, order_code: code }, 'staff changed the recipient of an order')
  return { version }
}

/** A blocked customer gets no order by the correction of another's. */
async function refuseBlocked(
  tx: Tx,
  { order_id }: LockedOrder,
  { phone }: Recipient,
): Promise<void> {
  const block = (await findBlocks(tx, [storedForm(phone)])).get(storedForm(phone))
  const attempt = block === 'prepay' ? await findLiveAttempt(tx, order_id) : null
  if (block === 'no_orders' || attempt?.state === 'due_on_delivery') {
    throw contract.changeRecipient.refuse('customer_blocked')
  }
}

/** The recipient with what was typed, checked like the address of a checkout. */
async function corrected(tx: Tx, stored: Recipient, input: Input): Promise<Recipient> {
  const has_other = (input.recipient_name ?? '') !== ''
  const { address, problems } = checkAddress({
    salutation:
      input.salutation === '' ? undefined : (input.salutation ?? stored.salutation ?? undefined),
    name: input.name,
    phone: input.phone ?? stored.phone,
    recipient_name: input.recipient_name,
    recipient_phone: has_other
      ? (input.recipient_phone ?? stored.recipient_phone ?? undefined)
      : input.recipient_phone,
    note: input.note,
    shipping_method: stored.shipping_method,
    erp_shop_id: stored.erp_shop_id ?? undefined,
    province_id: stored.province_id,
    street: input.street,
    promotion_announcement: stored.promotion_announcement,
    wants_company_invoice: false,
    wants_data_transfer: input.data_transfer ?? stored.data_transfer ?? false,
    need_confirm: true,
  })
  if (problems) throw new InvalidInput(problems)
  const { goes_to, salutation = null, data_transfer = false, ...typed } = address
  const { name, phone, recipient_name, recipient_phone, note } = typed
  const buyer = { salutation, name, phone, recipient_name, recipient_phone, note, data_transfer }
  if (goes_to.method === 'store_pickup') return { ...stored, ...buyer }
  return { ...stored, ...buyer, ...(await placeOf(tx, stored, input.ward_id, goes_to.street)) }
}

async function placeOf(
  tx: Tx,
  stored: Recipient,
  ward_id: number | undefined,
  street: string,
): Promise<Partial<Recipient>> {
  if (ward_id === undefined || ward_id === stored.ward_id) {
    const province = await provinceName(tx, stored)
    return { street, address_text: addressText([street, stored.ward_name, province]) }
  }
  const ward = await findWard(tx, ward_id)
  if (ward === null) throw new InvalidInput({ ward_id: 'Không tìm thấy phường, xã này.' })
  const { province_id, province_code, province_name, name, dataset_version } = ward
  if (province_id === null) throw new InvalidInput({ ward_id: no_such_province })
  return {
    ...{ province_id, province_code, ward_id, ward_name: name, dataset_version, street },
    district_id: null,
    legacy_address: null,
    // It was made for the other address.
    promise: null,
    address_text: addressText([street, name, province_name]),
  }
}

async function provinceName(tx: Tx, { ward_id, province_id }: Recipient): Promise<string | null> {
  const ward = ward_id === null ? null : await findWard(tx, ward_id)
  return ward?.province_name ?? (await retailerProvince(tx, province_id))?.name ?? null
}

import type { z } from 'zod'
import { member as contract } from '#contracts/storefront/member.ts'
import type { Database } from '#db/schema.ts'
import { transaction } from '#platform/database/postgres.ts'
import { nationalForm, readMobile } from '#platform/text/vietnamese-phone.ts'
import type { Now } from '#platform/clock.ts'
import { type Caller, InvalidInput } from '#pure/contract.ts'
import { withoutLinks } from '#pure/without-links.ts'
import { lockCustomer } from '#shop/customer/customer-lock-store.ts'
import {
  deleteAddress,
  findAddresses,
  insertAddress,
  updateAddress,
  updateDefault,
} from '#shop/customer/member-address-store.ts'
import { findWard } from '#shop/location/units-store.ts'
import { nameProblem } from '#shop/quote/address-letters.ts'

/** An address book holds this many addresses. */
const max_addresses = 20

/** Adds an address to the book of a member, or changes one. */
export async function saveAddress(
  { db, now }: { db: Database; now: Now },
  { customer_id }: Caller,
  input: z.output<typeof contract.saveAddress.input>,
): Promise<{ address_id: number }> {
  const { address_id, is_default, ward_id, street } = input
  const checked = checkedBuyer(input)
  const ward = await findWard(db, ward_id)
  if (!ward) throw new InvalidInput({ ward_id: 'Vui lòng chọn phường, xã.' })
  const { province_code, province_name, name: ward_name } = ward
  const place = { province_code, province_name, ward_id, ward_name, street: withoutLinks(street) }
  const address = { ...checked, ...place }
  return transaction(db, async (tx) => {
    // Two tabs add one after the other, so the book never gets too long.
    await lockCustomer(tx, customer_id)
    const own = await findAddresses(tx, customer_id)
    if (address_id !== undefined) {
      if (!(await updateAddress(tx, { customer_id, address_id }, address))) {
        throw contract.saveAddress.refuse('address_not_found')
      }
      if (is_default) await updateDefault(tx, { customer_id, address_id })
      return { address_id }
    }
    if (own.length >= max_addresses) throw contract.saveAddress.refuse('address_book_full')
    const added = await insertAddress(tx, customer_id, address, now())
    if (is_default || own.length === 0) {
      await updateDefault(tx, { customer_id, address_id: added })
    }
    return { address_id: added }
  })
}

/** Removes an address of the member; a foreign one is refused like an absent one. */
export async function removeAddress(
  { db }: { db: Database },
  { customer_id }: Caller,
  { address_id }: z.output<typeof contract.removeAddress.input>,
): Promise<Record<never, never>> {
  const is_removed = await transaction(db, (tx) => deleteAddress(tx, { customer_id, address_id }))
  if (!is_removed) throw contract.removeAddress.refuse('address_not_found')
  return {}
}

function checkedBuyer({ name, phone }: { name: string; phone: string }) {
  const wrong_name = nameProblem(name)
  const { e164, problem } = readMobile(phone)
  if (e164 === null || wrong_name !== null) {
    throw new InvalidInput({
      ...(wrong_name === null ? {} : { name: wrong_name }),
      ...(problem === null ? {} : { phone: problem }),
    })
  }
  return { name: withoutLinks(name), phone: nationalForm(e164) }
}

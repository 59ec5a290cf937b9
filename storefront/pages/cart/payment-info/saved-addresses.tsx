import type { MemberAddress } from '#contracts/storefront/member.ts'
import { cart_addresses } from '#storefront/addresses/cart.ts'
import { member_addresses } from '#storefront/addresses/member.ts'
import { type Query, withQuery } from '#storefront/addresses/with-query.ts'
import { Chip, ChipRow } from '#web/ui/chip.tsx'

interface SavedAddressesProps {
  addresses: readonly MemberAddress[]
  /** The one that the form is filled with. */
  chosen: number | null
  /** What the address of the page keeps besides. */
  way: Query
}

/** The address book of a member as links that fill the form. Guests and empty books show nothing. */
export function SavedAddresses({ addresses, chosen, way }: SavedAddressesProps) {
  if (addresses.length === 0) return null
  return (
    <div className="mt-3">
      <ChipRow label="Sổ địa chỉ" wraps>
        {addresses.map(({ address_id, name, street, ward_name }) => (
          <Chip
            key={address_id}
            href={withQuery(cart_addresses.paymentInfo.path, { ...way, dia_chi: address_id })}
            is_current={address_id === chosen}
            keeps_scroll
          >
            <span className="max-w-60 truncate">
              {name} · {street}, {ward_name}
            </span>
          </Chip>
        ))}
        <Chip href={member_addresses.memberAddresses.path}>Sổ địa chỉ</Chip>
      </ChipRow>
    </div>
  )
}

import { repair_hubs } from '#storefront/addresses/repair-hubs.ts'
import { Chip, ChipRow } from '#web/ui/chip.tsx'

/** The hubs of repairs, where prices stand and a visit is booked. */
export function HubChips() {
  return (
    <ChipRow label="Xem giá và đặt lịch sửa" wraps="always">
      {Object.values(repair_hubs).map(({ path, name }) => (
        <Chip key={path} href={path}>
          {name}
        </Chip>
      ))}
    </ChipRow>
  )
}

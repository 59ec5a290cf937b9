import { booking_addresses } from '#storefront/addresses/booking.ts'
import { repair_addresses } from '#storefront/addresses/repair.ts'
import { RepairPriceTable } from '#storefront/commerce/repair/repair-price-table.tsx'
import type { ShownOf } from '#storefront/commerce/blocks/shown-blocks.ts'
import { useShop } from '#storefront/runtime/shop-data.ts'
import { telLink } from '#web/ui/tel-link.ts'

/** The prices of repairs, and beside them what to do next. */
export function RepairsBlock({ block }: { block: ShownOf<'repairs'> }) {
  const { title, sentence, cards, part_codes, device_kind } = block
  const is_one = part_codes.length === 1
  const quickest = Math.min(...cards.map(({ minutes }) => minutes))
  return (
    <div className="landing-frame landing-repairs">
      <div>
        <RepairPriceTable
          id={`bang-gia-${device_kind}-${part_codes.join('-')}`}
          title={title}
          first="Dòng máy"
          cards={cards}
          nameOf={({ model_name, name }) => (is_one ? model_name : name)}
        />
        {sentence === '' ? null : <p className="landing-note">{sentence}</p>}
      </div>
      <NextStep quickest={quickest} />
    </div>
  )
}

function NextStep({ quickest }: { quickest: number }) {
  const { shop } = useShop()
  return (
    <aside className="landing-next" aria-label="Đặt lịch">
      <p className="landing-next-title">Giữ giá, giữ chỗ</p>
      <p>{`Đặt lịch không mất phí. Máy đơn giản xong trong ${quickest} phút.`}</p>
      <a href={booking_addresses.booking.path} className="landing-next-button">
        Đặt lịch ngay
      </a>
      <a href={repair_addresses.repairShops.path}>Cửa hàng sửa gần bạn</a>
      <a href={telLink(shop.hotline)}>Gọi miễn phí {shop.hotline}</a>
    </aside>
  )
}

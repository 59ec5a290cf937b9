import type { RepairCard } from '#contracts/storefront/repair.ts'
import { formatDong } from '#pure/money.ts'
import { booking_addresses } from '#storefront/addresses/booking.ts'
import { repair_addresses } from '#storefront/addresses/repair.ts'
import type { ShownOf } from '#storefront/commerce/blocks/shown-blocks.ts'
import { useShop } from '#storefront/runtime/shop-data.ts'
import { telLink } from '#web/ui/tel-link.ts'

/** The prices of repairs, a tile for each model, and beside them what to do next. */
export function RepairsBlock({ block }: { block: ShownOf<'repairs'> }) {
  const { title, sentence, cards, part_codes, device_kind } = block
  const id = `bang-gia-${device_kind}-${part_codes.join('-')}`
  const is_one = part_codes.length === 1
  const quickest = Math.min(...cards.map(({ minutes }) => minutes))
  const is_same_time = cards.every(({ minutes }) => minutes === quickest)
  return (
    <div className="landing-frame landing-repairs">
      <section aria-labelledby={id} className="sheet landing-repair-list">
        <h2 id={id}>{title}</h2>
        <Figures cards={cards} quickest={quickest} is_same_time={is_same_time} />
        <ul className="landing-prices">
          {cards.map((card) => (
            <li key={card.path}>
              <a href={card.path}>
                {is_one ? card.model_name : card.name}
                <b>{formatDong(card.price)}</b>
                {is_same_time ? null : <small>{`${card.minutes} phút`}</small>}
              </a>
            </li>
          ))}
        </ul>
        <p className="landing-repair-note">
          {sentence === '' ? null : `${sentence} `}
          Giá đã gồm linh kiện, tiền công và thuế VAT. Thợ báo giá trước khi làm; bạn không đồng ý
          thì nhận lại máy, không mất phí kiểm tra.
        </p>
      </section>
      <NextStep />
    </div>
  )
}

interface FiguresProps {
  cards: readonly RepairCard[]
  quickest: number
  is_same_time: boolean
}

/** What all tiles say together. */
function Figures({ cards, quickest, is_same_time }: FiguresProps) {
  const least = Math.min(...cards.map(({ price }) => price))
  return (
    <ul className="landing-figures">
      <li>
        Giá từ <b>{formatDong(least)}</b>
      </li>
      <li>
        {is_same_time ? 'Làm trong' : 'Nhanh nhất'} <b>{`${quickest} phút`}</b>
      </li>
      <li>
        Có giá cho <b>{`${cards.length} dòng máy`}</b>
      </li>
    </ul>
  )
}

function NextStep() {
  const { shop } = useShop()
  return (
    <aside className="landing-next" aria-label="Đặt lịch">
      <p className="landing-next-title">Giữ giá, giữ chỗ</p>
      <p>Đặt lịch không mất phí: linh kiện và giờ làm để sẵn cho bạn.</p>
      <a href={booking_addresses.booking.path} className="landing-next-button">
        Đặt lịch ngay
      </a>
      <a href={repair_addresses.repairShops.path}>Cửa hàng sửa gần bạn</a>
      <a href={telLink(shop.hotline)}>Gọi miễn phí {shop.hotline}</a>
    </aside>
  )
}

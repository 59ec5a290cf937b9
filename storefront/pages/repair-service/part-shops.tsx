import { repair_addresses } from '#storefront/addresses/repair.ts'
import { useShop } from '#storefront/runtime/shop-data.ts'
import type { RepairData, RepairShop } from '#storefront/pages/repair-service/repair-data.ts'
import { telLink } from '#web/ui/tel-link.ts'

interface PartShopsProps extends Pick<RepairData, 'shops' | 'elsewhere'> {
  needs_part: boolean
}

/** The others are folded: beside the picture there is room for these. */
const first_shops = 3

/** "Chi nhánh có sẵn linh kiện": the repair shops of the province that have the part. */
export function PartShops({ shops, elsewhere, needs_part }: PartShopsProps) {
  const { province } = useShop()
  const others = elsewhere.map(({ name, shop_count }) => `${name} (${shop_count})`).join(', ')
  return (
    <section
      aria-labelledby="chi-nhanh-co-linh-kien"
      className="max-md:border-t max-md:border-line max-md:pt-4 md:rounded-2xl md:border md:border-line md:p-4"
    >
      <h2 id="chi-nhanh-co-linh-kien" className="text-base font-bold tracking-normal">
        {needs_part ? 'Chi nhánh có sẵn linh kiện' : 'Chi nhánh nhận làm'}
      </h2>
      <p className="mt-0.5 text-sm text-muted">
        {shops.length > 0
          ? `${shops.length} chi nhánh tại ${province.name}`
          : `Chưa có chi nhánh nào tại ${province.name} có sẵn linh kiện. Đặt lịch để cửa hàng chuyển linh kiện về trước khi bạn đến.`}
        {shops.length === 0 && others !== '' ? ` Nơi khác đang có: ${others}.` : ''}
      </p>
      <Rows shops={shops.slice(0, first_shops)} has_grades={needs_part} />
      {shops.length <= first_shops ? null : (
        <details>
          <summary className="fold-link my-3 text-sm">
            {`Xem thêm ${shops.length - first_shops} chi nhánh`}
          </summary>
          <Rows shops={shops.slice(first_shops)} has_grades={needs_part} />
        </details>
      )}
      <a
        href={repair_addresses.repairShops.path}
        className="finger mt-3 inline-block text-sm font-semibold text-accent hover:underline"
      >
        Tất cả địa chỉ sửa chữa
      </a>
    </section>
  )
}

interface RowsProps {
  shops: PartShopsProps['shops']
  has_grades: boolean
}

function Rows({ shops, has_grades }: RowsProps) {
  if (shops.length === 0) return null
  return (
    <ul className="mt-2 divide-y divide-line border-y border-line">
      {shops.map((shop) => (
        <ShopRow key={shop.id} shop={shop} has_grades={has_grades} />
      ))}
    </ul>
  )
}

function ShopRow({ shop, has_grades }: { shop: RepairShop; has_grades: boolean }) {
  return (
    <li className="py-3 text-sm">
      <p className="shop-row">{shop.address}</p>
      {has_grades ? <p className="mt-0.5 text-success">{`Có: ${shop.grades.join(', ')}`}</p> : null}
      <p className="shop-row-more">
        {shop.time_opening}
        <a href={telLink(shop.phone)} className="font-semibold text-ink hover:underline">
          {shop.phone}
        </a>
        {shop.map_link === null ? null : (
          <a
            href={shop.map_link}
            target="_blank"
            rel="noopener"
            aria-label={`Bản đồ ${shop.name}, mở trong thẻ mới`}
            className="font-semibold text-accent hover:underline"
          >
            Bản đồ
          </a>
        )}
      </p>
    </li>
  )
}

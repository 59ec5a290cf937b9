import type { ProductPage } from '#contracts/storefront/catalog.ts'
import { formatDong } from '#pure/money.ts'
import { Clock, Store, Truck } from '#web/ui/icons.tsx'

interface DeliveryPromiseProps {
  shipping: ProductPage['shipping']
  price: number
  province: string
  /** Shops of the province that have it. */
  shop_count: number
}

/** "Thông tin vận chuyển": what it costs to have it brought, how soon, and where it can be fetched. */
export function DeliveryPromise({ shipping, price, province, shop_count }: DeliveryPromiseProps) {
  const { fee, free_from } = shipping
  const lines = [
    {
      Icon: Truck,
      text:
        price >= free_from
          ? 'Miễn phí giao hàng tận nơi toàn quốc'
          : `Phí giao hàng ${formatDong(fee)}, miễn phí cho đơn từ ${formatDong(free_from)}`,
    },
    {
      Icon: Clock,
      text:
        shop_count > 0
          ? `Giao nhanh từ 2 giờ tại ${province}`
          : 'Hàng chuyển từ tỉnh thành khác: cửa hàng gọi hẹn giờ giao sau khi nhận đơn',
    },
    ...(shop_count > 0
      ? [{ Icon: Store, text: `Nhận miễn phí tại ${shop_count} cửa hàng ở ${province}` }]
      : []),
  ]
  return (
    <section aria-labelledby="van-chuyen">
      <h2 id="van-chuyen" className="text-base font-bold tracking-normal">
        Thông tin vận chuyển
      </h2>
      <ul className="mt-2 grid gap-1.5 text-[15px]">
        {lines.map(({ Icon, text }) => (
          <li key={text} className="flex gap-2.5">
            <Icon className="mt-0.5 size-5 shrink-0 text-success" />
            <span className="leading-snug">{text}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

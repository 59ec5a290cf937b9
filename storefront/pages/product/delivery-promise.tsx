import { Clock, Store, Truck } from '#web/ui/icons.tsx'

interface DeliveryPromiseProps {
  /** The delivery fee, as a text. */
  fee: string | undefined
  province: string
  /** Number of shops in the province that have it in stock. */
  shop_count: number
}

/** "Thông tin vận chuyển": the delivery fee, the delivery time, and pickup at a shop. */
export function DeliveryPromise({ fee, province, shop_count }: DeliveryPromiseProps) {
  const lines = [
    {
      Icon: Truck,
      text: fee,
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

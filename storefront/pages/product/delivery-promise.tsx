import { Icon } from '#web/ui/icons.tsx'

const icons = ['truck', 'clock', 'store'] as const

/** "Thông tin vận chuyển": the delivery fee, when it arrives, and where it can be collected first. */
export function DeliveryPromise({ texts }: { texts: readonly (string | undefined)[] }) {
  return (
    <section aria-labelledby="van-chuyen">
      <h2 id="van-chuyen" className="text-base font-bold tracking-normal">
        Thông tin vận chuyển
      </h2>
      <ul className="mt-2 grid gap-1.5 text-body">
        {texts.map((text, n) => {
          const icon = icons[n] ?? 'truck'
          return (
            <li key={text} className="flex gap-2.5">
              <Icon name={icon} className="mt-0.5 size-5 shrink-0 text-success" />
              <span className="leading-snug">{text}</span>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

import { MemberFrame } from '#storefront/commerce/member/member-frame.tsx'
import { benefitsOf, dayText } from '#storefront/commerce/member/member-texts.ts'
import type { TiersData } from '#storefront/pages/smember/tiers/page.server.ts'
import type { PageMeta } from '#storefront/runtime/page.ts'
import { formatDong } from '#pure/money.ts'
import { Icon } from '#web/ui/icons.tsx'

export function meta(): PageMeta {
  return { title: 'Hạng thành viên và ưu đãi', robots: 'noindex, nofollow' }
}

/** /smember/hang-thanh-vien: the tiers side by side; the member's own is marked. */
export function Page({ data: { overview } }: { data: TiersData }) {
  const { tiers, tier: own, spent, counted_from } = overview
  return (
    <MemberFrame title="Hạng thành viên và ưu đãi">
      <p className="text-muted">
        Hạng tính theo tiền hàng đã giao từ {dayText(counted_from)}, trừ tiền đã hoàn. Bạn đã chi{' '}
        {formatDong(spent)}.
      </p>
      <ol className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
        {tiers.map((tier) => {
          const is_own = tier.code === own.code
          return (
            <li
              key={tier.code}
              className={`grid content-start gap-3 rounded-2xl bg-white p-5 shadow-card ${is_own ? 'ring-2 ring-accent' : ''}`}
            >
              <h2 className="flex flex-wrap items-center justify-between gap-2 text-xl">
                {tier.name}
                {is_own && (
                  <span className="rounded-full bg-cream px-3 py-0.5 text-sm font-bold tracking-normal text-accent">
                    Hạng của bạn
                  </span>
                )}
              </h2>
              <p className="text-body text-muted">
                {tier.threshold === 0
                  ? 'Mọi thành viên'
                  : `Chi tiêu từ ${formatDong(tier.threshold)}`}
              </p>
              <ul className="grid gap-2 text-body">
                {benefitsOf(tier).map((benefit) => (
                  <li key={benefit} className="flex gap-2">
                    <Icon name="check" className="mt-0.5 size-4.5 shrink-0 text-success" />
                    {benefit}
                  </li>
                ))}
              </ul>
            </li>
          )
        })}
      </ol>
    </MemberFrame>
  )
}

import { member_addresses } from '#storefront/addresses/member.ts'
import { MemberCard, MemberFrame } from '#storefront/commerce/member/member-frame.tsx'
import { benefitsOf, dayText, pointsText } from '#storefront/commerce/member/member-texts.ts'
import { OrderCard } from '#storefront/commerce/member/order-card.tsx'
import type { OverviewData } from '#storefront/pages/smember/page.server.ts'
import type { PageMeta } from '#storefront/runtime/page.ts'
import type { MemberOverview } from '#contracts/storefront/member.ts'
import { formatDong } from '#pure/money.ts'
import { formatDate } from '#pure/vietnam-time.ts'
import { buttonClass } from '#web/ui/button.ts'
import { Icon } from '#web/ui/icons.tsx'
import { SectionHeading } from '#web/ui/section-heading.tsx'

export function meta(): PageMeta {
  return { title: 'Smember', robots: 'noindex, nofollow' }
}

/** /smember: who the member is to the shop, and what is next. */
export function Page({ data: { overview, orders } }: { data: OverviewData }) {
  const { points, order_count, voucher_count, tier } = overview
  const expiring = points.next_expiry
  return (
    <MemberFrame title="Smember">
      <TierCard overview={overview} />
      <dl className="grid grid-cols-2 gap-3 sm:grid-cols-3">
        <Figure
          name="Điểm"
          value={pointsText(points.balance)}
          href={member_addresses.memberPoints.path}
        >
          {expiring === null
            ? '1 điểm = 1đ khi thanh toán'
            : `${pointsText(expiring.points)} hết hạn ${formatDate(new Date(expiring.expires_at))}`}
        </Figure>
        <Figure
          name="Phiếu giảm giá"
          value={String(voucher_count)}
          href={member_addresses.memberVouchers.path}
        >
          đang dùng được
        </Figure>
        <Figure
          name="Tổng số đơn hàng"
          value={String(order_count)}
          href={member_addresses.memberOrders.path}
        >
          đã mua
        </Figure>
      </dl>
      {benefitsOf(tier).length > 0 && (
        <MemberCard>
          <SectionHeading
            title={`Quyền lợi ${tier.name}`}
            more={{ text: 'Xem các hạng', href: member_addresses.memberTiers.path }}
          />
          <ul className="mt-3 grid gap-2">
            {benefitsOf(tier).map((benefit) => (
              <li key={benefit} className="flex gap-2.5">
                <Icon name="check" className="mt-0.5 size-5 shrink-0 text-success" />
                {benefit}
              </li>
            ))}
          </ul>
        </MemberCard>
      )}
      <section className="grid gap-3">
        <SectionHeading
          title="Đơn hàng mới nhất"
          {...(orders.length > 0
            ? { more: { text: 'Xem tất cả', href: member_addresses.memberOrders.path } }
            : {})}
        />
        {orders.map((order) => (
          <OrderCard key={order.code} order={order} heading="h3" />
        ))}
        {orders.length === 0 && (
          <MemberCard className="flex flex-wrap items-center justify-between gap-4">
            <p className="text-muted">Bạn chưa có đơn hàng nào. Đơn đầu tiên sẽ hiện ở đây.</p>
            <a href="/" className={buttonClass('primary')}>
              Mua sắm ngay
            </a>
          </MemberCard>
        )}
      </section>
    </MemberFrame>
  )
}

/** The card of the member: name, tier, spending and the way to the next tier. */
function TierCard({ overview }: { overview: MemberOverview }) {
  const { name, phone, tier, spent, next, counted_from, counted_until } = overview
  const goal = next === null ? spent : spent + next.missing
  const percent = goal === 0 ? 0 : Math.min(100, Math.floor((spent / goal) * 100))
  return (
    <section className="rounded-2xl bg-linear-to-br from-night to-ink p-5 text-white shadow-raised sm:p-6">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <p className="text-xl font-bold wrap-anywhere">{name === '' ? 'Chào bạn' : name}</p>
          <p className="text-body text-white/85 tabular-nums">{phone}</p>
        </div>
        <p className="rounded-full bg-gold px-3.5 py-1 font-extrabold text-ink">{tier.name}</p>
      </div>
      <p className="mt-5 text-body text-white/85">Tổng tiền tích lũy từ {dayText(counted_from)}</p>
      <p className="text-2xl font-extrabold large-text:text-base tabular-nums">
        {formatDong(spent)}
      </p>
      <div
        role="progressbar"
        aria-label={next === null ? 'Hạng cao nhất' : `Đến hạng ${next.name}`}
        aria-valuenow={percent}
        aria-valuemin={0}
        aria-valuemax={100}
        className="mt-3 h-2.5 overflow-hidden rounded-full bg-white/20"
      >
        <div className="h-full rounded-full bg-bright" style={{ width: `${String(percent)}%` }} />
      </div>
      <p className="mt-2 text-body">
        {next === null
          ? 'Bạn đang ở hạng cao nhất. Cảm ơn bạn đã đồng hành cùng cửa hàng.'
          : `Cần chi tiêu thêm ${formatDong(next.missing)} để lên hạng ${next.name}`}
      </p>
      <p className="mt-1 text-sm text-white/85">Cập nhật lại sau {dayText(counted_until)}</p>
    </section>
  )
}

interface FigureProps {
  name: string
  value: string
  href: string
  children: string
}

function Figure({ name, value, href, children }: FigureProps) {
  return (
    <div className="relative rounded-2xl bg-white p-4 shadow-card first:col-span-2 hover:shadow-raised sm:first:col-span-1">
      <dt className="text-body text-muted">
        <a href={href} className="after:absolute after:inset-0 after:rounded-2xl">
          {name}
        </a>
      </dt>
      <dd className="mt-1 text-xl font-extrabold tabular-nums">{value}</dd>
      <dd className="text-sm text-muted">{children}</dd>
    </div>
  )
}

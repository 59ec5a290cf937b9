import { successUrl } from '#storefront/addresses/cart-links.ts'
import { frame_paths } from '#storefront/addresses/frame-paths.ts'
import { MemberCard, MemberFrame } from '#storefront/commerce/member/member-frame.tsx'
import { pointsText } from '#storefront/commerce/member/member-texts.ts'
import type { PointsData } from '#storefront/pages/smember/points/page.server.ts'
import type { PageMeta } from '#storefront/runtime/page.ts'
import type { PointEntry } from '#contracts/storefront/member.ts'
import { formatDate, formatDateTime } from '#pure/vietnam-time.ts'

export function meta(): PageMeta {
  return { title: 'Điểm Smember', robots: 'noindex, nofollow' }
}

const kinds: Record<PointEntry['kind'], string> = {
  earn: 'Tích điểm',
  take_back: 'Trừ lại điểm đã tích',
  spend: 'Dùng điểm',
  give_back: 'Hoàn điểm',
  restore: 'Chuyển điểm khi gộp tài khoản',
  expire: 'Điểm hết hạn',
}

/** /smember/diem: the balance, the rule, and every change. */
export function Page({ data: { points, point_percent, entries } }: { data: PointsData }) {
  const { balance, next_expiry, last_months, max_percent } = points
  return (
    <MemberFrame title="Điểm Smember">
      <section className="rounded-2xl bg-linear-to-br from-night to-ink p-5 text-white shadow-raised sm:p-6">
        <p className="text-body text-white/85">Điểm hiện có</p>
        <p className="text-3xl font-extrabold tabular-nums">{pointsText(balance)}</p>
        {next_expiry !== null && (
          <p className="mt-2 w-fit rounded-full bg-gold px-3.5 py-1 text-sm font-bold text-ink">
            {pointsText(next_expiry.points)} hết hạn {formatDate(new Date(next_expiry.expires_at))}
          </p>
        )}
        <p className="mt-4">
          <a
            href={balance > 0 ? frame_paths.cart : frame_paths.home}
            className="button bg-white text-ink hover:bg-mist"
          >
            {balance > 0 ? 'Dùng điểm khi thanh toán' : 'Mua sắm để tích điểm'}
          </a>
        </p>
      </section>
      <MemberCard>
        <h2 className="text-lg">Cách tích và dùng điểm</h2>
        <ul className="mt-3 grid list-disc gap-1.5 pl-5 text-body text-muted">
          <li>
            {point_percent > 0
              ? `Mỗi đơn giao xong được tích ${String(point_percent).replace('.', ',')}% giá trị đơn.`
              : 'Lên hạng để bắt đầu tích điểm với mỗi đơn giao xong.'}
          </li>
          <li>1 điểm bằng 1đ, dùng ở bước thanh toán, nhiều nhất {max_percent}% tiền hàng.</li>
          <li>
            Điểm dùng được trong {last_months} tháng. Hủy hoặc trả hàng thì điểm được tính lại.
          </li>
        </ul>
      </MemberCard>
      <section className="grid gap-3">
        <h2 className="text-xl">Lịch sử điểm</h2>
        {entries.length === 0 ? (
          <MemberCard>
            <p className="text-muted">Chưa có thay đổi nào.</p>
          </MemberCard>
        ) : (
          <ul className="divide-y divide-line rounded-2xl bg-white shadow-card">
            {entries.map((entry) => (
              <Entry key={`${entry.happened_at} ${entry.kind} ${entry.points}`} entry={entry} />
            ))}
          </ul>
        )}
      </section>
    </MemberFrame>
  )
}

function Entry({ entry }: { entry: PointEntry }) {
  const { kind, points, order_code, payment_method, happened_at } = entry
  return (
    <li className="flex items-baseline justify-between gap-4 px-5 py-3.5">
      <div className="min-w-0">
        <p className="font-semibold">
          {kinds[kind]}
          {order_code !== null && (
            <>
              {' · '}
              <a
                href={successUrl(payment_method ?? 'cod', order_code)}
                className="text-accent hover:underline"
              >
                {order_code}
              </a>
            </>
          )}
        </p>
        <p className="text-sm text-muted">
          <time dateTime={happened_at}>{formatDateTime(new Date(happened_at))}</time>
        </p>
      </div>
      <p className={`shrink-0 font-bold tabular-nums ${points > 0 ? 'text-success' : 'text-ink'}`}>
        {points > 0 ? '+' : '−'}
        {pointsText(Math.abs(points))}
      </p>
    </li>
  )
}

import { formatDong } from '#pure/money.ts'
import { formatDate } from '#pure/vietnam-time.ts'
import { tradeListUrl, tradeQuoteUrl } from '#storefront/addresses/trade-in-links.ts'
import { MemberCard, MemberFrame } from '#storefront/commerce/member/member-frame.tsx'
import { trade_state_names } from '#storefront/commerce/trade/trade-states.ts'
import type { MemberTradeInsData } from '#storefront/pages/smember/trade-ins/page.server.ts'
import type { PageMeta } from '#storefront/runtime/page.ts'
import { buttonClass } from '#web/ui/button.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'

export function meta(): PageMeta {
  return { title: 'Thu cũ', robots: 'noindex, nofollow' }
}

/** /smember/thu-cu: the quotes of a member, the newest first. */
export function Page({ data: { quotes } }: { data: MemberTradeInsData }) {
  return (
    <MemberFrame title="Thu cũ">
      {quotes.length === 0 ? (
        <EmptyState picture="no-result" title="Chưa có báo giá nào">
          <p>Báo giá bạn nhận khi đã đăng nhập sẽ hiện ở đây.</p>
          <a href={tradeListUrl(null)} className={buttonClass('primary', 'mt-4 min-h-12')}>
            Định giá máy cũ
          </a>
        </EmptyState>
      ) : (
        <ul className="grid gap-3">
          {quotes.map(({ code, state, device_name, value, offer, shop, expires_at }) => (
            <li key={code}>
              <MemberCard className="grid gap-1.5">
                <p className="flex flex-wrap justify-between gap-x-4">
                  <a
                    href={tradeQuoteUrl(code)}
                    className="font-semibold hover:text-accent hover:underline"
                  >
                    {device_name}
                  </a>
                  <span className="font-semibold">{trade_state_names[state]}</span>
                </p>
                <p className="text-[15px] text-muted">
                  {offer === null
                    ? `Giá thu dự kiến ${formatDong(value)}`
                    : `Giá thu cuối cùng ${formatDong(offer.amount)}`}
                  {` · ${code} · ${shop.name}`}
                  {state === 'quoted' && ` · giữ giá đến ${formatDate(new Date(expires_at))}`}
                </p>
              </MemberCard>
            </li>
          ))}
        </ul>
      )}
    </MemberFrame>
  )
}

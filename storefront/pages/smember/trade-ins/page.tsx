import { formatDong } from '#pure/money.ts'
import { formatDate } from '#pure/vietnam-time.ts'
import { tradeListUrl, tradeQuoteUrl } from '#storefront/addresses/trade-in-links.ts'
import { LinePicture } from '#storefront/commerce/checkout/checkout-line.tsx'
import { MemberCard, MemberFrame } from '#storefront/commerce/member/member-frame.tsx'
import { MemberItem } from '#storefront/commerce/member/member-item.tsx'
import { trade_state_kinds, trade_state_names } from '#storefront/commerce/trade/trade-states.ts'
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
        <MemberCard>
          <EmptyState picture="no-result" title="Chưa có báo giá nào">
            <p>Báo giá bạn nhận khi đã đăng nhập sẽ hiện ở đây.</p>
            <a href={tradeListUrl(null)} className={buttonClass('primary')}>
              Định giá máy cũ
            </a>
          </EmptyState>
        </MemberCard>
      ) : (
        <ul className="grid gap-3">
          {quotes.map(({ code, state, device_name, thumbnail, value, offer, shop, expires_at }) => (
            <MemberItem
              key={code}
              href={tradeQuoteUrl(code)}
              title={device_name}
              state={trade_state_names[state]}
              kind={trade_state_kinds[state]}
              picture={<LinePicture line={{ thumbnail }} className="size-16 shrink-0" />}
            >
              <p className="text-body">
                {offer === null ? 'Giá thu dự kiến ' : 'Giá thu cuối cùng '}
                <strong className="text-sale tabular-nums">
                  {formatDong(offer === null ? value : offer.amount)}
                </strong>
                {state === 'quoted' && (
                  <span className="block text-sm text-muted">
                    Giữ giá đến {formatDate(new Date(expires_at))}
                  </span>
                )}
              </p>
              <p className="text-sm text-muted">
                {shop.name}
                <span className="block">{code}</span>
              </p>
            </MemberItem>
          ))}
        </ul>
      )}
    </MemberFrame>
  )
}

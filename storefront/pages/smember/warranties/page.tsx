import { frame_paths } from '#storefront/addresses/frame-paths.ts'
import { MemberCard, MemberFrame } from '#storefront/commerce/member/member-frame.tsx'
import { StateBadge } from '#storefront/commerce/member/member-item.tsx'
import { dayText } from '#storefront/commerce/member/member-texts.ts'
import { LinePicture } from '#storefront/commerce/checkout/checkout-line.tsx'
import type { WarrantiesData } from '#storefront/pages/smember/warranties/page.server.ts'
import { useShop } from '#storefront/runtime/shop-data.ts'
import type { PageMeta } from '#storefront/runtime/page.ts'
import { buttonClass } from '#web/ui/button.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { telLink } from '#web/ui/tel-link.ts'

export function meta(): PageMeta {
  return { title: 'Bảo hành', robots: 'noindex, nofollow' }
}

/** /smember/bao-hanh: each device by its IMEI or serial number, with the days of its warranty. */
export function Page({ data: { warranties } }: { data: WarrantiesData }) {
  const { shop } = useShop()
  return (
    <MemberFrame title="Bảo hành">
      {warranties.length === 0 ? (
        <MemberCard>
          <EmptyState picture="no-result" title="Chưa có máy nào">
            <p>
              Máy có IMEI hoặc số serial mà bạn mua khi đã đăng nhập sẽ hiện ở đây sau khi giao.
            </p>
            <a href={frame_paths.lookup} className={buttonClass('outline')}>
              Tra cứu bảo hành
            </a>
          </EmptyState>
        </MemberCard>
      ) : (
        <ul className="grid gap-3">
          {warranties.map(({ name, thumbnail, url_path, code, from, until, is_over }) => (
            <li key={code}>
              <MemberCard className="flex gap-4 large-text:flex-col">
                <LinePicture line={{ thumbnail }} className="size-18 shrink-0" />
                <div className="min-w-0 flex-1">
                  <p className="font-semibold">
                    <a href={`/${url_path}`} className="hover:text-accent hover:underline">
                      {name}
                    </a>
                  </p>
                  <p className="text-body text-muted tabular-nums">
                    IMEI/Serial <span className="whitespace-nowrap">{code}</span>
                  </p>
                  <p className="text-body text-muted tabular-nums">
                    Từ {dayText(from)} đến {dayText(until)}
                  </p>
                  <p className="mt-2 flex">
                    <StateBadge kind={is_over ? 'ended' : 'good'}>
                      {is_over ? 'Đã hết hạn bảo hành' : 'Còn bảo hành'}
                    </StateBadge>
                  </p>
                </div>
              </MemberCard>
            </li>
          ))}
        </ul>
      )}
      <p className="text-body text-muted">
        Cần bảo hành? Mang máy đến cửa hàng gần nhất hoặc gọi{' '}
        <a href={telLink(shop.hotline)} className="font-semibold text-accent">
          {shop.hotline}
        </a>
        .
      </p>
    </MemberFrame>
  )
}

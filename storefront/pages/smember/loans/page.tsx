import { formatDong } from '#pure/money.ts'
import { frame_paths } from '#storefront/addresses/frame-paths.ts'
import { applicationUrl } from '#storefront/addresses/loan.ts'
import { state_kinds, state_names } from '#storefront/commerce/installment/application-texts.ts'
import { LinePicture } from '#storefront/commerce/checkout/checkout-line.tsx'
import { MemberCard, MemberFrame } from '#storefront/commerce/member/member-frame.tsx'
import { MemberItem } from '#storefront/commerce/member/member-item.tsx'
import type { MemberLoansData } from '#storefront/pages/smember/loans/page.server.ts'
import type { PageMeta } from '#storefront/runtime/page.ts'
import { buttonClass } from '#web/ui/button.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'

export function meta(): PageMeta {
  return { title: 'Hồ sơ trả góp', robots: 'noindex, nofollow' }
}

/** /smember/tra-gop: the applications of a member, the newest first. */
export function Page({ data: { applications } }: { data: MemberLoansData }) {
  return (
    <MemberFrame title="Hồ sơ trả góp">
      {applications.length === 0 ? (
        <MemberCard>
          <EmptyState picture="no-result" title="Chưa có hồ sơ nào">
            <p>Hồ sơ bạn gửi khi đã đăng nhập sẽ hiện ở đây.</p>
            <a href={frame_paths.home} className={buttonClass('primary')}>
              Chọn sản phẩm
            </a>
          </EmptyState>
        </MemberCard>
      ) : (
        <ul className="grid gap-3">
          {applications.map(({ code, state, company_name, goods, thumbnail, loan }) => (
            <MemberItem
              key={code}
              href={applicationUrl(code)}
              title={goods.join(', ') || code}
              state={state_names[state]}
              kind={state_kinds[state]}
              picture={<LinePicture line={{ thumbnail }} className="size-16 shrink-0" />}
            >
              <p className="text-body tabular-nums">
                {formatDong(loan.monthly)} × {loan.months} tháng
              </p>
              <p className="text-sm text-muted">
                {company_name}
                <span className="block">{code}</span>
              </p>
            </MemberItem>
          ))}
        </ul>
      )}
    </MemberFrame>
  )
}

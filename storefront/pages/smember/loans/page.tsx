import { formatDong } from '#pure/money.ts'
import { applicationUrl } from '#storefront/addresses/loan.ts'
import { state_names } from '#storefront/commerce/installment/application-texts.ts'
import { MemberCard, MemberFrame } from '#storefront/commerce/member/member-frame.tsx'
import type { MemberLoansData } from '#storefront/pages/smember/loans/page.server.ts'
import type { PageMeta } from '#storefront/runtime/page.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'

export function meta(): PageMeta {
  return { title: 'Hồ sơ trả góp', robots: 'noindex, nofollow' }
}

/** /smember/tra-gop: the applications of a member, the newest first. */
export function Page({ data: { applications } }: { data: MemberLoansData }) {
  return (
    <MemberFrame title="Hồ sơ trả góp">
      {applications.length === 0 ? (
        <EmptyState picture="no-result" title="Chưa có hồ sơ nào">
          <p>Hồ sơ bạn gửi khi đã đăng nhập sẽ hiện ở đây.</p>
        </EmptyState>
      ) : (
        <ul className="grid gap-3">
          {applications.map(({ code, state, company_name, goods, loan }) => (
            <li key={code}>
              <MemberCard className="grid gap-1.5">
                <p className="flex flex-wrap justify-between gap-x-4">
                  <a
                    href={applicationUrl(code)}
                    className="font-semibold hover:text-accent hover:underline"
                  >
                    {goods.join(', ') || code}
                  </a>
                  <span className="font-semibold">{state_names[state]}</span>
                </p>
                <p className="text-[15px] text-muted">
                  {company_name} · {code} · {formatDong(loan.monthly)} × {loan.months} tháng
                </p>
              </MemberCard>
            </li>
          ))}
        </ul>
      )}
    </MemberFrame>
  )
}

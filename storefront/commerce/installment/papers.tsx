import type { Application } from '#contracts/storefront/trade/application.ts'
import { loanPapersUrl } from '#storefront/addresses/loan.ts'
import { CheckoutSection } from '#storefront/commerce/checkout/checkout-section.tsx'
import { paper_names } from '#storefront/commerce/installment/application-texts.ts'
import { buttonClass } from '#web/ui/button.ts'
import { Icon } from '#web/ui/icons.tsx'
import { Notice } from '#web/ui/notice.tsx'

interface PapersProps {
  application: Application
  /** Why a picture was not taken. */
  problem: string | null
  /** The page that the form comes back to. */
  back: 'payment' | 'application'
}

/** The pictures that the company demands: a form of the browser, so that it works without scripts. */
export function Papers({ application: { code, secret, papers }, problem, back }: PapersProps) {
  const missing = papers.filter(({ is_here }) => !is_here)
  return (
    <CheckoutSection title="ẢNH GIẤY TỜ">
      <p className="text-body text-muted">
        Công ty yêu cầu các ảnh này. Cửa hàng lưu ở dạng mã hóa, chỉ nhân viên phụ trách xem được
        (có ghi nhật ký) và tự xóa 7 ngày sau khi có kết quả.
      </p>
      {problem !== null && <Notice kind="error">{problem}</Notice>}
      <ul className="grid gap-2">
        {papers.map(({ kind, is_here }) => (
          <li key={kind} className="flex items-center gap-2">
            <Icon
              name={is_here ? 'circle-check' : 'circle-x'}
              className={`size-5 shrink-0 ${is_here ? 'text-success' : 'text-muted'}`}
            />
            {paper_names[kind]}
            <span className="text-sm text-muted">{is_here ? 'đã có' : 'chưa có'}</span>
          </li>
        ))}
      </ul>
      {missing.length > 0 && (
        <form
          method="post"
          action={loanPapersUrl(code, secret)}
          encType="multipart/form-data"
          className="grid gap-4"
        >
          <input type="hidden" name="ve" value={back} />
          {missing.map(({ kind }) => (
            <label key={kind} className="grid gap-1.5 text-sm font-semibold">
              {paper_names[kind]}
              <input
                type="file"
                name={kind}
                required
                accept="image/jpeg,image/png,image/webp,image/avif"
                className="min-h-12 w-full rounded-xl border border-muted/70 bg-white p-2 text-base font-normal"
              />
            </label>
          ))}
          <button
            type="submit"
            className={buttonClass('outline', 'min-h-12 w-full sm:w-auto sm:justify-self-start')}
          >
            Gửi ảnh
          </button>
        </form>
      )}
    </CheckoutSection>
  )
}

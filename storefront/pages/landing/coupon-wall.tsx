import { useState } from 'react'
import type { WallVoucher } from '#contracts/storefront/landing/landing.ts'
import { formatDong } from '#pure/money.ts'
import { formatDate } from '#pure/vietnam-time.ts'
import type { ShownOf } from '#storefront/commerce/blocks/shown-blocks.ts'
import { LandingSection } from '#storefront/pages/landing/section.tsx'
import { Icon } from '#web/ui/icons.tsx'

/** The coupons of a campaign: what each takes off, for what, until when, and its code. */
export function CouponWall({ block }: { block: ShownOf<'vouchers'> }) {
  const { title, sentence, look, vouchers } = block
  return (
    <LandingSection title={title} sentence={sentence}>
      <ul aria-label={title} className={`coupons coupons-${look}`}>
        {vouchers.map((voucher) => (
          <li key={voucher.code}>
            <Coupon voucher={voucher} />
          </li>
        ))}
      </ul>
    </LandingSection>
  )
}

function Coupon({ voucher }: { voucher: WallVoucher }) {
  const { code, name, description, state } = voucher
  return (
    <article className="coupon" data-state={state}>
      <p className="coupon-value">
        <small>Giảm</small>
        <b>{valueText(voucher)}</b>
      </p>
      <div className="coupon-words">
        <h3>{name}</h3>
        <p>{description}</p>
        <p className="coupon-time">{timeText(voucher)}</p>
      </div>
      <p className="coupon-code">
        <code>{code}</code>
        {state === 'taken' ? null : <CopyCode code={code} />}
      </p>
    </article>
  )
}

function CopyCode({ code }: { code: string }) {
  const [state, setState] = useState<'idle' | 'copied' | 'failed'>('idle')
  const copy = () =>
    navigator.clipboard.writeText(code).then(
      () => setState('copied'),
      // The browser refused. The code stands beside the button and can be marked.
      () => setState('failed'),
    )
  return (
    <button type="button" onClick={() => void copy()} className="coupon-copy">
      <Icon name={state === 'copied' ? 'check' : 'copy'} className="size-4" />
      <span aria-live="polite">
        {state === 'idle' && 'Sao chép'}
        {state === 'copied' && 'Đã chép'}
        {state === 'failed' && 'Hãy bôi đen mã'}
      </span>
      <span className="sr-only"> mã {code}</span>
    </button>
  )
}

/** 15%, 500K or 1,5 triệu */
function valueText({ percent, value }: WallVoucher): string {
  if (percent !== null) return `${String(percent).replace('.', ',')}%`
  if (value === null) return ''
  if (value < 1_000_000) return value % 1_000 === 0 ? `${value / 1_000}K` : formatDong(value)
  return `${String(value / 1_000_000).replace('.', ',')} triệu`
}

function timeText({ state, starts_at, ends_at }: WallVoucher): string {
  if (state === 'taken') return 'Đã hết lượt'
  if (state === 'coming' && starts_at !== null) return `Dùng từ ${formatDate(new Date(starts_at))}`
  return ends_at === null ? 'Không giới hạn ngày' : `Hạn dùng ${formatDate(new Date(ends_at))}`
}

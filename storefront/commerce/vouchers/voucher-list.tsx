import { Form } from 'react-router'
import { formatDong } from '#pure/money.ts'
import { formatDate } from '#pure/vietnam-time.ts'
import { CaptchaAgain } from '#storefront/commerce/captcha/captcha.tsx'
import type { ShownVoucher } from '#storefront/commerce/vouchers/way.ts'
import type { FormAnswer } from '#storefront/runtime/page.ts'
import { buttonClass } from '#web/ui/button.ts'
import { Icon } from '#web/ui/icons.tsx'

/** "Chọn mã": the vouchers of the shop, each with what it takes off or why it does not apply. */
export function VoucherList({
  path,
  vouchers,
  answer,
  is_busy,
}: {
  path: string
  vouchers: readonly ShownVoucher[]
  /** The answer to a press in this list, which asks for a captcha; null: there is none. */
  answer: FormAnswer | null
  is_busy: boolean
}) {
  if (vouchers.length === 0) return null
  const usable = vouchers.filter(({ amount }) => amount > 0).length
  return (
    <details
      // Without scripts the page is a new one: the captcha stands inside.
      open={answer !== null || undefined}
      className="group/codes rounded-2xl border border-line"
    >
      <summary className="flex min-h-12 cursor-pointer list-none items-center gap-3 px-4 font-semibold [&::-webkit-details-marker]:hidden">
        <span className="min-w-0 flex-1">
          Chọn mã
          <span className="ml-2 text-sm font-medium text-muted">
            {usable === 0 ? 'chưa có mã dùng được cho đơn này' : `${usable} mã dùng được`}
          </span>
        </span>
        <Icon name="chevron-down" className="size-4 group-open/codes:rotate-180" />
      </summary>
      <ul className="border-t border-line">
        {vouchers.map((voucher) => (
          <li
            key={voucher.code}
            className="grid gap-3 border-b border-line px-4 py-3 last:border-0"
          >
            <div className="flex items-center gap-3">
              <VoucherText voucher={voucher} />
              <VoucherAction path={path} voucher={voucher} is_busy={is_busy} />
            </div>
            {answer?.values['code'] === voucher.code && (
              <CaptchaAgain answer={answer} path={path} />
            )}
          </li>
        ))}
      </ul>
    </details>
  )
}

function VoucherText({ voucher }: { voucher: ShownVoucher }) {
  const { code, name, description, valid_until, amount, problem } = voucher
  return (
    <div className={`min-w-0 flex-1 text-sm ${amount > 0 ? '' : 'text-muted'}`}>
      <p className="text-body font-bold wrap-anywhere">{code}</p>
      <p className="font-medium">{name}</p>
      <p className="text-muted">
        {description}
        {valid_until === null ? '' : ` Hạn dùng ${formatDate(new Date(valid_until))}.`}
      </p>
      {problem === null ? null : <p className="mt-1 font-semibold text-ink">{problem}</p>}
    </div>
  )
}

interface VoucherActionProps {
  path: string
  voucher: ShownVoucher
  is_busy: boolean
}

function VoucherAction({ path, voucher, is_busy }: VoucherActionProps) {
  const { code, amount, is_entered } = voucher
  if (amount === 0) return null
  return (
    <div className="grid shrink-0 justify-items-end gap-1">
      <p className="font-bold text-success">-{formatDong(amount)}</p>
      {is_entered ? (
        <p className="text-sm font-semibold text-muted">Đang dùng</p>
      ) : (
        <Form method="post" action={path} preventScrollReset>
          <input type="hidden" name="code" value={code} />
          <input type="hidden" name="is_confirmed" value="true" />
          <input type="hidden" name="pressed" value="list" />
          <button
            type="submit"
            name="intent"
            value="voucher"
            aria-disabled={is_busy}
            aria-label={`Dùng mã ${code}`}
            className={buttonClass('outline', 'px-5')}
          >
            Dùng
          </button>
        </Form>
      )}
    </div>
  )
}

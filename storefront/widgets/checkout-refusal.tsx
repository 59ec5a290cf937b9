import { useState } from 'react'
import { Form } from 'react-router'
import type { QuoteLine } from '#contracts/quote.ts'
import { formatDong } from '#pure/money.ts'
import { addresses } from '#storefront/addresses.ts'
import type { FormAnswer } from '#storefront/page.ts'
import { readTotals, wordsForRefusal } from '#storefront/refusals.ts'
import { buttonClass } from '#storefront/ui/button.ts'
import { Popup } from '#storefront/ui/popup.tsx'
import { withItemName } from '#storefront/widgets/checkout-item-name.ts'

interface CheckoutRefusalProps {
  answer: FormAnswer
  /** What the answer may be about. */
  lines: readonly QuoteLine[]
  isBusy: boolean
}

/** Why the order was not made, and the ways on (spec §8). Without scripts it stands in the page. */
export function CheckoutRefusal({ answer, lines, isBusy }: CheckoutRefusalProps) {
  const [closed, setClosed] = useState<FormAnswer | null>(null)
  const { refusal } = answer
  if (!refusal || closed === answer) return null
  const close = () => setClosed(answer)
  const totals = readTotals(refusal)
  if (totals) {
    return <TotalChange key={totals.grand_total} {...{ answer, isBusy, close }} totals={totals} />
  }
  const { text, button, href } = wordsForRefusal(withItemName(refusal, lines))
  return (
    <Popup
      key={refusal.code}
      title="Chưa thể đặt hàng"
      onClose={close}
      max_width={440}
      footer={
        href ? (
          <a href={href} className={buttonClass('primary', 'flex-1')}>
            {button}
          </a>
        ) : (
          <button
            type="button"
            onClick={close}
            className={buttonClass('primary', 'flex-1 noscript:hidden')}
          >
            Đã hiểu
          </button>
        )
      }
    >
      <p>{text}</p>
    </Popup>
  )
}

interface TotalChangeProps extends Omit<CheckoutRefusalProps, 'lines'> {
  close: () => void
  totals: { previous_total: number; grand_total: number }
}

/** Spec §8 grand_total_change: both totals, then buy at the new one or look again. */
function TotalChange({ answer, isBusy, close, totals }: TotalChangeProps) {
  const kept = ['payment_method', 'quote_id', 'idempotency_key']
  return (
    <Popup
      title="Tổng tiền đã thay đổi"
      onClose={close}
      max_width={440}
      footer={
        <>
          <a href={addresses.cart.path} className={buttonClass('outline', 'flex-1')}>
            Kiểm tra lại
          </a>
          <Form
            method="post"
            action={addresses.payment.path}
            className="flex flex-1"
            onSubmit={(event) => {
              if (isBusy) event.preventDefault()
            }}
          >
            <input type="hidden" name="intent" value="pay" />
            <input type="hidden" name="grand_total" value={totals.grand_total} />
            {kept.map((name) => (
              <input key={name} type="hidden" name={name} value={answer.values[name] ?? ''} />
            ))}
            <button
              type="submit"
              aria-disabled={isBusy}
              className={buttonClass('primary', 'flex-1 whitespace-nowrap')}
            >
              Xác nhận mua
            </button>
          </Form>
        </>
      }
    >
      <p>Giá của sản phẩm vừa được cập nhật trong lúc bạn đặt hàng.</p>
      <dl className="mt-4 grid gap-2 rounded-2xl bg-mist p-4">
        <div className="flex justify-between gap-4">
          <dt className="text-muted">Tổng tiền cũ</dt>
          <dd>
            <del className="text-muted">{formatDong(totals.previous_total)}</del>
          </dd>
        </div>
        <div className="flex justify-between gap-4">
          <dt className="font-semibold">Tổng tiền mới</dt>
          <dd className="text-lg font-extrabold text-sale">{formatDong(totals.grand_total)}</dd>
        </div>
      </dl>
    </Popup>
  )
}

import { useState } from 'react'
import { Form } from 'react-router'
import { formatDong } from '#pure/money.ts'
import { TotalComparison } from '#storefront/commerce/checkout/total-comparison.tsx'
import { refusalMessage } from '#storefront/refusals.ts'
import type { FormAnswer } from '#storefront/runtime/page.ts'
import { buttonClass } from '#web/ui/button.ts'
import { Popup } from '#web/ui/popup.tsx'

interface VoucherChangeProps {
  path: string
  answer: FormAnswer
  is_busy: boolean
  /** The shopper keeps the first voucher. */
  onKeep: () => void
}

/** Asks before a second voucher replaces the first. Without scripts it is part of the page. */
export function VoucherChange({ path, answer, is_busy, onKeep }: VoucherChangeProps) {
  const [closed, setClosed] = useState<FormAnswer | null>(null)
  const { refusal } = answer
  if (refusal?.code !== 'voucher_change_needs_confirm' || closed === answer) return null
  const { previous, next, previous_total, grand_total } = refusal.data
  return (
    <Popup
      key={next.code}
      title="Đổi mã giảm giá?"
      onClose={() => setClosed(answer)}
      max_width={440}
      footer={
        <>
          <a
            href={path}
            onClick={onKeep}
            className={buttonClass('outline', 'flex-1 whitespace-nowrap')}
          >
            Giữ mã cũ
          </a>
          <Form method="post" action={path} className="flex flex-1">
            <input type="hidden" name="code" value={next.code} />
            <input type="hidden" name="is_confirmed" value="true" />
            <input type="hidden" name="pressed" value="popup" />
            <button
              type="submit"
              name="intent"
              value="voucher"
              aria-disabled={is_busy}
              className={buttonClass('primary', 'flex-1 whitespace-nowrap')}
            >
              Dùng mã mới
            </button>
          </Form>
        </>
      }
    >
      <p>{refusalMessage(refusal).text}</p>
      <ul className="mt-2 grid gap-1">
        {[previous, next].map(({ code, amount }) => (
          <li key={code}>
            Mã {code}: -{formatDong(amount)}
          </li>
        ))}
      </ul>
      <TotalComparison previous_total={previous_total} grand_total={grand_total} />
    </Popup>
  )
}

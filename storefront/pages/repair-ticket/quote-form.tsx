import { Form, useNavigation } from 'react-router'
import type { RepairTicket } from '#contracts/storefront/repair-ticket.ts'
import { formatDong } from '#pure/money.ts'
import { ticketUrl } from '#storefront/addresses/booking-links.ts'
import { timeText } from '#pure/formats/weekdays.ts'
import { CheckoutSection } from '#storefront/commerce/checkout/checkout-section.tsx'
import { ticket_texts } from '#storefront/commerce/repair/ticket-refusals.ts'
import { refusalMessage } from '#storefront/refusals.ts'
import { useFormAnswer } from '#storefront/runtime/form-answer.ts'
import { buttonClass } from '#web/ui/button.ts'
import { Notice } from '#web/ui/notice.tsx'

interface QuoteFormProps {
  ticket: RepairTicket
  /** The secret of a ticket that was opened by its link. */
  secret: string | undefined
  asks_to_refuse: boolean
}

/** The answer to a quote: yes at once; no is asked once more, with what it costs. */
export function QuoteForm({ ticket, secret, asks_to_refuse }: QuoteFormProps) {
  const { refusal } = useFormAnswer()
  const is_busy = useNavigation().state !== 'idle'
  const { code, version, total, refusal_fee, promised_at } = ticket
  const fee =
    refusal_fee > 0
      ? `Nếu không sửa, phí kiểm tra là ${formatDong(refusal_fee)}.`
      : 'Nếu không sửa, bạn không phải trả gì.'
  return (
    <Form
      method="post"
      action={ticketUrl(code, secret)}
      preventScrollReset
      onSubmit={(event) => {
        if (is_busy) event.preventDefault()
      }}
    >
      <input type="hidden" name="intent" value={asks_to_refuse ? 'refuse' : 'approve'} />
      <input type="hidden" name="code" value={code} />
      <input type="hidden" name="version" value={version} />
      {secret !== undefined && <input type="hidden" name="secret" value={secret} />}
      <CheckoutSection title={asks_to_refuse ? 'TỪ CHỐI BÁO GIÁ' : 'BÁO GIÁ'}>
        {refusal !== null && (
          <Notice kind="error">{refusalMessage(refusal, ticket_texts).text}</Notice>
        )}
        {asks_to_refuse ? (
          <p>Bạn chắc chắn không sửa máy này? {fee}</p>
        ) : (
          <p>
            Sửa xong: <strong className="text-lg text-sale">{formatDong(total)}</strong>, hẹn trả{' '}
            {timeText(promised_at)}. {fee}
          </p>
        )}
        <div className="grid grid-cols-2 gap-3">
          <a
            href={ticketUrl(code, secret, asks_to_refuse ? {} : { 'tu-choi': 1 })}
            className={buttonClass('outline', 'min-h-12')}
          >
            {asks_to_refuse ? 'Quay lại' : 'Từ chối'}
          </a>
          <button
            type="submit"
            aria-disabled={is_busy}
            className={buttonClass(asks_to_refuse ? 'dark' : 'primary', 'min-h-12')}
          >
            {asks_to_refuse ? 'Không sửa' : 'Đồng ý sửa'}
          </button>
        </div>
      </CheckoutSection>
    </Form>
  )
}

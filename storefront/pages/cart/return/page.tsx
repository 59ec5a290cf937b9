import { successUrl } from '#storefront/addresses/cart-links.ts'
import { AnswerNotice } from '#storefront/commerce/checkout/checkout-answer.tsx'
import { AskForm } from '#storefront/pages/cart/return/ask-form.tsx'
import { AskedReturn } from '#storefront/pages/cart/return/asked-return.tsx'
import type { ReturnData } from '#storefront/pages/cart/return/page.server.ts'
import { pictureProblemText } from '#storefront/commerce/pictures/picture-problems.ts'
import { useFormAnswer } from '#storefront/runtime/form-answer.ts'
import type { PageMeta } from '#storefront/runtime/page.ts'
import { buttonClass } from '#web/ui/button.ts'
import { Notice } from '#web/ui/notice.tsx'

export function meta({ returns }: ReturnData): PageMeta {
  return { title: `Đổi trả đơn ${returns.order_code}`, robots: 'noindex, nofollow' }
}

/** /cart/return: the requests of an order, and a form for each line of which something may be returned. */
export function Page({ data }: { data: ReturnData }) {
  const { returns, secret, picture_problem } = data
  const { order_code, payment_method, day, lines, requests } = returns
  const answer = useFormAnswer()
  const [only] = lines.length === 1 ? lines : []
  return (
    <div className="grid gap-4 pb-6">
      <div>
        <h1 className="text-2xl">ĐỔI TRẢ</h1>
        <p className="mt-1 text-body text-muted">
          Đơn hàng <span className="font-semibold whitespace-nowrap text-ink">{order_code}</span>
          {day !== null && (day === 0 ? ', giao hôm nay' : `, giao được ${day} ngày`)}
        </p>
      </div>
      <AnswerNotice answer={answer} lines={[]} has_captcha />
      {picture_problem !== null && (
        <Notice kind="error">{pictureProblemText(picture_problem)}</Notice>
      )}
      {requests.map((request) => (
        <AskedReturn key={request.code} request={request} order_code={order_code} secret={secret} />
      ))}
      {lines.length > 1 && (
        <h2 className="text-lg">
          {requests.length > 0 ? 'Đổi trả sản phẩm khác' : 'Bạn muốn đổi trả sản phẩm nào?'}
        </h2>
      )}
      {lines.map((line) => (
        <AskForm
          key={`${line.position} ${requests.length}`}
          line={line}
          order_code={order_code}
          secret={secret}
          answer={answer}
          is_open={line === only && requests.length === 0}
        />
      ))}
      <a
        href={successUrl(payment_method ?? 'cod', order_code, secret ?? undefined)}
        className={buttonClass('quiet')}
      >
        Quay lại đơn hàng
      </a>
    </div>
  )
}

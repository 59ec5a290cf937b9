import type { LookedUpOrder } from '#contracts/storefront/lookup.ts'
import { promiseText } from '#pure/delivery-text.ts'
import { formatDong } from '#pure/money.ts'
import { paidRows } from '#pure/price-rows.ts'
import { formatDate, formatDateTime, startOfDay } from '#pure/vietnam-time.ts'
import { lookupUrl } from '#storefront/addresses/account-links.ts'
import { LinePicture } from '#storefront/commerce/checkout/checkout-line.tsx'
import { nextStep, outcomeOf, stateName } from '#storefront/commerce/checkout/checkout-texts.ts'
import { ReturnList } from '#storefront/commerce/returns/return-list.tsx'
import { StateList } from '#storefront/commerce/checkout/state-list.tsx'
import { FoundSection } from '#storefront/pages/lookup/found-section.tsx'
import { buttonClass } from '#web/ui/button.ts'

interface OrderResultProps {
  order: LookedUpOrder
  /** The order's page, in the browser that ordered. */
  own_url: string | null
}

/** A looked up order: its state and the next step first, then when it comes, what is in it, and its history. */
export function OrderResult({ order, own_url }: OrderResultProps) {
  const { code, state, expires_at, shipping_method, recipient, goods, returns, history } = order
  const { kind } = outcomeOf(state)
  const color = { good: 'text-success', waiting: 'text-accent', ended: 'text-sale' }[kind]
  const expected = { shipping_method, phone: recipient.phone, recipient_phone: null }
  return (
    <FoundSection title={`ĐƠN HÀNG ${code}`}>
      <div>
        <p className={`text-xl font-bold ${color}`}>{stateName(state)}</p>
        <p className="mt-1 text-body">
          {isExamined(order)
            ? 'Hồ sơ trả góp đang được xét duyệt. Bạn chưa phải trả gì cho đơn này.'
            : nextStep({ state, expires_at, recipient: expected })}
        </p>
      </div>
      <Facts order={order} />
      {own_url === null ? (
        <p className="rounded-xl bg-mist p-3 text-sm">
          {`Để ${waysOn(order)}, hãy mở liên kết trong tin nhắn hoặc thư của cửa hàng về đơn này.`}
        </p>
      ) : (
        <a href={own_url} className={buttonClass('primary', 'min-h-12 sm:w-fit')}>
          Xem chi tiết đơn hàng
        </a>
      )}
      {returns.length > 0 && (
        <div className="grid gap-2">
          <h3 className="text-body tracking-normal">Đổi trả</h3>
          <ReturnList
            returns={returns.map((one) => ({ ...one, shop: null, bring_by: null, note: null }))}
            hrefOf={(of) => lookupUrl('phieu', of)}
          />
        </div>
      )}
      <div>
        <h3 className="text-body tracking-normal">Sản phẩm</h3>
        <ul className="divide-y divide-line">
          {goods.map((line, index) => (
            <li key={`${line.name} ${index}`} className="flex items-center gap-3 py-3">
              <LinePicture line={line} className="size-14 shrink-0" />
              <div className="min-w-0">
                <p className="line-clamp-2 text-body leading-snug font-semibold">{line.name}</p>
                <p className="mt-0.5 text-sm text-muted">
                  {line.is_gift && <span className="font-semibold text-success">Quà tặng · </span>}
                  {line.color_name && <>Màu: {line.color_name} · </>}Số lượng: {line.quantity}
                </p>
              </div>
            </li>
          ))}
        </ul>
      </div>
      <StateList
        title="Lịch sử đơn hàng"
        events={history.map(({ state: reached, happened_at }) => ({
          title: stateName(reached),
          note: null,
          happened_at,
        }))}
      />
    </FoundSection>
  )
}

/** Whether a finance company still decides about its loan: then nobody asks for money. */
function isExamined({ state, payment_method }: LookedUpOrder): boolean {
  return state === 'awaiting_payment' && payment_method === 'installment'
}

/** What the page of the order offers in its state. */
function waysOn(order: LookedUpOrder): string {
  switch (order.state) {
    case 'awaiting_payment':
      if (isExamined(order)) return 'xem hồ sơ hoặc hủy đơn'
      return order.paid_total > 0 ? 'trả nốt hoặc hủy đơn' : 'thanh toán hoặc hủy đơn'
    case 'pending':
    case 'confirmed':
      return 'xem chi tiết hoặc hủy đơn'
    case 'ready_for_pickup':
      return 'xem mã nhận hàng hoặc hủy đơn'
    case 'shipping':
      return 'xem chi tiết đơn'
    case 'delivered':
      return 'đổi trả'
    case 'cancelled':
    case 'expired':
      return 'đặt lại'
  }
}

function Facts({ order }: { order: LookedUpOrder }) {
  const { state, promise, recipient, place, method_title, grand_total, paid_total } = order
  const has_ended = state === 'delivered' || state === 'cancelled' || state === 'expired'
  const is_pickup = order.shipping_method === 'store_pickup'
  const facts: readonly (readonly [string, string | null])[] = [
    ['Dự kiến', has_ended || promise === null ? null : promiseText(promise, null)],
    [
      'Lấy hàng chậm nhất',
      order.keep_until === null ? null : formatDate(startOfDay(order.keep_until)),
    ],
    ['Người nhận', `${recipient.name} · ${recipient.phone}`],
    [is_pickup ? 'Nhận tại' : 'Giao đến', place],
    ['Thanh toán', method_title],
    ['Tổng tiền', formatDong(grand_total)],
    ...paidRows(state, grand_total, paid_total),
    ['Sẽ hoàn lại', moneyOrNull(order.refund_due_total)],
    ['Đã hoàn lại', moneyOrNull(order.refunded_total)],
    ['Thời gian đặt', formatDateTime(new Date(order.created_at))],
  ]
  return (
    <dl className="grid gap-2 text-body">
      {facts.map(([name, value]) =>
        value === null ? null : (
          <div key={name} className="flex justify-between gap-4 sm:grid sm:grid-cols-[170px_1fr]">
            <dt className="shrink-0 text-muted">{name}</dt>
            <dd className="text-right font-semibold wrap-anywhere sm:text-left">{value}</dd>
          </div>
        ),
      )}
    </dl>
  )
}

const moneyOrNull = (amount: number) => (amount > 0 ? formatDong(amount) : null)

import type { ReactNode } from 'react'
import { Form } from 'react-router'
import type { OfferReason, TradeQuote, TradeState } from '#contracts/storefront/trade/trade-in.ts'
import { formatDong } from '#pure/money.ts'
import { formatDate, formatDateTime, startOfDay } from '#pure/vietnam-time.ts'
import { tradeListUrl, tradeQuoteUrl } from '#storefront/addresses/trade-in-links.ts'
import { CheckoutSection } from '#storefront/commerce/checkout/checkout-section.tsx'
import { ReportOfQuote } from '#storefront/pages/trade-in/quote/attach-report.tsx'
import { TradeRefusalNotice } from '#storefront/pages/trade-in/quote/trade-refusal-notice.tsx'
import { useFormAnswer } from '#storefront/runtime/form-answer.ts'
import { buttonClass } from '#web/ui/button.ts'
import { Fact } from '#web/ui/fact.tsx'
import { FieldScope, TextField } from '#web/ui/field.tsx'
import { telLink } from '#web/ui/tel-link.ts'

const headlines: Record<TradeState, { title: string; text: string }> = {
  quoted: {
    title: 'ĐÃ CÓ MÃ BÁO GIÁ',
    text: 'Mang máy và căn cước đến cửa hàng, đưa mã này cho nhân viên. Giá được giữ 7 ngày.',
  },
  arrived: { title: 'CỬA HÀNG ĐANG KIỂM MÁY', text: 'Nhân viên đang kiểm từng mục của máy.' },
  checked: {
    title: 'CỬA HÀNG ĐANG DUYỆT GIÁ',
    text: 'Máy đã kiểm xong, giá đang chờ người thứ hai của cửa hàng duyệt.',
  },
  offered: {
    title: 'GIÁ THU CUỐI CÙNG',
    text: 'Xem giá bên dưới. Bạn đồng ý thì cửa hàng mới thu; không đồng ý thì lấy máy về.',
  },
  accepted: { title: 'BẠN ĐÃ ĐỒNG Ý BÁN', text: 'Cửa hàng đang làm thủ tục và trả tiền.' },
  paid: { title: 'ĐÃ THU MÁY', text: 'Cửa hàng đã trả tiền. Cảm ơn bạn.' },
  refused: { title: 'KHÔNG THU MÁY', text: 'Máy đã trả lại cho bạn.' },
  cancelled: { title: 'BÁO GIÁ ĐÃ HỦY', text: 'Bạn có thể định giá lại bất cứ lúc nào.' },
  expired: { title: 'BÁO GIÁ ĐÃ HẾT HẠN', text: 'Đã quá 7 ngày. Vui lòng định giá lại.' },
}

const reasons: Record<OfferReason, string> = {
  condition_differs: 'Tình trạng máy khác với khai báo',
  hidden_damage: 'Máy có lỗi ẩn, từng sửa hoặc vào nước',
  other_variant: 'Máy khác phiên bản đã khai',
  parts_replaced: 'Máy đã thay linh kiện không chính hãng',
  better_than_quoted: 'Máy tốt hơn khai báo',
}

interface QuotedProps {
  quote: TradeQuote
  is_linked: boolean
}

/** A quote with its code, what the shop found, and what its owner can do. */
export function Quoted({ quote, is_linked }: QuotedProps) {
  const { code, state, qr, shop, visit_on, expires_at, name, phone, may } = quote
  const secret = is_linked ? quote.secret : undefined
  const answer = useFormAnswer()
  const { title, text } = headlines[state]
  const is_open = state === 'quoted' || state === 'arrived' || state === 'checked'
  return (
    <>
      <div className="sheet p-4 text-center sm:p-6">
        <h1 className="text-2xl">{title}</h1>
        <p className="mx-auto mt-1 max-w-md text-muted">{text}</p>
      </div>
      <TradeRefusalNotice answer={answer} />
      {quote.offer && <Offer quote={quote} secret={secret} />}
      <CheckoutSection title="BÁO GIÁ">
        <div className="grid items-center gap-4 sm:grid-cols-[auto_1fr]">
          {is_open && (
            <img
              src={qr}
              alt={`Mã QR của báo giá ${code}`}
              width={176}
              height={176}
              className="size-44 justify-self-center"
            />
          )}
          <dl className="grid gap-2.5 text-body">
            <Fact name="Mã báo giá">
              <span className="tracking-wide whitespace-nowrap select-all">{code}</span>
            </Fact>
            <Fact name="Máy cũ">
              {quote.device_name}
              {quote.device_tail !== null && ` · …${quote.device_tail}`}
            </Fact>
            {state === 'quoted' && (
              <>
                <Fact name="Ngày đến">{formatDate(startOfDay(visit_on))}</Fact>
                <Fact name="Giữ giá đến">{formatDateTime(new Date(expires_at))}</Fact>
              </>
            )}
            <Fact name="Cửa hàng">
              {shop.name}, {shop.address}
            </Fact>
            <Fact name="Điện thoại">
              <a href={telLink(shop.phone)} className="finger text-accent">
                {shop.phone}
              </a>
            </Fact>
            <Fact name="Người bán">
              {name} <span className="whitespace-nowrap">{phone}</span>
            </Fact>
            {quote.order_code !== null && <Fact name="Trừ vào đơn">{quote.order_code}</Fact>}
          </dl>
        </div>
      </CheckoutSection>
      <Deductions quote={quote} />
      <ReportOfQuote quote={quote} secret={secret} />
      {may.name_order && quote.target && !is_linked && <OrderForm code={code} />}
      <History quote={quote} />
      {may.cancel && (
        <ActForm intent="cancel" code={code} secret={secret}>
          <button type="submit" className={buttonClass('outline', 'min-h-12 w-full')}>
            Hủy báo giá
          </button>
        </ActForm>
      )}
      {['cancelled', 'expired', 'refused'].includes(state) && (
        <a href={tradeListUrl(null)} className={buttonClass('primary', 'min-h-12')}>
          Định giá máy khác
        </a>
      )}
      {!is_linked && is_open && (
        <p className="text-center text-sm text-muted">
          Gửi cho người đi cùng:{' '}
          <a
            href={tradeQuoteUrl(code, quote.secret)}
            className="font-semibold text-accent hover:underline"
          >
            liên kết của báo giá
          </a>
          . Ai có liên kết này đều hủy và đồng ý giá được.
        </p>
      )}
    </>
  )
}

/** What the shop found, and whether the owner agrees. */
function Offer({ quote, secret }: { quote: TradeQuote; secret: string | undefined }) {
  const { offer, code, value, base_price, may } = quote
  if (offer === null) return null
  const { amount, bonus, deductions, reason, note, grade_label } = offer
  return (
    <CheckoutSection title="KẾT QUẢ KIỂM MÁY">
      <dl className="grid gap-2 text-body">
        <ValueLines base_price={base_price} deductions={deductions} />
        <Line name="Tổng tiền trừ hao" amount={`−${formatDong(base_price - amount)}`} />
        <div className="flex items-baseline justify-between gap-4 border-t border-line pt-2">
          <dt className="font-semibold">
            Giá thu cuối cùng
            <span className="block text-sm font-normal text-muted">{grade_label}</span>
          </dt>
          <dd className="text-xl font-bold text-sale">{formatDong(amount)}</dd>
        </div>
        {bonus > 0 && (
          <Line name="Trợ giá khi trừ vào đơn máy mới" amount={`+${formatDong(bonus)}`} />
        )}
      </dl>
      {reason !== null && (
        <p className="text-body">
          <span className="font-semibold">
            {amount < value ? 'Thấp hơn báo giá: ' : 'Cao hơn báo giá: '}
          </span>
          {reasons[reason]}
          {note !== null && ` – ${note}`}
        </p>
      )}
      {may.answer && (
        <div className="flex flex-row-reverse flex-wrap gap-3 *:min-w-60 *:flex-1">
          <ActForm intent="accept" code={code} secret={secret}>
            <input type="hidden" name="amount_seen" value={amount} />
            <button type="submit" className={buttonClass('primary', 'min-h-12 w-full')}>
              Đồng ý bán {formatDong(amount)}
            </button>
          </ActForm>
          <ActForm intent="decline" code={code} secret={secret}>
            <button type="submit" className={buttonClass('outline', 'min-h-12 w-full')}>
              Không bán, lấy máy về
            </button>
          </ActForm>
        </div>
      )}
    </CheckoutSection>
  )
}

/** The quote itself: what each answer takes off, and what is left to pay for the new device. */
function Deductions({ quote }: { quote: TradeQuote }) {
  const { deductions, base_price, value, bonus, target, grade_label } = quote
  const whole = deductions.filter(({ deduction }) => deduction === 0)
  return (
    <CheckoutSection title="GIÁ ĐÃ BÁO">
      <dl className="grid gap-2 text-body">
        <ValueLines base_price={base_price} deductions={deductions} />
        <div className="flex items-baseline justify-between gap-4 border-t border-line pt-2">
          <dt className="font-semibold">
            Giá thu dự kiến
            <span className="block text-sm font-normal text-muted">{grade_label}</span>
          </dt>
          <dd className="text-lg font-bold text-sale">{formatDong(value)}</dd>
        </div>
        {target && (
          <>
            {bonus > 0 && <Line name="Trợ giá" amount={`+${formatDong(bonus)}`} />}
            <Line name={`Giá máy mới: ${target.name}`} amount={formatDong(target.price)} />
            <Line name="Số tiền bù thêm" amount={formatDong(target.rest)} />
          </>
        )}
      </dl>
      {whole.length > 0 && (
        <details className="text-body">
          <summary className="fold-link">{`Bạn đã khai ${whole.length} mục không bị trừ`}</summary>
          <ul className="mt-2 grid gap-1.5 text-muted">
            {whole.map((answer) => (
              <li key={answer.question_code}>{answerText(answer)}</li>
            ))}
          </ul>
        </details>
      )}
    </CheckoutSection>
  )
}

function answerText({ title, label }: TradeQuote['deductions'][number]): string {
  return `${title.replace(/\?$/, '')}: ${label}`
}

/** Names the order that the old device is to pay a part of. */
function OrderForm({ code }: { code: string }) {
  const answer = useFormAnswer()
  return (
    <CheckoutSection title="TRỪ VÀO ĐƠN MÁY MỚI">
      <p className="text-body text-muted">
        Đặt máy mới với cách “Nhận tại cửa hàng” ở đúng cửa hàng này và “Thanh toán khi nhận hàng”,
        rồi nhập mã đơn. Tiền máy cũ và trợ giá được trừ tại quầy sau khi kiểm máy.
      </p>
      <ActForm intent="order" code={code} secret={undefined}>
        <FieldScope answer={answer}>
          <TextField name="order_code" label="Mã đơn hàng" maxLength={40} required />
        </FieldScope>
        <button type="submit" className={buttonClass('primary', 'mt-3 min-h-12 w-full')}>
          Trừ vào đơn này
        </button>
      </ActForm>
    </CheckoutSection>
  )
}

const moves: Readonly<Record<string, string>> = {
  quote: 'Báo giá',
  arrive: 'Máy đến cửa hàng',
  offer: 'Cửa hàng báo giá thu cuối cùng',
  approve: 'Cửa hàng báo giá thu cuối cùng',
  accept: 'Bạn đồng ý bán',
  pay: 'Cửa hàng trả tiền',
  decline: 'Bạn không bán',
  refuse: 'Cửa hàng không thu',
  cancel: 'Bạn hủy báo giá',
  name_order: 'Chọn đơn để trừ',
  attach_report: 'Gắn phiếu kiểm tra',
  record_seller: 'Ghi bảng kê thu mua',
}

function History({ quote: { events } }: { quote: TradeQuote }) {
  if (events.length < 2) return null
  return (
    <CheckoutSection title="LỊCH SỬ">
      <ol className="grid gap-2 text-body">
        {events.map(({ move, happened_at, amount, reason, note }) => (
          <li key={`${happened_at} ${move}`}>
            <span className="font-semibold">{moves[move] ?? move}</span>
            {amount !== null && ` · ${formatDong(amount)}`}
            {reason !== null && ` · ${reasons[reason]}`}
            {note !== null && ` · ${note}`}
            <span className="block text-sm text-muted">
              {formatDateTime(new Date(happened_at))}
            </span>
          </li>
        ))}
      </ol>
    </CheckoutSection>
  )
}

interface ActFormProps {
  intent: 'cancel' | 'accept' | 'decline' | 'order'
  code: string
  /** The secret of a quote that was opened by its link. */
  secret: string | undefined
  children: ReactNode
}

function ActForm({ intent, code, secret, children }: ActFormProps) {
  return (
    <Form method="post" action={tradeQuoteUrl(code, secret)} noValidate preventScrollReset>
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name="code" value={code} />
      {secret !== undefined && <input type="hidden" name="secret" value={secret} />}
      {children}
    </Form>
  )
}

type ValueLinesProps = Pick<TradeQuote, 'base_price' | 'deductions'>

/** What the device is worth without a fault, and what each answer takes off. */
function ValueLines({ base_price, deductions }: ValueLinesProps) {
  return (
    <>
      <Line name="Giá máy đẹp" amount={formatDong(base_price)} />
      {deductions
        .filter(({ deduction }) => deduction > 0)
        .map((answer) => (
          <Line
            key={answer.question_code}
            name={answerText(answer)}
            amount={`−${formatDong(answer.deduction)}`}
          />
        ))}
    </>
  )
}

function Line({ name, amount }: { name: string; amount: string }) {
  return (
    <div className="flex items-baseline justify-between gap-4">
      <dt className="text-muted">{name}</dt>
      <dd className="shrink-0 whitespace-nowrap">{amount}</dd>
    </div>
  )
}

import { Form, useNavigation } from 'react-router'
import type { Application, ApplicationState } from '#contracts/storefront/trade/application.ts'
import { formatDong } from '#pure/money.ts'
import { formatDateTime } from '#pure/vietnam-time.ts'
import { successUrl } from '#storefront/addresses/cart-links.ts'
import { installmentUrl } from '#storefront/addresses/installment.ts'
import { applicationUrl } from '#storefront/addresses/loan.ts'
import { RefusalNotice } from '#storefront/commerce/checkout/checkout-answer.tsx'
import { CheckoutSection } from '#storefront/commerce/checkout/checkout-section.tsx'
import {
  application_texts,
  state_names,
} from '#storefront/commerce/installment/application-texts.ts'
import { LoanDetails } from '#storefront/commerce/installment/loan-details.tsx'
import { Papers } from '#storefront/commerce/installment/papers.tsx'
import type { ApplicationData } from '#storefront/pages/loan-application/page.server.ts'
import { useFormAnswer } from '#storefront/runtime/form-answer.ts'
import type { PageMeta } from '#storefront/runtime/page.ts'
import { useShop } from '#storefront/runtime/shop-data.ts'
import { buttonClass } from '#web/ui/button.ts'
import { Icon } from '#web/ui/icons.tsx'
import { telLink } from '#web/ui/tel-link.ts'

export function meta({ application: { code } }: ApplicationData): PageMeta {
  return { title: `Hồ sơ trả góp ${code}`, robots: 'noindex, nofollow' }
}

const texts: Record<ApplicationState, (application: Application) => string> = {
  draft: () => 'Hồ sơ chưa được gửi.',
  submitted: ({ company_name }) =>
    `Cửa hàng đã nhận hồ sơ, giữ hàng cho bạn và đang chuyển cho ${company_name}.`,
  at_company: ({ company_name }) => `${company_name} đang xét duyệt. Hàng vẫn được giữ cho bạn.`,
  more_papers: ({ company_name }) =>
    `${company_name} cần thêm giấy tờ. Gửi đủ ảnh bên dưới rồi bấm “Gửi bổ sung”.`,
  approved: () => 'Mời bạn mang căn cước đến cửa hàng đã chọn để ký hợp đồng.',
  signed: ({ loan: { prepaid } }) =>
    prepaid === 0
      ? 'Cửa hàng đang chuẩn bị máy cho bạn.'
      : `Cửa hàng đang chuẩn bị máy. Bạn trả trước ${formatDong(prepaid)} khi đến nhận máy.`,
  delivered: () => 'Bạn đã nhận máy. Các kỳ góp được trả theo hợp đồng với công ty.',
  money_received: () => 'Bạn đã nhận máy. Các kỳ góp được trả theo hợp đồng với công ty.',
  refused: ({ company_name }) =>
    `${company_name} chưa duyệt khoản vay này. Đơn hàng đã hủy, bạn không phải trả gì.`,
  lapsed: () => 'Đã quá thời gian giữ hàng nên đơn hàng đã hủy. Bạn không phải trả gì.',
  withdrawn: () => 'Đơn hàng đã hủy theo hồ sơ. Bạn không phải trả gì.',
}

/** Where the name of the step says too little as a headline. */
const headlines: Partial<Record<ApplicationState, string>> = {
  refused: 'Hồ sơ chưa được duyệt',
  lapsed: 'Hồ sơ đã quá hạn',
}

/** While there is something to see there: the money that is due, the code for the pick-up. */
const has_order_page: readonly ApplicationState[] = ['signed', 'delivered', 'money_received']

const is_bad: readonly ApplicationState[] = ['refused', 'lapsed', 'withdrawn']

function looksOf(state: ApplicationState) {
  if (is_bad.includes(state)) return { icon: 'circle-x', color: 'text-muted' } as const
  if (state === 'more_papers') return { icon: 'circle-alert', color: 'text-accent' } as const
  return state === 'submitted' || state === 'at_company'
    ? ({ icon: 'clock', color: 'text-accent' } as const)
    : ({ icon: 'circle-check', color: 'text-success' } as const)
}

/** An application: where it is, what is missing, the loan, and how to withdraw it. */
export function Page({ data }: { data: ApplicationData }) {
  const { application, is_linked, asks_to_withdraw, picture_problem, phone_secret } = data
  const {
    code,
    order_code,
    state,
    reason,
    papers,
    expires_at,
    held_if_proven,
    may_withdraw,
    loan,
  } = application
  const secret = is_linked ? application.secret : undefined
  const answer = useFormAnswer()
  const looks = looksOf(state)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4 pb-6">
      <div className="sheet p-4 text-center sm:p-6">
        <Icon name={looks.icon} className={`mx-auto size-12 ${looks.color}`} />
        <h1 className="mt-2 text-2xl">{headlines[state] ?? state_names[state]}</h1>
        <p className="mx-auto mt-1 max-w-md text-balance text-muted">{texts[state](application)}</p>
        {reason !== null && <p className="mx-auto mt-2 max-w-md font-semibold">{reason}</p>}
        {expires_at !== null && (
          <p className="mt-2 text-sm text-muted">
            Giữ hàng đến {formatDateTime(new Date(expires_at))}
          </p>
        )}
        {order_code !== null && !is_linked && has_order_page.includes(state) && (
          <a
            href={successUrl('installment', order_code)}
            className={buttonClass('primary', 'mx-auto mt-4 min-h-12 w-full max-w-md')}
          >
            Xem đơn hàng
          </a>
        )}
      </div>
      {is_bad.includes(state) && <WaysOn application={application} />}
      {held_if_proven !== null && (
        <CheckoutSection title="XÁC NHẬN SỐ ĐIỆN THOẠI">
          <p>
            {phone_secret === null
              ? 'Mở liên kết trong tin nhắn vừa gửi đến số của bạn, hoặc chờ cửa hàng gọi. '
              : 'Bạn mở trang này từ tin nhắn của cửa hàng. '}
            Xác nhận xong, hàng được giữ đến {formatDateTime(new Date(held_if_proven))}.
          </p>
          {phone_secret !== null && (
            <OneButton
              data={{ code, secret, phone_secret }}
              intent="prove-phone"
              text="Xác nhận số điện thoại"
              look="primary"
            />
          )}
        </CheckoutSection>
      )}
      <Phases application={application} />
      <RefusalNotice answer={answer} lines={[]} texts={application_texts} />
      {state === 'more_papers' && (
        <>
          <Papers application={application} problem={picture_problem} back="application" />
          {papers.every(({ is_here }) => is_here) && (
            <OneButton
              data={{ code, secret }}
              intent="send-papers"
              text="Gửi bổ sung"
              look="primary"
            />
          )}
        </>
      )}
      {asks_to_withdraw && (
        <CheckoutSection title="RÚT HỒ SƠ">
          <p>Rút hồ sơ {code}? Đơn hàng sẽ hủy và hàng không còn được giữ.</p>
          <OneButton data={{ code, secret }} intent="withdraw" text="Rút hồ sơ" look="dark" />
        </CheckoutSection>
      )}
      <Facts application={application} />
      <CheckoutSection title="KHOẢN VAY">
        <div>
          <LoanDetails
            loan={loan}
            more={loan.fees > 0 ? [['Phí thu hộ', formatDong(loan.fees)]] : []}
          />
        </div>
      </CheckoutSection>
      {may_withdraw && !asks_to_withdraw && (
        <a
          href={applicationUrl(code, secret, { rut: 1 })}
          className={buttonClass('outline', 'min-h-12')}
        >
          Rút hồ sơ
        </a>
      )}
      {!is_linked && (
        <p className="text-center text-sm text-muted">
          Xem trên máy khác:{' '}
          <a
            href={applicationUrl(code, application.secret)}
            className="font-semibold text-accent hover:underline"
          >
            liên kết của hồ sơ
          </a>
          . Ai có liên kết này đều xem và rút được hồ sơ.
        </p>
      )}
    </div>
  )
}

/** How else the same goods can be bought, once a loan came to nothing. */
function WaysOn({ application: { goods_path, state } }: { application: Application }) {
  const { shop } = useShop()
  const way = buttonClass('outline', 'min-h-12')
  return (
    <CheckoutSection title="CÁCH MUA KHÁC">
      {state === 'refused' && (
        <p>Mỗi công ty xét theo quy định riêng: công ty khác vẫn có thể duyệt cho bạn.</p>
      )}
      <p className="grid gap-2 sm:grid-cols-2">
        {goods_path !== null && (
          <>
            <a href={installmentUrl(goods_path)} className={buttonClass('primary', 'min-h-12')}>
              {state === 'refused' ? 'Chọn công ty khác' : 'Làm hồ sơ mới'}
            </a>
            <a href={installmentUrl(goods_path, { cach: 'the' })} className={way}>
              Trả góp qua thẻ tín dụng
            </a>
            <a href={goods_path} className={way}>
              Trả thẳng, không vay
            </a>
          </>
        )}
        <a href={telLink(shop.hotline)} className={way}>
          {`Gọi tư vấn ${shop.hotline}`}
        </a>
      </p>
    </CheckoutSection>
  )
}

const phases: readonly ApplicationState[] = [
  'submitted',
  'at_company',
  'approved',
  'signed',
  'delivered',
]

/** The way of an application; the time of each step that it has made. One that has ended makes no further step. */
function Phases({ application: { state, events } }: { application: Application }) {
  const current =
    state === 'money_received' ? 'delivered' : state === 'more_papers' ? 'at_company' : state
  const madeOf = (phase: ApplicationState) => events.findLast((event) => event.state === phase)
  const shown = is_bad.includes(state)
    ? [...phases.filter((phase) => madeOf(phase) !== undefined), state]
    : phases
  return (
    <ol aria-label="Các bước của hồ sơ" className="sheet grid gap-2 p-4 sm:p-5">
      {shown.map((phase) => {
        const made = madeOf(phase)
        return (
          <li
            key={phase}
            aria-current={phase === current ? 'step' : undefined}
            className="flex items-baseline justify-between gap-3 aria-[current]:font-bold"
          >
            <span className={made === undefined ? 'text-muted' : ''}>{state_names[phase]}</span>
            {made !== undefined && (
              <span className="text-sm text-muted">
                {formatDateTime(new Date(made.happened_at))}
              </span>
            )}
          </li>
        )
      })}
    </ol>
  )
}

function Facts({ application }: { application: Application }) {
  const { code, order_code, company_name, goods, contract_number, applicant } = application
  const facts: [string, string][] = [
    ['Mã hồ sơ', code],
    ...(order_code === null ? [] : [['Đơn hàng', order_code] as [string, string]]),
    ['Công ty', company_name],
    ...goods.map((name): [string, string] => ['Sản phẩm', name]),
    ...(contract_number === null ? [] : [['Hợp đồng', contract_number] as [string, string]]),
    ...(applicant === null
      ? []
      : [
          ['Người vay', `${applicant.name} · ${applicant.phone.replaceAll(' ', '\u00a0')}`] as [
            string,
            string,
          ],
          ['Căn cước', applicant.document] as [string, string],
        ]),
  ]
  return (
    <CheckoutSection title="HỒ SƠ">
      <dl className="grid gap-2.5 text-body">
        {facts.map(([name, value], index) => (
          <div key={index} className="grid grid-cols-[104px_1fr] gap-x-3 sm:grid-cols-[150px_1fr]">
            <dt className="text-muted">{name}</dt>
            <dd className="min-w-0 font-semibold wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
    </CheckoutSection>
  )
}

interface OneButtonProps {
  data: { code: string; secret: string | undefined; phone_secret?: string }
  intent: string
  text: string
  look: 'primary' | 'dark'
}

function OneButton({ data, intent, text, look }: OneButtonProps) {
  const { code, secret } = data
  const is_busy = useNavigation().state !== 'idle'
  return (
    <Form
      method="post"
      action={applicationUrl(code, secret)}
      onSubmit={(event) => {
        if (is_busy) event.preventDefault()
      }}
    >
      <input type="hidden" name="intent" value={intent} />
      {Object.entries(data).map(
        ([name, value]) =>
          value !== undefined && <input key={name} type="hidden" name={name} value={value} />,
      )}
      <button
        type="submit"
        aria-disabled={is_busy}
        className={buttonClass(look, 'min-h-12 w-full')}
      >
        {text}
      </button>
    </Form>
  )
}

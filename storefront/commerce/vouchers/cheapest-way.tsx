import type { ReactNode } from 'react'
import { Form, useNavigation } from 'react-router'
import { formatDong } from '#pure/money.ts'
import { CaptchaAgain } from '#storefront/commerce/captcha/captcha.tsx'
import type { ChangedWay, Cheapest, Way } from '#storefront/commerce/vouchers/way.ts'
import type { FormAnswer } from '#storefront/runtime/page.ts'
import { buttonClass } from '#web/ui/button.ts'

interface CheapestWayProps {
  /** The address of the page, which takes the form. */
  path: string
  /** What it is cheapest for: "giỏ này". */
  subject: string
  cheapest: Cheapest | null
  changed: ChangedWay | null
  /** What is chosen now, the name of this payment method, and the total with both. */
  now: Way
  payment_title: string | null
  total: number
  /** The total before the change; null: not known. */
  before_total: number | null
  /** The last answer of the page. */
  answer: FormAnswer
  onChoose?: (payment_method: string) => void
}

/** "Rẻ nhất cho giỏ này": a voucher and a payment method that cost less, taken in one press and undone in one. */
export function CheapestWay(props: CheapestWayProps) {
  const { answer, path } = props
  return (
    <div className="grid gap-3 empty:hidden">
      <WayOffer {...props} />
      {answer.values['intent'] === 'way' && <CaptchaAgain answer={answer} path={path} />}
    </div>
  )
}

function WayOffer(props: CheapestWayProps) {
  const { cheapest, changed, now, total } = props
  const is_busy = useNavigation().state !== 'idle'
  const is_changed = changed !== null && isSame(changed.to, now)
  if (is_changed) {
    return (
      <Offer text={changeText(props, changed)} tone="bg-white">
        <WayForm {...props} way={changed.from} from={null}>
          <button type="submit" aria-disabled={is_busy} className={buttonClass('outline')}>
            Hoàn tác
          </button>
        </WayForm>
      </Offer>
    )
  }
  const saving = cheapest === null ? 0 : total - cheapest.grand_total
  if (cheapest === null || saving <= 0) return null
  const way = {
    payment_method: cheapest.needs_method ? cheapest.payment_method : now.payment_method,
    code: cheapest.voucher_code ?? '',
  }
  return (
    <Offer
      text={offerText(props.subject, cheapest, { way, now, saving })}
      tone="bg-success-soft text-success"
    >
      <WayForm {...props} way={way} from={now}>
        <button type="submit" aria-disabled={is_busy} className={buttonClass('primary')}>
          Áp dụng
        </button>
      </WayForm>
    </Offer>
  )
}

/** "Rẻ nhất cho giỏ này: đổi sang ZaloPay + mã MOINGAY50, bớt thêm 100.000đ". */
function offerText(
  subject: string,
  cheapest: Cheapest,
  { way, now, saving }: { way: Way; now: Way; saving: number },
): string {
  const verb = now.payment_method === '' ? 'trả bằng' : 'đổi sang'
  const is_other = way.payment_method !== now.payment_method
  const parts = [
    ...(is_other ? [`${verb} ${cheapest.payment_title}`] : []),
    ...(way.code === now.code ? [] : [way.code === '' ? `bỏ mã ${now.code}` : `mã ${way.code}`]),
  ]
  return `Rẻ nhất cho ${subject}: ${parts.join(' + ')}, bớt thêm ${formatDong(saving)}`
}

/** "Đã đổi sang ZaloPay + dùng mã MOINGAY50: bớt 100.000đ". */
function changeText(
  { payment_title, total, before_total }: CheapestWayProps,
  { from, to }: ChangedWay,
): string {
  const is_other = to.payment_method !== from.payment_method && payment_title !== null
  const verb = from.payment_method === '' ? 'chọn trả bằng' : 'đổi sang'
  const parts = [
    ...(is_other ? [`${verb} ${payment_title}`] : []),
    // The address alone names the code of before, so it is not repeated.
    ...(to.code === from.code ? [] : [to.code === '' ? 'bỏ mã giảm giá' : `dùng mã ${to.code}`]),
  ]
  const saved = before_total === null ? 0 : before_total - total
  return `Đã ${parts.join(' + ')}${saved > 0 ? `: bớt ${formatDong(saved)}` : '.'}`
}

function Offer({ text, tone, children }: { text: string; tone: string; children: ReactNode }) {
  return (
    <div
      role="status"
      className={`flex flex-wrap items-center justify-between gap-3 rounded-2xl p-3 pl-4 ${tone}`}
    >
      <p className="min-w-0 flex-1 basis-56 text-body font-semibold">{text}</p>
      {children}
    </div>
  )
}

interface WayFormProps extends Pick<CheapestWayProps, 'path' | 'onChoose'> {
  way: Way
  /** What a later press can return to; null: nothing. */
  from: Way | null
  children: ReactNode
}

function WayForm({ path, way, from, onChoose, children }: WayFormProps) {
  return (
    <Form
      method="post"
      action={path}
      preventScrollReset
      onSubmit={() => onChoose?.(way.payment_method)}
    >
      <input type="hidden" name="intent" value="way" />
      <input type="hidden" name="payment_method" value={way.payment_method} />
      <input type="hidden" name="code" value={way.code} />
      {from === null ? null : (
        <>
          <input type="hidden" name="from_method" value={from.payment_method} />
          <input type="hidden" name="from_code" value={from.code} />
          <input type="hidden" name="can_undo" value="1" />
        </>
      )}
      {children}
    </Form>
  )
}

function isSame(one: Way, other: Way): boolean {
  return one.payment_method === other.payment_method && one.code === other.code
}

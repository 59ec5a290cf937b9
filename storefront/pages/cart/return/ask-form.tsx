import { Form, useNavigation } from 'react-router'
import type { AskableLine } from '#contracts/storefront/returns.ts'
import { formatDong } from '#pure/money.ts'
import { returnUrl } from '#storefront/addresses/order-return.ts'
import { Captcha } from '#storefront/commerce/captcha/captcha.tsx'
import { LinePicture } from '#storefront/commerce/checkout/checkout-line.tsx'
import { no_answer } from '#storefront/runtime/form-answer.ts'
import type { FormAnswer } from '#storefront/runtime/page.ts'
import { buttonClass } from '#web/ui/button.ts'
import { Icon } from '#web/ui/icons.tsx'
import { FieldScope, RadioCard, SelectField, TextAreaField } from '#web/ui/field.tsx'

interface AskFormProps {
  line: AskableLine
  order_code: string
  secret: string | null
  answer: FormAnswer
  is_open: boolean
}

/** Asks for the return of one line. It is folded while there are other lines or requests. */
export function AskForm({ line, order_code, secret, answer, is_open }: AskFormProps) {
  const { position, name, thumbnail, left } = line
  const was_sent = answer.values['position'] === String(position)
  const own = was_sent ? answer : no_answer
  const { values } = own
  const is_busy = useNavigation().state !== 'idle'
  return (
    <details open={is_open || was_sent} className="group sheet px-4 py-1 sm:px-5">
      <summary className="faq-question text-body">
        <LinePicture line={{ thumbnail }} className="size-14 shrink-0" />
        <span className="min-w-0 flex-1 leading-snug wrap-anywhere">
          {left > 1 && `${left} × `}
          {name}
        </span>
        <Icon
          name="chevron-down"
          className="size-5 shrink-0 text-muted transition-transform group-open:rotate-180"
        />
      </summary>
      <Form
        method="post"
        action={returnUrl(order_code, secret ?? undefined)}
        className="mt-3 mb-4 grid gap-5"
        onSubmit={(event) => {
          if (is_busy) event.preventDefault()
        }}
      >
        <input type="hidden" name="intent" value="ask" />
        <input type="hidden" name="order_code" value={order_code} />
        {secret !== null && <input type="hidden" name="secret" value={secret} />}
        <input type="hidden" name="position" value={position} />
        <FieldScope answer={own}>
          <Which line={line} />
          <Reasons line={line} chosen={values['reason']} />
          <fieldset className="grid gap-2">
            <legend className="mb-1.5 text-sm font-semibold">Bạn muốn</legend>
            <RadioCard
              name="wish"
              value="refund"
              required
              defaultChecked={values['wish'] === 'refund'}
            >
              Trả hàng, hoàn tiền
            </RadioCard>
            <RadioCard
              name="wish"
              value="exchange"
              required
              defaultChecked={values['wish'] === 'exchange'}
            >
              Đổi sản phẩm cùng loại
              <span className="block text-sm text-muted">Khi hàng lỗi hoặc giao nhầm.</span>
            </RadioCard>
          </fieldset>
          <TextAreaField name="words" label="Mô tả tình trạng" optional maxLength={500} />
        </FieldScope>
        <p className="text-sm text-muted">
          Đây là mức dự kiến hôm nay. Cửa hàng kiểm hàng trước, rồi mới chốt phí, đổi hoặc hoàn
          tiền.
          {line.gifts.length > 0 && ` ${giftsText(line.gifts)}`} Gửi xong, bạn có thể thêm ảnh.
        </p>
        <Captcha answer={own} />
        <button
          type="submit"
          aria-disabled={is_busy}
          className={buttonClass('primary', 'min-h-12 w-full')}
        >
          Gửi yêu cầu
        </button>
      </Form>
    </details>
  )
}

/** Which device, or how many: asked only if there is a choice. */
function Which({ line: { left, units } }: { line: AskableLine }) {
  const [only, second] = units
  if (second !== undefined) {
    return (
      <SelectField name="unit_id" label="Máy muốn đổi trả" required defaultValue="">
        <option value="">Chọn theo IMEI hoặc serial</option>
        {units.map(({ unit_id, ends_with }) => (
          <option key={unit_id} value={unit_id}>
            …{ends_with}
          </option>
        ))}
      </SelectField>
    )
  }
  if (only !== undefined) {
    return (
      <p className="text-body">
        Máy có IMEI hoặc serial kết thúc bằng{' '}
        <strong className="whitespace-nowrap">…{only.ends_with}</strong>
      </p>
    )
  }
  if (left === 1) return null
  return (
    <SelectField name="quantity" label="Số lượng" defaultValue="1">
      {Array.from({ length: Math.min(left, 99) }, (_, n) => (
        <option key={n} value={n + 1}>
          {n + 1}
        </option>
      ))}
    </SelectField>
  )
}

function Reasons({ line, chosen }: { line: AskableLine; chosen: string | undefined }) {
  const each = line.left > 1 ? ' mỗi sản phẩm' : ''
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1.5 text-sm font-semibold">Lý do</legend>
      {line.previews.toSorted(byReason).map(({ reason, percent, fee, refund }) => (
        <RadioCard
          key={reason}
          name="reason"
          value={reason}
          required
          defaultChecked={chosen === reason}
        >
          <span className="font-semibold">{reason_titles[reason]}</span>
          <span className="block text-sm text-muted">
            Phí dự kiến{each}: {fee === 0 ? 'miễn phí' : `${formatDong(fee)} (${percent}%)`} · hoàn{' '}
            {formatDong(refund)}
          </span>
        </RadioCard>
      ))}
    </fieldset>
  )
}

const reason_titles: Record<AskableLine['previews'][number]['reason'], string> = {
  faulty: 'Sản phẩm bị lỗi',
  wrong_item: 'Giao nhầm sản phẩm',
  not_liked: 'Không ưng ý',
}

const reasons = Object.keys(reason_titles)

/** What is the shop's fault comes first. */
function byReason({ reason: one }: { reason: string }, { reason: other }: { reason: string }) {
  return reasons.indexOf(one) - reasons.indexOf(other)
}

function giftsText(gifts: AskableLine['gifts']): string {
  const names = gifts.map(({ name, price }) => `${name} (${formatDong(price)})`).join(', ')
  return `Mang theo quà tặng: ${names}; quà giữ lại được trừ vào tiền hoàn.`
}

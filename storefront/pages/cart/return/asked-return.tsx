import { Form, useNavigation } from 'react-router'
import type { ShopperReturn } from '#contracts/storefront/returns.ts'
import { formatDateTime } from '#pure/vietnam-time.ts'
import { askedPictureUrl, returnUrl, sendPicturesUrl } from '#storefront/addresses/order-return.ts'
import { LinePicture } from '#storefront/commerce/checkout/checkout-line.tsx'
import { CheckoutSection } from '#storefront/commerce/checkout/checkout-section.tsx'
import { returnStateText } from '#storefront/commerce/returns/return-texts.ts'
import { PictureForm } from '#storefront/commerce/pictures/picture-form.tsx'
import { buttonClass } from '#web/ui/button.ts'

interface AskedReturnProps {
  request: ShopperReturn
  order_code: string
  secret: string | null
}

/** One return of the order: its state, its pictures, and what its shopper may still do. */
export function AskedReturn({ request, order_code, secret }: AskedReturnProps) {
  const { code, item, thumbnail, quantity, unit_end, words, created_at, pictures, may } = request
  const { title, next } = returnStateText(request)
  const of_order = { order_code, key: secret ?? undefined, code }
  return (
    <CheckoutSection title={`YÊU CẦU ${code}`}>
      <div className="text-body">
        <p className="text-lg font-bold wrap-anywhere">{title}</p>
        {next !== null && next !== '' && <p className="wrap-anywhere">{next}</p>}
        <div className="mt-3 flex items-center gap-3">
          <LinePicture line={{ thumbnail }} className="size-14 shrink-0" />
          <p className="min-w-0 flex-1 leading-snug font-semibold">
            {quantity > 1 && `${quantity} × `}
            {item}
            {unit_end !== null && <span className="whitespace-nowrap"> (…{unit_end})</span>}
          </p>
        </div>
        {words !== null && <p className="wrap-anywhere text-muted">“{words}”</p>}
        <p className="mt-2 text-sm text-muted">
          Gửi lúc <time dateTime={created_at}>{formatDateTime(new Date(created_at))}</time>
        </p>
      </div>
      {pictures.length > 0 && (
        <ul className="grid grid-cols-[repeat(auto-fill,minmax(5rem,1fr))] gap-2">
          {pictures.map(({ picture_id }, n) => (
            <li key={picture_id}>
              <a href={askedPictureUrl(of_order, picture_id, 'large')} target="_blank">
                <img
                  src={askedPictureUrl(of_order, picture_id, 'small')}
                  alt={`Ảnh ${n + 1} bạn đã gửi`}
                  width={96}
                  height={96}
                  loading="lazy"
                  className="aspect-square h-auto w-full rounded-lg border border-line bg-mist object-cover"
                />
              </a>
            </li>
          ))}
        </ul>
      )}
      {may.add_pictures && (
        <PictureForm path={sendPicturesUrl(of_order)} label="Thêm ảnh sản phẩm, chỗ lỗi, hộp" />
      )}
      {may.withdraw && <Withdrawal {...{ order_code, secret, code }} />}
    </CheckoutSection>
  )
}

/** Folded, so that it is not pressed by mistake. */
function Withdrawal({
  order_code,
  secret,
  code,
}: { code: string } & Omit<AskedReturnProps, 'request'>) {
  const is_busy = useNavigation().state !== 'idle'
  return (
    <details className="text-body">
      <summary className="fold-link min-h-11">Rút yêu cầu</summary>
      <p className="mb-3 text-muted">Ảnh bạn đã gửi được xóa. Còn hạn thì bạn gửi lại được.</p>
      <Form method="post" action={returnUrl(order_code, secret ?? undefined)}>
        <input type="hidden" name="intent" value="withdraw" />
        <input type="hidden" name="order_code" value={order_code} />
        {secret !== null && <input type="hidden" name="secret" value={secret} />}
        <input type="hidden" name="code" value={code} />
        <button type="submit" disabled={is_busy} className={buttonClass('outline')}>
          Rút yêu cầu
        </button>
      </Form>
    </details>
  )
}

import { useEffect, useRef } from 'react'
import { Form, useNavigation } from 'react-router'
import { formatDong } from '#pure/money.ts'
import { shopReservationUrl } from '#storefront/addresses/shop-reservation-links.ts'
import { captchaRequestOf } from '#storefront/commerce/captcha/captcha-request.ts'
import { ContactFields } from '#storefront/commerce/booking/contact-fields.tsx'
import { FoldedShops } from '#storefront/commerce/booking/folded-shops.tsx'
import { Captcha } from '#storefront/commerce/captcha/captcha.tsx'
import { LinePicture } from '#storefront/commerce/checkout/checkout-line.tsx'
import { CheckoutSection } from '#storefront/commerce/checkout/checkout-section.tsx'
import { shop_reservation_texts } from '#storefront/commerce/shop-reservation/shop-reservation-refusals.ts'
import type { ShopReservationData } from '#storefront/pages/shop-reservation/page.server.ts'
import { refusalMessage } from '#storefront/refusals.ts'
import { useFormAnswer } from '#storefront/runtime/form-answer.ts'
import type { FormAnswer, PageMeta } from '#storefront/runtime/page.ts'
import { Breadcrumb } from '#web/ui/breadcrumb.tsx'
import { buttonClass } from '#web/ui/button.ts'
import { FieldScope } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { scrollToAndFocus } from '#web/ui/scroll-to.ts'
import { ProvinceForm } from '#storefront/commerce/province/province-form.tsx'

export function meta({ item }: ShopReservationData): PageMeta {
  return { title: `Đặt giữ ${item.name} tại cửa hàng`, robots: 'noindex, nofollow' }
}

/** /dat-giu/{item_id}: one piece, a shop, a phone. It works without scripts. */
export function Page({ data }: { data: ShopReservationData }) {
  const { item, shops } = data
  return (
    <>
      <Breadcrumb
        crumbs={[
          { name: item.name, path: `/${item.url_path}` },
          { name: 'Đặt giữ tại cửa hàng', path: shopReservationUrl(item.item_id) },
        ]}
      />
      <div className="mx-auto mb-6 grid max-w-3xl gap-4">
        <div>
          <h1 className="text-2xl md:text-title-lg">Đặt giữ tại cửa hàng</h1>
          <p className="mt-1.5 text-muted">
            Cửa hàng giữ 1 sản phẩm cho bạn trong 24 giờ, không cần trả trước. Giá tính lúc bạn mua.
          </p>
        </div>
        <section aria-label="Sản phẩm" className="sheet flex items-center gap-4 p-4">
          <LinePicture line={item} className="size-18 shrink-0" />
          <p className="min-w-0">
            <a
              href={`/${item.url_path}`}
              className="font-semibold hover:text-accent hover:underline"
            >
              {item.name}
            </a>
            <strong className="block text-sale">{formatDong(item.price)}</strong>
          </p>
        </section>
        {data.provinces.length > 0 && <ShopProvinces data={data} />}
        {shops.length === 0 ? (
          <Notice kind="error">
            Chưa có cửa hàng nào còn sản phẩm này để giữ. Bạn có thể bấm nhận tin khi có hàng ở
            trang sản phẩm.
          </Notice>
        ) : (
          <ReserveForm data={data} />
        )}
      </div>
    </>
  )
}

function ShopProvinces({ data: { provinces, province_id, item } }: { data: ShopReservationData }) {
  return (
    <ProvinceForm
      action={shopReservationUrl(item.item_id)}
      provinces={provinces}
      province_id={province_id}
      className="sheet p-4"
    />
  )
}

function ReserveForm({ data }: { data: ShopReservationData }) {
  const { item, shops, shop_id, province_id, contact } = data
  const answer = useFormAnswer()
  const is_busy = useNavigation().state !== 'idle'
  const chosen = Number(answer.values['erp_shop_id'] ?? shop_id ?? shops[0]?.shop_id)
  const row = (shop: (typeof shops)[number]) => (
    <li key={shop.shop_id}>
      <label className="flex cursor-pointer items-start gap-3 rounded-2xl border border-muted/50 bg-white p-4 hover:border-accent has-checked:border-accent has-checked:bg-cream has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent">
        <input
          type="radio"
          name="erp_shop_id"
          value={shop.shop_id}
          defaultChecked={shop.shop_id === chosen}
          className="mt-0.5 size-5 shrink-0 accent-accent outline-none"
        />
        <span className="min-w-0">
          <span className="font-semibold">{shop.name}</span>
          <span className="block text-sm text-muted">{shop.address}</span>
          <span className="block text-sm text-muted">
            Giờ mở cửa: {shop.time_opening}
            {shop.is_few_left && ' · Sắp hết'}
          </span>
        </span>
      </label>
    </li>
  )
  return (
    <Form
      method="post"
      action={shopReservationUrl(item.item_id, { province_id })}
      noValidate
      preventScrollReset
      className="grid gap-4"
      onSubmit={(event) => {
        if (is_busy) event.preventDefault()
      }}
    >
      <input type="hidden" name="intent" value="reserve" />
      <input type="hidden" name="item_id" value={item.item_id} />
      <input type="hidden" name="idempotency_key" value={data.idempotency_key} />
      <Problem answer={answer} />
      <FieldScope answer={answer}>
        <CheckoutSection title="CỬA HÀNG">
          <fieldset>
            <legend className="sr-only">Cửa hàng giữ hàng</legend>
            <FoldedShops shops={shops} isChosen={(shop) => shop.shop_id === chosen} row={row} />
          </fieldset>
        </CheckoutSection>
        <CheckoutSection title="NGƯỜI ĐẾN LẤY">
          <ContactFields
            contact={contact}
            phone_hint="Cửa hàng gửi mã giữ hàng và tin nhắc tới số này."
          />
        </CheckoutSection>
      </FieldScope>
      <div className="sheet flex flex-wrap items-center justify-between gap-3 p-4 sm:p-5">
        <p className="text-body text-muted">Quá 24 giờ, hàng tự trả về kệ.</p>
        <Captcha answer={answer} />
        <button
          type="submit"
          aria-disabled={is_busy}
          className={buttonClass('primary', 'min-h-12 w-full sm:w-auto')}
        >
          Giữ hàng 24 giờ
        </button>
      </div>
    </Form>
  )
}

/** Why it was not accepted. Whoever may solve a captcha sees that instead. */
function Problem({ answer }: { answer: FormAnswer }) {
  const notice = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (notice.current) scrollToAndFocus(notice.current)
  }, [answer])
  const { refusal } = answer
  if (refusal === null || captchaRequestOf(refusal) !== null) return null
  return (
    <Notice ref={notice} kind="error">
      {refusalMessage(refusal, shop_reservation_texts).text}
    </Notice>
  )
}

import { Form, useNavigation } from 'react-router'
import { formatDong } from '#pure/money.ts'
import { bookingUrl } from '#storefront/addresses/booking-links.ts'
import { longDay } from '#pure/formats/weekdays.ts'
import { DayLinks, SlotRadios } from '#storefront/commerce/booking/day-picker.tsx'
import { BookingRefusal, DefaultSubmit } from '#storefront/commerce/booking/other-times.tsx'
import { ContactFields } from '#storefront/commerce/booking/contact-fields.tsx'
import { Captcha } from '#storefront/commerce/captcha/captcha.tsx'
import { CheckoutSection } from '#storefront/commerce/checkout/checkout-section.tsx'
import type { BookingData } from '#storefront/pages/booking/page.server.ts'
import { useFormAnswer } from '#storefront/runtime/form-answer.ts'
import { buttonClass } from '#web/ui/button.ts'
import { FieldScope, TextAreaField } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'

/** Day, time and contact: what is sent. */
export function BookingForm({ data, shop_id }: { data: BookingData; shop_id: number }) {
  const { item_ids, province_id, days, day, total } = data
  const answer = useFormAnswer()
  const is_busy = useNavigation().state !== 'idle'
  const lacks_parts = data.shops_with_parts !== null && !data.shops_with_parts.includes(shop_id)
  const choice = { item_ids, province_id, shop_id }
  const here = bookingUrl({ ...choice, day: day?.day })
  if (days.length === 0) return null
  return (
    <Form
      method="post"
      action={here}
      noValidate
      preventScrollReset
      className="grid gap-4"
      onSubmit={(event) => {
        if (is_busy) event.preventDefault()
      }}
    >
      <input type="hidden" name="intent" value="book" />
      {item_ids.map((id, n) => (
        <input key={`${id} ${n}`} type="hidden" name="item_id[]" value={id} />
      ))}
      <input type="hidden" name="province_id" value={province_id} />
      <input type="hidden" name="erp_shop_id" value={shop_id} />
      <input type="hidden" name="total_seen" value={total} />
      <DefaultSubmit />
      <BookingRefusal answer={answer} />
      {lacks_parts && (
        <Notice kind="info">
          Cửa hàng này chưa có đủ linh kiện cho dịch vụ bạn chọn. Linh kiện được đặt về trong 2
          ngày; nên chọn giờ hẹn sau đó, hoặc cửa hàng có ghi “Có sẵn linh kiện”.
        </Notice>
      )}
      <FieldScope answer={answer}>
        <div id="ngay-gio" className="scroll-mt-4">
          <CheckoutSection title="NGÀY GIỜ HẸN">
            <DayLinks
              days={days}
              current={day?.day}
              hrefOf={(chosen) => `${bookingUrl({ ...choice, day: chosen })}#ngay-gio`}
            />
            {day === null ? (
              <p>Cửa hàng đã kín lịch trong 14 ngày tới. Vui lòng chọn cửa hàng khác.</p>
            ) : (
              <>
                <p className="font-semibold">
                  {longDay(day.day)}
                  <span className="font-normal text-muted">
                    {' '}
                    · Âm lịch {day.lunar}
                    {day.feast !== null && ` · ${day.feast}`}
                  </span>
                </p>
                <SlotRadios key={day.day} day={day} chosen={answer.values['booking_date']} />
              </>
            )}
          </CheckoutSection>
        </div>
        <Contact contact={data.contact} news={answer.values['promotion_announcement'] === '1'} />
      </FieldScope>
      <div className="sheet flex flex-wrap items-center justify-between gap-3 p-4 sm:p-5">
        <p>
          Tổng tạm tính <strong className="text-lg text-sale">{formatDong(total)}</strong>
          <span className="block text-sm text-muted">Trả sau khi sửa xong, tại cửa hàng.</span>
        </p>
        <Captcha answer={answer} />
        <button
          type="submit"
          aria-disabled={is_busy}
          className={buttonClass('primary', 'min-h-12 w-full sm:w-auto')}
        >
          Xác nhận đặt lịch
        </button>
      </div>
    </Form>
  )
}

function Contact({ contact, news }: { contact: BookingData['contact']; news: boolean }) {
  return (
    <CheckoutSection title="THÔNG TIN LIÊN HỆ">
      <ContactFields
        contact={contact}
        phone_hint="Cửa hàng gửi mã lịch hẹn và tin nhắc tới số này."
      />
      <TextAreaField
        name="customer_notes"
        label="Ghi chú"
        optional
        maxLength={500}
        rows={2}
        placeholder="Ví dụ: máy từng vào nước, loa rè"
      />
      <label className="flex min-h-11 w-fit cursor-pointer items-center gap-3">
        <input
          type="checkbox"
          name="promotion_announcement"
          value="1"
          defaultChecked={news}
          className="size-5 shrink-0 accent-accent"
        />
        Nhận email thông báo và ưu đãi
      </label>
    </CheckoutSection>
  )
}

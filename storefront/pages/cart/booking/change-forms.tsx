import { Form, useNavigation } from 'react-router'
import type { Booking } from '#contracts/storefront/booking.ts'
import { bookedUrl } from '#storefront/addresses/booking-links.ts'
import { longDay, timeText } from '#pure/formats/weekdays.ts'
import { DayLinks, SlotRadios } from '#storefront/commerce/booking/day-picker.tsx'
import { BookingRefusal, DefaultSubmit } from '#storefront/commerce/booking/other-times.tsx'
import { CheckoutSection } from '#storefront/commerce/checkout/checkout-section.tsx'
import type { BookedData } from '#storefront/pages/cart/booking/page.server.ts'
import { useFormAnswer } from '#storefront/runtime/form-answer.ts'
import { buttonClass } from '#web/ui/button.ts'
import { FieldScope } from '#web/ui/field.tsx'

interface ChangeProps {
  booking: Booking
  /** The secret of a booking that was opened by its link. */
  secret: string | undefined
}

function Hidden({ booking, secret, intent }: ChangeProps & { intent: 'move' | 'cancel' }) {
  return (
    <>
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name="code" value={booking.code} />
      {secret !== undefined && <input type="hidden" name="secret" value={secret} />}
    </>
  )
}

/** "Đổi lịch": another day and time at the same shop. */
export function MoveForm({
  booking,
  secret,
  move: { days, day },
}: ChangeProps & { move: NonNullable<BookedData['move']> }) {
  const answer = useFormAnswer()
  const is_busy = useNavigation().state !== 'idle'
  const { code } = booking
  const hrefOf = (chosen: string | undefined) => bookedUrl(code, secret, { doi: 1, ngay: chosen })
  return (
    <Form
      method="post"
      action={hrefOf(day?.day)}
      noValidate
      preventScrollReset
      onSubmit={(event) => {
        if (is_busy) event.preventDefault()
      }}
    >
      <Hidden booking={booking} secret={secret} intent="move" />
      <DefaultSubmit is_disabled={day === null} />
      <CheckoutSection title="ĐỔI SANG GIỜ KHÁC">
        <BookingRefusal answer={answer} />
        <FieldScope answer={answer}>
          <DayLinks days={days} current={day?.day} hrefOf={hrefOf} />
          {day === null ? (
            <p>Cửa hàng đã kín lịch trong 14 ngày tới. Lịch hẹn của bạn vẫn giữ nguyên.</p>
          ) : (
            <>
              <p className="font-semibold">{longDay(day.day)}</p>
              <SlotRadios key={day.day} day={day} />
            </>
          )}
        </FieldScope>
        <div className="grid grid-cols-2 gap-3">
          <a href={bookedUrl(code, secret)} className={buttonClass('outline', 'min-h-12')}>
            Giữ lịch cũ
          </a>
          <button
            type="submit"
            disabled={day === null}
            aria-disabled={is_busy}
            className={buttonClass('primary', 'min-h-12')}
          >
            Đổi lịch
          </button>
        </div>
      </CheckoutSection>
    </Form>
  )
}

/** Asks once more before a booking is cancelled. */
export function CancelForm({ booking, secret }: ChangeProps) {
  const answer = useFormAnswer()
  const is_busy = useNavigation().state !== 'idle'
  return (
    <Form
      method="post"
      action={bookedUrl(booking.code, secret)}
      onSubmit={(event) => {
        if (is_busy) event.preventDefault()
      }}
    >
      <Hidden booking={booking} secret={secret} intent="cancel" />
      <CheckoutSection title="HỦY LỊCH HẸN">
        <BookingRefusal answer={answer} />
        <p>
          Hủy lịch hẹn {timeText(booking.starts_at)} tại {booking.shop.name}? Giá đã giữ cũng hết
          hiệu lực.
        </p>
        <div className="grid grid-cols-2 gap-3">
          <a href={bookedUrl(booking.code, secret)} className={buttonClass('outline', 'min-h-12')}>
            Giữ lịch
          </a>
          <button type="submit" aria-disabled={is_busy} className={buttonClass('dark', 'min-h-12')}>
            Hủy lịch
          </button>
        </div>
      </CheckoutSection>
    </Form>
  )
}

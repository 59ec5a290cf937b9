import { useEffect, useRef } from 'react'
import { booking_texts } from '#storefront/commerce/booking/booking-refusals.ts'
import { timeText } from '#pure/formats/weekdays.ts'
import { captchaRequestOf } from '#storefront/commerce/captcha/captcha-request.ts'
import { refusalMessage } from '#storefront/refusals.ts'
import type { FormAnswer } from '#storefront/runtime/page.ts'
import { buttonClass } from '#web/ui/button.ts'
import { Notice } from '#web/ui/notice.tsx'
import { scrollToAndFocus } from '#web/ui/scroll-to.ts'

/**
 * The first button of a form is the one that Enter presses. It stands before the offered times, so that Enter books
 * what was chosen. Nobody sees it, and the keyboard passes it by: the form has a button that is seen.
 */
export function DefaultSubmit({ is_disabled = false }: { is_disabled?: boolean }) {
  return (
    <button type="submit" tabIndex={-1} aria-hidden disabled={is_disabled} className="sr-only">
      Tiếp tục
    </button>
  )
}

/**
 * Why a booking was not accepted. If another shopper was faster, the next free times are buttons of the same form, so
 * that nothing is typed again.
 */
export function BookingRefusal({ answer }: { answer: FormAnswer }) {
  const notice = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (notice.current) scrollToAndFocus(notice.current)
  }, [answer])
  const { refusal } = answer
  // Whoever may solve a captcha sees it instead (commerce/captcha).
  if (refusal === null || captchaRequestOf(refusal) !== null) return null
  const is_about_time = refusal.code === 'slot_full' || refusal.code === 'slot_not_offered'
  const slots = is_about_time ? (refusal.data?.slots ?? []) : []
  return (
    <Notice ref={notice} kind="error">
      <p className="font-semibold">{refusalMessage(refusal, booking_texts).text}</p>
      {slots.length > 0 && (
        <>
          <p className="mt-2">Giờ trống gần nhất, bấm để đặt ngay:</p>
          <div className="mt-2 flex flex-wrap gap-2">
            {slots.map(({ starts_at }) => (
              <button
                key={starts_at}
                type="submit"
                name="other_time"
                value={starts_at}
                className={buttonClass('outline', 'min-h-11 px-3')}
              >
                {timeText(starts_at)}
              </button>
            ))}
          </div>
        </>
      )}
    </Notice>
  )
}

import { useEffect, useRef, useState } from 'react'
import type { CaptchaProps } from '#storefront/commerce/captcha/captcha-asked.ts'

/** Google's own box, where the shop has keys for it; its script comes only now. */
export function CaptchaGoogle({ onSolved, site_key }: CaptchaProps & { site_key: string }) {
  const place = useRef<HTMLDivElement>(null)
  const latest = useRef(onSolved)
  const [hasFailed, setHasFailed] = useState(false)
  useEffect(() => {
    latest.current = onSolved
  })
  useEffect(() => {
    const element = place.current
    if (element === null) return
    // Google draws into an element once: what it draws goes when this does.
    const inside = element.appendChild(document.createElement('div'))
    import('#storefront/commerce/captcha/captcha-google-script.ts')
      .then(({ drawGoogleBox }) =>
        drawGoogleBox(inside, site_key, (response) => latest.current(response)),
      )
      .catch(() => setHasFailed(true))
    return () => inside.remove()
  }, [site_key])
  return (
    <>
      {/* As high and wide as Google's box, so that nothing moves when it comes. */}
      <div ref={place} className="h-[78px] w-[304px] max-w-full noscript:hidden" />
      {hasFailed && (
        <p role="alert" className="text-sm text-sale">
          Chưa tải được xác thực của Google. Vui lòng kiểm tra mạng rồi tải lại trang.
        </p>
      )}
    </>
  )
}

import { useEffect, useRef, useState } from 'react'
import type { CaptchaProps } from '#storefront/commerce/captcha/captcha-request.ts'

/** Google's checkbox, if the shop has keys for it. Its script is loaded when this is shown. */
export function CaptchaGoogle({ onSolved, site_key }: CaptchaProps & { site_key: string }) {
  const container = useRef<HTMLDivElement>(null)
  const latest = useRef(onSolved)
  const [hasFailed, setHasFailed] = useState(false)
  useEffect(() => {
    latest.current = onSolved
  })
  useEffect(() => {
    const element = container.current
    if (element === null) return
    // Google renders into an element only once, so each effect has its own element and removes it.
    const inside = element.appendChild(document.createElement('div'))
    import('#web/runtime/captcha/captcha-google-script.ts')
      .then(({ drawGoogleBox }) =>
        drawGoogleBox(inside, site_key, (response) => latest.current(response)),
      )
      .catch(() => setHasFailed(true))
    return () => inside.remove()
  }, [site_key])
  return (
    <>
      {/* The size of Google's box, so that nothing moves when it is loaded. */}
      <div ref={container} className="h-[78px] w-[304px] max-w-full noscript:hidden" />
      {hasFailed && (
        <p role="alert" className="text-sm text-sale">
          Chưa tải được xác thực của Google. Vui lòng kiểm tra mạng rồi tải lại trang.
        </p>
      )}
    </>
  )
}

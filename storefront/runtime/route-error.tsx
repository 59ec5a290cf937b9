import { useEffect, useState } from 'react'
import { useRouteError } from 'react-router'
import { prepareErrorScreens, readyErrorScreens } from '#storefront/runtime/ready-error-screens.ts'

/** Shows the not-found screen (404) or an error screen instead of a page (contract §2, §8). */
export function RouteError() {
  const error = useRouteError()
  const screens = useErrorScreens()
  return screens ? <screens.StatusScreen error={error} /> : <BareError />
}

function useErrorScreens() {
  const [screens, setScreens] = useState(readyErrorScreens)
  useEffect(() => {
    if (screens !== null) return
    prepareErrorScreens().then(
      () => setScreens(readyErrorScreens()),
      () => undefined,
    )
  }, [screens])
  return screens
}

/** Shown until the error screens are loaded, or for good if they cannot be loaded. */
function BareError() {
  return (
    <p className="sheet my-6 p-6 text-center">
      Hệ thống có lỗi. Tổng đài hỗ trợ miễn phí: <a href="tel:18002064">1800 2064</a>
    </p>
  )
}

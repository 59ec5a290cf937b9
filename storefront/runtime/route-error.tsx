import { useEffect, useState } from 'react'
import { useRouteError } from 'react-router'
import { prepareTrouble, readyTrouble } from '#storefront/runtime/ready-error-screens.ts'

/** Whatever a page could not show: "not here" (404) or the error screen (contract §2, §8). */
export function RouteError() {
  const error = useRouteError()
  const screens = useTrouble()
  return screens ? <screens.TroubleScreen error={error} /> : <BareTrouble />
}

function useTrouble() {
  const [screens, setScreens] = useState(readyTrouble)
  useEffect(() => {
    if (screens !== null) return
    prepareTrouble().then(
      () => setScreens(readyTrouble()),
      () => undefined,
    )
  }, [screens])
  return screens
}

/** Stands until the screens have come, or alone when they cannot. */
function BareTrouble() {
  return (
    <p className="sheet my-6 p-6 text-center">
      Hệ thống có lỗi. Tổng đài hỗ trợ miễn phí: <a href="tel:18002064">1800 2064</a>
    </p>
  )
}

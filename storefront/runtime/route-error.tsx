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
      // Another page replaces this one only by a full load: the code that opens pages may be missing as well.
      () => addEventListener('online', () => location.reload()),
    )
  }, [screens])
  return screens
}

/** Shown until the error screens are loaded. They cannot be if the network went away soon after the first page. */
function BareError() {
  return (
    <p className="sheet my-6 p-6 text-center">
      {navigator.onLine ? 'Hệ thống có lỗi' : 'Mất kết nối mạng. Trang sẽ tự tải lại khi có mạng'}.
      Tổng đài hỗ trợ miễn phí: <a href="tel:18002064">1800 2064</a>
    </p>
  )
}

import { useEffect, useState } from 'react'
import { isRouteErrorResponse, useRouteError } from 'react-router'
import { prepareTrouble, readyTrouble } from '#storefront/runtime/ready-error-screens.ts'

/** Whatever a page could not show: "not here" (404) or the error screen (spec §2, §8). */
export function RouteError() {
  const error = useRouteError()
  const screens = useTrouble()
  const detail = detailOf(error)
  const status = isRouteErrorResponse(error) ? error.status : 500
  const name = SCREENS[status] ?? 'ErrorScreen'
  const Screen = screens?.[name]
  return (
    <>
      <title>{TITLES[name]}</title>
      <meta name="robots" content="noindex, nofollow" />
      {Screen ? <Screen detail={detail} /> : <BareTrouble />}
    </>
  )
}

const SCREENS: Readonly<Record<number, keyof typeof TITLES>> = {
  404: 'NotFoundScreen',
  429: 'TooFastScreen',
}
const TITLES = {
  NotFoundScreen: 'Trang không tồn tại',
  TooFastScreen: 'Thao tác quá nhanh',
  ErrorScreen: 'Hệ thống có lỗi',
} as const

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

function detailOf(error: unknown): string {
  if (!isRouteErrorResponse(error)) return error instanceof Error ? error.message : 'unknown'
  const data: unknown = error.data
  return typeof data === 'object' && data !== null && 'message' in data
    ? String(data.message)
    : `HTTP ${error.status}`
}

import { isRouteErrorResponse, useRouteError } from 'react-router'
import { ErrorScreen } from '#storefront/ui/error-screen.tsx'
import { NotFoundScreen } from '#storefront/ui/not-found-screen.tsx'

/** Whatever a page could not show: "not here" (404) or the error screen (spec §2, §8). */
export function RouteError() {
  const error = useRouteError()
  const detail = detailOf(error)
  const isMissing = isRouteErrorResponse(error) && error.status === 404
  return (
    <>
      <title>{isMissing ? 'Trang không tồn tại' : 'Hệ thống có lỗi'}</title>
      <meta name="robots" content="noindex, nofollow" />
      {isMissing ? <NotFoundScreen detail={detail} /> : <ErrorScreen detail={detail} />}
    </>
  )
}

function detailOf(error: unknown): string {
  if (!isRouteErrorResponse(error)) return error instanceof Error ? error.message : 'unknown'
  const data: unknown = error.data
  return typeof data === 'object' && data !== null && 'message' in data
    ? String(data.message)
    : `HTTP ${error.status}`
}

import { isRouteErrorResponse, useRouteError } from 'react-router'

/** Shown instead of a page that staff may not see or that failed. */
export function RouteError() {
  const error = useRouteError()
  const is_forbidden = isRouteErrorResponse(error) && error.status === 403
  return (
    <>
      <title>Không mở được trang</title>
      <h1 className="text-2xl">Không mở được trang</h1>
      <p className="sheet">
        {is_forbidden
          ? 'Bạn không có quyền xem trang này.'
          : 'Hệ thống có lỗi. Vui lòng tải lại trang sau ít phút.'}
      </p>
    </>
  )
}

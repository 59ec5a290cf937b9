import { isRouteErrorResponse, useRouteError } from 'react-router'

/** Shown instead of a page that staff may not see, that does not exist or that failed. */
export function RouteError() {
  const error = useRouteError()
  const status = isRouteErrorResponse(error) ? error.status : 500
  return (
    <>
      <title>Không mở được trang</title>
      <h1 className="text-xl">Không mở được trang</h1>
      <p data-failed className="sheet">
        {texts[status] ?? 'Hệ thống có lỗi. Vui lòng tải lại trang sau ít phút.'}
      </p>
    </>
  )
}

const texts: Readonly<Record<number, string>> = {
  403: 'Bạn không có quyền xem trang này.',
  404: 'Không tìm thấy. Vui lòng kiểm tra lại mã.',
}

import { RotateCw } from '#web/ui/icons.tsx'
import type { ComponentType, ReactNode } from 'react'
import { isRouteErrorResponse } from 'react-router'
import { buttonClass } from '#web/ui/button.ts'

/** The support line of contract §1 and §8: written here because this screen must stand when nothing else does. */
const HOTLINE = '1800 2064'

/** The screen for whatever a route threw, with its title. */
export function TroubleScreen({ error }: { error: unknown }) {
  const status = isRouteErrorResponse(error) ? error.status : 500
  const { title, Screen } = screens[status] ?? { title: 'Hệ thống có lỗi', Screen: ErrorScreen }
  return (
    <>
      <title>{title}</title>
      <meta name="robots" content="noindex, nofollow" />
      <Screen detail={detailOf(error)} />
    </>
  )
}

interface DetailProps {
  /** What is wrong in technical words. */
  detail: string
}

const screens: Readonly<Record<number, { title: string; Screen: ComponentType<DetailProps> }>> = {
  404: { title: 'Trang không tồn tại', Screen: NotFoundScreen },
  429: { title: 'Thao tác quá nhanh', Screen: TooFastScreen },
}

function detailOf(error: unknown): string {
  if (!isRouteErrorResponse(error)) return error instanceof Error ? error.message : 'unknown'
  const data: unknown = error.data
  return typeof data === 'object' && data !== null && 'message' in data
    ? String(data.message)
    : `HTTP ${error.status}`
}

interface ScreenFrameProps {
  picture: 'error' | 'error-404'
  headline: string
  /** What is wrong in technical words: hidden behind the small message. */
  detail: string
  children: ReactNode
}

/** The error screen of contract §2: what happened, an apology, reload, home, the hotline, a hidden detail. */
function ScreenFrame({ picture, headline, detail, children }: ScreenFrameProps) {
  return (
    <div className="sheet mx-auto my-6 flex max-w-2xl flex-col items-center px-4 py-8 text-center md:my-10 md:px-10 md:py-12">
      <img
        src={`/media/states/${picture}.webp`}
        alt=""
        width={500}
        height={417}
        className="h-auto w-full max-w-[360px] md:max-w-[500px]"
      />
      <h1 className="mt-2 text-2xl md:text-[28px]">{headline}</h1>
      <div className="mt-3 max-w-lg text-muted">{children}</div>
      <div className="mt-6 flex flex-wrap justify-center gap-3">
        <button
          type="button"
          onClick={() => location.reload()}
          className={buttonClass('outline', 'noscript:hidden')}
        >
          <RotateCw className="size-4" />
          Tải lại trang
        </button>
        <a href="/" className={buttonClass('primary')}>
          Về trang chủ
        </a>
      </div>
      <p className="mt-6">
        Tổng đài hỗ trợ miễn phí:{' '}
        <a href="tel:18002064" className="font-bold text-accent hover:underline">
          {HOTLINE}
        </a>
      </p>
      <details className="mt-4 max-w-full text-sm text-muted">
        <summary className="inline-block rounded-md px-2 py-1 underline decoration-dotted underline-offset-4">
          Thông tin kỹ thuật
        </summary>
        <code className="mt-2 block rounded-xl bg-mist px-4 py-3 text-left break-words">
          {detail}
        </code>
      </details>
    </div>
  )
}

/** Whatever broke: status 5xx, or a page that could not be fetched (contract §8). */
export function ErrorScreen({ detail }: DetailProps) {
  return (
    <ScreenFrame picture="error" headline="Hệ thống đang gặp sự cố kỹ thuật" detail={detail}>
      <p>
        Thành thật xin lỗi bạn vì sự bất tiện này. Vui lòng tải lại trang, liên hệ tổng đài để được
        hỗ trợ hoặc quay về trang chủ.
      </p>
    </ScreenFrame>
  )
}

/** Status 429: too many newcomers from one address (contract §5); waiting helps, and so does calling. */
export function TooFastScreen({ detail }: DetailProps) {
  return (
    <ScreenFrame picture="error" headline="Quý khách thao tác quá nhanh" detail={detail}>
      <p>
        Có quá nhiều lượt truy cập từ mạng bạn đang dùng. Vui lòng chờ ít phút rồi tải lại trang,
        hoặc gọi tổng đài để được hỗ trợ đặt hàng.
      </p>
    </ScreenFrame>
  )
}

/** Status 404: nothing lives at this address (contract §2). */
export function NotFoundScreen({ detail }: DetailProps) {
  return (
    <ScreenFrame picture="error-404" headline="Trang không tồn tại" detail={detail}>
      <p>
        Rất tiếc, trang bạn tìm không còn ở đây hoặc địa chỉ chưa đúng. Bạn có thể tìm sản phẩm bằng
        ô tìm kiếm, liên hệ tổng đài để được hỗ trợ hoặc quay về trang chủ.
      </p>
    </ScreenFrame>
  )
}

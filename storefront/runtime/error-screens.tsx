import { Icon } from '#web/ui/icons.tsx'
import { type ComponentType, type ReactNode, useEffect } from 'react'
import { isRouteErrorResponse } from 'react-router'
import { frame_paths } from '#storefront/addresses/frame-paths.ts'
import { buttonClass } from '#web/ui/button.ts'

/** The support line of contract §1 and §8: written here because this screen must work when nothing else does. */
const HOTLINE = '1800 2064'

/** Shows the screen for an error that a route threw, with its title. */
export function StatusScreen({ error }: { error: unknown }) {
  const { title, Screen } = screenOf(error)
  return (
    <>
      <title>{title}</title>
      <meta name="robots" content="noindex, nofollow" />
      <Screen detail={detailOf(error)} />
    </>
  )
}

interface DetailProps {
  /** A technical description of the error. */
  detail: string
}

function screenOf(error: unknown) {
  if (error instanceof Error && error.name === 'TimeoutError') {
    return { title: 'Trang tải quá lâu', Screen: SlowScreen }
  }
  if (error instanceof TypeError && !globalThis.navigator?.onLine) {
    return { title: 'Mất kết nối mạng', Screen: NetworkScreen }
  }
  const status = isRouteErrorResponse(error) ? error.status : 500
  return screens[status] ?? { title: 'Hệ thống có lỗi', Screen: ErrorScreen }
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
  /** A technical description of the error, in a closed details element. */
  detail: string
  /** Ways on besides the home page. Default: to load the page again. */
  ways?: ReactNode
  children: ReactNode
}

/** The layout of an error screen (contract §2): picture, message, reload, home, hotline, hidden detail. */
function ScreenFrame({ picture, headline, detail, ways = <Reload />, children }: ScreenFrameProps) {
  return (
    <div className="sheet mx-auto my-6 flex max-w-2xl flex-col items-center px-4 py-8 text-center md:my-10 md:px-10 md:py-12">
      <img
        src={`/media/states/${picture}.webp`}
        alt=""
        width={500}
        height={417}
        className="h-auto w-52 md:w-full md:max-w-[500px]"
      />
      <h1 className="mt-2 text-2xl md:text-title-lg">{headline}</h1>
      <div className="mt-3 max-w-lg text-muted">{children}</div>
      <div className="mt-6 flex flex-wrap justify-center gap-3">
        {ways}
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
        <summary className="finger inline-flex min-h-6 cursor-pointer list-none items-center px-2 underline decoration-dotted underline-offset-4">
          Thông tin kỹ thuật
        </summary>
        <code className="mt-2 block rounded-xl bg-mist px-4 py-3 text-left break-words">
          {detail}
        </code>
      </details>
    </div>
  )
}

function Reload() {
  return (
    <button
      type="button"
      onClick={() => location.reload()}
      className={buttonClass('outline', 'noscript:hidden')}
    >
      <Icon name="rotate-cw" className="size-4" />
      Tải lại trang
    </button>
  )
}

/** The browser has no network, and what would have kept the page was not loaded yet. */
function NetworkScreen({ detail }: DetailProps) {
  useEffect(() => {
    const reload = () => location.reload()
    addEventListener('online', reload)
    return () => removeEventListener('online', reload)
  }, [])
  return (
    <ScreenFrame picture="error" headline="Mất kết nối mạng" detail={detail}>
      <p>Trang sẽ tự tải lại khi có mạng.</p>
    </ScreenFrame>
  )
}

/** Any other error: status 5xx, or a page that could not be loaded (contract §8). */
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

/** No answer within the limit (web/runtime/time-limit.ts): a slow network, or a slow shop. */
export function SlowScreen({ detail }: DetailProps) {
  return (
    <ScreenFrame picture="error" headline="Trang tải quá lâu" detail={detail}>
      <p>
        Kết nối đang chậm nên chúng tôi chưa tải được trang này. Vui lòng kiểm tra mạng rồi tải lại
        trang, hoặc gọi tổng đài để được hỗ trợ đặt hàng.
      </p>
    </ScreenFrame>
  )
}

/** Status 429: too many new sessions from one IP address (contract §5). It offers to wait or to call. */
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

/** Status 404: no page has this address (contract §2). */
export function NotFoundScreen({ detail }: DetailProps) {
  return (
    <ScreenFrame
      picture="error-404"
      headline="Trang không tồn tại"
      detail={detail}
      // Loading it again would not help.
      ways={
        <>
          <form action={frame_paths.search} className="mb-2 flex w-full max-w-md gap-2">
            <input
              type="search"
              name="q"
              required
              maxLength={200}
              aria-label="Tên sản phẩm"
              placeholder="Bạn cần tìm gì?"
              className="h-12 w-0 min-w-0 flex-1 rounded-button border border-line px-4 text-base"
            />
            <button type="submit" className={buttonClass('dark', 'min-h-12 px-5')}>
              <Icon name="search" className="size-4" />
              Tìm
            </button>
          </form>
          <a href={frame_paths.menu} className={buttonClass('outline')}>
            <Icon name="layout-grid" className="size-4" />
            Danh mục
          </a>
        </>
      }
    >
      <p>Rất tiếc, trang bạn tìm không còn ở đây hoặc địa chỉ chưa đúng.</p>
      {/* A message may cut the link of an order off. */}
      <p className="mt-2">
        Bạn mở liên kết của một đơn hàng?{' '}
        <a href={frame_paths.lookup} className="font-semibold text-accent hover:underline">
          Tra cứu bằng mã đơn và số điện thoại
        </a>
      </p>
    </ScreenFrame>
  )
}

import { startUrl } from '#storefront/addresses/account-links.ts'
import { frame_paths } from '#storefront/addresses/frame-paths.ts'
import type { StartList } from '#storefront/pages/notice/start/page.server.ts'
import { startText } from '#storefront/pages/notice/start/start-text.ts'
import { Breadcrumb } from '#web/ui/breadcrumb.tsx'
import { buttonClass } from '#web/ui/button.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Notice } from '#web/ui/notice.tsx'

/** What begins next: each with the way to be reminded of it. */
export function StartsList({ data: { starts, is_gone } }: { data: StartList }) {
  return (
    <>
      <Breadcrumb crumbs={[{ name: 'Nhắc tôi', path: frame_paths.start }]} />
      <section className="sheet mx-auto mb-6 grid max-w-xl gap-4 p-4 sm:p-6">
        <h1 className="text-2xl">Nhắc tôi</h1>
        {is_gone && <Notice kind="info">Chương trình bạn chọn đã bắt đầu hoặc không còn.</Notice>}
        {starts.length === 0 ? (
          <EmptyState picture="no-result" title="Chưa có gì sắp mở bán">
            <a href={frame_paths.home} className={buttonClass('primary')}>
              Xem giá tốt hôm nay
            </a>
          </EmptyState>
        ) : (
          <>
            <p className="text-muted">Chọn điều bạn chờ. Đến giờ, bạn nhận đúng một tin nhắn.</p>
            <ul className="grid divide-y divide-line">
              {starts.map((start) => (
                <li
                  key={`${start.of} ${start.id}`}
                  className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3"
                >
                  <span className="min-w-0 flex-1 basis-44">
                    <a
                      href={start.href}
                      className="font-semibold hover:text-accent hover:underline"
                    >
                      {start.name}
                    </a>
                    <span className="mt-0.5 block text-sm text-muted">{startText(start)}</span>
                  </span>
                  <a
                    href={startUrl(start)}
                    aria-label={`Nhắc tôi: ${start.name}`}
                    className={buttonClass('outline', 'min-h-11')}
                  >
                    Nhắc tôi
                  </a>
                </li>
              ))}
            </ul>
          </>
        )}
      </section>
    </>
  )
}

import type { Start } from '#contracts/storefront/notices/starts.ts'
import { formatDateTime } from '#pure/vietnam-time.ts'
import { startUrl } from '#storefront/addresses/account-links.ts'
import type { WishWords } from '#storefront/pages/notice/notice-form.tsx'
import type { StartData } from '#storefront/pages/notice/start/page.server.ts'
import { WishForms } from '#storefront/pages/notice/wish-forms.tsx'
import type { PageMeta } from '#storefront/runtime/page.ts'
import { Breadcrumb } from '#web/ui/breadcrumb.tsx'

export function meta({ start }: StartData): PageMeta {
  return { title: `Nhắc tôi: ${start.name}`, robots: 'noindex, follow' }
}

/** /nhac-toi: one message when something begins. */
export function Page({ data }: { data: StartData }) {
  const { start } = data
  const wish = wishOf(start)
  return (
    <>
      <Breadcrumb crumbs={[{ name: 'Nhắc tôi', path: startUrl(start) }]} />
      <section className="sheet mx-auto mb-6 grid max-w-xl gap-5 p-4 sm:p-6">
        <h1 className="text-2xl">Nhắc tôi</h1>
        <div>
          <p className="text-lg leading-snug font-semibold">
            <a href={start.href} className="hover:text-accent hover:underline">
              {start.name}
            </a>
          </p>
          <p className="mt-0.5 text-muted">
            {verbs[start.of]} lúc {formatDateTime(new Date(start.starts_at))}
          </p>
        </div>
        <WishForms
          data={data}
          wish={wish}
          urlOf={(query) => startUrl(start, query)}
          push={{ path: '/api/starts/v1/starts/push', fields: wish.fields }}
          back={{ href: start.href, text: 'Quay lại' }}
        />
      </section>
    </>
  )
}

const verbs: Record<Start['of'], string> = {
  landing_page: 'Bắt đầu',
  flash_sale: 'Bắt đầu',
  item: 'Mở bán',
}

function wishOf({ of, id }: Start): WishWords {
  return {
    fields: { of, id },
    when: of === 'item' ? 'sản phẩm mở bán' : 'chương trình bắt đầu',
    night: 'từ 22 giờ đến 7 giờ sáng',
  }
}

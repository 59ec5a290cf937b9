import type { Start } from '#contracts/storefront/notices/starts.ts'
import { startUrl } from '#storefront/addresses/account-links.ts'
import type { WishWords } from '#storefront/pages/notice/notice-form.tsx'
import type { StartData, StartWish } from '#storefront/pages/notice/start/page.server.ts'
import { StartsList } from '#storefront/pages/notice/start/starts-list.tsx'
import { startText } from '#storefront/pages/notice/start/start-text.ts'
import { WishForms } from '#storefront/pages/notice/wish-forms.tsx'
import type { PageMeta } from '#storefront/runtime/page.ts'
import { Breadcrumb } from '#web/ui/breadcrumb.tsx'

export function meta(data: StartData): PageMeta {
  const title = 'start' in data ? `Nhắc tôi: ${data.start.name}` : 'Nhắc tôi'
  return { title, robots: 'noindex, follow' }
}

/** /nhac-toi: one message when something begins. */
export function Page({ data }: { data: StartData }) {
  return 'start' in data ? <Wish data={data} /> : <StartsList data={data} />
}

function Wish({ data }: { data: StartWish }) {
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
          <p className="mt-0.5 text-muted">{startText(start)}</p>
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

function wishOf({ of, id }: Start): WishWords {
  return {
    fields: { of, id },
    when: of === 'item' ? 'sản phẩm mở bán' : 'chương trình bắt đầu',
    night: 'từ 22 giờ đến 7 giờ sáng',
  }
}

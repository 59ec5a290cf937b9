import type { Start } from '#contracts/storefront/notices/starts.ts'
import { formatDateTime } from '#pure/vietnam-time.ts'
import { startUrl } from '#storefront/addresses/account-links.ts'
import { EmailForm } from '#storefront/pages/notice/email-form.tsx'
import type { WishWords } from '#storefront/pages/notice/notice-form.tsx'
import { PushForm } from '#storefront/pages/notice/push-form.tsx'
import { SmsForm } from '#storefront/pages/notice/sms-form.tsx'
import type { StartData } from '#storefront/pages/notice/start/page.server.ts'
import { Outcome, Ways } from '#storefront/pages/notice/wish-ways.tsx'
import type { PageMeta } from '#storefront/runtime/page.ts'
import { Breadcrumb } from '#web/ui/breadcrumb.tsx'

export function meta({ start }: StartData): PageMeta {
  return { title: `Nhắc tôi: ${start.name}`, robots: 'noindex, follow' }
}

/** /nhac-toi: one message when something begins. */
export function Page({ data }: { data: StartData }) {
  const { start, way, outcome, has_sms } = data
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
        {outcome === null ? (
          <>
            <Ways
              current={way}
              has_sms={has_sms}
              urlOf={(to) => startUrl(start, { qua: to === 'email' ? null : to })}
            />
            <WayForm data={data} wish={wish} />
          </>
        ) : (
          <Outcome
            {...{ way, outcome, when: wish.when, night: wish.night }}
            back={{ href: start.href, text: 'Quay lại' }}
          />
        )}
      </section>
    </>
  )
}

function WayForm({ data, wish }: { data: StartData; wish: WishWords }) {
  switch (data.way) {
    case 'email':
      return <EmailForm wish={wish} />
    case 'sms':
      return <SmsForm wish={wish} own_phone={data.own_phone} />
    case 'trinh-duyet':
      return (
        <PushForm
          wish={wish}
          path="/api/starts/v1/starts/push"
          done_url={startUrl(data.start, { qua: 'trinh-duyet', xong: 1 })}
          push_key={data.push_key}
        />
      )
  }
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

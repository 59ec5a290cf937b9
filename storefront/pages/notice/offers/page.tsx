import { useState } from 'react'
import { Form } from 'react-router'
import { account_addresses } from '#storefront/addresses/account.ts'
import { push_problems } from '#storefront/pages/notice/push-form.tsx'
import type { OffersData } from '#storefront/pages/notice/offers/page.server.ts'
import type { PushProblem } from '#storefront/pages/notice/subscribe-push.ts'
import type { PageMeta } from '#storefront/runtime/page.ts'
import { useShop } from '#storefront/runtime/shop-data.ts'
import { Breadcrumb } from '#web/ui/breadcrumb.tsx'
import { buttonClass } from '#web/ui/button.ts'
import { Notice } from '#web/ui/notice.tsx'
import { telLink } from '#web/ui/tel-link.ts'

const { path } = account_addresses.offers

export function meta(): PageMeta {
  return {
    title: 'Nhận tin ưu đãi',
    description: 'Chọn nhận hay không nhận tin ưu đãi của cửa hàng qua email, Zalo, thông báo.',
    robots: 'noindex, follow',
  }
}

/** /nhan-uu-dai: nothing is ticked before, and each channel is a choice of its own. */
export function Page({ data }: { data: OffersData }) {
  return (
    <>
      <Breadcrumb crumbs={[{ name: 'Nhận tin ưu đãi', path }]} />
      <div className="mx-auto grid max-w-3xl gap-4 pb-6">
        <section className="sheet p-4 sm:p-6">
          <h1 className="text-2xl">Nhận tin ưu đãi</h1>
          <p className="mt-2 text-body text-muted">
            Tối đa ba tin một ngày, chỉ từ 7 giờ đến 22 giờ, đầu tin luôn có chữ [QC]. Mỗi tin có
            một liên kết để ngừng nhận ngay. Đơn hàng và bảo hành của bạn không phụ thuộc vào lựa
            chọn này.
          </p>
          {data.has_old_link && <OldLink />}
          {data.is_saved && (
            <div className="mt-4">
              <Notice kind="info">Đã lưu lựa chọn của bạn.</Notice>
            </div>
          )}
          {data.is_member ? <Channels data={data} /> : <SignIn />}
        </section>
        <section className="sheet p-4 sm:p-6">
          <h2 className="text-lg">Thông báo trên trình duyệt này</h2>
          <PushPart data={data} />
        </section>
      </div>
    </>
  )
}

/** Decree 91/2020: whoever refuses is not turned away by a link that the shop does not know any more. */
function OldLink() {
  const { shop } = useShop()
  return (
    <div className="mt-4">
      <Notice kind="info">
        Liên kết ngừng nhận này không còn dùng được, vì cửa hàng không còn giữ tin đã gửi. Để ngừng
        nhận ngay: bỏ chọn ở dưới, gọi{' '}
        <a href={telLink(shop.hotline)} className="font-semibold whitespace-nowrap underline">
          {shop.hotline}
        </a>{' '}
        hoặc viết thư tới{' '}
        <a href={`mailto:${shop.company.email}`} className="font-semibold underline">
          {shop.company.email}
        </a>
        .
      </Notice>
    </div>
  )
}

function SignIn() {
  return (
    <p className="mt-5">
      <a href="/smember" className={buttonClass('outline')}>
        Đăng nhập Smember để chọn email, Zalo
      </a>
    </p>
  )
}

function Channels({ data: { email, phone, by_email, by_zalo } }: { data: OffersData }) {
  return (
    <Form method="post" action={path} className="mt-5 grid gap-4">
      {email === null ? (
        <p className="text-body text-muted">
          Để nhận qua email, hãy xác nhận email trong tài khoản trước.
        </p>
      ) : (
        <Tick name="by_email" is_on={by_email} title={`Email: ${email}`}>
          Cửa hàng dùng địa chỉ này để gửi khuyến mãi, sản phẩm mới. Không chuyển cho ai khác.
        </Tick>
      )}
      <Tick name="by_zalo" is_on={by_zalo} title={`Zalo: ${phone ?? ''}`}>
        Tin đi qua Zalo đến số này; Zalo nhận số điện thoại và nội dung tin để chuyển.
      </Tick>
      <button
        type="submit"
        name="intent"
        value="choose"
        className={buttonClass('primary', 'min-h-12')}
      >
        Lưu lựa chọn
      </button>
    </Form>
  )
}

interface TickProps {
  name: string
  is_on: boolean
  title: string
  children: string
}

function Tick({ name, is_on, title, children }: TickProps) {
  return (
    <label className="flex cursor-pointer items-start gap-3 rounded-2xl border border-muted/50 p-4 hover:border-accent has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent">
      <input
        type="checkbox"
        name={name}
        value="1"
        defaultChecked={is_on}
        className="mt-0.5 size-5 shrink-0 accent-accent outline-none"
      />
      <span className="min-w-0">
        <span className="font-semibold">{title}</span>
        <span className="mt-1 block text-sm text-muted">{children}</span>
      </span>
    </label>
  )
}

function PushPart({ data: { by_push, push_key } }: { data: OffersData }) {
  const [problem, setProblem] = useState<PushProblem | null>(null)
  const [is_busy, setBusy] = useState(false)
  const press = async () => {
    if (is_busy) return
    setBusy(true)
    const { subscribePush } = await import('#storefront/pages/notice/subscribe-push.ts')
    const found = await subscribePush({ path: '/api/offers/v1/offers/push', fields: {} }, push_key)
    if (found === null) {
      location.assign(`${path}?da-luu=1`)
      return
    }
    setProblem(found)
    setBusy(false)
  }
  if (by_push) {
    return (
      <Form method="post" action={path} className="mt-3 grid gap-3">
        <p className="text-body text-muted">Đang bật. Bạn cũng tắt được trong trình duyệt.</p>
        <button type="submit" name="intent" value="stop_push" className={buttonClass('outline')}>
          Tắt thông báo ưu đãi
        </button>
      </Form>
    )
  }
  return (
    <div className="mt-3 grid gap-3">
      {problem !== null && (
        <div role="alert">
          <Notice kind="error">
            {push_problems[problem]}{' '}
            <a
              href={account_addresses.privacy.path}
              className="font-semibold text-accent underline"
            >
              Mở quyền riêng tư
            </a>
          </Notice>
        </div>
      )}
      <p className="text-body text-muted">
        Cửa hàng lưu địa chỉ thông báo của trình duyệt, không lưu tên hay số điện thoại.
      </p>
      <p className="hidden text-sm font-semibold noscript:block">Cách này cần JavaScript.</p>
      <button
        type="button"
        onClick={press}
        aria-disabled={is_busy}
        className={buttonClass('outline', 'noscript:hidden')}
      >
        Bật thông báo ưu đãi
      </button>
    </div>
  )
}

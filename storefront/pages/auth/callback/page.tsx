import { SmemberForm } from '#storefront/commerce/sign-in/smember-form.tsx'
import type { PageMeta } from '#storefront/runtime/page.ts'

export interface NotSignedInData {
  return_to: string
  /** The member site does not answer. */
  is_busy: boolean
}

export function meta(): PageMeta {
  return { title: 'Chưa đăng nhập', robots: 'noindex, nofollow' }
}

export function Page({ data: { return_to, is_busy } }: { data: NotSignedInData }) {
  return (
    <section className="sheet mx-auto max-w-[420px] p-6">
      <h1 className="text-2xl">{is_busy ? 'Smember đang bận' : 'Bạn chưa đăng nhập'}</h1>
      <SmemberForm
        return_to={return_to}
        text={
          is_busy
            ? 'Chưa kết nối được với Smember. Giỏ hàng của bạn vẫn còn. Vui lòng thử lại sau ít phút, hoặc mua hàng không cần đăng nhập.'
            : 'Lần đăng nhập vừa rồi chưa hoàn tất hoặc đã hết hạn. Giỏ hàng của bạn vẫn còn, vui lòng đăng nhập lại.'
        }
      />
      <p className="mt-4 text-center text-body">
        <a
          href={return_to}
          className="inline-flex min-h-11 items-center px-3 font-semibold text-accent hover:underline"
        >
          Tiếp tục mua hàng không cần đăng nhập
        </a>
      </p>
    </section>
  )
}

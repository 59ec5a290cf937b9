import type { PageMeta } from '#storefront/runtime/page.ts'
import type { ProvinceChangeData } from '#storefront/pages/cart/province/page.server.ts'
import { useShop } from '#storefront/runtime/shop-data.ts'
import { buttonClass } from '#web/ui/button.ts'
import { ProvinceChanges } from '#storefront/commerce/province/province-changes.tsx'

export function meta({ changes }: ProvinceChangeData): PageMeta {
  return { title: `Chuyển sang ${changes.province_name}`, robots: 'noindex, nofollow' }
}

/** The province dialog as a page: a plain form to confirm, and a link to stay. */
export function Page({ data: { changes, return_to } }: { data: ProvinceChangeData }) {
  const { province } = useShop()
  return (
    <section className="sheet grid gap-4 p-4 sm:p-6">
      <h1 className="text-2xl">Chuyển sang {changes.province_name}?</h1>
      <p>Khi chuyển từ {province.name}, đơn của bạn sẽ thay đổi như sau:</p>
      <ProvinceChanges changes={changes} />
      <form method="post" action="/province" className="flex flex-wrap gap-3">
        <input type="hidden" name="province_id" value={changes.province_id} />
        <input type="hidden" name="return_to" value={return_to} />
        <input type="hidden" name="is_confirmed" value="true" />
        <a href={return_to} className={buttonClass('outline', 'min-w-36 flex-1')}>
          Giữ {province.name}
        </a>
        <button type="submit" className={buttonClass('primary', 'min-w-36 flex-1')}>
          Chuyển sang {changes.province_name}
        </button>
      </form>
    </section>
  )
}

import { noticeUrl } from '#storefront/addresses/account-links.ts'
import type { WishWords } from '#storefront/pages/notice/notice-form.tsx'
import { NoticeItem } from '#storefront/pages/notice/notice-item.tsx'
import type { NoticeData } from '#storefront/pages/notice/page.server.ts'
import { WishForms } from '#storefront/pages/notice/wish-forms.tsx'
import type { PageMeta } from '#storefront/runtime/page.ts'
import { Breadcrumb } from '#web/ui/breadcrumb.tsx'

export function meta({ item }: NoticeData): PageMeta {
  return { title: `${titleOf(item.is_in_stock)}: ${item.name}`, robots: 'noindex, follow' }
}

/** /bao-tin: one message when the item is back, or cheaper than now. */
export function Page({ data }: { data: NoticeData }) {
  const { item } = data
  const title = titleOf(item.is_in_stock)
  const wish = wishOf(data)
  return (
    <>
      <Breadcrumb crumbs={[{ name: title, path: noticeUrl(item.item_id) }]} />
      <section className="sheet mx-auto mb-6 grid max-w-xl gap-5 p-4 sm:p-6">
        <h1 className="text-2xl">{title}</h1>
        <NoticeItem item={item} />
        <WishForms
          data={data}
          wish={wish}
          urlOf={(query) => noticeUrl(item.item_id, query)}
          push={{
            path: '/api/notices/v1/notices/push',
            fields: { ...wish.fields, province_id: data.province_id },
          }}
          back={{ href: `/${item.url_path}`, text: 'Quay lại sản phẩm' }}
        />
      </section>
    </>
  )
}

/** What is told of follows from the stock: an item that is sold out comes back. */
function wishOf({ item: { item_id, is_in_stock } }: NoticeData): WishWords {
  return {
    fields: { kind: is_in_stock ? 'price' : 'stock', item_id },
    when: is_in_stock ? 'giá thấp hơn hiện nay' : 'sản phẩm có hàng trở lại',
    night: 'từ 21 giờ đến 8 giờ sáng',
  }
}

function titleOf(is_in_stock: boolean): string {
  return is_in_stock ? 'Báo khi giảm giá' : 'Báo khi có hàng'
}

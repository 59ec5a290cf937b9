import type { ProductCard } from '#contracts/catalog.ts'
import type { Suggestions } from '#contracts/search.ts'
import { addresses } from '#storefront/addresses.ts'
import { laterView } from '#storefront/later-view.tsx'
import { descriptionOf, type ListData } from '#storefront/listing-view.ts'
import type { PageMeta } from '#storefront/page.ts'

export interface SearchData {
  /** null: nothing was asked for yet. */
  list: ListData | null
  /** What others search for, and what they buy: where there is no list to show. */
  trending: Suggestions['trending']
  popular: ProductCard[]
  /** The term of the shop's own choice that was searched for, word for word: a page of its own. */
  chosen: Suggestions['trending'][number] | null
}

/** Endless words can be searched for: only what the shop itself names is a page for search engines. */
export function meta({ list, chosen }: SearchData): PageMeta {
  if (list === null) return { ...plain, title: 'Tìm kiếm', canonical_path: addresses.search.path }
  const { query, listing } = list
  if (chosen === null) {
    return {
      title: `Kết quả tìm kiếm cho “${query.q}”`,
      description: `${listing.total} sản phẩm cho từ khóa “${query.q}”. ${PROMISE}`,
      canonical_path: addresses.search.path,
      robots: 'noindex, follow',
    }
  }
  const name = chosen.text.charAt(0).toUpperCase() + chosen.text.slice(1)
  return {
    title: `${name}: ${listing.total} sản phẩm chính hãng`,
    description: descriptionOf(name, listing),
    canonical_path: chosen.path,
  }
}

const PROMISE = 'Giá đã gồm VAT, giao nhanh hoặc nhận tại cửa hàng.'
const plain = {
  description: `Tìm điện thoại, laptop, máy tính bảng và phụ kiện theo tên, nhu cầu hay tầm giá. ${PROMISE}`,
}

export const later = laterView<{ data: SearchData }>(
  async () => (await import('#storefront/widgets/search-view.tsx')).SearchView,
)

export function Page({ data }: { data: SearchData }) {
  return <later.View data={data} />
}

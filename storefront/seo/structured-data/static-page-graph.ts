import type { StaticPage } from '#contracts/storefront/static-pages.ts'
import type { ShopIdentity } from '#storefront/runtime/page.ts'
import { absoluteUrl, breadcrumbList, graph } from '#storefront/seo/structured-data/graph.ts'

/** The fields of a static page that its structured data uses. */
type DescribedPage = Pick<StaticPage, 'name' | 'path' | 'meta' | 'changed_at' | 'breadcrumb'>

/** The structured data of a static page: WebPage with its breadcrumb. */
export function staticPageGraph(page: DescribedPage, shop: ShopIdentity): object | null {
  const { name, path, meta, changed_at, breadcrumb } = page
  return graph([
    {
      '@type': 'WebPage',
      name,
      url: absoluteUrl(path, shop),
      description: meta.description,
      dateModified: changed_at,
      inLanguage: 'vi-VN',
      isPartOf: { '@type': 'WebSite', name: shop.name, url: absoluteUrl('/', shop) },
      publisher: { '@type': 'Organization', name: shop.company.name },
    },
    breadcrumbList(breadcrumb, shop),
  ])
}

import { search_addresses } from '#storefront/addresses/search.ts'
import type { ShopIdentity } from '#storefront/runtime/page.ts'
import { graph, absoluteUrl } from '#storefront/seo/structured-data/graph.ts'

/** The structured data of the home page: the shop and its search (Organization, WebSite with SearchAction). */
export function shopGraph(shop: ShopIdentity): object | null {
  const { name, hotline, public_url, company } = shop
  const organization = `${public_url}/#organization`
  return graph([
    {
      '@type': 'Organization',
      '@id': organization,
      name,
      url: `${public_url}/`,
      logo: absoluteUrl('/media/brand/icon-512.png', shop),
      ...(company.name === '' ? {} : { legalName: company.name }),
      ...(company.tax_code === '' ? {} : { taxID: company.tax_code }),
      contactPoint: {
        '@type': 'ContactPoint',
        telephone: hotline,
        contactType: 'customer service',
        areaServed: 'VN',
        availableLanguage: 'vi',
      },
    },
    {
      '@type': 'WebSite',
      '@id': `${public_url}/#website`,
      name,
      url: `${public_url}/`,
      inLanguage: 'vi-VN',
      publisher: { '@id': organization },
      potentialAction: {
        '@type': 'SearchAction',
        target: {
          '@type': 'EntryPoint',
          urlTemplate: `${public_url}${search_addresses.search.path}?q={search_term_string}`,
        },
        'query-input': 'required name=search_term_string',
      },
    },
  ])
}

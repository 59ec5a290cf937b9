import type { ShopIdentity } from '#storefront/runtime/page.ts'
import type { ListedShop } from '#storefront/pages/shops/shops-data.ts'

/** The structured data of the page of shops: each is an ElectronicsStore of schema.org. */
export function shopsGraph(shops: readonly ListedShop[], shop: ShopIdentity): object {
  return {
    '@context': 'https://schema.org',
    '@graph': shops.map((branch) => electronicsStore(branch, shop)),
  }
}

function electronicsStore(branch: ListedShop, shop: ShopIdentity): object {
  const { latitude, longitude, map_link } = branch
  return {
    '@type': 'ElectronicsStore',
    '@id': `${shop.public_url}/he-thong-cua-hang#${branch.code}`,
    name: branch.name,
    url: `${shop.public_url}/he-thong-cua-hang`,
    telephone: branch.phone,
    ...(branch.image === null ? {} : { image: new URL(branch.image, shop.public_url).href }),
    address: {
      '@type': 'PostalAddress',
      streetAddress: streetOf(branch),
      addressLocality: branch.district,
      addressRegion: branch.province,
      addressCountry: 'VN',
    },
    ...(latitude === null || longitude === null
      ? {}
      : { geo: { '@type': 'GeoCoordinates', latitude, longitude } }),
    ...(map_link === null ? {} : { hasMap: map_link }),
    ...openingHours(branch.time_opening),
    parentOrganization: { '@type': 'Organization', name: shop.name, url: shop.public_url },
  }
}

/** The address without district and province, which have fields of their own. */
function streetOf({ address, district, province }: ListedShop): string {
  const end = `, ${district}, ${province}`
  return address.endsWith(end) ? address.slice(0, -end.length) : address
}

/** "08:00 - 21:30" in the format of schema.org. A text in another format is left out. */
function openingHours(time_opening: string): { openingHours?: string } {
  const [, from, to] = /^(\d{2}:\d{2}) ?[-–] ?(\d{2}:\d{2})$/.exec(time_opening.trim()) ?? []
  return from && to ? { openingHours: `Mo-Su ${from}-${to}` } : {}
}

import type { ShopIdentity } from '#storefront/runtime/page.ts'
import type { PlacedShop } from '#storefront/pages/shops/shops-data.ts'

/** Shops as schema.org says them (ElectronicsStore), for search engines: one graph for the page. */
export function shopsGraph(shops: readonly PlacedShop[], shop: ShopIdentity): object {
  return {
    '@context': 'https://schema.org',
    '@graph': shops.map((each) => electronicsStore(each, shop)),
  }
}

function electronicsStore(place: PlacedShop, shop: ShopIdentity): object {
  const { latitude, longitude, map_link } = place
  return {
    '@type': 'ElectronicsStore',
    '@id': `${shop.public_url}/he-thong-cua-hang#${place.code}`,
    name: place.name,
    url: `${shop.public_url}/he-thong-cua-hang`,
    telephone: place.phone,
    ...(place.image === null ? {} : { image: new URL(place.image, shop.public_url).href }),
    address: {
      '@type': 'PostalAddress',
      streetAddress: streetOf(place),
      addressLocality: place.district,
      addressRegion: place.province,
      addressCountry: 'VN',
    },
    ...(latitude === null || longitude === null
      ? {}
      : { geo: { '@type': 'GeoCoordinates', latitude, longitude } }),
    ...(map_link === null ? {} : { hasMap: map_link }),
    ...openingHours(place.time_opening),
    parentOrganization: { '@type': 'Organization', name: shop.name, url: shop.public_url },
  }
}

/** The address without district and province, which have fields of their own. */
function streetOf({ address, district, province }: PlacedShop): string {
  const end = `, ${district}, ${province}`
  return address.endsWith(end) ? address.slice(0, -end.length) : address
}

/** "08:00 - 21:30" as schema.org writes it; words of another form are left out rather than wrong. */
function openingHours(time_opening: string): { openingHours?: string } {
  const [, from, to] = /^(\d{2}:\d{2}) ?[-–] ?(\d{2}:\d{2})$/.exec(time_opening.trim()) ?? []
  return from && to ? { openingHours: `Mo-Su ${from}-${to}` } : {}
}

import type { DevicePassport, UsedProductPage, UsedRow } from '#contracts/storefront/trade/used.ts'
import { devicePath } from '#storefront/addresses/used-links.ts'
import { used_addresses } from '#storefront/addresses/used.ts'
import type { ShopIdentity } from '#storefront/runtime/page.ts'
import {
  absoluteUrl,
  breadcrumbList,
  graph,
  type Thing,
} from '#storefront/seo/structured-data/graph.ts'

/** The structured data of a used version: its devices as offers in used condition. */
export function usedProductGraph(product: UsedProductPage, shop: ShopIdentity): object | null {
  const { name, path, brand, devices, meta } = product
  const offered = devices.filter(({ supply }) => supply !== 'sold')
  const pictures = offered.flatMap((device) => device.pictures.slice(0, 1))
  return graph([
    {
      '@type': 'Product',
      name,
      description: meta.description,
      brand: { '@type': 'Brand', name: brand },
      url: absoluteUrl(path, shop),
      image: pictures.slice(0, 10).map(({ src }) => absoluteUrl(src, shop)),
      itemCondition: used_condition,
      ...(offered.length === 0 ? {} : { offers: offered.map((device) => offerOf(device, shop)) }),
    },
    breadcrumbList(
      [
        { name: 'Máy cũ', path: used_addresses.used.path },
        { name, path },
      ],
      shop,
    ),
  ])
}

/** The structured data of one device. */
export function usedDeviceGraph(device: DevicePassport, shop: ShopIdentity): object | null {
  const { name, path, brand, sku, color_name, pictures, imei_id } = device
  const here = devicePath(imei_id)
  return graph([
    {
      '@type': 'Product',
      name: color_name === null ? name : `${name} ${color_name}`,
      sku,
      brand: { '@type': 'Brand', name: brand },
      url: absoluteUrl(here, shop),
      image: pictures.map(({ src }) => absoluteUrl(src, shop)),
      itemCondition: used_condition,
      offers: offerOf(device, shop),
    },
    breadcrumbList(
      [
        { name: 'Máy cũ', path: used_addresses.used.path },
        { name, path },
        { name: sku, path: here },
      ],
      shop,
    ),
  ])
}

const used_condition = 'https://schema.org/UsedCondition'

function offerOf({ imei_id, price, supply }: UsedRow, shop: ShopIdentity): Thing {
  return {
    '@type': 'Offer',
    sku: `CU-${imei_id}`,
    url: absoluteUrl(devicePath(imei_id), shop),
    price,
    priceCurrency: 'VND',
    availability: `https://schema.org/${supply === 'listed' ? 'InStock' : 'OutOfStock'}`,
    itemCondition: used_condition,
    seller: { '@type': 'Organization', name: shop.name },
  }
}

import type { ShopIdentity } from '#storefront/runtime/page.ts'

/** /manifest.webmanifest: lets the shop be installed on a home screen (W3C Web Application Manifest). */
export function webManifest(shop: ShopIdentity): object {
  const icon = (file: string, sizes: string, purpose: 'any' | 'maskable') => ({
    src: `/media/brand/${file}`,
    sizes,
    type: 'image/png',
    purpose,
  })
  return {
    id: '/',
    name: `${shop.name}: điện thoại, laptop, phụ kiện`,
    short_name: shop.name,
    lang: 'vi',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    background_color: '#eef2f8',
    theme_color: '#14244a',
    icons: [
      icon('icon-192.png', '192x192', 'any'),
      icon('icon-512.png', '512x512', 'any'),
      icon('icon-maskable-512.png', '512x512', 'maskable'),
    ],
    shortcuts: [
      { name: 'Danh mục', url: '/danh-muc' },
      { name: 'Hệ thống cửa hàng', url: '/he-thong-cua-hang' },
      { name: 'Giỏ hàng', url: '/cart' },
    ],
  }
}

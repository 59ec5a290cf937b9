import type { DeviceCard } from '#contracts/storefront/trade/trade-in.ts'

interface TradeTab {
  /** Below /thu-cu-doi-moi/. */
  slug: string
  name: string
  has: (card: Pick<DeviceCard, 'brand_name' | 'device_kind'>) => boolean
}

/** The tabs of the picker, in their sequence. */
export const trade_tabs: readonly TradeTab[] = [
  {
    slug: 'iphone',
    name: 'iPhone',
    has: ({ brand_name, device_kind }) => brand_name === 'Apple' && device_kind === 'dien-thoai',
  },
  {
    slug: 'samsung',
    name: 'Samsung',
    has: ({ brand_name, device_kind }) => brand_name === 'Samsung' && device_kind !== 'dong-ho',
  },
  {
    slug: 'macbook',
    name: 'MacBook',
    has: ({ brand_name, device_kind }) => brand_name === 'Apple' && device_kind === 'laptop',
  },
  {
    slug: 'xiaomi',
    name: 'Xiaomi',
    has: ({ brand_name, device_kind }) =>
      ['Xiaomi', 'Redmi', 'POCO'].includes(brand_name) && device_kind !== 'dong-ho',
  },
  {
    slug: 'laptop',
    name: 'Laptop',
    has: ({ brand_name, device_kind }) => brand_name !== 'Apple' && device_kind === 'laptop',
  },
  {
    slug: 'ipad',
    name: 'iPad',
    has: ({ brand_name, device_kind }) => brand_name === 'Apple' && device_kind === 'may-tinh-bang',
  },
  { slug: 'dong-ho', name: 'Đồng hồ', has: ({ device_kind }) => device_kind === 'dong-ho' },
]

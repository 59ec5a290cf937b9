import type { CampaignLink } from '#contracts/storefront/landing/landing.ts'
import { frame_paths } from '#storefront/addresses/frame-paths.ts'
import { repair_addresses } from '#storefront/addresses/repair.ts'
import { repair_hubs } from '#storefront/addresses/repair-hubs.ts'
import type { IconName } from '#web/ui/icons.tsx'

interface Link {
  name: string
  path: string
}

/** What the menu names below the categories of goods: a service, the campaigns, the news. */
export interface ServiceEntry extends Link {
  icon: IconName
  sentence: string
  columns: { title: string; links: readonly Link[] }[]
}

/** Returns the services of the shop, its campaigns and its news. Without any campaign or article they are left out. */
export function serviceEntries(
  campaigns: readonly CampaignLink[],
  news: readonly Link[],
): ServiceEntry[] {
  const [campaign] = campaigns
  const [front] = news
  const repair_shops = { name: 'Địa chỉ sửa chữa', path: repair_addresses.repairShops.path }
  return [
    {
      ...{ name: 'Sửa chữa', path: frame_paths.repairs, icon: 'wrench' },
      sentence: 'Biết giá và giờ trống trước khi đến.',
      columns: [{ title: 'Dịch vụ', links: [...Object.values(repair_hubs), repair_shops] }],
    },
    {
      ...{ name: 'Thu cũ đổi mới', path: frame_paths.trade_in, icon: 'refresh-cw', columns: [] },
      sentence: 'Trả lời vài câu là biết giá của máy cũ, rồi đổi lấy máy mới.',
    },
    {
      ...{ name: 'Máy cũ', path: frame_paths.used, icon: 'need-phone', columns: [] },
      sentence: 'Ảnh thật, phần trăm pin và kết quả kiểm tra của từng máy.',
    },
    ...(campaign === undefined ? [] : [campaignsEntry(campaign, campaigns)]),
    ...(front === undefined ? [] : [newsEntry(front, news)]),
  ]
}

function campaignsEntry({ path }: Link, campaigns: readonly CampaignLink[]): ServiceEntry {
  const ofLayout = (layout: CampaignLink['layout']) =>
    campaigns.filter((each) => each.layout === layout)
  return {
    ...{ name: 'Khuyến mãi', path, icon: 'need-tag' },
    sentence: 'Chương trình đang diễn ra và sắp mở.',
    columns: [
      { title: 'Chương trình', links: ofLayout('landing-page') },
      { title: 'Ưu đãi theo món', links: ofLayout('hide-footer') },
    ],
  }
}

function newsEntry({ path }: Link, news: readonly Link[]): ServiceEntry {
  return {
    ...{ name: 'Tin công nghệ', path, icon: 'need-book' },
    sentence: 'Tư vấn, đánh giá và thủ thuật.',
    columns: [{ title: 'Chuyên mục', links: news }],
  }
}

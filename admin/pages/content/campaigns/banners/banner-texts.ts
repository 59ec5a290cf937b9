import type { BannerRow } from '#contracts/staff/offers/banners.ts'

export const banner_states = {
  running: 'Đang chạy',
  planned: 'Hẹn giờ',
  off: 'Đang tắt',
  over: 'Đã hết',
} as const

/** Places by their code; a category has its name beside it. */
export const banner_places = {
  hero: 'Trang chủ: ảnh lớn',
  right: 'Trang chủ: ảnh bên',
  category: 'Danh mục',
} as const

export function placeText({ place, category }: Pick<BannerRow, 'place' | 'category'>): string {
  return category === null ? banner_places[place] : `${banner_places.category} ${category}`
}

/** The choices of a field for the place of a banner. */
export function placeChoices(categories: readonly { value: string; title: string }[]) {
  return [
    { value: 'hero', title: banner_places.hero },
    { value: 'right', title: banner_places.right },
    ...categories.map(({ value, title }) => ({
      value,
      title: `${banner_places.category} ${title}`,
    })),
  ]
}

/** The two lines of a label in one. */
export function labelText(label: string): string {
  return label.replaceAll(' | ', ' · ')
}

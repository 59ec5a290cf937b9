import type { Skill } from '#contracts/staff/orders/repair-settings.ts'

export const skill_titles: Readonly<Record<Skill, string>> = {
  'man-hinh': 'Màn hình',
  pin: 'Pin',
  'phan-cung': 'Phần cứng',
  laptop: 'Laptop',
  'dong-ho': 'Đồng hồ',
}

/** The title of a skill of slots; `any` counts all technicians. */
export function skillTitle(skill: string): string {
  if (skill === 'any') return 'Tất cả'
  return skill in skill_titles ? skill_titles[skill as Skill] : skill
}

import type { StoredCampaign } from '#contracts/staff/offers/message-campaigns.ts'

export const channel_titles = {
  email: 'Email',
  push: 'Thông báo trình duyệt',
  zalo: 'Zalo',
} as const

export const audience_titles = {
  all: 'Mọi người đã đồng ý',
  members: 'Thành viên đã đồng ý',
  wishlist: 'Người đã thích sản phẩm',
} as const

export const campaign_states: Readonly<Record<StoredCampaign['state'], string>> = {
  draft: 'Đang soạn',
  asked: 'Chờ duyệt',
  approved: 'Đã duyệt, chờ giờ',
  sending: 'Đang gửi',
  paused: 'Tạm dừng',
  stopped: 'Đã dừng',
  done: 'Đã gửi xong',
}

export const move_titles: Readonly<Record<StoredCampaign['moves'][number], string>> = {
  ask: 'Gửi duyệt',
  approve: 'Duyệt, cho gửi',
  return: 'Trả lại để sửa',
  pause: 'Tạm dừng',
  resume: 'Gửi tiếp',
  stop: 'Dừng hẳn',
}

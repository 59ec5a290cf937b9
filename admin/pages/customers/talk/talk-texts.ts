import type { TalkQueue } from '#contracts/staff/members/talk.ts'
import type { TalkReason, TalkRule, TalkState } from '#contracts/storefront/talk/talk-fields.ts'

export const queue_titles: Record<TalkQueue, string> = {
  new: 'Mới',
  held: 'Chờ duyệt',
  reported: 'Bị báo xấu',
  published: 'Đang đăng',
  hidden: 'Đã ẩn',
}

export const talk_state_titles: Record<TalkState, string> = {
  published: 'Đang đăng',
  held: 'Chờ duyệt',
  hidden: 'Đã ẩn',
}

export const rule_titles: Record<TalkRule, string> = {
  link: 'có liên kết',
  phone: 'có số điện thoại',
  insult: 'có lời xúc phạm',
  repeated: 'lặp lại',
  name: 'tên như của cửa hàng',
}

/** Nothing else hides what shoppers say. */
export const reason_titles: Record<TalkReason, string> = {
  illegal: 'Trái pháp luật',
  insult: 'Xúc phạm, thô tục',
  personal: 'Lộ thông tin cá nhân',
  advertising: 'Quảng cáo, rao bán',
  off_topic: 'Không liên quan',
  false_identity: 'Mạo danh',
}

/** "Chờ duyệt: có liên kết", "Đã ẩn: Mạo danh". */
export function stateText({
  state,
  held_for,
  hidden_for,
}: {
  state: TalkState
  held_for: TalkRule | null
  hidden_for: TalkReason | null
}): string {
  if (state === 'held' && held_for !== null) {
    return `${talk_state_titles.held}: ${rule_titles[held_for]}`
  }
  if (state === 'hidden' && hidden_for !== null) {
    return `${talk_state_titles.hidden}: ${reason_titles[hidden_for]}`
  }
  return talk_state_titles[state]
}

/** "Spam: 3 người" of reports, the most frequent first. */
export function reportsText(reports: readonly { reason: TalkReason; count: number }[]): string {
  return reports.map(({ reason, count }) => `${reason_titles[reason]} (${count})`).join(', ')
}

import { tool_addresses } from '#storefront/addresses/tools.ts'
import type { PageMeta } from '#storefront/runtime/page.ts'

/** A page of device tests: its name in links and breadcrumbs, and its head. */
interface ToolPage {
  name: string
  path: string
  title: string
  description: string
}

export const device_test_page: ToolPage = {
  name: 'Kiểm tra linh kiện',
  path: tool_addresses.deviceTest.path,
  title: 'Kiểm tra linh kiện máy tính, điện thoại online',
  description:
    'Tự kiểm tra màn hình, cảm ứng, bàn phím, micrô, loa, camera, card đồ họa, tay cầm, pin ngay trên trình duyệt rồi lập phiếu có mã QR. Miễn phí, không cài đặt.',
}
export const keyboard_page: ToolPage = {
  name: 'Test bàn phím',
  path: tool_addresses.keyboardTest.path,
  title: 'Test bàn phím online: phím liệt, phím dính, ghosting',
  description:
    'Kiểm tra bàn phím laptop, PC, MacBook ngay trên trình duyệt: từng phím, phím dính (chatter), số phím giữ cùng lúc, ghosting và độ trễ. Miễn phí, không cài đặt.',
}
export const microphone_page: ToolPage = {
  name: 'Test micrô',
  path: tool_addresses.microphoneTest.path,
  title: 'Test mic online: kiểm tra micrô, tai nghe và nghe lại',
  description:
    'Kiểm tra micrô laptop, điện thoại, tai nghe trên trình duyệt: mức âm, dạng sóng, phổ tần, ghi 30 giây rồi nghe lại. Âm thanh không rời khỏi máy của bạn.',
}

/** The head of a tool's page. */
export function toolMeta({ title, description, path }: ToolPage): PageMeta {
  return { title, description, canonical_path: path }
}

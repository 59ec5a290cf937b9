import { addresses } from '#admin/addresses/addresses.ts'
import {
  type Act,
  actsByIntent,
  type Problem,
  problemOrThrow,
  staffPage,
  unclear,
} from '#admin/runtime/page.ts'
import { popups as contract, type PopupRow } from '#contracts/staff/offers/popups.ts'
import { isRefusal } from '#pure/contract.ts'

export interface PopupsData {
  rows: PopupRow[]
  images: string[]
  may_change: boolean
  /** The popup whose form is open. */
  open: PopupRow | null
}

/** /noi-bo/popup: the popups over pages of the shop. `sua` names the one that is being changed. */
export const page = staffPage<PopupsData>({
  needs: 'popups.popups',
  loader: async ({ services, actor, url }) => {
    const data = await services.popups.popups(actor, {})
    const open = data.rows.find(({ id }) => String(id) === url.searchParams.get('sua')) ?? null
    return { ...data, open }
  },
  action: (context, fields) => actsByIntent(acts, problemOf)(context, fields),
})

const { path } = addresses.popups

const acts: Readonly<Record<string, Act>> = {
  save: async ({ services, actor }, fields) => {
    const is_active = fields['is_active'] ?? 'false'
    const input = contract.savePopup.input.safeParse({ ...fields, is_active })
    if (!input.success) {
      const place = places[String(input.error.issues[0]?.path[0])] ?? 'Xem lại các ô.'
      return { status: 422, problem: `Chưa lưu. ${place}`, typed: fields }
    }
    try {
      await services.popups.savePopup(actor, input.data)
      return { location: path }
    } catch (error) {
      return { ...problemOrThrow(problemOf(error), error), typed: fields }
    }
  },
  switch: async ({ services, actor }, fields) => {
    const input = contract.switchPopup.input.safeParse(fields)
    if (!input.success) return unclear
    await services.popups.switchPopup(actor, input.data)
    return { location: path }
  },
}

const places: Readonly<Record<string, string>> = {
  title: 'Cần có tiêu đề, dài nhất 80 ký tự.',
  sentence: 'Câu bên dưới dài nhất 160 ký tự.',
  button: 'Cần có chữ trên nút, dài nhất 30 ký tự.',
  link: 'Liên kết là một đường dẫn của cửa hàng, như /dien-thoai.',
  exclude_page: 'Trang không hiện: các đường dẫn bắt đầu bằng /, cách nhau bằng dấu |.',
  priority: 'Ưu tiên là một số từ 0 đến 1.000.',
  starts_at: 'Cần có ngày giờ bắt đầu và kết thúc.',
  ends_at: 'Cần có ngày giờ bắt đầu và kết thúc.',
}

function problemOf(error: unknown): Problem | null {
  const { savePopup } = contract
  if (isRefusal(error, savePopup, 'times_refused')) {
    return { status: error.status, problem: 'Chưa lưu. Giờ kết thúc phải sau giờ bắt đầu.' }
  }
  if (isRefusal(error, savePopup, 'image_refused')) {
    return { status: error.status, problem: 'Chưa lưu. Chọn một ảnh trong danh sách.' }
  }
  if (isRefusal(error, savePopup, 'popup_changed')) {
    const problem =
      'Chưa lưu: popup vừa được người khác sửa. Chữ bạn gõ vẫn còn; bấm Lưu lần nữa sẽ thay bản của họ.'
    return { status: error.status, problem }
  }
  if (isRefusal(error, savePopup, 'popup_not_found')) {
    return { status: error.status, problem: 'Không còn popup này.' }
  }
  return null
}

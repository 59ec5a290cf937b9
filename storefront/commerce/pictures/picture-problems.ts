import { refusalMessage } from '#storefront/refusals.ts'

/** Why a form with pictures was not read, or nothing came with it. */
const problems: Readonly<Record<string, string>> = {
  none: 'Chưa chọn ảnh.',
  too_long: 'Ảnh quá lớn. Hãy gửi từng ảnh, mỗi ảnh tối đa 10 MB.',
  too_many: 'Mỗi lần gửi tối đa 6 ảnh.',
  busy: 'Đang có nhiều ảnh được gửi. Vui lòng đợi một chút rồi gửi lại.',
  torn: 'Chưa nhận đủ ảnh. Vui lòng gửi lại.',
}

/** The text for a problem with sent pictures: one of the form, or a refusal of the service. */
export function pictureProblemText(code: string, data: unknown = null): string {
  const own = Object.hasOwn(problems, code) ? problems[code] : undefined
  return own ?? refusalMessage({ code, data }).text
}

import type { QuestionAndAnswer } from '#contracts/storefront/catalog.ts'
import type { RepairServicePage } from '#contracts/storefront/repair.ts'
import { formatDong } from '#pure/money.ts'
import { inSentence } from '#pure/vietnamese/vietnamese-text.ts'

/** What shoppers ask about every repair, answered with its own numbers. */
export function repairFaq(service: RepairServicePage): QuestionAndAnswer[] {
  const { options, minutes, model_name } = service
  const name = inSentence(service.name)
  const prices = options.map(({ label, price }) => `${label} ${formatDong(price)}`).join(', ')
  const months = options
    .map(({ label, warranty_months }) =>
      options.length === 1 ? `${warranty_months} tháng` : `${label} ${warranty_months} tháng`,
    )
    .join(', ')
  const faq = [
    [`Giá ${name} là bao nhiêu?`, `${prices}. Giá đã gồm linh kiện, tiền công và thuế VAT.`],
    [
      `${service.name} mất bao lâu?`,
      `Khoảng ${minutes} phút kể từ khi bạn đồng ý báo giá, nếu chi nhánh có sẵn linh kiện. Bạn có thể ngồi đợi và xem trực tiếp.`,
    ],
    [
      'Sửa xong được bảo hành thế nào?',
      `Bảo hành ${months}. Lỗi do linh kiện hoặc do thợ thì sửa lại miễn phí; bảo hành không gồm rơi vỡ và vào nước.`,
    ],
    [
      'Dữ liệu trong máy có bị mất không?',
      `Kỹ thuật viên không xóa dữ liệu của bạn. Bạn vẫn nên sao lưu ${model_name} trước khi mang đến.`,
    ],
  ] as const
  return faq.map(([question, answer]) => ({ question, answer }))
}

import { sql } from 'kysely'
import { advanceSequence, insertRows } from '#db/seed/insert-rows.ts'
import { shortName } from '#db/seed/naming.ts'
import type { PlannedVersion } from '#db/seed/plan.ts'
import type { Tx } from '#db/schema.ts'

type Facts = ReadonlyMap<string, string | number | boolean>
type Answer = [question: string, answer: string]

/** With more questions shoppers would not find the one they look for. */
const max_questions = 5

/** Inserts frequent questions about each version. Answers use only its facts and the shop's own rules. */
export async function seedProductFaq(trx: Tx, versions: readonly PlannedVersion[]): Promise<void> {
  const { rows } = await sql<{ last: number }>`
    select coalesce(max(faq_id), 0) as last from faq
  `.execute(trx)
  const first = (rows[0]?.last ?? 0) + 1
  const questions = versions.flatMap((version) =>
    questionsOf(version).map(([question, answer], position) => ({
      kind: 'product',
      entity_id: version.product_id,
      position,
      question,
      answer: `<p>${escaped(answer)}</p>`,
    })),
  )
  await insertRows(
    trx,
    'faq',
    questions.map((row, index) => ({ faq_id: first + index, ...row })),
  )
  await advanceSequence(trx, 'faq', 'faq_id')
}

function questionsOf(version: PlannedVersion): Answer[] {
  const name = shortName(version.model, version.label)
  const facts: Facts = new Map(version.facts.map((fact) => [fact.code, fact.value]))
  return [
    ...ofColors(name, version),
    ...ofBattery(name, facts),
    ...ofWater(name, facts),
    ...ofFit(name, facts),
    ...ofGuarantee(name, version.model.warranty_months),
    ...ofBuying(name, version.model.launch_on),
  ].slice(0, max_questions)
}

function ofColors(name: string, { colors }: PlannedVersion): Answer[] {
  const names = colors.map((color) => color.variant.color)
  if (names.length < 2) return []
  return [
    [
      `${name} có mấy màu?`,
      `${name} có ${names.length} màu: ${names.slice(0, -1).join(', ')} và ${names.at(-1)}. Giá và số lượng của từng màu có thể khác nhau, bạn chọn màu để xem.`,
    ],
  ]
}

function ofBattery(name: string, facts: Facts): Answer[] {
  const mah = facts.get('battery_mah')
  const life = facts.get('battery_life')
  if (mah !== undefined) {
    return [
      [`Pin ${name} bao nhiêu mAh?`, `${name} có pin ${decimal(mah)} mAh theo công bố của hãng.`],
    ]
  }
  if (life === undefined) return []
  return [
    [
      `${name} dùng được bao lâu mỗi lần sạc?`,
      `Hãng công bố ${decimal(life)}. Thời gian thực tế tùy cách bạn dùng.`,
    ],
  ]
}

function ofWater(name: string, facts: Facts): Answer[] {
  const water = facts.get('water')
  if (water === undefined) return []
  return [
    [
      `${name} có chống nước không?`,
      `${name} đạt chuẩn ${decimal(water)}. Chuẩn này được đo trong phòng thí nghiệm; hư hỏng do vào nước thường không thuộc bảo hành.`,
    ],
  ]
}

function ofFit(name: string, facts: Facts): Answer[] {
  const fit = facts.get('fit')
  return fit === undefined
    ? []
    : [[`${name} dùng cho máy nào?`, `Sản phẩm dùng cho ${decimal(fit)}.`]]
}

function ofGuarantee(name: string, months: number): Answer[] {
  if (months === 0) return []
  return [
    [
      `${name} được bảo hành bao lâu?`,
      `${name} được bảo hành ${months} tháng tại trung tâm bảo hành của hãng. Trong 30 ngày đầu, sản phẩm lỗi do nhà sản xuất được 1 đổi 1.`,
    ],
  ]
}

function ofBuying(name: string, launch_on: string | undefined): Answer[] {
  if (launch_on !== undefined) {
    const day = launch_on.split('-').toReversed().join('/')
    return [
      [`Khi nào mua được ${name}?`, `Dự kiến mở bán ngày ${day}. Giá trên trang là giá dự kiến.`],
    ]
  }
  return [
    [
      `Giá ${name} trên trang đã gồm VAT chưa?`,
      'Giá đã gồm VAT và cửa hàng xuất hóa đơn đầy đủ, kể cả hóa đơn công ty. Giá có thể khác nhau theo tỉnh thành bạn chọn.',
    ],
    [
      `Mua ${name} có được giao tận nơi không?`,
      'Cửa hàng giao toàn quốc, miễn phí cho đơn từ 300.000đ, đơn nhỏ hơn phí 30.000đ. Bạn cũng có thể nhận tại cửa hàng và thanh toán khi nhận hàng.',
    ],
  ]
}

function decimal(value: string | number | boolean): string {
  return typeof value === 'number' ? String(value).replace('.', ',') : String(value)
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

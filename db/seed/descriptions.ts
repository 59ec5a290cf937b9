import type { DemoCategory } from '#db/seed/demo-data.ts'
import { shortName } from '#db/seed/naming.ts'
import type { PlannedVersion } from '#db/seed/plan.ts'

/** Returns a short description of a version, made only from its facts; uses p, span and a only (contract §5). */
export function describe(version: PlannedVersion, category: DemoCategory): string {
  const { model } = version
  const name = escaped(shortName(model, version.label))
  const category_link = `<a href="/${category.code}">${escaped(category.name.toLowerCase())}</a>`
  const [month, year] = model.launch.split('-').toReversed()
  const opening = `<span>${name}</span> là mẫu ${category_link} của ${escaped(model.brand)}, ra mắt tháng ${month}/${year}.`
  const colors = version.colors.map((color) => color.variant.color.toLowerCase())
  const paragraphs = [
    [opening, ...strengths(version)].join(' '),
    colors.length > 1
      ? `Phiên bản này có ${colors.length} màu: ${escaped(list(colors))}. Mỗi màu có giá và số lượng riêng, bạn chọn màu để xem cửa hàng còn hàng gần mình.`
      : '',
    `Sản phẩm mới nguyên hộp, bảo hành ${model.warranty_months} tháng, giá đã gồm VAT. Bạn có thể nhận tại cửa hàng hoặc giao tận nơi, thanh toán khi nhận hàng.`,
  ]
  return paragraphs
    .filter((text) => text !== '')
    .map((text) => `<p>${text}</p>`)
    .join('')
}

function strengths(version: PlannedVersion): string[] {
  const facts = new Map(version.facts.map((fact) => [fact.code, escaped(shown(fact.value))]))
  const sentence = (words: string, ...codes: string[]) =>
    codes.every((code) => facts.has(code))
      ? [words.replace(/\{(\w+)\}/g, (_, code: string) => facts.get(code) ?? '')]
      : []
  return [
    ...sentence('Màn hình {screen_inch} inch dùng tấm nền {panel}.', 'screen_inch', 'panel'),
    ...(isFast(version)
      ? sentence('Tần số quét {refresh_hz} Hz giúp cuộn và chơi game mượt hơn.', 'refresh_hz')
      : []),
    ...sentence('Máy chạy chip {chip}.', 'chip'),
    ...sentence('Bên trong là {cpu} cùng đồ họa {gpu}.', 'cpu', 'gpu'),
    ...sentence(
      'Camera sau {camera_rear}, camera trước {camera_front}.',
      'camera_rear',
      'camera_front',
    ),
    ...sentence('Pin {battery_mah} mAh.', 'battery_mah'),
    ...sentence('Thời lượng pin {battery_life}.', 'battery_life'),
    ...sentence('Công suất {power_w} W.', 'power_w'),
    ...sentence('Chuẩn kháng nước, bụi {water}.', 'water'),
    ...sentence('Dùng cho {fit}.', 'fit'),
    ...sentence('Lực hút {suction_pa} Pa.', 'suction_pa'),
  ]
}

/** Whether the screen is faster than an ordinary one. */
function isFast({ facts }: PlannedVersion): boolean {
  return facts.some(({ code, value }) => code === 'refresh_hz' && Number(value) > 60)
}

function shown(value: string | number | boolean): string {
  return typeof value === 'number' ? String(value).replace('.', ',') : String(value)
}

function list(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} và ${words.at(-1)}`
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

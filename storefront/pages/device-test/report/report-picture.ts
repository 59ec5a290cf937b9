import type { DeviceTestReport } from '#contracts/storefront/device-test.ts'
import type { DeviceVerdict } from '#pure/formats/device-tests.ts'
import { formatDate, formatDateTime } from '#pure/vietnam-time.ts'
import { test_texts, verdict_texts } from '#storefront/commerce/device-test/test-texts.ts'
import { saveCanvas } from '#web/runtime/save-canvas.ts'
import { summaryOf } from '#storefront/pages/device-test/report/report-summary.ts'

const width = 1_080
const edge = 64
const head_height = 380
const row_height = 104
const qr_size = 280
const font = "'Be Vietnam Pro', system-ui, sans-serif"

const colours: Readonly<Record<DeviceVerdict, string>> = {
  passed: '#1f7a6d',
  failed: '#b42318',
  skipped: '#5b6478',
}

/** Draws the report and saves it as a PNG file. Returns whether the browser could. */
export async function saveReportPicture(
  report: DeviceTestReport,
  shop_name: string,
): Promise<boolean> {
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = head_height + report.results.length * row_height + 120
  const context = canvas.getContext('2d')
  if (context === null) return false
  context.textBaseline = 'alphabetic'
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  drawHead(context, report, shop_name)
  await drawQr(context, report.qr)
  for (const [index, result] of report.results.entries()) drawRow(context, result, index)
  write(context, `${shop_name} đã ký số phiếu này. Quét mã QR để xem bản gốc.`, {
    x: edge,
    y: canvas.height - 48,
    size: 26,
    colour: '#5b6478',
    room: width - 2 * edge,
  })
  return saveCanvas(canvas, `phieu-kiem-tra-${report.made_at.slice(0, 10)}.png`)
}

function drawHead(
  context: CanvasRenderingContext2D,
  { device_name, results, made_at, expires_at }: DeviceTestReport,
  shop_name: string,
): void {
  context.fillStyle = '#14244a'
  context.fillRect(0, 0, width, head_height)
  const room = width - 3 * edge - qr_size
  const line = (text: string, y: number, size: number, weight = 500) =>
    write(context, text, { x: edge, y, size, weight, colour: '#fff', room })
  line(`${shop_name} · Phiếu kiểm tra máy`, 98, 28)
  line(device_name, 172, 54, 700)
  line(summaryOf(results), 240, 32, 700)
  line(`Lập lúc ${formatDateTime(new Date(made_at))}`, 292, 26)
  line(`Có giá trị đến hết ngày ${formatDate(new Date(expires_at))}`, 332, 26)
}

function drawRow(
  context: CanvasRenderingContext2D,
  { test, verdict, note }: DeviceTestReport['results'][number],
  index: number,
): void {
  const top = head_height + 24 + index * row_height
  const room = width - 2 * edge - 240
  write(context, test_texts[test].name, {
    x: edge,
    y: top + (note === '' ? 58 : 44),
    size: 32,
    weight: 700,
    room,
  })
  write(context, note, { x: edge, y: top + 82, size: 25, colour: '#5b6478', room })
  context.textAlign = 'right'
  const colour = colours[verdict]
  write(context, verdict_texts[verdict], {
    x: width - edge,
    y: top + 58,
    size: 32,
    weight: 700,
    colour,
    room: 230,
  })
  context.textAlign = 'left'
  context.fillStyle = '#dfe4ee'
  context.fillRect(edge, top + row_height - 1, width - 2 * edge, 2)
}

/** An SVG without a size of its own is not drawn by every browser. */
async function drawQr(context: CanvasRenderingContext2D, qr: string): Promise<void> {
  const picture = new Image(qr_size, qr_size)
  picture.src = qr.replace(
    'svg%20xmlns',
    `svg%20width%3D%22${qr_size}%22%20height%3D%22${qr_size}%22%20xmlns`,
  )
  await picture.decode()
  context.drawImage(picture, width - edge - qr_size, 50, qr_size, qr_size)
}

interface Written {
  x: number
  y: number
  size: number
  weight?: number
  colour?: string
  /** The text is narrowed to this. */
  room: number
}

function write(context: CanvasRenderingContext2D, text: string, look: Written): void {
  const { x, y, size, weight = 500, colour = '#14244a', room } = look
  context.font = `${weight} ${size}px ${font}`
  context.fillStyle = colour
  context.fillText(shortened(context, text, room), x, y)
}

/** The text as far as there is room for it. */
function shortened(context: CanvasRenderingContext2D, text: string, room: number): string {
  if (context.measureText(text).width <= room) return text
  let end = text.length
  while (end > 0 && context.measureText(`${text.slice(0, end)}…`).width > room) end--
  return `${text.slice(0, end).trimEnd()}…`
}

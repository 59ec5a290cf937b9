import { problemOfScan, problemOfTaken } from '#admin/pages/packing/scan-problem.ts'
import { type Problem, problemOrThrow, staffPage } from '#admin/runtime/page.ts'
import { type CarrierQuote, parcels as contract, type Packing } from '#contracts/staff/parcels.ts'
import { isRefusal } from '#pure/contract.ts'

/** The order, and what was scanned before it was opened. */
export interface PackData {
  order_code: string
  /** Null: the order does not wait to be packed. */
  packing: Packing | null
  scanned: string
  /** What carriers take for this weight; null: nobody asked. */
  quotes: { weight_g: number; rows: CarrierQuote[] } | null
}

/** /noi-bo/dong-goi/:code: pack one order by scanning its units; then the page shows its label. */
export const page = staffPage<PackData>({
  needs: 'parcels.packing',
  loader: async ({ services, actor, params, url }) => {
    const order_code = params['code'] ?? ''
    try {
      const packing = await services.parcels.packing(actor, { order_code })
      const asked = contract.quotes.input.safeParse({
        order_code,
        weight_g: url.searchParams.get('weight_g'),
      }).data
      const rows = asked && (await services.parcels.quotes(actor, asked))
      const quotes = asked && rows ? { weight_g: asked.weight_g, rows } : null
      return { order_code, packing, scanned: url.searchParams.get('scanned') ?? '', quotes }
    } catch (error) {
      if (!isRefusal(error, contract.packing, 'not_to_pack')) throw error
      return { order_code, packing: null, scanned: '', quotes: null }
    }
  },
  action: async ({ services, actor, params }, fields) => {
    const input = contract.packOrder.input.safeParse({ ...fields, order_code: params['code'] })
    if (!input.success) return { status: 422, problem: problemOfFields(input.error.issues) }
    try {
      const { code } = await services.parcels.packOrder(actor, input.data)
      return { answer: await services.parcels.label(actor, { code }) }
    } catch (error) {
      return problemOrThrow(problemOf(error), error)
    }
  },
})

function problemOfFields(issues: readonly { path: PropertyKey[] }[]): string {
  if (issues.some(({ path }) => path[0] === 'scanned')) return 'Hãy quét từng món.'
  return issues.some(({ path }) => path[0] === 'weight_g')
    ? 'Cân nặng tính bằng gam, từ 1 đến 50.000.'
    : 'Chưa rõ yêu cầu.'
}

function problemOf(error: unknown): Problem | null {
  if (isRefusal(error, contract.packOrder, 'scan_differs')) {
    return problemOfScan(error.data)
  }
  if (isRefusal(error, contract.packOrder, 'packing_changed')) {
    return { status: 409, problem: 'Đơn vừa đổi. Tải lại trang rồi gói lại.' }
  }
  if (isRefusal(error, contract.packOrder, 'not_to_pack')) {
    return {
      status: 409,
      problem: 'Đơn này không còn chờ đóng gói: có người đã gói, hoặc trạng thái đơn đã đổi.',
    }
  }
  if (isRefusal(error, contract.packOrder, 'unit_in_other_parcel')) {
    return problemOfTaken(error.data.codes)
  }
  if (!isRefusal(error, contract.packOrder, 'carrier_not_available')) return null
  return { status: 422, problem: 'Hãy chọn hãng giao.' }
}

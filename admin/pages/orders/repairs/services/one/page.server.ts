import { addresses } from '#admin/addresses/addresses.ts'
import { repairServicePath } from '#admin/addresses/paths.ts'
import {
  type Fields,
  type Outcome,
  type Problem,
  problemOrThrow,
  type StaffContext,
  staffPage,
} from '#admin/runtime/page.ts'
import {
  repairSettings as contract,
  type ServicePage,
} from '#contracts/staff/orders/repair-settings.ts'
import { isRefusal } from '#pure/contract.ts'

/** /noi-bo/sua-chua/dich-vu/:code: a repair service with its options. */
export const page = staffPage<ServicePage>({
  needs: 'repairSettings.service',
  loader: ({ services, actor, params }) =>
    services.repairSettings.service(actor, { sku: params['code'] ?? '' }),
  action: async (context, fields) => {
    if (fields['intent'] === 'parts') return countParts(context, fields)
    const { services, actor, params } = context
    const sku = params['code'] ?? ''
    const input = contract.saveService.input.safeParse({
      ...fields,
      sku,
      options: optionsOf(fields),
    })
    if (!input.success) {
      const { message = '', path = [] } = input.error.issues[0] ?? {}
      const is_price = path.some((part) => part === 'price' || part === 'list_price')
      const problem = is_price ? 'Giá là số đồng, ví dụ 890.000.' : message
      return { status: 422, problem, typed: fields }
    }
    try {
      await services.repairSettings.saveService(actor, input.data)
      return { location: `${repairServicePath(sku)}?da-luu` }
    } catch (error) {
      return { ...problemOrThrow(problemOf(error), error), typed: fields }
    }
  },
})

/** Writes how many parts of a grade a shop has. */
async function countParts({ services, actor }: StaffContext, fields: Fields): Promise<Outcome> {
  const input = contract.setParts.input.safeParse(fields)
  if (!input.success) return { status: 422, problem: 'Số linh kiện từ 0 đến 9999.' }
  try {
    await services.repairSettings.setParts(actor, input.data)
    return null
  } catch (error) {
    if (isRefusal(error, contract.setParts, 'parts_changed')) {
      const problem = `Cửa hàng này giờ có ${error.data.quantity} cái. Xem lại rồi ghi tiếp.`
      return { status: 409, problem }
    }
    if (isRefusal(error, contract.setParts, 'parts_reserved')) {
      const problem = `Phiếu sửa đang giữ ${error.data.reserved} cái, nên không ghi ít hơn.`
      return { status: 409, problem }
    }
    if (
      isRefusal(error, contract.setParts, 'shop_not_found') ||
      isRefusal(error, contract.setParts, 'service_not_found')
    ) {
      return { status: 404, problem: 'Không có cửa hàng hoặc loại linh kiện này.' }
    }
    throw error
  }
}

/** The fields `price.0`, `label.0` … as options. The line for a new one counts only if something stands in it. */
function optionsOf(fields: Fields) {
  const lines = Object.keys(fields).flatMap((name) => /^label\.(\d+)$/.exec(name)?.[1] ?? [])
  return lines.flatMap((n) => {
    const named = (name: string) => fields[`${name}.${n}`]?.trim() || undefined
    const option_id = named('option_id')
    const [label, price] = [named('label'), named('price')]
    if (option_id === undefined && label === undefined && price === undefined) return []
    return {
      ...{ option_id, label: label ?? '', price, list_price: named('list_price') },
      warranty_months: named('warranty_months') ?? 0,
      is_active: named('is_active') === '1',
    }
  })
}

function problemOf(error: unknown): Problem | null {
  if (isRefusal(error, contract.saveService, 'service_changed')) {
    const problem = 'Dịch vụ vừa được người khác đổi. Tải lại trang rồi sửa tiếp; chưa lưu gì.'
    return { status: 409, problem }
  }
  if (isRefusal(error, contract.saveService, 'label_twice')) {
    return { status: 422, problem: 'Hai loại linh kiện trùng tên. Đổi tên từng loại một.' }
  }
  if (isRefusal(error, contract.saveService, 'list_price_too_low')) {
    return { status: 422, problem: 'Giá gạch phải cao hơn giá bán, hoặc để trống.' }
  }
  if (isRefusal(error, contract.saveService, 'service_not_found')) {
    return { status: 404, problem: `Không có dịch vụ này. Xem ${addresses.repair_services.path}.` }
  }
  return null
}

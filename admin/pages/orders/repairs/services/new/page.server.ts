import { repairServicePath } from '#admin/addresses/paths.ts'
import { filledFields, staffPage } from '#admin/runtime/page.ts'
import type { StaffServices } from '#contracts/staff/all.ts'
import { repairSettings as contract } from '#contracts/staff/orders/repair-settings.ts'
import { isRefusal } from '#pure/contract.ts'

export type NewServiceData = Awaited<ReturnType<StaffServices['repairSettings']['serviceChoices']>>

/** /noi-bo/sua-chua/dich-vu/moi: a new repair service with its first grade. */
export const page = staffPage<NewServiceData>({
  needs: 'repairSettings.addService',
  loader: ({ services, actor }) => services.repairSettings.serviceChoices(actor, {}),
  action: async ({ services, actor }, fields) => {
    const input = contract.addService.input.safeParse(filledFields(fields))
    if (!input.success) {
      const { message = '', path = [] } = input.error.issues[0] ?? {}
      const is_price = path.some((part) => part === 'price' || part === 'list_price')
      const problem = is_price ? 'Giá là số đồng, ví dụ 890.000.' : missing[String(path[0])]
      return { status: 422, problem: problem ?? message, typed: fields }
    }
    try {
      const { sku } = await services.repairSettings.addService(actor, input.data)
      return { location: `${repairServicePath(sku)}?moi` }
    } catch (error) {
      if (isRefusal(error, contract.addService, 'service_exists')) {
        const problem = `Dòng máy này đã có dịch vụ đó: ${error.data.sku}.`
        return { status: 409, problem, typed: fields }
      }
      if (isRefusal(error, contract.addService, 'list_price_too_low')) {
        const problem = 'Giá gạch phải cao hơn giá bán, hoặc để trống.'
        return { status: 422, problem, typed: fields }
      }
      if (isRefusal(error, contract.addService, 'part_not_found')) {
        return { status: 422, problem: 'Chọn loại sửa chữa trong danh sách.', typed: fields }
      }
      throw error
    }
  },
})

/** What is said of a field that was left empty. */
const missing: Readonly<Record<string, string>> = {
  brand_name: 'Ghi hãng.',
  model_name: 'Ghi dòng máy.',
  label: 'Ghi tên loại linh kiện.',
  minutes: 'Thời gian sửa từ 5 đến 10080 phút.',
  warranty_months: 'Bảo hành từ 0 đến 60 tháng.',
}

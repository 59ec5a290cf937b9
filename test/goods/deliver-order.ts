import type { StaffServices } from '#contracts/staff/all.ts'
import { test_staff } from '#test/support/staff.ts'

/** Confirms a new order, ships and delivers it. */
export async function deliverOrder(office: StaffServices, order_code: string): Promise<void> {
  const seen = async () => (await office.orders.order(test_staff, { order_code })).version
  await office.orders.confirmOrder(test_staff, { order_code, version: await seen() })
  for (const move of ['ship', 'deliver'] as const) {
    await office.orders.shipOrder(test_staff, { order_code, version: await seen(), move })
  }
}

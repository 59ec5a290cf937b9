import { gateways } from '#contracts/staff/gateways.ts'
import { orders } from '#contracts/staff/orders.ts'
import { outbox } from '#contracts/staff/outbox.ts'
import { reconciliation } from '#contracts/staff/reconciliation.ts'
import { refunds } from '#contracts/staff/refunds.ts'
import { stock } from '#contracts/staff/stock.ts'
import { today } from '#contracts/staff/today.ts'
import type { AnyOperation, Service } from '#pure/contract.ts'

type StaffOperation = AnyOperation & { access: 'staff'; permission: string }

/**
 * All services for staff. The pages of admin/ call them within the process. They are not served over
 * HTTP, so they have no URL and are not in the API documents.
 */
export const staffServices = {
  today,
  orders,
  reconciliation,
  refunds,
  gateways,
  outbox,
  stock,
} as const satisfies Record<string, Readonly<Record<string, StaffOperation>>>

/** All staff services, as the staff pages call them. */
export type StaffServices = {
  [Name in keyof typeof staffServices]: Service<(typeof staffServices)[Name]>
}

/** All permissions that staff operations require. A role has some of them. */
export const permissions: ReadonlySet<string> = new Set(
  Object.values(staffServices).flatMap((contract) =>
    Object.values(contract).map(({ permission }) => permission),
  ),
)

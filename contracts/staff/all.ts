import { gateways } from '#contracts/staff/gateways.ts'
import { outbox } from '#contracts/staff/outbox.ts'
import { reconciliation } from '#contracts/staff/reconciliation.ts'
import { refunds } from '#contracts/staff/refunds.ts'
import type { AnyOperation, Service } from '#pure/contract.ts'

type StaffOperation = AnyOperation & { access: 'staff'; permission: string }

/**
 * Every service of staff. They are called by the pages of admin/ within the process and are not
 * served over HTTP, so they stand on no address and in no API document.
 */
export const staffServices = {
  reconciliation,
  refunds,
  gateways,
  outbox,
} as const satisfies Record<string, Readonly<Record<string, StaffOperation>>>

/** What pages of staff are given. */
export type StaffServices = {
  [Name in keyof typeof staffServices]: Service<(typeof staffServices)[Name]>
}

/** Everything that staff may be allowed to do: what the operations name. A role is a part of it. */
export const permissions: ReadonlySet<string> = new Set(
  Object.values(staffServices).flatMap((contract) =>
    Object.values(contract).map(({ permission }) => permission),
  ),
)

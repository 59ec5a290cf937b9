import { type StaffServices, staffServices as contracts } from '#contracts/staff/all.ts'
import type { SecretBox } from '#platform/files/secret-box.ts'
import { guardedService } from '#pure/guarded-service.ts'
import type { ProviderDeps } from '#shop/payment/gateways/open-gateways.ts'
import { gatewayStaffService } from '#shop/flows/staff/gateway-staff.ts'
import { reconciliationStaffService } from '#shop/flows/staff/reconciliation-staff.ts'
import { refundStaffService } from '#shop/flows/staff/refund-staff.ts'
import { outboxStaffService } from '#shop/notification/outbox-staff.ts'

interface StaffDeps {
  providers: ProviderDeps
  /** Seals the keys of gateways. */
  box: SecretBox
  mode: 'demo' | 'live'
  /** Compare refusals with the contracts: on in tests and development. */
  check: boolean
}

/** Every service of staff, for whoever has the permission that an operation names. */
export function createStaffServices({ providers, box, mode, check }: StaffDeps): StaffServices {
  const { reconciliation, refunds, gateways, outbox } = contracts
  return {
    reconciliation: guardedService(reconciliation, reconciliationStaffService(providers), {
      check,
    }),
    refunds: guardedService(refunds, refundStaffService(providers), { check }),
    gateways: guardedService(gateways, gatewayStaffService({ providers, box, mode }), { check }),
    outbox: guardedService(outbox, outboxStaffService(providers), { check }),
  }
}

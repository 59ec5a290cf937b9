import type { SecretBox } from '#platform/files/secret-box.ts'
import type { ProviderParts } from '#shop/flows/choose-payment/begin-attempt.ts'
import { gatewayDesk } from '#shop/flows/staff/gateway-staff.ts'
import { reviewDesk } from '#shop/flows/staff/reconciliation-staff.ts'
import { refundDesk } from '#shop/flows/staff/refund-staff.ts'
import { outboxDesk } from '#shop/notification/outbox-staff.ts'

interface StaffDeps {
  providers: ProviderParts
  /** Seals the keys of gateways. */
  box: SecretBox
  mode: 'demo' | 'live'
}

export type StaffServices = ReturnType<typeof createStaffServices>

/** Every service of staff. */
export function createStaffServices({ providers, box, mode }: StaffDeps) {
  return {
    reconciliation: reviewDesk(providers),
    refunds: refundDesk(providers),
    gateways: gatewayDesk({ providers, box, mode }),
    outbox: outboxDesk(providers),
  }
}

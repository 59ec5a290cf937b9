import { type StaffServices, staffServices as contracts } from '#contracts/staff/all.ts'
import type { SecretBox } from '#platform/files/secret-box.ts'
import { guardedService } from '#pure/guarded-service.ts'
import type { ProviderDeps } from '#shop/payment/gateways/open-gateways.ts'
import { gatewayStaffService } from '#shop/flows/staff/gateway-staff.ts'
import { orderStaffService } from '#shop/flows/staff/order-staff.ts'
import { reconciliationStaffService } from '#shop/flows/staff/reconciliation-staff.ts'
import { refundStaffService } from '#shop/flows/staff/refund-staff.ts'
import { stockStaffService } from '#shop/flows/staff/stock-staff.ts'
import { outboxStaffService } from '#shop/notification/outbox-staff.ts'
import { todayStaffService } from '#shop/views/today/today-staff.ts'

interface StaffDeps {
  providers: ProviderDeps
  /** Encrypts the keys of gateways. */
  box: SecretBox
  mode: 'demo' | 'live'
  /** Compares refusals with the contracts: on in tests and development. */
  check: boolean
}

/** Creates every service of staff. Each operation requires the permission that its contract names. */
export function createStaffServices({ providers, box, mode, check }: StaffDeps): StaffServices {
  const { today, orders, stock, reconciliation, refunds, gateways, outbox } = contracts
  const options = (noun: keyof StaffServices) => ({ check, name: `${noun}StaffService` })
  return {
    today: guardedService(today, todayStaffService(providers), options('today')),
    orders: guardedService(orders, orderStaffService(providers), options('orders')),
    reconciliation: guardedService(
      reconciliation,
      reconciliationStaffService(providers),
      options('reconciliation'),
    ),
    refunds: guardedService(refunds, refundStaffService(providers), options('refunds')),
    gateways: guardedService(
      gateways,
      gatewayStaffService({ providers, box, mode }),
      options('gateways'),
    ),
    outbox: guardedService(outbox, outboxStaffService(providers), options('outbox')),
    stock: guardedService(stock, stockStaffService(providers), options('stock')),
  }
}

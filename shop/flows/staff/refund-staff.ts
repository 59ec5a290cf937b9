import { refunds as contract, type RefundRow } from '#contracts/staff/refunds.ts'
import { covers } from '#pure/access.ts'
import type { Service } from '#pure/contract.ts'
import { goesBackByTransfer } from '#shop/flows/refund-order/device-money.ts'
import { changeRefund } from '#shop/flows/refund-order/refund-order.ts'
import type { StaffFlowDeps } from '#shop/flows/staff/staff-flow-deps.ts'
import { maskedPhone } from '#shop/order/masked-contact.ts'
import type { ProviderDeps } from '#shop/payment/gateways/open-gateways.ts'
import {
  lockOrderOfRefund,
  lockRefundById,
  updateRefundDue,
} from '#shop/payment/ledger/refund-store.ts'
import { findRefunds, type ListedRefund } from '#shop/views/payment/reconciliation-store.ts'

const max_shown = 200

/** The refund ledger for staff (decision 079). */
export function refundStaffService(deps: StaffFlowDeps): Service<typeof contract> {
  const { db, now, log, write } = deps
  return {
    refunds: async () =>
      (await findRefunds(db, { limit: max_shown })).map((row) => refundRow(deps, row)),
    settleRefund: async (actor, { refund_id, decision, note }) => {
      const { refuse } = contract.settleRefund
      const act = { actor, operation: 'refunds.settleRefund', reason: decision } as const
      const state = await write(act, async (tx) => {
        await lockOrderOfRefund(tx, refund_id)
        const refund = await lockRefundById(tx, refund_id)
        const is_open = refund !== null && ['due', 'requested', 'failed'].includes(refund.state)
        if (!is_open || refund.is_under_way) throw refuse('refund_not_found')
        // The provider is only asked what became of a request; sending a refund again moves money.
        if (decision === 'again' && refund.state === 'requested') {
          await updateRefundDue(tx, refund_id, now())
          return refund.state
        }
        const { amount } = refund
        if (!covers(contract.settleRefund, actor, { amount })) {
          throw refuse('amount_above_limit', { amount })
        }
        if (decision === 'again') {
          await updateRefundDue(tx, refund_id, now())
          return 'due' as const
        }
        if (!note && (await goesBackByTransfer(tx, refund))) throw refuse('transfer_only')
        const from = ['due', 'requested', 'failed'] as const
        await changeRefund(tx, refund_id, { from, to: 'done', note: note || null }, now())
        return 'done' as const
      })
      log.info({ staff: actor.name, refund_id, decision }, 'staff settled a refund')
      return { state }
    },
  }
}

export function refundRow(
  { gateways }: ProviderDeps,
  { is_waiting, ...row }: ListedRefund,
): RefundRow {
  const can_send = (gateways.find(row.gateway)?.refund ?? null) !== null
  return {
    ...row,
    phone: maskedPhone(row.phone),
    is_automatic: can_send && is_waiting,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  }
}

import { refunds as contract, type RefundRow } from '#contracts/staff/refunds.ts'
import { transaction } from '#platform/database/postgres.ts'
import type { Service } from '#pure/contract.ts'
import type { ProviderParts } from '#shop/flows/choose-payment/begin-attempt.ts'
import {
  findRefunds,
  type LedgerRow,
  lockOrderOfRefund,
  lockRefundById,
  moveRefund,
  updateRefundDue,
} from '#shop/payment/ledger/refund-store.ts'

const most_shown = 200

/** The ledger of money that goes back, for staff (decision 079). */
export function refundStaffService(parts: ProviderParts): Service<typeof contract> {
  const { db, now, log } = parts
  return {
    refunds: async () => (await findRefunds(db, most_shown)).map((row) => shown(parts, row)),
    settleRefund: async (actor, { refund_id, decision, note }) => {
      const { refuse } = contract.settleRefund
      const state = await transaction(db, async (tx) => {
        await lockOrderOfRefund(tx, refund_id)
        const refund = await lockRefundById(tx, refund_id)
        const is_open = refund !== null && ['due', 'requested', 'failed'].includes(refund.state)
        if (!is_open || refund.is_under_way) throw refuse('refund_not_found')
        if (decision === 'again') {
          await updateRefundDue(tx, refund_id, now())
          return refund.state === 'requested' ? refund.state : ('due' as const)
        }
        const from = ['due', 'requested', 'failed'] as const
        await moveRefund(tx, refund_id, { from, to: 'done', note: note || null }, now())
        return 'done' as const
      })
      log.info({ staff: actor.name, refund_id, decision }, 'staff settled a refund')
      return { state }
    },
  }
}

function shown({ gateways }: ProviderParts, { is_waiting, ...row }: LedgerRow): RefundRow {
  const can_send = (gateways.find(row.gateway)?.refund ?? null) !== null
  return {
    ...row,
    is_automatic: can_send && is_waiting,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  }
}

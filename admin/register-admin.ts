import type { FastifyInstance } from 'fastify'
import { gatewayPage } from '#admin/gateway-page.ts'
import { serveOutbox } from '#admin/outbox-page.ts'
import { paymentReviewPage } from '#admin/payment-review-page.ts'
import { refundPage } from '#admin/refund-page.ts'
import { serveStaffPages } from '#admin/staff-pages.ts'

interface AdminDeps {
  staff: {
    reconciliation: Parameters<typeof paymentReviewPage>[0]
    refunds: Parameters<typeof refundPage>[0]
    gateways: Parameters<typeof gatewayPage>[0]
    outbox: Parameters<typeof serveOutbox>[1]['desk']
  }
  staff_token: string
  public_url: string
  is_demo: boolean
}

/** The pages of staff, under /noi-bo. */
export async function registerAdmin(
  fastify: FastifyInstance,
  { staff, staff_token, public_url, is_demo }: AdminDeps,
): Promise<void> {
  await serveOutbox(fastify, { desk: staff.outbox, staff_token, public_url, is_demo })
  const pages = [
    paymentReviewPage(staff.reconciliation),
    gatewayPage(staff.gateways),
    refundPage(staff.refunds),
  ]
  await serveStaffPages(fastify, pages, { staff_token, public_url })
}

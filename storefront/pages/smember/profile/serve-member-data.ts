import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import type { Services } from '#contracts/all.ts'
import type { MemberData } from '#contracts/storefront/member.ts'
import { Refusal } from '#pure/contract.ts'
import { readCookies, tokenOf } from '#pure/cookies.ts'
import { csvLine, keptDigits, withoutFormula } from '#pure/formats/csv.ts'
import { member_addresses } from '#storefront/addresses/member.ts'
import { signInUrl } from '#storefront/addresses/sign-in.ts'
import { member_data_path } from '#storefront/addresses/member-links.ts'
import { memberArchive } from '#storefront/pages/smember/profile/member-archive.ts'

/**
 * Serves what the shop knows about a member as a file: everything as a ZIP of JSON and CSV, as JSON alone, or the goods
 * of all orders as CSV. Whoever is not signed in is sent to sign in.
 */
export function serveMemberData(
  fastify: FastifyInstance,
  servicesFor: (ip: string) => Services,
): void {
  fastify.get(member_data_path, async (request, reply) => {
    const services = servicesFor(request.ip)
    const token = tokenOf(readCookies(request.headers.cookie)) ?? ''
    void reply.header('cache-control', 'no-store')
    try {
      const caller = await services.session.identify(null, { token: token.slice(0, 200) })
      const { dang } = request.query as Record<string, unknown>
      const kind = dang === 'csv' || dang === 'json' ? dang : 'zip'
      if (kind === 'zip') {
        const archive = await memberArchive(services, caller, new Date())
        return await reply
          .type('application/zip')
          .header('content-disposition', 'attachment; filename="smember.zip"')
          .send(Readable.from(archive, { objectMode: false }))
      }
      const data = await services.member.data(caller, {})
      void reply.header('content-disposition', `attachment; filename="smember.${kind}"`)
      return kind === 'csv'
        ? await reply.type('text/csv; charset=utf-8').send(goodsOf(data))
        : await reply.type('application/json; charset=utf-8').send(JSON.stringify(data, null, 2))
    } catch (error) {
      if (!(error instanceof Refusal) || ![401, 403].includes(error.status)) throw error
      return await reply
        .code(302)
        .header('location', signInUrl(member_addresses.memberProfile.path))
        .send()
    }
  })
}

const heading = [
  'Mã đơn',
  'Ngày đặt',
  'Trạng thái',
  'SKU',
  'Sản phẩm',
  'Số lượng',
  'Đơn giá',
  'Thành tiền',
]

/** The goods of all orders, a line each. It begins with the mark by which spreadsheets know UTF-8. */
function goodsOf({ orders }: MemberData): string {
  const lines = orders.flatMap(({ code, created_at, state, items }) =>
    items.map(({ sku, name, quantity, price, total }) =>
      csvLine([
        code,
        created_at,
        state,
        withoutFormula(keptDigits(sku)),
        withoutFormula(name),
        String(quantity),
        String(price),
        String(total),
      ]),
    ),
  )
  return `\uFEFF${[csvLine(heading), ...lines].join('')}`
}

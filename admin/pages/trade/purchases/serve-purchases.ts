import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { purchase_file_path } from '#admin/addresses/addresses.ts'
import { cellsOf, type FileColumn, onePart } from '#admin/files/file-columns.ts'
import { file_formats } from '#admin/files/file-formats.ts'
import { type Purchase, tradeIns as contract } from '#contracts/staff/trade/trade-ins.ts'
import { Refusal, type Service, type StaffActor } from '#pure/contract.ts'
import { plainPage } from '#pure/plain-page.ts'

/** The columns of form 02/TNDN, in their sequence. */
const columns: readonly FileColumn<Purchase>[] = [
  { title: 'Ngày tháng năm mua hàng', kind: 'day', value: ({ day }) => day },
  { title: 'Tên người bán', value: ({ seller_name }) => seller_name },
  { title: 'Địa chỉ', value: ({ address }) => address },
  { title: 'Số căn cước', value: ({ document }) => document },
  { title: 'Số điện thoại', value: ({ phone }) => phone },
  { title: 'Tên mặt hàng', value: ({ goods }) => goods },
  { title: 'Số lượng', kind: 'number', value: ({ quantity }) => quantity },
  { title: 'Đơn giá', kind: 'money', value: ({ price }) => price },
  { title: 'Tổng giá thanh toán', kind: 'money', value: ({ total }) => total },
  { title: 'Ghi chú', value: ({ note }) => note },
]

const not_permitted = plainPage('Bạn không có quyền tải bảng kê này', '')
const no_shop = plainPage('Không có cửa hàng này trong phạm vi của bạn', '')

/**
 * Serves the purchase list as a workbook, which keeps the first zero of a number. A form asks for it, because it has
 * full numbers and is written down.
 */
export function servePurchases(
  scope: FastifyInstance,
  tradeIns: Service<typeof contract>,
  actorOf: (request: FastifyRequest) => StaffActor,
): void {
  scope.post(purchase_file_path, async (request, reply) => {
    const fields = Object.fromEntries(new URLSearchParams(String(request.body ?? '')))
    try {
      const input = contract.purchaseFile.input.parse(fields)
      const { rows, month } = await tradeIns.purchaseFile(actorOf(request), input)
      const titles = columns.map(({ title }) => title)
      const cells = rows.map((row) => cellsOf(columns, row))
      const { make, type } = file_formats.xlsx
      return await reply
        .type(type)
        .header('content-disposition', `attachment; filename="bang-ke-thu-mua-${month}.xlsx"`)
        .send(Readable.from(make(titles, onePart(cells)), { objectMode: false }))
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      const answer = error.code === 'shop_not_found' ? no_shop : not_permitted
      return reply.code(error.status).type('text/html').send(answer)
    }
  })
}

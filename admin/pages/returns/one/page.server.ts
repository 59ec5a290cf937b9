import { draftPath, returnPath } from '#admin/addresses/paths.ts'
import { pictureActs, pictureProblem } from '#admin/kit/pictures/picture-acts.ts'
import { actsByIntent, type Problem, staffPage, unclear } from '#admin/runtime/page.ts'
import { returnExchanges as exchanges } from '#contracts/staff/return-exchanges.ts'
import { returns as contract, type StaffReturn } from '#contracts/staff/returns.ts'
import { isRefusal } from '#pure/contract.ts'
import { formatDong } from '#pure/money.ts'

/** /noi-bo/doi-tra/:code: one return, from the goods at the counter to the exchange or the refund. */
export const page = staffPage<StaffReturn>({
  needs: 'returns.return',
  takes_files: true,
  loader: ({ services, actor, params }) =>
    services.returns.return(actor, { code: params['code'] ?? '' }),
  action: actsByIntent(
    {
      ...pictureActs(contract, ({ returns }) => returns),
      accept: async ({ services, actor }, fields) => {
        const input = contract.accept.input.safeParse(fields)
        if (!input.success) return { status: 422, problem: 'Chọn cửa hàng khách mang hàng tới.' }
        await services.returns.accept(actor, input.data)
        return { location: returnPath(input.data.code) }
      },
      receive: async ({ services, actor }, { unit_code = '', ...fields }) => {
        const given = unit_code === '' ? {} : { unit_code }
        const input = contract.receive.input.safeParse({ ...fields, ...given })
        if (!input.success) return unclear
        await services.returns.receive(actor, input.data)
        return { location: returnPath(input.data.code) }
      },
      inspect: async ({ services, actor }, fields) => {
        const input = contract.inspect.input.safeParse(fields)
        if (!input.success) return { status: 422, problem: 'Chọn tình trạng của hàng.' }
        await services.returns.inspect(actor, input.data)
        return { location: returnPath(input.data.code) }
      },
      refund: async ({ services, actor }, fields) => {
        const input = contract.refund.input.safeParse(fields)
        if (!input.success) return unclear
        await services.returns.refund(actor, input.data)
        return { location: returnPath(input.data.code) }
      },
      exchange: async ({ services, actor }, { new_code = '', ...fields }) => {
        const given = new_code === '' ? {} : { new_code }
        const input = contract.exchange.input.safeParse({ ...fields, ...given })
        if (!input.success) return unclear
        await services.returns.exchange(actor, input.data)
        return { location: returnPath(input.data.code) }
      },
      exchange_other: async ({ services, actor }, fields) => {
        const input = exchanges.openExchange.input.safeParse(fields)
        if (!input.success) return unclear
        const { draft_id } = await services.returnExchanges.openExchange(actor, input.data)
        return { location: draftPath(draft_id) }
      },
      reject: async ({ services, actor }, fields) => {
        const input = contract.reject.input.safeParse(fields)
        if (!input.success) return { status: 422, problem: 'Hãy ghi lý do từ chối.' }
        await services.returns.reject(actor, input.data)
        return { location: returnPath(input.data.code) }
      },
    },
    problemOf,
  ),
})

function problemOf(error: unknown): Problem | null {
  if (isRefusal(error, contract.refund, 'above_received')) {
    const problem = `Chưa nhận trả: đơn chỉ còn ${formatDong(error.data.left)} có thể hoàn.`
    return { status: error.status, problem }
  }
  const [status, problem] = plain.find(([, , isIt]) => isIt(error)) ?? []
  if (problem === undefined || status === undefined) return pictureProblem(error)
  return { status, problem }
}

const no_shop = 'Bạn không nhận hàng ở cửa hàng này. Chọn cửa hàng khác.'

const plain: readonly (readonly [number, string, (error: unknown) => boolean])[] = [
  [
    409,
    'Phiếu vừa đổi. Xem lại bên dưới rồi làm tiếp.',
    (error) => isRefusal(error, contract.accept, 'return_changed'),
  ],
  [
    409,
    'Ngày khách trả đã quá hạn với lý do này. Chọn lý do khác hoặc từ chối.',
    (error) => isRefusal(error, contract.inspect, 'return_too_late'),
  ],
  [
    409,
    'Hàng trả không còn giá trị để đổi.',
    (error) => isRefusal(error, exchanges.openExchange, 'nothing_to_exchange'),
  ],
  [
    404,
    'Phiếu này đang được đổi ở đơn nháp của người khác.',
    (error) => isRefusal(error, exchanges.openExchange, 'draft_not_found'),
  ],
  [404, no_shop, (error) => isRefusal(error, contract.accept, 'shop_not_found')],
  [
    422,
    'IMEI này không thuộc đơn. Xem lại máy khách mang tới.',
    (error) => isRefusal(error, contract.receive, 'unit_differs'),
  ],
  [
    422,
    'Hàng có mã riêng: quét IMEI hoặc serial của máy.',
    (error) => isRefusal(error, contract.receive, 'unit_needed'),
  ],
  [
    422,
    'Máy còn đăng nhập tài khoản của khách thì chưa nhận. Nhờ khách đăng xuất rồi đánh dấu.',
    (error) => isRefusal(error, contract.inspect, 'still_signed_in'),
  ],
  [
    422,
    'Máy đổi phải cùng loại, còn trong kho cửa hàng này và không nằm trong đơn khác.',
    (error) => isRefusal(error, contract.exchange, 'unit_not_fit'),
  ],
  [
    409,
    'Khách đổi ý thì hoàn tiền trừ phí, không đổi máy cùng loại.',
    (error) => isRefusal(error, contract.exchange, 'exchange_not_offered'),
  ],
  [
    409,
    'Cửa hàng không còn chiếc nào tự do: mọi chiếc đã có người đặt. Chuyển kho tới hoặc hoàn tiền.',
    (error) => isRefusal(error, contract.exchange, 'none_free'),
  ],
]

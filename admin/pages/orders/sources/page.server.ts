import { filledQuery, type StaffContext, staffPage } from '#admin/runtime/page.ts'
import { orderSources as contract } from '#contracts/staff/orders/order-sources.ts'

export type OrderSourcesData = Awaited<
  ReturnType<StaffContext['services']['orderSources']['orderSources']>
>

/** /noi-bo/don-hang/nguon: who brought the orders of a month. */
export const page = staffPage<OrderSourcesData>({
  needs: 'orderSources.orderSources',
  loader: ({ services, actor, url: { searchParams } }) =>
    services.orderSources.orderSources(
      actor,
      contract.orderSources.input.parse(filledQuery(searchParams)),
    ),
})

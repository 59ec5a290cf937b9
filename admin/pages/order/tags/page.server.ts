import type { z } from 'zod'
import { problemOf as orderProblem } from '#admin/pages/order/page.server.ts'
import { actsByIntent, type Problem, staffPage, unclear } from '#admin/runtime/page.ts'
import { max_tags, orderTags as contract } from '#contracts/staff/orders/order-tags.ts'
import { isRefusal } from '#pure/contract.ts'

export type OrderTagsData = z.output<typeof contract.tags.output>

/** /noi-bo/don-hang/:code/the: the tags of an order. */
export const page = staffPage<OrderTagsData>({
  needs: 'orderTags.tags',
  loader: ({ services, actor, params }) =>
    services.orderTags.tags(actor, { order_code: params['code'] ?? '' }),
  action: actsByIntent(
    {
      tag: async ({ services, actor }, { code, ...fields }) => {
        const input = contract.tagOrder.input.safeParse({ ...fields, order_code: code })
        if (!input.success) return wrongTag(input.error)
        await services.orderTags.tagOrder(actor, input.data)
        return null
      },
      untag: async ({ services, actor }, { code, ...fields }) => {
        const input = contract.untagOrder.input.safeParse({ ...fields, order_code: code })
        if (!input.success) return wrongTag(input.error)
        await services.orderTags.untagOrder(actor, input.data)
        return null
      },
    },
    problemOf,
  ),
})

/** What is wrong with a form for a tag. */
export function wrongTag({ issues }: z.ZodError): Problem {
  const issue = issues.find(({ path }) => path[0] === 'tag')
  return issue === undefined ? unclear : { status: 422, problem: issue.message }
}

function problemOf(error: unknown): Problem | null {
  if (isRefusal(error, contract.tagOrder, 'too_many_tags')) {
    return { status: 409, problem: `Mỗi đơn nhiều nhất ${max_tags} thẻ. Gỡ bớt rồi gắn.` }
  }
  return orderProblem(error)
}

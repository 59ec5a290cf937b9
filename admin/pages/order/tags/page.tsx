import { Link } from 'react-router'
import { orderPath, orderTagsPath } from '#admin/addresses/paths.ts'
import { StaffForm } from '#admin/kit/staff-form.tsx'
import type { OrderTagsData } from '#admin/pages/order/tags/page.server.ts'
import { TagField } from '#admin/pages/orders/tag-field.tsx'

export const title = ({ order_code }: OrderTagsData) => `Thẻ của đơn ${order_code}`
export const has_own_heading = true

/** The tags of an order, and one press for each that other orders have. */
export function Page({ data: { order_code, tags, known } }: { data: OrderTagsData }) {
  const others = known.filter((tag) => !tags.includes(tag))
  const action = orderTagsPath(order_code)
  return (
    <>
      <div className="flex flex-wrap items-center gap-3">
        <h1 className="text-xl">Thẻ của đơn</h1>
        <Link to={orderPath(order_code)} className="tool ml-auto tabular-nums">
          Về đơn {order_code}
        </Link>
      </div>
      <div className="sheet grid max-w-2xl gap-4 text-sm">
        {tags.length === 0 ? (
          <p className="text-muted">Đơn chưa có thẻ nào.</p>
        ) : (
          <Buttons label="Đang gắn" action={action} intent="untag" tags={tags} />
        )}
        <StaffForm
          action={action}
          hidden={{ intent: 'tag' }}
          resets
          className="flex flex-wrap items-end gap-2"
        >
          <TagField known={others} />
          <button type="submit" className="tool-main">
            Gắn thẻ
          </button>
        </StaffForm>
        {others.length > 0 && (
          <Buttons label="Thẻ của đơn khác" action={action} intent="tag" tags={others} />
        )}
        <p className="text-muted">Mọi người xem đơn đều thấy thẻ. Khách không thấy.</p>
      </div>
    </>
  )
}

interface ButtonsProps {
  label: string
  action: string
  intent: 'tag' | 'untag'
  tags: readonly string[]
}

function Buttons({ label, action, intent, tags }: ButtonsProps) {
  const word = intent === 'tag' ? 'Gắn' : 'Gỡ'
  return (
    <section className="grid gap-1">
      <h2 className="part-title">{label}</h2>
      <StaffForm action={action} hidden={{ intent }} className="flex flex-wrap gap-2">
        {tags.map((tag) => (
          <button
            key={tag}
            type="submit"
            name="tag"
            value={tag}
            aria-label={`${word} thẻ ${tag}`}
            className="tool"
          >
            {tag}
            <span aria-hidden="true" className="text-muted">
              {intent === 'tag' ? '+' : '×'}
            </span>
          </button>
        ))}
      </StaffForm>
    </section>
  )
}

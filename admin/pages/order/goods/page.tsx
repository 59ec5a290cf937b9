import { Form, Link } from 'react-router'
import { orderGoodsPath, orderPath } from '#admin/addresses/paths.ts'
import { FactList } from '#admin/kit/fact-list.tsx'
import { LineField } from '#admin/kit/line-field.tsx'
import { StaffForm } from '#admin/kit/staff-form.tsx'
import type { OrderGoods } from '#contracts/staff/order-goods.ts'
import { formatDong } from '#pure/money.ts'

export const title = ({ order_code }: OrderGoods) => `Bỏ món khỏi đơn ${order_code}`
export const has_own_heading = true

const problems: Record<NonNullable<OrderGoods['problem']>, string> = {
  all_goods: 'Bỏ hết món thì hãy hủy đơn.',
  combo_stays: 'Có món được giảm vì mua kèm món này: bỏ món mua kèm trước.',
}

/** Chooses what goes, shows what the order is then, and takes it off. */
export function Page({ data }: { data: OrderGoods }) {
  const { order_code, lines, new_total, problem } = data
  return (
    <>
      <div className="flex flex-wrap items-center gap-3">
        <h1 className="text-xl">Bỏ món</h1>
        <Link to={orderPath(order_code)} className="tool ml-auto tabular-nums">
          Về đơn {order_code}
        </Link>
      </div>
      <div className="grid gap-4 lg:grid-cols-[minmax(0,1fr)_24rem]">
        <Form
          method="get"
          action={orderGoodsPath(order_code)}
          className="sheet grid content-start gap-3 text-sm"
        >
          <ul className="divide-y divide-line">
            {lines.map((line) => (
              <Line key={line.position} line={line} />
            ))}
          </ul>
          {problem !== null && (
            <p role="alert" className="font-semibold text-sale">
              {problems[problem]}
            </p>
          )}
          <button
            type="submit"
            className={`${new_total === null ? 'tool-main' : 'tool'} justify-self-start`}
          >
            Xem đơn sau khi bỏ
          </button>
          <p className="text-muted">
            Quà đi theo món chính. Món còn lại giữ giá và phần giảm của mình; phí giao không đổi.
          </p>
        </Form>
        {new_total !== null && <Confirm key={new_total} data={data} new_total={new_total} />}
      </div>
    </>
  )
}

function Line({ line }: { line: OrderGoods['lines'][number] }) {
  const { position, name, sku, quantity, final_price, is_gift, left } = line
  const removed = quantity - left
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2 first:pt-0">
      <span className="min-w-40 grow">
        <span className="font-semibold">
          {quantity} × {name}
        </span>
        <span className="block text-xs text-muted">
          {sku} · {is_gift ? 'quà tặng' : formatDong(final_price)}
        </span>
      </span>
      {is_gift ? (
        removed > 0 && <span className="text-sale">bỏ {removed}</span>
      ) : (
        <label className="flex items-center gap-2">
          Bỏ
          <input
            name={`bo.${position}`}
            type="number"
            min="0"
            max={quantity}
            defaultValue={removed === 0 ? '' : removed}
            placeholder="0"
            aria-label={`Bỏ bao nhiêu ${name}`}
            className="field min-h-11 w-20 text-right tabular-nums"
          />
        </label>
      )}
    </li>
  )
}

function Confirm({ data, new_total }: { data: OrderGoods; new_total: number }) {
  const { order_code, version, lines, grand_total, refund } = data
  const gone = lines.filter(({ quantity, left }) => left < quantity)
  const chosen = gone
    .filter(({ is_gift }) => !is_gift)
    .map(({ position, quantity, left }) => [`bo.${position}`, quantity - left] as const)
  return (
    <section
      aria-labelledby="then"
      className="sheet grid content-start gap-3 text-sm max-lg:order-first"
    >
      <h2 id="then" className="part-title">
        Sau khi bỏ
      </h2>
      <ul>
        {gone.map(({ position, name, quantity, left }) => (
          <li key={position}>
            Bỏ {quantity - left} × {name}
          </li>
        ))}
      </ul>
      <FactList
        facts={[
          ['Tổng cũ', formatDong(grand_total)],
          ['Tổng mới', formatDong(new_total)],
          ...(refund > 0 ? [['Hoàn cho khách', formatDong(refund)] as const] : []),
        ]}
      />
      <StaffForm
        action={orderGoodsPath(order_code)}
        hidden={{ version, new_total, ...Object.fromEntries(chosen) }}
        className="grid gap-2"
      >
        <LineField label="Lý do" name="reason" required maxLength={300} />
        <button type="submit" className="tool-main justify-self-start">
          Bỏ và báo khách
        </button>
      </StaffForm>
    </section>
  )
}

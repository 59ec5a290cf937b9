import type { ReactNode } from 'react'
import { Form, Link } from 'react-router'
import { orderPath, orderSplitPath } from '#admin/addresses/paths.ts'
import { FactList } from '#admin/kit/fact-list.tsx'
import { ReasonField } from '#admin/kit/fields/line-field.tsx'
import { StaffForm } from '#admin/kit/staff-form.tsx'
import type { OrderSplit } from '#contracts/staff/orders/order-parts.ts'
import { formatDong } from '#pure/money.ts'

export const title = ({ order_code }: OrderSplit) => `Tách đơn ${order_code}`
export const has_own_heading = true

const problems: Record<NonNullable<OrderSplit['problem']>, string> = {
  all_goods: 'Để lại ít nhất một món trong đơn này.',
  combo_stays: 'Có món được giảm vì mua kèm món này: tách món mua kèm trước hoặc cùng lúc.',
}

/** Chooses what becomes an order of its own, shows both orders, and splits. */
export function Page({ data }: { data: OrderSplit }) {
  const { order_code, lines, totals, problem } = data
  return (
    <>
      <div className="flex flex-wrap items-center gap-3">
        <h1 className="text-xl">Tách đơn</h1>
        <Link to={orderPath(order_code)} className="tool ml-auto tabular-nums">
          Về đơn {order_code}
        </Link>
      </div>
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_24rem]">
        <Form method="get" action={orderSplitPath(order_code)} className="grid gap-4 text-sm">
          <section aria-labelledby="goods" className="sheet">
            <h2 id="goods" className="part-title">
              Trong đơn
            </h2>
            <ul className="divide-y divide-line">
              {lines.map((line) => (
                <Line key={line.position} line={line} />
              ))}
            </ul>
          </section>
          {problem !== null && (
            <p role="alert" className="sheet font-semibold text-sale">
              {problems[problem]}
            </p>
          )}
          <button
            type="submit"
            className={`${totals === null ? 'tool-main' : 'tool'} min-h-11 justify-self-start`}
          >
            Xem hai đơn sau khi tách
          </button>
          <p className="text-muted">
            Giá từng món giữ nguyên, quà đi theo món chính. Mã giảm giá và ưu đãi chia theo giá trị
            hàng; phí giao ở lại đơn này.
          </p>
        </Form>
        {totals !== null && <Confirm key={totals.stays} data={data} totals={totals} />}
      </div>
    </>
  )
}

function Line({ line }: { line: OrderSplit['lines'][number] }) {
  const { position, name, sku, quantity, final_price, is_gift, moved } = line
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
        moved > 0 && <span>tách {moved}</span>
      ) : (
        <label className="flex items-center gap-2">
          Tách
          <input
            key={moved}
            name={`di.${position}`}
            type="number"
            min="0"
            max={quantity}
            defaultValue={moved === 0 ? '' : moved}
            placeholder="0"
            aria-label={`Tách bao nhiêu ${name}`}
            className="field min-h-11 w-20 text-right tabular-nums"
          />
        </label>
      )}
    </li>
  )
}

interface ConfirmProps {
  data: OrderSplit
  totals: NonNullable<OrderSplit['totals']>
}

function Confirm({ data, totals }: ConfirmProps) {
  const { order_code, version, lines, is_paid } = data
  const goes = lines.filter(({ moved }) => moved > 0)
  const chosen = goes
    .filter(({ is_gift }) => !is_gift)
    .map(({ position, moved }) => [`di.${position}`, moved])
  return (
    <section aria-labelledby="then" className="sheet grid gap-3 text-sm max-lg:order-first">
      <h2 id="then" className="part-title">
        Sau khi tách
      </h2>
      <Part title={`Ở lại ${order_code}`} total={totals.stays}>
        {lines
          .filter(({ quantity, moved }) => quantity > moved)
          .map(({ position, name, quantity, moved }) => (
            <li key={position}>
              {quantity - moved} × {name}
            </li>
          ))}
      </Part>
      <Part title="Đơn mới" total={totals.goes}>
        {goes.map(({ position, name, moved }) => (
          <li key={position}>
            {moved} × {name}
          </li>
        ))}
      </Part>
      <FactList
        facts={[
          [
            'Tiền',
            is_paid
              ? 'Đã trả đủ: tiền chia theo hai tổng trên'
              : 'Mỗi đơn thu tổng của mình khi nhận hàng',
          ],
        ]}
      />
      <StaffForm
        action={orderSplitPath(order_code)}
        hidden={{ version, total: totals.stays, ...Object.fromEntries(chosen) }}
        className="grid gap-2"
      >
        <ReasonField required maxLength={300} />
        <button type="submit" className="tool-main justify-self-start">
          Tách và báo khách
        </button>
      </StaffForm>
    </section>
  )
}

interface PartProps {
  title: string
  total: number
  children: ReactNode
}

function Part({ title: heading, total, children }: PartProps) {
  return (
    <div>
      <h3 className="flex justify-between gap-4 font-semibold">
        <span>{heading}</span>
        <span className="tabular-nums">{formatDong(total)}</span>
      </h3>
      <ul>{children}</ul>
    </div>
  )
}

import { Form, Link } from 'react-router'
import { orderGoodsPath, orderPath } from '#admin/addresses/paths.ts'
import { FactList } from '#admin/kit/fact-list.tsx'
import { ReasonField } from '#admin/kit/fields/line-field.tsx'
import { StaffForm } from '#admin/kit/staff-form.tsx'
import type { GoodsData } from '#admin/pages/order/goods/page.server.ts'
import { formatDong } from '#pure/money.ts'

export const title = ({ order_code }: GoodsData) => `Sửa món của đơn ${order_code}`
export const has_own_heading = true

const problems: Record<NonNullable<GoodsData['problem']>, string> = {
  all_goods: 'Bỏ hết món thì hãy hủy đơn, hoặc thêm món khác.',
  combo_stays: 'Có món được giảm vì mua kèm món này: bỏ món mua kèm trước.',
  paid_total_grows:
    'Đơn đã trả tiền nên tổng không tăng được. Nhờ người được lập đơn làm đơn riêng cho món thêm.',
  item_not_sold: 'Có món không bán, hoặc chưa mở bán. Bỏ món đó ra.',
}

/** Chooses what goes and what is added, shows what the order is then, and changes it. */
export function Page({ data }: { data: GoodsData }) {
  const { order_code, lines, added, new_total, difference, problem, q, may_part } = data
  const goes_apart = difference !== null && may_part
  return (
    <>
      <div className="flex flex-wrap items-center gap-3">
        <h1 className="text-xl">Sửa món</h1>
        <Link to={orderPath(order_code)} className="tool ml-auto tabular-nums">
          Về đơn {order_code}
        </Link>
      </div>
      <div className="grid gap-4 lg:grid-cols-[minmax(0,1fr)_24rem]">
        <Form
          method="get"
          action={orderGoodsPath(order_code)}
          className="grid content-start gap-4 text-sm"
        >
          <section aria-labelledby="has" className="sheet">
            <h2 id="has" className="part-title">
              Trong đơn
            </h2>
            <ul className="divide-y divide-line">
              {lines.map((line) => (
                <Line key={line.position} line={line} />
              ))}
            </ul>
          </section>
          <section aria-labelledby="more" className="sheet grid gap-2">
            <h2 id="more" className="part-title">
              Thêm món
            </h2>
            <ul className="divide-y divide-line empty:hidden">
              {added.map((line, n) => (
                <Added key={`${line.item_id}-${n}`} line={line} />
              ))}
            </ul>
            <label className="grid max-w-xl gap-1">
              <span>Tìm tên hoặc quét SKU</span>
              <input
                name="tim"
                type="search"
                defaultValue={q}
                maxLength={100}
                className="field min-h-11"
              />
            </label>
            <Found data={data} />
            <p className="text-muted">
              Món thêm tính giá hôm nay, không có giá flash sale và mã giảm giá.
            </p>
          </section>
          {problem !== null && !goes_apart && (
            <p role="alert" className="sheet font-semibold text-sale">
              {problems[problem]}
            </p>
          )}
          <button
            type="submit"
            className={`${new_total === null && !goes_apart ? 'tool-main' : 'tool'} min-h-11 justify-self-start`}
          >
            Tìm và xem đơn sau khi sửa
          </button>
          <p className="text-muted">
            Quà đi theo món chính. Món còn lại giữ giá và phần giảm của mình; phí giao không đổi.
          </p>
        </Form>
        {goes_apart && <Apart data={data} difference={difference} />}
        {new_total !== null && <Confirm key={new_total} data={data} new_total={new_total} />}
      </div>
    </>
  )
}

function Line({ line }: { line: GoodsData['lines'][number] }) {
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
        <Units
          label="Bỏ"
          name={`bo.${position}`}
          about={`Bỏ bao nhiêu ${name}`}
          max={quantity}
          units={removed}
        />
      )}
    </li>
  )
}

function Added({ line }: { line: GoodsData['added'][number] }) {
  const { item_id, name, color_name, sku, item_quantity, final_price, is_gift } = line
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2 first:pt-0">
      <span className="min-w-40 grow">
        <span className="font-semibold">
          {item_quantity} × {titled(name, color_name)}
        </span>
        <span className="block text-xs text-muted">
          {sku} · {is_gift ? 'quà tặng' : `${formatDong(final_price)} hôm nay`}
        </span>
      </span>
      {!is_gift && (
        <Units
          label="Thêm"
          name={`them.${item_id}`}
          about={`Thêm bao nhiêu ${titled(name, color_name)}`}
          max={99}
          units={item_quantity}
        />
      )}
    </li>
  )
}

function Found({ data: { found, added } }: { data: GoodsData }) {
  if (found === null) return null
  const others = found.filter(({ item_id }) => !added.some((line) => line.item_id === item_id))
  if (others.length === 0) return <p role="status">Không tìm thấy món nào khác.</p>
  return (
    <ul className="divide-y divide-line">
      {others.map(({ item_id, name, color_name, sku, price, free, free_here }) => (
        <li key={item_id} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2">
          <span className="min-w-40 grow">
            <span className="font-semibold">{titled(name, color_name)}</span>
            <span className="block text-xs text-muted">
              {sku} · {formatDong(price)} · còn {free}
              {free_here !== null && `, kho xuất còn ${free_here}`}
            </span>
          </span>
          {free === 0 ? (
            <span className="text-sale">hết hàng</span>
          ) : (
            <Units
              label="Thêm"
              name={`them.${item_id}`}
              about={`Thêm bao nhiêu ${titled(name, color_name)}`}
              max={Math.min(99, free)}
              units={0}
            />
          )}
        </li>
      ))}
    </ul>
  )
}

interface UnitsProps {
  label: string
  name: string
  /** What a screen reader says. */
  about: string
  max: number
  units: number
}

function Units({ label, name, about, max, units }: UnitsProps) {
  return (
    <label className="flex items-center gap-2">
      {label}
      <input
        key={units}
        name={name}
        type="number"
        min="0"
        max={max}
        defaultValue={units === 0 ? '' : units}
        placeholder="0"
        aria-label={about}
        className="field min-h-11 w-20 text-right tabular-nums"
      />
    </label>
  )
}

function Confirm({ data, new_total }: { data: GoodsData; new_total: number }) {
  const { order_code, version, grand_total, refund, to_collect } = data
  return (
    <section
      aria-labelledby="then"
      className="sheet grid content-start gap-3 text-sm max-lg:order-first"
    >
      <h2 id="then" className="part-title">
        Sau khi sửa
      </h2>
      <Changes data={data} />
      <FactList
        facts={[
          ['Tổng cũ', formatDong(grand_total)],
          ['Tổng mới', formatDong(new_total)],
          ...(refund > 0 ? [['Hoàn cho khách', formatDong(refund)] as const] : []),
          ...(to_collect === null ? [] : [['Thu khi nhận hàng', formatDong(to_collect)] as const]),
        ]}
      />
      <StaffForm
        action={orderGoodsPath(order_code)}
        hidden={{ version, new_total, ...chosenIn(data) }}
        className="grid gap-2"
      >
        <ReasonField required maxLength={300} />
        <button type="submit" className="tool-main justify-self-start">
          Sửa và báo khách
        </button>
      </StaffForm>
    </section>
  )
}

/** A paid order never becomes dearer: what is added is an order of its own, which a part of this one may pay. */
function Apart({ data, difference }: { data: GoodsData; difference: number }) {
  const { order_code, version, lines } = data
  const swaps = lines.some(({ quantity, left }) => left < quantity)
  return (
    <section
      aria-labelledby="apart"
      className="sheet grid content-start gap-3 text-sm max-lg:order-first"
    >
      <h2 id="apart" className="part-title">
        Đơn riêng cho món thêm
      </h2>
      <Changes data={data} />
      <FactList facts={[['Khách trả thêm khoảng', formatDong(difference)]]} />
      <p className="text-muted">
        {swaps
          ? 'Đơn này đã trả tiền. Món thêm thành đơn riêng; khi đặt đơn đó, món bỏ rời đơn này và tiền của nó trả vào đơn riêng. Khách chỉ trả phần chênh: khi nhận hàng, tại quầy hoặc qua link.'
          : 'Đơn này đã trả tiền. Món thêm thành đơn riêng: khách trả khi nhận hàng, tại quầy hoặc qua link.'}
      </p>
      <StaffForm
        action={orderGoodsPath(order_code)}
        hidden={{ intent: 'apart', version, ...chosenIn(data) }}
      >
        <button type="submit" className="tool-main">
          Lập đơn riêng
        </button>
      </StaffForm>
    </section>
  )
}

function Changes({ data: { lines, added } }: { data: GoodsData }) {
  return (
    <ul>
      {lines
        .filter(({ quantity, left }) => left < quantity)
        .map(({ position, name, quantity, left }) => (
          <li key={position}>
            Bỏ {quantity - left} × {name}
          </li>
        ))}
      {added.map(({ item_id, name, color_name, item_quantity, line_total, is_gift }, n) => (
        <li key={`${item_id}-${n}`}>
          Thêm {item_quantity} × {titled(name, color_name)}:{' '}
          {is_gift ? 'quà tặng' : formatDong(line_total)}
        </li>
      ))}
    </ul>
  )
}

/** The fields of the form that say what was chosen. */
function chosenIn({ lines, added }: GoodsData): Record<string, number> {
  return Object.fromEntries([
    ...lines
      .filter(({ is_gift, quantity, left }) => !is_gift && left < quantity)
      .map(({ position, quantity, left }) => [`bo.${position}`, quantity - left] as const),
    ...added
      .filter(({ is_gift }) => !is_gift)
      .map(({ item_id, item_quantity }) => [`them.${item_id}`, item_quantity] as const),
  ])
}

function titled(name: string, color_name: string | null): string {
  return color_name === null ? name : `${name}, ${color_name}`
}

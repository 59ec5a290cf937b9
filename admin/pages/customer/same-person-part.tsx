import { ReasonField } from '#admin/kit/fields/line-field.tsx'
import type { ShownCustomer } from '#admin/pages/customer/page.server.ts'
import { Link } from 'react-router'
import { customerPath } from '#admin/addresses/paths.ts'
import { FactList } from '#admin/kit/fact-list.tsx'
import { StaffForm } from '#admin/kit/staff-form.tsx'
import { BlockMark } from '#admin/pages/customers/block-mark.tsx'
import type { OtherPhone } from '#contracts/staff/members/same-person.ts'
import { formatDate } from '#pure/vietnam-time.ts'

interface SamePersonPartProps {
  customer: ShownCustomer
  /** The phone that was looked up. */
  other: OtherPhone | undefined
}

/** The other phones of the person, as staff say, and the forms that say so or take it back. */
export function SamePersonPart({ customer, other }: SamePersonPartProps) {
  const { order_code, other_phones, may } = customer
  if (other_phones.length === 0 && !may.join) return null
  return (
    <section aria-labelledby="same-person" className="sheet grid gap-2 text-sm">
      <h2 id="same-person" className="part-title">
        Số khác của khách
      </h2>
      {other_phones.length === 0 ? (
        <p className="text-muted">Chưa gộp với số nào.</p>
      ) : (
        <ul className="grid gap-1">
          {other_phones.map(({ order_code: code, phone }) => (
            <li key={code}>
              <Link to={customerPath(code)} className="link font-semibold tabular-nums">
                {phone}
              </Link>
            </li>
          ))}
        </ul>
      )}
      {may.join && other !== undefined && <Joining order_code={order_code} other={other} />}
      {may.join && (
        <StaffForm
          action={customerPath(order_code)}
          hidden={{ intent: 'look_up' }}
          autoComplete="off"
          className="flex flex-wrap items-end gap-2"
        >
          <label className="grid min-w-0 grow gap-1">
            <span className="text-muted">Số điện thoại kia, hoặc mã đơn</span>
            <input name="other" required maxLength={40} className="field" />
          </label>
          <button type="submit" className="tool">
            Xem số này
          </button>
        </StaffForm>
      )}
      {may.join && other_phones.length > 0 && <Parting customer={customer} />}
    </section>
  )
}

/** What is known about the other phone, before somebody says that both are of one person. */
function Joining({ order_code, other }: { order_code: string; other: OtherPhone }) {
  const { other_code, phone, names, provinces, is_member, order_count, delivered_count } = other
  return (
    <StaffForm
      action={customerPath(order_code)}
      hidden={{ intent: 'join', other_code }}
      className="grid gap-2 rounded-xl bg-mist p-3"
    >
      <p className="flex flex-wrap items-center gap-2">
        <Link to={customerPath(other_code)} className="link font-semibold tabular-nums">
          {phone}
        </Link>
        <BlockMark block={other.block} />
      </p>
      <FactList
        facts={[
          ['Tên', names.join(', ')],
          ['Loại', is_member ? 'Thành viên' : 'Khách vãng lai'],
          ['Giao đến', provinces.join(', ')],
          ['Đặt lần đầu', formatDate(new Date(other.first_at))],
          ['Đơn hàng', `${order_count} đơn, đã giao ${delivered_count}`],
        ]}
      />
      <ReasonField label="Vì sao biết là một người" required placeholder="Khách gọi báo đổi số…" />
      <p className="text-xs text-muted">
        Đơn, máy, phiếu, tin và ghi chú của hai số hiện chung; số nào bị chặn thì cả hai bị chặn.
        Giỏ hàng và tài khoản không đổi. Tách ra được bất cứ lúc nào.
      </p>
      <div>
        <button type="submit" className="tool-main">
          Gộp: cùng một khách
        </button>
      </div>
    </StaffForm>
  )
}

function Parting({ customer: { order_code, phone, other_phones } }: { customer: ShownCustomer }) {
  return (
    <StaffForm
      action={customerPath(order_code)}
      hidden={{ intent: 'part' }}
      className="grid gap-2 border-t border-line pt-2"
    >
      <ReasonField label="Gộp nhầm? Lý do tách" />
      <div className="flex flex-wrap gap-2">
        {[{ order_code, phone }, ...other_phones].map((one) => (
          <button
            key={one.order_code}
            type="submit"
            name="part_code"
            value={one.order_code}
            className="tool"
          >
            {`Tách ${one.phone}`}
          </button>
        ))}
      </div>
    </StaffForm>
  )
}

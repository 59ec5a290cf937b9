import { Link } from 'react-router'
import { addresses } from '#admin/addresses/addresses.ts'
import { customerPath } from '#admin/addresses/paths.ts'
import { FactList } from '#admin/kit/fact-list.tsx'
import { pressKeyed, useKeys } from '#admin/kit/keyboard.ts'
import { KeysHelp } from '#admin/kit/keys-help.tsx'
import { StaffForm } from '#admin/kit/staff-form.tsx'
import { ConsentsPart } from '#admin/pages/customer/consents-part.tsx'
import { BlockPart, NotesPart } from '#admin/pages/customer/notes-part.tsx'
import { SamePersonPart } from '#admin/pages/customer/same-person-part.tsx'
import { Tickets } from '#admin/pages/customer/ticket-part.tsx'
import type {
  CustomerAnswer,
  CustomerData,
  ShownCustomer,
} from '#admin/pages/customer/page.server.ts'
import { MoneyPart, Messages, Orders, Parcels, Units } from '#admin/pages/customer/parts.tsx'
import { BlockMark } from '#admin/pages/customers/block-mark.tsx'
import { spacedPhone } from '#pure/formats/spaced-phone.ts'
import { formatDong } from '#pure/money.ts'
import { formatDate } from '#pure/vietnam-time.ts'

export const title = ({ customer: { names } }: CustomerData) => `Khách ${names[0] ?? ''}`
export const has_own_heading = true

const keys = [
  ['n', 'Viết ghi chú'],
  ['/', 'Tìm khắp cửa hàng'],
  ['?', 'Danh sách phím tắt'],
] as const

/** Everybody who ordered with one phone, or with the phones of one person, on one screen. */
export function Page({ data, answer }: { data: CustomerData; answer?: CustomerAnswer }) {
  const { customer, tickets, may_order, now } = data
  const { names, block, person_block, may } = customer
  useKeys({ n: () => pressKeyed('n') })
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h1 className="text-xl wrap-anywhere">{names[0] ?? 'Khách'}</h1>
        <Phone customer={customer} shown={answer?.kind === 'phone' ? answer.phone : null} />
        <BlockMark block={person_block} />
        <div className="ml-auto flex gap-2">
          <Link to={addresses.customers.path} className="tool">
            Tất cả khách
          </Link>
          <KeysHelp keys={keys} />
          {may_order && (
            <StaffForm action={addresses.drafts.path} hidden={{ order_code: customer.order_code }}>
              <button type="submit" className="tool-main">
                Lập đơn
              </button>
            </StaffForm>
          )}
        </div>
      </div>
      <div className="grid gap-4 lg:grid-cols-[minmax(0,1fr)_24rem]">
        <div className="grid min-w-0 content-start gap-4">
          <Orders customer={customer} now={now} />
          <Units units={customer.units} />
          <Tickets tickets={tickets} now={now} />
          <Parcels parcels={customer.refused_parcels} now={now} />
          <MoneyPart refunds={customer.refunds} now={now} />
          <Messages messages={customer.messages} now={now} />
        </div>
        <div className="grid min-w-0 content-start gap-4">
          <section aria-label="Tóm tắt" className="sheet text-sm">
            <FactList facts={factsOf(customer)} />
          </section>
          {(block !== null || person_block !== null || may.block) && (
            <BlockPart customer={customer} />
          )}
          <SamePersonPart
            customer={customer}
            other={answer?.kind === 'other' ? answer.other : undefined}
          />
          <NotesPart customer={customer} />
          <ConsentsPart customer={customer} />
        </div>
      </div>
    </>
  )
}

function Phone({ customer, shown }: { customer: ShownCustomer; shown: string | null }) {
  const { order_code, phone, may } = customer
  if (shown !== null) {
    return (
      <a href={`tel:${shown}`} className="link text-lg font-bold tabular-nums">
        {spacedPhone(shown)}
      </a>
    )
  }
  return (
    <>
      <span className="text-lg tabular-nums">{phone}</span>
      {may.see_phone && (
        <StaffForm action={customerPath(order_code)} hidden={{ intent: 'show_phone' }}>
          <button type="submit" className="tool min-h-7 px-2 text-xs">
            Hiện
          </button>
        </StaffForm>
      )}
    </>
  )
}

function factsOf(customer: ShownCustomer): [string, string][] {
  const { names, provinces, is_member, first_at, came_back_count } = customer
  const { order_count, delivered_count, delivered_total } = customer
  const facts: [string, string | null][] = [
    ['Loại', is_member ? 'Thành viên' : 'Khách vãng lai'],
    ['Tên khác', names.length > 1 ? names.slice(1).join(', ') : null],
    ['Giao đến', provinces.join(', ')],
    ['Đặt lần đầu', formatDate(new Date(first_at))],
    ['Đơn hàng', `${order_count} đơn, đã giao ${delivered_count}`],
    ['Đã mua', formatDong(delivered_total)],
    ['Không nhận hàng', came_back_count === 0 ? null : `${came_back_count} đơn`],
  ]
  return facts.flatMap(([name, value]) => (value === null ? [] : [[name, value]]))
}

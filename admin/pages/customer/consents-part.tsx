import type { ShownCustomer } from '#admin/pages/customer/page.server.ts'
import type { Customer } from '#contracts/staff/customers.ts'
import { formatDateTime } from '#pure/vietnam-time.ts'

type Choice = Customer['choices'][number]

const purposes: Record<Choice['purpose'], string> = {
  mail: 'Ưu đãi qua email',
  zalo: 'Ưu đãi qua Zalo',
  push: 'Ưu đãi qua thông báo',
  device: 'Lưu trên máy và thông báo',
  ads: 'Đo hiệu quả quảng cáo',
  loan: 'Chuyển hồ sơ trả góp',
}
const states: Record<Choice['state'], string> = {
  given: 'Đồng ý',
  refused: 'Từ chối',
  withdrawn: 'Đã rút lại',
}
const places: Record<Choice['place'], string> = {
  banner: 'khi mở trang',
  page: 'ở trang quyền riêng tư',
  checkout: 'khi đặt hàng',
  booking: 'khi đặt lịch',
  mail: 'qua link trong email',
  loan: 'trong tờ khai trả góp',
  offers: 'ở trang nhận ưu đãi',
  message: 'qua link trong tin',
}
const offer_states: Record<Customer['consents'][number]['offers'], string> = {
  given: 'Đồng ý',
  not_given: 'Không đồng ý',
  withdrawn: 'Đã rút lại',
}

/** What the customer agreed to, where and when (decision 283). Staff read it and change nothing of it. */
export function ConsentsPart({ customer }: { customer: ShownCustomer }) {
  const { consents, choices, wants_no_ads } = customer
  if (consents.length + choices.length === 0 && !wants_no_ads) return null
  return (
    <section aria-labelledby="consents" className="sheet grid gap-2 text-sm">
      <h2 id="consents" className="part-title">
        Khách đồng ý gì
      </h2>
      {wants_no_ads && (
        <p className="font-semibold text-sale">Số này từ chối quảng cáo: không gọi, không nhắn.</p>
      )}
      <ul className="grid gap-1.5">
        {choices.map(({ purpose, state, place, at }) => (
          <Line
            key={purpose}
            title={purposes[purpose]}
            state={states[state]}
            is_given={state === 'given'}
            from={places[place]}
            at={at}
          />
        ))}
        {consents.map(({ email, offers, at }) => (
          <Line
            key={email}
            title={`Ưu đãi tới ${email}`}
            state={offer_states[offers]}
            is_given={offers === 'given'}
            from="ô đánh dấu khi đặt hàng"
            at={at}
          />
        ))}
      </ul>
    </section>
  )
}

interface LineProps {
  title: string
  state: string
  is_given: boolean
  from: string
  at: string
}

function Line({ title, state, is_given, from, at }: LineProps) {
  return (
    <li className="flex flex-wrap items-baseline gap-x-3">
      <span className="min-w-0 wrap-anywhere">{title}</span>
      <span className={is_given ? 'ml-auto font-semibold' : 'ml-auto text-muted'}>{state}</span>
      <span className="basis-full text-xs text-muted">
        {from} · <time dateTime={at}>{formatDateTime(new Date(at))}</time>
      </span>
    </li>
  )
}

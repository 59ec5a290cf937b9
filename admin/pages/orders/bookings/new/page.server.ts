import { bookingSlipPath } from '#admin/addresses/paths.ts'
import { bookingProblem } from '#admin/pages/orders/bookings/booking-problems.ts'
import { type Fields, problemOrThrow, type StaffContext, staffPage } from '#admin/runtime/page.ts'
import { bookings as contract } from '#contracts/staff/orders/bookings.ts'
import { booking_rules } from '#contracts/storefront/booking.ts'
import type { StaffServices } from '#contracts/staff/all.ts'
import { isRefusal } from '#pure/contract.ts'

type Form = Awaited<ReturnType<StaffServices['bookings']['bookingForm']>>

export interface NewBookingData extends Omit<Form, 'problem'> {
  /** The chosen services; one that is wanted twice stands twice. */
  item_ids: number[]
  q: string
  /** The day whose times are shown. */
  day: Form['days'][number] | null
  /** Why there are no times. */
  problem: string | null
  can_add: boolean
  now: number
}

/** /noi-bo/lich-hen/moi?shop_id=&item=&day=: books a visit for a customer on the phone or in the shop. */
export const page = staffPage<NewBookingData>({
  needs: 'bookings.bookingForm',
  loader: async (context) => {
    const { searchParams } = context.url
    const q = searchParams.get('q')?.slice(0, 60) ?? ''
    const item_ids = itemsOf(searchParams)
    const { problem, ...form } = await formOf(context, { q, item_ids })
    const asked = searchParams.get('day')
    const free = form.days.find(({ slots }) => slots.some(({ is_free }) => is_free))
    return {
      ...form,
      item_ids: form.lines.flatMap((line) => Array<number>(line.quantity).fill(line.item_id)),
      ...{ q, problem, day: form.days.find(({ day }) => day === asked) ?? free ?? null },
      can_add: item_ids.length < booking_rules.max_lines,
      now: Date.now(),
    }
  },
  action: async ({ services, actor, url: { searchParams } }, fields) => {
    const input = contract.createBooking.input.safeParse(inputOf(fields, searchParams))
    if (!input.success) {
      const problem = input.error.issues.map(({ message }) => message).join(' ')
      return { status: 422, problem, typed: fields }
    }
    try {
      const { code } = await services.bookings.createBooking(actor, input.data)
      return { location: bookingSlipPath(code) }
    } catch (error) {
      return { ...problemOrThrow(bookingProblem(error), error), typed: fields }
    }
  },
})

const problems = {
  booking_too_long: 'Các dịch vụ này lâu hơn một lần hẹn. Bớt dịch vụ hoặc chia thành hai lịch.',
  shop_takes_no_bookings: 'Cửa hàng này không nhận lịch cho dịch vụ đã chọn. Chọn cửa hàng khác.',
} as const

/** The form; without the services of the address if one of them is offered no more. */
async function formOf(
  { services, actor, url: { searchParams } }: StaffContext,
  { q, item_ids }: { q: string; item_ids: string[] },
): Promise<Omit<Form, 'problem'> & { problem: string | null }> {
  const about = { shop_id: searchParams.get('shop_id') ?? undefined, q }
  const input = contract.bookingForm.input.safeParse({ ...about, item_ids })
  const bare = contract.bookingForm.input.parse(about)
  try {
    const form = await services.bookings.bookingForm(actor, input.data ?? bare)
    return { ...form, problem: form.problem === null ? null : problems[form.problem] }
  } catch (error) {
    if (!isRefusal(error, contract.bookingForm, 'service_not_found')) throw error
    const form = await services.bookings.bookingForm(actor, bare)
    return { ...form, problem: 'Có dịch vụ đã ngừng. Chọn lại dịch vụ.' }
  }
}

function itemsOf(query: URLSearchParams): string[] {
  return query.getAll('item').slice(0, booking_rules.max_lines)
}

/** What is booked stands in the address, and who comes in the form. Fields that are left empty are none. */
function inputOf(fields: Fields, query: URLSearchParams) {
  const filled = Object.entries(fields).filter(([, value]) => value !== '')
  return { ...Object.fromEntries(filled), item_ids: itemsOf(query) }
}

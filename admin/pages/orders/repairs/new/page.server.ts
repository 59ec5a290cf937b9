import { vietnamClock } from '#pure/vietnam-time.ts'
import { randomUUID } from 'node:crypto'
import { ticketPath } from '#admin/addresses/paths.ts'
import { ticketProblem } from '#admin/pages/orders/repairs/ticket-problems.ts'
import { type Fields, filledFields, problemOrThrow, staffPage } from '#admin/runtime/page.ts'
import { tickets as contract } from '#contracts/staff/orders/tickets.ts'
import { Accessory, DevicePart } from '#contracts/storefront/repair-ticket.ts'
import { Refusal } from '#pure/contract.ts'
import type { StaffServices } from '#contracts/staff/all.ts'

type Intake = Awaited<ReturnType<StaffServices['tickets']['intake']>>

export interface NewRepairData extends Intake {
  form_key: string
  imei: string
  /** YYYY-MM-DDTHH:MM in Vietnam. */
  promised_at: string
  /** Why the booking of the address cannot be received. */
  problem: string | null
}

const usual_hours = 2

/** /noi-bo/sua-chua/nhan?lich=&imei=: takes a device in, on a phone or at the desk. */
export const page = staffPage<NewRepairData>({
  needs: 'tickets.intake',
  takes_files: true,
  loader: async ({ services, actor, url: { searchParams } }) => {
    const booking = searchParams.get('lich')?.slice(0, 40) || undefined
    const imei = searchParams.get('imei')?.slice(0, 40) ?? ''
    const asked = { booking, ...(imei !== '' && { imei }) }
    const { problem, ...intake } = await intakeOf(services, actor, asked)
    const ready = new Date(Math.max(Date.now(), Date.parse(intake.booking?.ends_at ?? '') || 0))
    const promised_at = localText(new Date(ready.getTime() + usual_hours * 3_600_000))
    return { ...intake, form_key: randomUUID(), imei, promised_at, problem }
  },
  action: async ({ services, actor, files = [] }, fields) => {
    const input = contract.receiveTicket.input.safeParse({ ...inputOf(fields), files })
    if (!input.success) {
      const problem = input.error.issues[0]?.message ?? 'Chưa rõ yêu cầu.'
      return { status: 422, problem, typed: fields }
    }
    try {
      const { code } = await services.tickets.receiveTicket(actor, input.data)
      return { location: ticketPath(code) }
    } catch (error) {
      return { ...problemOrThrow(ticketProblem(error), error), typed: fields }
    }
  },
})

async function intakeOf(
  services: StaffServices,
  actor: Parameters<StaffServices['tickets']['intake']>[0],
  asked: Parameters<StaffServices['tickets']['intake']>[1],
): Promise<Intake & { problem: string | null }> {
  try {
    return { ...(await services.tickets.intake(actor, asked)), problem: null }
  } catch (error) {
    const problem = ticketProblem(error)
    if (problem === null || !(error instanceof Refusal)) throw error
    const { booking: _gone, ...rest } = asked
    return { ...(await services.tickets.intake(actor, rest)), problem: problem.problem }
  }
}

/** Check boxes have a name each: `broken.screen`. Fields that are left empty are none. */
function inputOf(fields: Fields) {
  return {
    ...filledFields(fields),
    broken: DevicePart.options.filter((part) => `broken.${part}` in fields),
    accessories: Accessory.options.filter((one) => `with.${one}` in fields),
  }
}

/** A time as a field of type datetime-local, on the next half hour in Vietnam. */
function localText(at: Date): string {
  const half = 1_800_000
  return vietnamClock(new Date(Math.ceil(at.getTime() / half) * half)).slice(0, 16)
}

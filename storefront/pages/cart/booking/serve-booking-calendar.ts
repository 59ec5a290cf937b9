import type { FastifyInstance } from 'fastify'
import type { Services } from '#contracts/all.ts'
import { booking as contract, type Booking } from '#contracts/storefront/booking.ts'
import { Refusal } from '#pure/contract.ts'
import { readCookies, tokenOf } from '#pure/cookies.ts'
import { calendarFile } from '#pure/formats/calendar-file.ts'
import { booking_calendar_path, bookedUrl } from '#storefront/addresses/booking-links.ts'

interface CalendarDeps {
  /** The services for the requests of one IP address. */
  servicesFor: (ip: string) => Services
  public_url: string
  now: () => Date
}

/** Serves the calendar file of a booking, to its owner or to a holder of its link. */
export function serveBookingCalendar(
  fastify: FastifyInstance,
  { servicesFor, public_url, now }: CalendarDeps,
): void {
  fastify.get(booking_calendar_path, async (request, reply) => {
    const { code, key } = request.query as Record<string, unknown>
    const input = contract.getBooking.input.safeParse({ code, secret: key })
    if (!input.success) return reply.callNotFound()
    const { booking, session } = servicesFor(request.ip)
    try {
      const token = (tokenOf(readCookies(request.headers.cookie)) ?? '').slice(0, 200)
      const caller = key === undefined ? await session.identify(null, { token }) : null
      const found = await booking.getBooking(caller, input.data)
      void reply
        .header('cache-control', 'no-store')
        .header('content-disposition', 'attachment; filename="lich-hen.ics"')
      return await reply
        .type('text/calendar; charset=utf-8')
        .send(calendarFile(eventOf(found, public_url, now())))
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      return error.status === 404 || error.status === 401
        ? reply.callNotFound()
        : reply.code(error.status).send()
    }
  })
}

function eventOf(booking: Booking, public_url: string, now: Date) {
  const { code, secret, version, shop, lines } = booking
  const names = lines.map(({ name }) => name).join(', ')
  return {
    uid: `${code}@${new URL(public_url).hostname}`,
    version,
    written_at: now,
    starts_at: new Date(booking.starts_at),
    ends_at: new Date(booking.ends_at),
    is_cancelled: booking.state === 'cancelled',
    title: `Sửa chữa: ${names}`,
    location: `${shop.name}, ${shop.address}`,
    description: `Mã lịch hẹn ${code}\nĐiện thoại cửa hàng: ${shop.phone}\nĐổi hoặc hủy lịch trong liên kết.`,
    url: `${public_url}${bookedUrl(code, secret)}`,
  }
}

import { z } from 'zod'
import { whole } from '#contracts/fields.ts'
import type { Database } from '#db/schema.ts'
import type { Now } from '#platform/clock.ts'
import type { OutsideAnswer, OutsideCall } from '#platform/http/outside-call.ts'
import type { PlayEvent } from '#shop/shipment/carriers/play-carrier.ts'
import {
  cancelPlayParcel,
  findPlayLines,
  openPlayParcel,
} from '#shop/shipment/sandbox/play-carrier-store.ts'
import { playTimeline } from '#shop/shipment/sandbox/play-timeline.ts'

interface Deps {
  db: Database
  now: Now
  /** Returns numbers from 0 to 1. Tests inject their own. */
  chance?: () => number
}

const percent = whole(0, 100)
const Parcel = z.object({
  code: z.string(),
  weight_g: z.int(),
  play: z.object({
    step_s: whole(1, 86_400),
    fail_percent: percent,
    return_percent: percent,
    lose_percent: percent,
    late_percent: percent,
    double_percent: percent,
    swap_percent: percent,
    drop_percent: percent,
  }),
})
const prefix = 'THU'

/** The API of the play carrier, answered in this process; demo shops only. */
export function callPlayCarrier({ db, now, chance = Math.random }: Deps): OutsideCall {
  const answers: Readonly<Record<string, (body: unknown) => Promise<OutsideAnswer>>> = {
    '/quote': async (body) => {
      const { weight_g } = z.object({ weight_g: z.int() }).parse(body)
      return json({ fee: feeOf(weight_g) })
    },
    '/create': async (body) => {
      const { code, weight_g, play } = Parcel.parse(body)
      const parcel = await openPlayParcel(db, code, playTimeline(play, now(), chance), now())
      if (parcel === null) return { status: 500, body: '' }
      return json({ carrier_code: codeOf(parcel.number), fee: feeOf(weight_g) })
    },
    '/cancel': async (body) => {
      const { code } = z.object({ code: z.string() }).parse(body)
      const is_cancelled = await cancelPlayParcel(db, code, now())
      return is_cancelled ? json({ is_cancelled }) : { status: 409, body: 'đã lấy hàng' }
    },
    '/track': async (body) => {
      const { carrier_code } = z.object({ carrier_code: z.string() }).parse(body)
      const number = Number(carrier_code.slice(prefix.length))
      const lines = Number.isSafeInteger(number) ? await findPlayLines(db, number, now()) : []
      return json(lines.map(playEvent))
    },
  }
  return async ({ url, body = '' }) => {
    const answer = answers[new URL(url).pathname]
    return answer === undefined ? { status: 404, body: '' } : answer(JSON.parse(body))
  }
}

/** A line of the play carrier as it tells it. */
export function playEvent(line: {
  reference: string
  number: number
  status: string
  happened_at: Date
}): PlayEvent {
  const { reference, number, status, happened_at } = line
  return { carrier_code: codeOf(number), reference, status, at: happened_at.toISOString() }
}

function json(body: unknown): OutsideAnswer {
  return { status: 200, body: JSON.stringify(body) }
}

function codeOf(number: number): string {
  return prefix + String(number).padStart(8, '0')
}

/** In đồng: 22,000 to one kilogram and 4,000 for each other one. */
function feeOf(weight_g: number): number {
  return 22_000 + Math.max(0, Math.ceil(weight_g / 1_000) - 1) * 4_000
}

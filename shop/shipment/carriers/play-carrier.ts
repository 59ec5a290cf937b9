import { z } from 'zod'
import { whole } from '#contracts/fields.ts'
import { sandboxApi } from '#shop/payment/gateways/provider-settings.ts'
import type {
  Carrier,
  CarrierAnswer,
  CarrierEvent,
  CarrierMessage,
  CarrierTools,
} from '#shop/shipment/carriers/carrier.ts'
import { stateOfWord } from '#shop/shipment/carriers/carrier-states.ts'
import {
  hasSecret,
  instantOf,
  ok,
  parsedBody,
  postToCarrier,
  rejected,
  unknown,
} from '#shop/shipment/carriers/carrier-wire.ts'

const percent = whole(0, 100).default(0)
const Settings = z.object({
  webhook_secret: z.string().trim().min(20).max(200).describe('Mật khẩu webhook (từ 20 ký tự)'),
  step_s: whole(1, 86_400).default(60).describe('Số giây giữa hai bước'),
  fail_percent: percent.describe('% đơn giao lần đầu thất bại'),
  return_percent: percent.describe('% đơn bị hoàn'),
  lose_percent: percent.describe('% đơn thất lạc'),
  late_percent: percent.describe('% tin đến trễ'),
  double_percent: percent.describe('% tin đến hai lần'),
  swap_percent: percent.describe('% tin đến sai thứ tự'),
  drop_percent: percent.describe('% tin không đến'),
})
export type PlaySettings = z.infer<typeof Settings>
type Tools = CarrierTools<PlaySettings>

const title = 'Hãng thử (demo)'
const not_understood = 'Không hiểu trả lời của hãng thử'

/** The play carrier of demo shops: its parcels move by themselves, and its messages get lost as real ones do. */
export const playCarrier: Carrier<PlaySettings> = {
  code: 'play',
  title,
  settings: {
    schema: Settings,
    secrets: ['webhook_secret'],
    demo: {
      webhook_secret: 'mat-khau-cua-hang-thu-trong-demo',
      step_s: 60,
      fail_percent: 20,
      return_percent: 8,
      lose_percent: 4,
      late_percent: 10,
      double_percent: 20,
      swap_percent: 10,
      drop_percent: 10,
    },
  },
  is_play: true,
  webhook_hint: 'Hãng thử tự gửi tin trong máy chủ này: không cần làm gì.',
  repeats: 'same_order',
  ask_after_ms: 5 * 60_000,
  quote: (parcel, tools) => {
    const { weight_g, cod_amount } = parcel
    return ask(tools, 'quote', { weight_g, cod_amount }, QuoteAnswer)
  },
  create: ({ code, weight_g, cod_amount }, tools) => {
    const { webhook_secret: _secret, ...play } = tools.settings
    return ask(tools, 'create', { code, weight_g, cod_amount, play }, CreateAnswer)
  },
  cancel: async ({ code }, tools) => {
    const answer = await ask(tools, 'cancel', { code }, CancelAnswer)
    return answer.outcome === 'ok' ? ok(null) : answer
  },
  track: async (carrier_code, tools) => {
    const answer = await ask(tools, 'track', { carrier_code }, TrackAnswer)
    return answer.outcome === 'ok' ? ok(answer.value.map(eventOf)) : answer
  },
  readEvent,
}

const QuoteAnswer = z.object({ fee: z.int() }).transform(({ fee }) => ({ fee, expected_at: null }))
const CreateAnswer = z.object({ carrier_code: z.string(), fee: z.int() })
const CancelAnswer = z.object({ is_cancelled: z.literal(true) })

/** A message of the play carrier, and a line of what it knows about a parcel. */
const PlayEvent = z.object({
  carrier_code: z.string().min(1).max(60),
  reference: z.string().max(60),
  status: z.string().max(60),
  at: z.iso.datetime(),
})
export type PlayEvent = z.infer<typeof PlayEvent>
const TrackAnswer = z.array(PlayEvent)

async function ask<T>(
  tools: Tools,
  path: string,
  body: unknown,
  schema: z.ZodType<T>,
): Promise<CarrierAnswer<T>> {
  const url = sandboxApi('play-carrier', `/${path}`)
  const called = await postToCarrier(tools, title, url, { headers: {}, body })
  if ('trouble' in called) return unknown(called.trouble)
  const { status, body: text } = called.answer
  if (status !== 200) return rejected(`Hãng thử: ${text}`)
  const value = parsedBody(text, schema)
  return value === null ? unknown(not_understood) : ok(value)
}

function eventOf({ carrier_code, reference, status, at }: PlayEvent): CarrierEvent {
  return {
    key: `${carrier_code}:${status}:${at}`,
    carrier_code,
    reference,
    status,
    state: stateOfWord('play', status),
    at: instantOf(at) ?? new Date(0),
    detail: {},
  }
}

function readEvent(message: CarrierMessage, settings: PlaySettings) {
  if (!hasSecret(message, settings.webhook_secret)) return 'forged'
  const read = parsedBody(message.raw, PlayEvent)
  return read === null ? 'unreadable' : eventOf(read)
}

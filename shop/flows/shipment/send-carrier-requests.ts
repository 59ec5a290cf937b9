import type { Tx } from '#db/schema.ts'
import { transaction } from '#platform/database/postgres.ts'
import { moveParcel } from '#shop/flows/shipment/move-parcel.ts'
import type { ShipmentDeps } from '#shop/flows/shipment/shipment-deps.ts'
import { lockOrderById } from '#shop/order/order-store.ts'
import type { Carrier, CarrierAnswer, Created } from '#shop/shipment/carriers/carrier.ts'
import {
  claimRequest,
  type RequestState,
  type RequestToSend,
  settleRequest,
} from '#shop/shipment/carrier-request-store.ts'
import { lockParcel, updateFromCarrier } from '#shop/shipment/parcel-store.ts'
import { findCarrierParcel, findWeightAndCod } from '#shop/views/parcel/carrier-parcel-store.ts'

const batch = 20
/** Longer than all calls of one request may take. */
const sending_ms = 90_000
/** Pauses between attempts, in minutes; together about a day. */
const pauses_min = [1, 2, 5, 15, 60, 180, 360]
const max_attempts = 10

/** Sends the requests that are due, one after another. Returns how many. */
export async function sendCarrierRequests(deps: ShipmentDeps): Promise<number> {
  let sent = 0
  while (sent < batch && (await sendNext(deps, null))) sent++
  return sent
}

/** Sends the request of one parcel at once, if it is due: staff wait for the code. The job sends it otherwise. */
export async function sendRequestOf(deps: ShipmentDeps, code: string): Promise<void> {
  try {
    await sendNext(deps, code)
  } catch (error) {
    deps.log.error({ err: error, parcel: code }, 'a request to a carrier is left to the job')
  }
}

async function sendNext(deps: ShipmentDeps, code: string | null): Promise<boolean> {
  const now = deps.now()
  const until = new Date(now.getTime() + sending_ms)
  const request = await claimRequest(deps.db, { now, until, code })
  if (request === null) return false
  const carrier = deps.carriers.find(request.carrier)
  const answer = await answerTo(deps, carrier, request)
  await transaction(deps.db, async (tx) => {
    await lockOrderById(tx, request.order_id)
    if (request.action === 'create') await recordCreated(tx, deps, carrier, request, answer)
    else await settle(tx, deps, request, answer)
  })
  const { action, attempts } = request
  deps.log.info(
    { parcel: request.code, carrier: request.carrier, action, attempts, outcome: answer.outcome },
    'asked a carrier',
  )
  return true
}

/** `not_wanted`: the parcel was cancelled, or created by a message, while its request waited. */
type Answer = CarrierAnswer<Created | null> | { outcome: 'not_wanted' }

async function answerTo(
  deps: ShipmentDeps,
  carrier: Carrier | null,
  { action, order_id, parcel_id, code, carrier_code, parcel_state }: RequestToSend,
): Promise<Answer> {
  if (action === 'create' && parcel_state !== 'requested') return { outcome: 'not_wanted' }
  const tools = carrier === null ? null : await deps.carriers.toolsOf(carrier)
  if (carrier === null || tools === null) {
    return { outcome: 'unknown', reason: 'Hãng giao chưa được cài đặt' }
  }
  if (action === 'cancel') return carrier.cancel({ code, carrier_code }, tools)
  const wanted = await findWeightAndCod(deps.db, parcel_id)
  const parcel = wanted && (await findCarrierParcel(deps.db, order_id, wanted))
  if (parcel === null) return { outcome: 'rejected', reason: 'Không còn đơn này' }
  return carrier.create(parcel, tools)
}

async function recordCreated(
  tx: Tx,
  deps: ShipmentDeps,
  carrier: Carrier | null,
  request: RequestToSend,
  answer: Answer,
): Promise<void> {
  const now = deps.now()
  const parcel = await lockParcel(tx, request.code)
  if (answer.outcome === 'ok' && answer.value !== null && parcel !== null) {
    const ask_at = new Date(now.getTime() + (carrier?.ask_after_ms ?? 0))
    await updateFromCarrier(tx, parcel.parcel_id, { ...answer.value, ask_at })
    const by = { actor: 'carrier', staff_name: null, note: answer.value.carrier_code } as const
    if (parcel.state === 'requested') await moveParcel(tx, parcel, 'accept', by, now)
  }
  const may_be_known = carrier?.repeats === 'refused' && request.attempts > 1
  if (answer.outcome === 'rejected' && may_be_known) {
    const note = `${answer.reason}. Lần gửi trước không rõ kết quả: tra mã ${request.code} ở hãng.`
    const state = 'given_up' as const
    await settleRequest(tx, request.carrier_request_id, { state, note, next_attempt_at: null }, now)
    return
  }
  await settle(tx, deps, request, answer)
}

const states: Record<Answer['outcome'], RequestState> = {
  ok: 'done',
  rejected: 'rejected',
  unknown: 'due',
  not_wanted: 'dropped',
}

async function settle(
  tx: Tx,
  { now }: ShipmentDeps,
  { carrier_request_id, attempts }: RequestToSend,
  answer: Answer,
): Promise<void> {
  const note = 'reason' in answer ? answer.reason : null
  const is_over = answer.outcome === 'unknown' && attempts >= max_attempts
  const state = is_over ? 'given_up' : states[answer.outcome]
  const next_attempt_at = state === 'due' ? after(attempts, now()) : null
  await settleRequest(tx, carrier_request_id, { state, note, next_attempt_at }, now())
}

/** The time of the next attempt, with jitter. */
function after(attempts: number, now: Date): Date {
  const pause = pauses_min[Math.min(attempts, pauses_min.length) - 1] ?? 1
  return new Date(now.getTime() + pause * 60_000 * (0.9 + Math.random() * 0.2))
}

import {
  type AskableLine,
  max_requests,
  type OrderReturns,
  returns as contract,
  type ReturnWish,
} from '#contracts/storefront/returns.ts'
import type { ReturnReason } from '#contracts/staff/returns.ts'
import type { Database, Tx } from '#db/schema.ts'
import { doublePressSince } from '#platform/limits/double-press.ts'
import { transaction } from '#platform/database/postgres.ts'
import type { Log } from '#platform/observe/log.ts'
import type { Caller, Service } from '#pure/contract.ts'
import { lockOrderOf, whoseOrder } from '#shop/flows/own-order/whose-order.ts'
import {
  type DeliveredGoods,
  type DeliveredLine,
  deliveredGoods,
  feesOn,
} from '#shop/flows/returns/returned-goods.ts'
import type { LockedOrder } from '#shop/order/order-store.ts'
import { storedCode } from '#shop/order/order.ts'
import { deletePicturesBy } from '#shop/picture/picture-store.ts'
import {
  attachPictures,
  keepPictures,
  type PictureDeps,
  readPicture,
} from '#shop/picture/pictures.ts'
import { findFees } from '#shop/return/return-rule-store.ts'
import { returnMoveOf } from '#shop/return/return-states.ts'
import {
  findTwinReturn,
  insertReturn,
  lockReturnOfOrder,
  type StoredReturn,
  updateReturn,
} from '#shop/return/return-store.ts'
import { attachedTo, paidFor, returnWorth } from '#shop/return/return-value.ts'
import {
  findAskedPicture,
  findOrderOfShopper,
  findReturnsOfOrder,
} from '#shop/views/return/shopper-returns-store.ts'

interface Deps extends PictureDeps {
  log: Log
}

interface Whose {
  order_code: string
  secret?: string | undefined
}

/** Returns that shoppers ask for: the owner of an order, or a holder of its link (decision 160). */
export function shopperReturnService(deps: Deps): Service<typeof contract> {
  const { db, now, log, pictures } = deps
  return {
    returnTerms: async () => ({ terms: await findFees(db) }),
    orderReturns: (caller, whose) => readOrderReturns(deps, caller, whose),
    askReturn: async (caller, input) => {
      const code = await inOrder(db, caller, input, async (tx, order) =>
        askReturn(tx, order, input, now()),
      )
      log.info({ return: code }, 'a shopper asks for a return')
      return { code }
    },
    withdrawReturn: async (caller, input) => {
      await inOrder(db, caller, input, async (tx, order) => {
        const request = await lockedReturn(tx, order, input.code)
        if (request.state === 'withdrawn') return
        if (!mayMove(request)) throw contract.withdrawReturn.refuse('return_changed')
        const by = { actor: 'shopper', staff_name: null, note: null, at: now() } as const
        await updateReturn(tx, request.return_id, 'withdraw', {}, by)
        await deletePicturesBy(tx, subjectOf(request), null, now())
      })
      return {}
    },
    addReturnPicture: async (caller, input) => {
      const { refuse } = contract.addReturnPicture
      // Asked before the slow work, and again in the transaction.
      const order = await orderOf(db, caller, input)
      const requests = await findReturnsOfOrder(db, order.order_id)
      const seen = requests.find(({ code }) => code === input.code.toUpperCase())
      if (seen === undefined) throw refuse('return_not_found')
      if (!mayAddPictures(seen)) throw refuse('return_changed')
      const upload = { name: input.name, bytes: Buffer.from(input.image, 'base64') }
      const kept = await keepPictures(deps, [upload], null)
      const added = await inOrder(db, caller, input, async (tx, locked) => {
        const request = await lockedReturn(tx, locked, input.code)
        if (!mayAddPictures(request)) throw refuse('return_changed')
        return attachPictures(tx, subjectOf(request), kept, { staff_name: null, at: now() })
      })
      return { added }
    },
    returnPicture: async (caller, { picture_id, size, ...input }) => {
      const { refuse } = contract.returnPicture
      const { order_id } = await orderOf(db, caller, input)
      const which = { code: input.code.toUpperCase(), picture_id }
      const hash = await findAskedPicture(db, order_id, which)
      const bytes = hash === null ? null : await readPicture(pictures, hash, size)
      if (hash === null || bytes === null) throw refuse('picture_not_found')
      return { hash, image: bytes.toString('base64') }
    },
  }
}

async function orderOf(db: Database, caller: Caller | null, { order_code, secret }: Whose) {
  const whose = whoseOrder(caller, storedCode(order_code), secret)
  const order = whose && (await findOrderOfShopper(db, whose))
  if (!order) throw contract.orderReturns.refuse('order_not_found')
  return order
}

/** Runs `work` in a transaction that has locked the order. A foreign order is as absent as none. */
async function inOrder<T>(
  db: Database,
  caller: Caller | null,
  { order_code, secret }: Whose,
  work: (tx: Tx, order: LockedOrder) => Promise<T>,
): Promise<T> {
  const { refuse } = contract.orderReturns
  const whose = whoseOrder(caller, storedCode(order_code), secret)
  if (whose === null) throw refuse('order_not_found')
  return transaction(db, async (tx) => {
    const order = await lockOrderOf(tx, whose)
    if (order === null) throw refuse('order_not_found')
    return work(tx, order)
  })
}

async function lockedReturn(tx: Tx, order: LockedOrder, code: string): Promise<StoredReturn> {
  const request = await lockReturnOfOrder(tx, order.order_id, code.toUpperCase())
  if (request === null) throw contract.withdrawReturn.refuse('return_not_found')
  return request
}

type Asked = Pick<StoredReturn, 'state' | 'asked_by'>

function mayMove({ state, asked_by }: Asked): boolean {
  return asked_by === 'shopper' && returnMoveOf('withdraw').from.includes(state)
}

function mayAddPictures({ state, asked_by }: Asked): boolean {
  return asked_by === 'shopper' && state === 'asked'
}

function subjectOf({ return_id }: Pick<StoredReturn, 'return_id'>) {
  return { subject_kind: 'return_request', subject_id: return_id } as const
}

async function readOrderReturns(
  { db, now }: Deps,
  caller: Caller | null,
  whose: Whose,
): Promise<OrderReturns> {
  const order = await orderOf(db, caller, whose)
  const goods = await deliveredGoods(db, order, now())
  const fees = goods === null ? [] : await feesOn(db, goods.day)
  const lines = goods?.lines.filter(({ is_gift, left }) => !is_gift && left > 0) ?? []
  const requests = await findReturnsOfOrder(db, order.order_id)
  return {
    order_code: order.code,
    payment_method: order.payment_method,
    day: goods?.day ?? null,
    lines:
      goods === null || fees.length === 0
        ? []
        : lines.map((line) => askableLine(goods, line, fees)),
    requests: requests.map(({ return_id: _id, asked_by, created_at, ...request }) => ({
      ...request,
      created_at: created_at.toISOString(),
      may: {
        withdraw: mayMove({ ...request, asked_by }),
        add_pictures: mayAddPictures({ ...request, asked_by }),
      },
    })),
  }
}

type Fees = readonly { reason: ReturnReason; percent: number }[]

function askableLine(goods: DeliveredGoods, line: DeliveredLine, fees: Fees): AskableLine {
  const { position, name, thumbnail, left, refunded } = line
  const one = { position, quantity: 1 }
  const attached = attachedTo(goods.lines, one)
  const paid = paidFor(goods.lines, goods.goods_total, { ...one, before: refunded })
  return {
    ...{ position, name, thumbnail, left, gifts: attached.gifts },
    units: freeUnits(line).map(({ unit_id, codes: [code = ''] }) => ({
      unit_id,
      ends_with: code.slice(-4),
    })),
    previews: fees.map(({ reason, percent }) => {
      const goods_worth = { paid, attached, reason, percent, gifts_returned: true }
      const { value, fee } = returnWorth(goods_worth)
      return { reason, percent, fee, refund: value - fee }
    }),
  }
}

/** The devices of a line that are in no return. */
function freeUnits({ units, units_in_returns }: DeliveredLine): DeliveredLine['units'] {
  return units.filter(({ unit_id }) => !units_in_returns.includes(unit_id))
}

interface Wanted {
  position: number
  quantity?: number | undefined
  unit_id?: number | undefined
  reason: ReturnReason
  wish: ReturnWish
  words?: string | undefined
}

/** Writes the request of a shopper for units of one line of a locked order. Returns its code. */
async function askReturn(tx: Tx, order: LockedOrder, wanted: Wanted, now: Date): Promise<string> {
  const { refuse } = contract.askReturn
  const { position, reason, wish, words } = wanted
  const goods = await deliveredGoods(tx, order, now)
  if (goods === null) throw refuse('order_not_delivered')
  const line = goods.lines.find((one) => one.position === position && !one.is_gift)
  if (line === undefined) throw refuse('line_not_found')
  const { day } = goods
  const fees = await feesOn(tx, day)
  if (!fees.some((fee) => fee.reason === reason)) throw refuse('return_too_late', { day })
  if (wish === 'exchange' && reason === 'not_liked') throw refuse('exchange_not_offered')
  const unit_id = wantedUnit(line, wanted.unit_id)
  const quantity = line.units.length > 0 ? 1 : (wanted.quantity ?? 1)
  if (quantity > line.left) throw refuse('returned_already', { left: line.left })
  const { order_id } = order
  const asked = { order_id, position, quantity, reason, words: words || null, unit_id, wish }
  const since = doublePressSince(now)
  // A device with a code is in one return at a time anyway.
  const twin = unit_id === null ? await findTwinReturn(tx, asked, since) : null
  if (twin !== null) return twin
  await refuseTooMany(tx, order)
  const by = { actor: 'shopper', staff_name: null, note: null, at: now } as const
  return insertReturn(tx, { ...asked, shop_id: null }, 'ask', by)
}

/** The device that comes back; null for goods without codes. Whoever has only one need not name it. */
function wantedUnit(line: DeliveredLine, unit_id: number | undefined): number | null {
  const { refuse } = contract.askReturn
  if (line.units.length === 0) return null
  const free = freeUnits(line)
  if (free.length === 0) throw refuse('returned_already', { left: 0 })
  const [only, second] = free
  if (unit_id === undefined && second !== undefined) throw refuse('unit_needed')
  const unit = unit_id === undefined ? only : free.find((one) => one.unit_id === unit_id)
  if (unit === undefined) throw refuse('unit_differs')
  return unit.unit_id
}

async function refuseTooMany(tx: Tx, { order_id }: LockedOrder): Promise<void> {
  const { refuse } = contract.askReturn
  const asked = (await findReturnsOfOrder(tx, order_id)).filter(
    ({ asked_by }) => asked_by === 'shopper',
  )
  const open = asked.filter(({ state }) => state === 'asked' || state === 'accepted')
  if (open.length >= max_requests.open) throw refuse('too_many_returns', { max: max_requests.open })
  if (asked.length >= max_requests.of_order) {
    throw refuse('too_many_returns', { max: max_requests.of_order })
  }
}

import { lookup as contract, type LookedUpOrder } from '#contracts/storefront/lookup.ts'
import type { Order } from '#contracts/storefront/order.ts'
import type { Database } from '#db/schema.ts'
import type { Now } from '#platform/clock.ts'
import { readMobile } from '#platform/text/vietnamese-phone.ts'
import { InvalidInput, type Service } from '#pure/contract.ts'
import { storedUnitCode } from '#pure/formats/unit-codes.ts'
import { vietnamDay } from '#pure/vietnam-time.ts'
import { maskedName, maskedPhone } from '#shop/order/masked-contact.ts'
import { findOrderOfPhone } from '#shop/order/order-store.ts'
import { storedCode } from '#shop/order/order.ts'
import { listPartWarranties } from '#shop/repair/ticket/repair-warranty-store.ts'
import { repair_tickets } from '#shop/views/lookup/repair-tickets.ts'
import { return_tickets } from '#shop/views/lookup/return-tickets.ts'
import { findOrderOfShopper, findReturnsOfOrder } from '#shop/views/return/shopper-returns-store.ts'
import type { TicketProof, TicketSource } from '#shop/views/lookup/ticket-source.ts'
import { findDeviceWarranty, findWarrantiesOfOrder } from '#shop/views/lookup/warranty-store.ts'

interface Deps {
  db: Database
  now: Now
}

/** Every kind of ticket that can be looked up. */
const ticket_sources: readonly TicketSource[] = [return_tickets, repair_tickets]

/** What anybody may ask about an order, a warranty or a ticket without an account (decision 200). */
export function lookupService({ db, now }: Deps): Service<typeof contract> {
  const isOver = ({ until }: { until: string | null }) =>
    until !== null && until < vietnamDay(now())
  return {
    lookUpOrder: async (_caller, input) => {
      const order = await findOrderOfPhone(db, proofOf(input))
      if (order === null) throw contract.lookUpOrder.refuse('lookup_not_found')
      return withoutPerson(order, await returnsOf(db, order))
    },
    lookUpDevice: async (_caller, { imei }) => {
      const code = storedUnitCode(imei)
      const own = await findDeviceWarranty(db, code)
      // A device that was bought elsewhere may have been repaired here.
      const parts = (await listPartWarranties(db, code)).map((part) => {
        const { name, device, months, from, until } = part
        const code_end = part.imei.slice(-4)
        const warranty = { product: `${name} (${device})`, code_end, months, from, until }
        return { ...warranty, color_name: null, url_path: null }
      })
      const found = own === null ? parts : [own, ...parts]
      if (found.length === 0) throw contract.lookUpDevice.refuse('device_not_found')
      return found.map((warranty) => ({ ...warranty, is_over: isOver(warranty) }))
    },
    lookUpWarranties: async (_caller, input) => {
      const warranties = await findWarrantiesOfOrder(db, proofOf(input))
      if (warranties === null) throw contract.lookUpWarranties.refuse('lookup_not_found')
      return warranties.map((warranty) => ({ ...warranty, is_over: isOver(warranty) }))
    },
    lookUpTicket: async (_caller, input) => {
      const proof = proofOf(input)
      // All sources are asked, so that the time does not tell which of them knows the code.
      const found = await Promise.all(ticket_sources.map((source) => source.find(db, proof)))
      const ticket = found.find((each) => each !== null)
      if (!ticket) throw contract.lookUpTicket.refuse('lookup_not_found')
      return ticket
    },
  }
}

function proofOf({ code, phone }: { code: string; phone: string }): TicketProof {
  const { e164, problem } = readMobile(phone)
  if (e164 === null) throw new InvalidInput({ phone: problem })
  return { code: storedCode(code), phone: e164 }
}

async function returnsOf(
  db: Database,
  { code, secret, state }: Order,
): Promise<LookedUpOrder['returns']> {
  const order = state === 'delivered' ? await findOrderOfShopper(db, { code, secret }) : null
  const found = order === null ? [] : await findReturnsOfOrder(db, order.order_id)
  return found.map((one) => {
    const { item, quantity, outcome, amount } = one
    return { code: one.code, state: one.state, item, quantity, outcome, amount }
  })
}

/** The order as far as its code and phone open it: no name, no address, no key of its page. */
function withoutPerson(order: Order, returns: LookedUpOrder['returns']): LookedUpOrder {
  const { code, state, created_at, expires_at, items, recipient, totals, payment, pickup } = order
  const { name, phone, shipping_method, promise = null } = recipient
  return {
    ...{ code, state, created_at, expires_at, shipping_method, promise },
    ...{ payment_method: order.payment_method, ...payment, returns },
    grand_total: totals.grand_total,
    goods: items.map((line) => ({
      name: line.name,
      color_name: line.color_name,
      thumbnail: line.thumbnail,
      quantity: line.item_quantity,
      is_gift: line.is_gift,
    })),
    history: order.history.map(({ state: reached, happened_at }) => ({
      state: reached,
      happened_at,
    })),
    recipient: { name: maskedName(name), phone: maskedPhone(phone) },
    place: recipient.shop_name ?? recipient.ward_name,
    keep_until: pickup?.keep_until ?? null,
  }
}

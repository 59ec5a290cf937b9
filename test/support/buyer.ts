import type { Cart } from '#contracts/storefront/cart.ts'
import type { Order } from '#contracts/storefront/order.ts'
import type { Quote } from '#contracts/storefront/quote.ts'
import type { Answer, Ask, Door } from '#test/support/door.ts'
import { knock } from '#test/support/knock.ts'

/** A buyer with a token of their own, who sends requests to the shop. */
export interface Buyer {
  token: string
  call: (method: string, path: string, json?: unknown, ask?: Ask) => Promise<Answer>
  add: (item_id: number, item_quantity?: number) => Promise<Answer>
  cart: () => Promise<Cart>
  /** Opens a checkout with these quantities by item id. */
  quote: (items: Record<number, number>, province_id?: number) => Promise<Answer>
  address: (changes?: Record<string, unknown>) => Promise<Answer>
  order: (changes?: Record<string, unknown>, headers?: Record<string, string>) => Promise<Answer>
  /** Adds the item, opens a checkout and sets the address: only the order is missing. */
  prepare: (
    item_id: number,
    item_quantity?: number,
    address?: Record<string, unknown>,
  ) => Promise<Quote>
}

export const home_address = {
  name: 'Nguyễn Văn An',
  phone: '0912 345 678',
  shipping_method: 'home_delivery',
  province_id: 30,
  ward_name: 'Phường Tân Định',
  street: '12 Trần Quang Khải',
}

export async function newBuyer(door: Door): Promise<Buyer> {
  return buyerWith(door, await door.guest())
}

/** A guest of a shop that runs in a process of its own. */
export async function guestOf({ url }: { url: string }): Promise<Buyer> {
  const call: Door['call'] = (method, path, ask = {}) => knock(url + path, method, ask)
  const token = await call('POST', '/api/sso/auth/guest-token', { json: {} })
  return buyerWith({ call }, dataOf<{ token: string }>(token).token)
}

export function buyerWith(door: Pick<Door, 'call'>, token: string): Buyer {
  const call: Buyer['call'] = (method, path, json, ask = {}) =>
    door.call(method, path, { token, ...(json === undefined ? {} : { json }), ...ask })
  const buyer: Buyer = {
    token,
    call,
    add: (item_id, item_quantity = 1) =>
      call('POST', '/api/cart/v1/cart', { item_id, item_quantity }),
    cart: async () => dataOf<Cart>(await call('GET', '/api/cart/v1/cart')),
    quote: (items, province_id = 30) =>
      call('POST', '/api/cart/v1/quote', {
        Quote: { type: 1, province_id },
        QuoteItems: Object.entries(items).map(([item_id, item_quantity]) => ({
          item_id: Number(item_id),
          item_quantity,
        })),
      }),
    address: (changes = {}) =>
      call('POST', '/api/cart/v1/quote/address', { ...home_address, ...changes }),
    order: (changes = { payment_method: 'cod' }, headers = {}) =>
      call('POST', '/api/cart/v1/order', changes, { headers }),
    prepare: async (item_id, item_quantity = 1, address = {}) => {
      dataOf(await buyer.add(item_id, item_quantity))
      dataOf(await buyer.quote({ [item_id]: item_quantity }))
      return dataOf<Quote>(await buyer.address(address))
    },
  }
  return buyer
}

/** Returns the data of an answer with status 200; throws with status and text otherwise. */
export function dataOf<T>(answer: Answer): T {
  if (answer.status !== 200) throw new RangeError(`${answer.status} ${answer.text}`)
  return answer.body?.data as T
}

/** Status and code of a refusal, such as "409 sold_out". */
export function refusalOf(answer: Answer): string {
  return `${answer.status} ${answer.body?.error?.code ?? answer.text}`
}

export type { Cart, Order, Quote }

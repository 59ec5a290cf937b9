import { describe, expect, it } from 'vitest'
import { cart as contract } from '#contracts/storefront/cart.ts'
import type { CartItem } from '#contracts/storefront/cart.ts'
import { InvalidInput, type Caller } from '#pure/contract.ts'
import type { PersonalContext } from '#storefront/runtime/page.ts'
import { page } from '#storefront/pages/cart/page.server.ts'

type Line = Pick<CartItem, 'line_id' | 'item_type' | 'item_quantity' | 'is_selected' | 'state'>

const caller: Caller = { customer_id: 1, kind: 'guest', token: 't' }

/** A fake cart service with lines in memory. It records its calls. */
function openCart(lines: Line[]) {
  const calls: [operation: string, input: unknown][] = []
  const cart = () => ({ items: lines })
  const services = {
    cart: {
      getCart: async () => cart(),
      addItem: async (_caller: Caller, input: unknown) => {
        calls.push(['addItem', input])
        return cart()
      },
      setQuantity: async (_caller: Caller, input: unknown) => {
        calls.push(['setQuantity', input])
        return cart()
      },
      removeItem: async (_caller: Caller, { line_id }: { line_id: number }) => {
        calls.push(['removeItem', line_id])
        if (!lines.some((line) => line.line_id === line_id)) {
          throw contract.removeItem.refuse('item_not_in_cart')
        }
        return cart()
      },
      selectItems: async (_caller: Caller, { line_ids }: { line_ids: number[] }) => {
        calls.push(['selectItems', line_ids])
        const isChosen = ({ line_id }: Line) => line_ids.includes(line_id ?? 0)
        return { items: lines.map((line) => ({ ...line, is_selected: isChosen(line) })) }
      },
    },
    quote: {
      createQuote: async (_caller: Caller, input: unknown) => calls.push(['createQuote', input]),
    },
  }
  const context: Partial<PersonalContext> = {
    services: services as never,
    caller,
    province_id: 30,
    url: new URL('http://shop/cart'),
  }
  async function send(intent: string, fields: [string, string][]) {
    const form = new FormData()
    for (const [name, value] of fields) form.append(name, value)
    return page.actions[intent]?.(context as PersonalContext, form)
  }
  return { calls, send }
}

const line = (line_id: number, state: Line['state'] = 'available', item_quantity = 1): Line => ({
  line_id,
  item_type: 1,
  item_quantity,
  is_selected: true,
  state,
})

describe('the forms of /cart', () => {
  it('redirects to the cart after "buy now", and stays on the page otherwise', async () => {
    const { send, calls } = openCart([])
    const fields: [string, string][] = [
      ['item_id', '7'],
      ['item_type', '1'],
      ['item_quantity', '2'],
    ]
    expect(await send('add', [...fields, ['buy_now', '1']])).toEqual({ redirect: '/cart' })
    expect(await send('add', fields)).toEqual({ data: { cart: { items: [] }, added: null } })
    expect(calls[0]).toEqual([
      'addItem',
      { item_id: 7, item_type: 1, item_quantity: 2, province_id: 30 },
    ])
  })

  it('counts a step from the number in the field', async () => {
    const { send, calls } = openCart([line(7)])
    await send('set-quantity', [
      ['item_id', '7'],
      ['item_quantity', '2'],
      ['step', '-1'],
    ])
    expect(calls[0]?.[1]).toMatchObject({ item_id: 7, item_quantity: 1 })
  })

  it.each(['0', '-1', '1e3', '2.5', '100', 'abc'])('refuses %s as a quantity', async (typed) => {
    const { send, calls } = openCart([line(7)])
    const fields: [string, string][] = [
      ['item_id', '7'],
      ['item_quantity', typed],
    ]
    await expect(send('set-quantity', fields)).rejects.toBeInstanceOf(InvalidInput)
    expect(calls).toEqual([])
  })

  it('removes the remaining lines when some are already gone', async () => {
    const { send, calls } = openCart([line(7)])
    await send('remove-selected', [
      ['line_ids[]', '9'],
      ['line_ids[]', '7'],
    ])
    expect(calls).toEqual([
      ['removeItem', 9],
      ['removeItem', 7],
    ])
  })

  it('refuses when none of the lines is in the cart', async () => {
    const { send } = openCart([line(7)])
    await expect(send('remove-selected', [['line_ids[]', '9']])).rejects.toMatchObject({
      code: 'item_not_in_cart',
    })
  })

  it('adds nothing when one item of a combo is invalid', async () => {
    const { send, calls } = openCart([])
    const fields: [string, string][] = [
      ['item_id', '7'],
      ['combo', '12-34'],
      ['combo', '12'],
    ]
    await expect(send('add-combo', fields)).rejects.toBeInstanceOf(InvalidInput)
    expect(calls).toEqual([])
  })

  it('selects all that can be bought', async () => {
    const { send, calls } = openCart([line(7), line(8, 'sold_out'), line(9, 'not_enough')])
    await send('select', [['all', '1']])
    expect(calls).toEqual([['selectItems', [7]]])
  })

  it('opens a checkout with the selected lines and their quantities', async () => {
    const { send, calls } = openCart([line(7, 'available', 3), line(8)])
    expect(await send('checkout', [['line_ids[]', '7']])).toEqual({
      redirect: '/cart/payment-info',
    })
    expect(calls[1]).toEqual([
      'createQuote',
      { Quote: { type: 1, province_id: 30 }, QuoteItems: [{ line_id: 7, item_quantity: 3 }] },
    ])
  })

  it.each(['checkout', 'remove-selected'])('refuses %s without a selected line', async (intent) => {
    const { send, calls } = openCart([line(7)])
    await expect(send(intent, [])).rejects.toBeInstanceOf(InvalidInput)
    expect(calls).toEqual([])
  })
})

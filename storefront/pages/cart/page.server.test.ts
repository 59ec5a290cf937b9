import { describe, expect, it } from 'vitest'
import { cart as contract } from '#contracts/storefront/cart.ts'
import type { CartItem } from '#contracts/storefront/cart.ts'
import { InvalidInput, type Caller } from '#pure/contract.ts'
import type { PersonalContext } from '#storefront/runtime/page.ts'
import { page } from '#storefront/pages/cart/page.server.ts'

type Line = Pick<CartItem, 'item_id' | 'item_type' | 'item_quantity' | 'is_selected' | 'state'>

const caller: Caller = { customer_id: 1, kind: 'guest', token: 't' }

/** A cart service that keeps lines in memory and notes what it was asked. */
function shopping(lines: Line[]) {
  const asked: [operation: string, input: unknown][] = []
  const cart = () => ({ items: lines })
  const services = {
    cart: {
      getCart: async () => cart(),
      addItem: async (_caller: Caller, input: unknown) => {
        asked.push(['addItem', input])
        return cart()
      },
      setQuantity: async (_caller: Caller, input: unknown) => {
        asked.push(['setQuantity', input])
        return cart()
      },
      removeItem: async (_caller: Caller, { item_id }: { item_id: number }) => {
        asked.push(['removeItem', item_id])
        if (!lines.some((line) => line.item_id === item_id)) {
          throw contract.removeItem.refuse('item_not_in_cart')
        }
        return cart()
      },
      selectItems: async (_caller: Caller, { item_ids }: { item_ids: number[] }) => {
        asked.push(['selectItems', item_ids])
        return {
          items: lines.map((line) => ({ ...line, is_selected: item_ids.includes(line.item_id) })),
        }
      },
    },
    quote: {
      createQuote: async (_caller: Caller, input: unknown) => asked.push(['createQuote', input]),
    },
  }
  const given: Partial<PersonalContext> = { services: services as never, caller, province_id: 30 }
  async function send(intent: string, fields: [string, string][]) {
    const form = new FormData()
    for (const [name, value] of fields) form.append(name, value)
    return page.actions[intent]?.(given as PersonalContext, form)
  }
  return { asked, send }
}

const line = (item_id: number, state: Line['state'] = 'available', item_quantity = 1): Line => ({
  item_id,
  item_type: 1,
  item_quantity,
  is_selected: true,
  state,
})

describe('the forms of /cart', () => {
  it('goes on to the cart when bought at once, and stays otherwise', async () => {
    const { send, asked } = shopping([])
    const fields: [string, string][] = [
      ['item_id', '7'],
      ['item_type', '1'],
      ['item_quantity', '2'],
    ]
    expect(await send('add', [...fields, ['buy_now', '1']])).toEqual({ redirect: '/cart' })
    expect(await send('add', fields)).toEqual({ data: { cart: { items: [] } } })
    expect(asked[0]).toEqual([
      'addItem',
      { item_id: 7, item_type: 1, item_quantity: 2, province_id: 30 },
    ])
  })

  it('counts a step from the number in the field', async () => {
    const { send, asked } = shopping([line(7)])
    await send('set-quantity', [
      ['item_id', '7'],
      ['item_quantity', '2'],
      ['step', '-1'],
    ])
    expect(asked[0]?.[1]).toMatchObject({ item_id: 7, item_quantity: 1 })
  })

  it.each(['0', '-1', '1e3', '2.5', '100', 'abc'])(
    'does not take %s for a count',
    async (typed) => {
      const { send, asked } = shopping([line(7)])
      const fields: [string, string][] = [
        ['item_id', '7'],
        ['item_quantity', typed],
      ]
      await expect(send('set-quantity', fields)).rejects.toBeInstanceOf(InvalidInput)
      expect(asked).toEqual([])
    },
  )

  it('removes what is there when part of it is gone already', async () => {
    const { send, asked } = shopping([line(7)])
    await send('remove-selected', [
      ['item_ids[]', '9'],
      ['item_ids[]', '7'],
    ])
    expect(asked).toEqual([
      ['removeItem', 9],
      ['removeItem', 7],
    ])
  })

  it('selects all that can be bought', async () => {
    const { send, asked } = shopping([line(7), line(8, 'sold_out'), line(9, 'not_enough')])
    await send('select', [['all', '1']])
    expect(asked).toEqual([['selectItems', [7]]])
  })

  it('opens a checkout with the ticked lines and their counts', async () => {
    const { send, asked } = shopping([line(7, 'available', 3), line(8)])
    expect(await send('checkout', [['item_ids[]', '7']])).toEqual({
      redirect: '/cart/payment-info',
    })
    expect(asked[1]).toEqual([
      'createQuote',
      { Quote: { type: 1, province_id: 30 }, QuoteItems: [{ item_id: 7, item_quantity: 3 }] },
    ])
  })

  it.each(['checkout', 'remove-selected'])('asks to choose before %s', async (intent) => {
    const { send, asked } = shopping([line(7)])
    await expect(send(intent, [])).rejects.toBeInstanceOf(InvalidInput)
    expect(asked).toEqual([])
  })
})

import { describe, expect, it } from 'vitest'
import type { Cart, CartItem } from '#contracts/storefront/cart.ts'
import {
  applyChanges,
  cartTotal,
  type CartChange,
  queueChange,
} from '#storefront/pages/cart/cart-optimism.ts'

function line(item_id: number, part: Partial<CartItem> = {}): CartItem {
  return {
    line_id: item_id,
    parent_line_id: null,
    item_id,
    item_type: 1,
    item_quantity: 1,
    is_selected: true,
    sku: `SKU-${item_id}`,
    name: `Sản phẩm ${item_id}`,
    color_name: null,
    url_path: `san-pham-${item_id}`,
    thumbnail: null,
    price: 1_200_000,
    mechanic_price: 1_000_000,
    final_price: 1_000_000,
    price_trace: [],
    is_gift: false,
    flash: null,
    previous_price: null,
    line_total: 1_000_000,
    max_quantity: 5,
    state: 'available',
    parent_item_id: null,
    main_product_combo_id: null,
    combo_item_id: null,
    ...part,
  }
}

const cart: Cart = {
  item_quantity: 2,
  items: [line(1), line(2)],
  selected: { item_quantity: 2, subtotal: 2_000_000, saving: 400_000 },
  delivery: { fee: 30_000, free_from: 300_000 },
}

describe('applyChanges', () => {
  it('returns the same cart when there are no changes', () => {
    expect(applyChanges(cart, [])).toBe(cart)
  })

  it('updates quantities and totals at once', () => {
    const changed = applyChanges(cart, [{ kind: 'quantity', line_id: 1, item_quantity: 3 }])
    expect(changed.item_quantity).toBe(4)
    expect(changed.items[0]?.line_total).toBe(3_000_000)
    expect(changed.selected).toEqual({ item_quantity: 4, subtotal: 4_000_000, saving: 800_000 })
  })

  it('leaves lines that cannot be bought out of the total', () => {
    const changed = applyChanges(cart, [{ kind: 'quantity', line_id: 1, item_quantity: 6 }])
    expect(changed.items[0]?.state).toBe('not_enough')
    expect(changed.selected.subtotal).toBe(1_000_000)
    const soldOut = { ...cart, items: [line(1, { state: 'sold_out', max_quantity: 0 })] }
    const unchanged = applyChanges(soldOut, [{ kind: 'quantity', line_id: 1, item_quantity: 2 }])
    expect(unchanged.items[0]?.state).toBe('sold_out')
  })

  it('removes a line with the lines that belong to it', () => {
    const withChild = {
      ...cart,
      items: [...cart.items, line(3, { parent_item_id: 1, parent_line_id: 1 })],
    }
    const changed = applyChanges(withChild, [{ kind: 'remove', line_ids: [1] }])
    expect(changed.items.map((item) => item.item_id)).toEqual([2])
  })

  it('removes the lines bought beside a line, with their gifts', () => {
    const beside = line(3, { parent_line_id: 1 })
    const gift = line(4, { line_id: null, parent_line_id: 3, is_gift: true })
    const changed = applyChanges({ ...cart, items: [...cart.items, beside, gift] }, [
      { kind: 'remove', line_ids: [1] },
    ])
    expect(changed.items.map((item) => item.item_id)).toEqual([2])
  })

  it('changes one line when two lines have the same item', () => {
    const twice = { ...cart, items: [line(1), line(1, { line_id: 9, parent_line_id: 2 })] }
    const changed = applyChanges(twice, [{ kind: 'quantity', line_id: 9, item_quantity: 2 }])
    expect(changed.items.map((item) => item.item_quantity)).toEqual([1, 2])
    const chosen = applyChanges(twice, [{ kind: 'select', line_ids: [9] }])
    expect(chosen.items.map((item) => item.is_selected)).toEqual([false, true])
    const remaining = applyChanges(twice, [{ kind: 'remove', line_ids: [9] }])
    expect(remaining.items.map((item) => item.line_id)).toEqual([1])
  })

  it('counts gifts as saved money only, as the server does not', () => {
    const gift = line(3, { line_id: null, parent_line_id: 1, is_gift: true, final_price: 0 })
    const [first, second] = cart.items
    const withGift = { ...cart, items: [first, gift, second].flatMap((item) => item ?? []) }
    const changed = applyChanges(withGift, [{ kind: 'select', line_ids: [1] }])
    expect(changed.item_quantity).toBe(2)
    expect(changed.selected).toEqual({ item_quantity: 1, subtotal: 1_000_000, saving: 1_400_000 })
    expect(changed.items.map((item) => item.is_selected)).toEqual([true, true, false])
    const other = applyChanges(withGift, [{ kind: 'select', line_ids: [2] }])
    expect(other.selected.saving).toBe(200_000)
  })

  it('selects just the lines named', () => {
    const changed = applyChanges(cart, [{ kind: 'select', line_ids: [2] }])
    expect(changed.selected).toEqual({ item_quantity: 1, subtotal: 1_000_000, saving: 200_000 })
  })

  it('changes nothing when the server has already applied the changes', () => {
    const changes: CartChange[] = [
      { kind: 'quantity', line_id: 1, item_quantity: 3 },
      { kind: 'select', line_ids: [1] },
      { kind: 'remove', line_ids: [2] },
    ]
    const once = applyChanges(cart, changes)
    expect(applyChanges(once, changes)).toEqual(once)
  })
})

describe('queueChange', () => {
  it('keeps the last of several changes to a line, and the sequence of the rest', () => {
    let waiting: CartChange[] = []
    for (const item_quantity of [2, 3, 4]) {
      waiting = queueChange(waiting, { kind: 'quantity', line_id: 1, item_quantity })
    }
    waiting = queueChange(waiting, { kind: 'select', line_ids: [1] })
    waiting = queueChange(waiting, { kind: 'quantity', line_id: 2, item_quantity: 2 })
    waiting = queueChange(waiting, { kind: 'select', line_ids: [1, 2] })
    expect(waiting).toEqual([
      { kind: 'quantity', line_id: 1, item_quantity: 4 },
      { kind: 'quantity', line_id: 2, item_quantity: 2 },
      { kind: 'select', line_ids: [1, 2] },
    ])
  })

  it('drops the quantity change of a removed line', () => {
    const waiting = queueChange([{ kind: 'quantity', line_id: 1, item_quantity: 4 }], {
      kind: 'remove',
      line_ids: [1],
    })
    expect(waiting).toEqual([{ kind: 'remove', line_ids: [1] }])
  })
})

describe('cartTotal', () => {
  const offers = { shipping_fee: 30_000, grand_total: 1_930_000 }

  it('is what offers and delivery make of the lines, and the offers are saved too', () => {
    expect(cartTotal(cart, cart, offers)).toEqual({ total: 1_930_000, saving: 500_000 })
    expect(cartTotal(cart, cart, null)).toEqual({ total: 2_000_000, saving: 400_000 })
  })

  it('follows a change before the server has answered', () => {
    const more = applyChanges(cart, [{ kind: 'quantity', line_id: 1, item_quantity: 2 }])
    expect(cartTotal(more, cart, offers)).toEqual({ total: 2_930_000, saving: 700_000 })
    const none = applyChanges(cart, [{ kind: 'select', line_ids: [] }])
    expect(cartTotal(none, cart, offers)).toEqual({ total: 0, saving: 0 })
  })

  it('never takes off more than the lines cost', () => {
    const one = applyChanges(cart, [{ kind: 'select', line_ids: [1] }])
    const large = { shipping_fee: 0, grand_total: 500_000 }
    expect(cartTotal(one, cart, large)).toEqual({ total: 0, saving: 1_200_000 })
  })
})

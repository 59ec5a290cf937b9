import { describe, expect, it } from 'vitest'
import type { quote } from '#contracts/quote.ts'
import { InvalidInput, type Caller } from '#pure/contract.ts'
import type { PersonalContext } from '#storefront/page.ts'
import { page, type PaymentInfoData } from '#storefront/routes/cart/payment-info.server.ts'

const caller: Caller = { customer_id: 1, kind: 'guest', token: 't' }
const shop = (id: number, province_id: number) => ({
  id,
  name: `Cửa hàng ${id}`,
  address: `${id} Lê Lợi`,
  time_opening: '08:00 - 21:30',
  province: { Id: province_id, Name: '', Code: null, slug: '' },
})
const shops = [shop(1, 30), shop(2, 30), shop(3, 24)]
const items = [
  { item_id: 7, item_quantity: 1 },
  { item_id: 8, item_quantity: 2 },
]
/** What each shop of province 30 has of the two items. */
const shelves: Record<number, [shop: number, level: 'in_stock' | 'few_left'][]> = {
  7: [
    [1, 'in_stock'],
    [2, 'in_stock'],
  ],
  8: [[2, 'few_left']],
}

function context(search = '') {
  const saved: unknown[] = []
  const services = {
    quote: {
      getQuote: async () => ({ items, recipient: null }),
      setAddress: async (_caller: Caller, input: unknown) => saved.push(input),
    },
    locations: {
      provinces: async () => [{ province_id: 30, name: 'Hồ Chí Minh', slug: 'hcm' }],
      shops: async () => shops,
      shopsWithStock: async (_caller: null, wanted: { item_id: number; province_id: number }) =>
        (wanted.province_id === 30 ? (shelves[wanted.item_id] ?? []) : []).map(([id, level]) => ({
          shop: shop(id, 30),
          level,
        })),
    },
  }
  const url = new URL(`http://shop.test/cart/payment-info${search}`)
  const given = { services: services as never, caller, url, province_id: 30, params: {} }
  return { saved, given: given as Partial<PersonalContext> as PersonalContext }
}

async function save(fields: Record<string, string>) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  const { saved, given } = context()
  const answer = await page.actions['save']?.(given, form)
  return { answer, saved: saved[0] as ReturnType<typeof quote.setAddress.input.parse>, form }
}

const buyer = { name: 'Nguyễn An', phone: '0912 345 678' }
const both_ways = { ward_name: 'Bến Nghé', street: '1 Lê Lợi', province_id: '24', erp_shop_id: '2' }

describe('the form of /cart/payment-info', () => {
  it('offers shops that have every line, marked by the scarcest', async () => {
    const { stock } = (await page.loader(context().given)) as PaymentInfoData
    expect(stock).toEqual({ province_id: 30, shops: [{ erp_shop_id: 2, level: 'few_left' }] })
  })

  it('looks at the province asked for when it has shops', async () => {
    const asked = (await page.loader(context('?shop_province_id=24').given)) as PaymentInfoData
    expect(asked.stock).toEqual({ province_id: 24, shops: [] })
    const none = (await page.loader(context('?shop_province_id=99').given)) as PaymentInfoData
    expect(none.stock.province_id).toBe(30)
  })

  it('sends only the way that was chosen', async () => {
    const home = await save({ ...buyer, ...both_ways, shipping_method: 'home_delivery' })
    expect(home.saved).toMatchObject({ province_id: 24, street: '1 Lê Lợi' })
    expect(home.saved.erp_shop_id).toBeUndefined()
    expect(home.answer).toEqual({ redirect: '/cart/payment' })
    const pickup = await save({ ...buyer, ...both_ways, shipping_method: 'store_pickup' })
    expect(pickup.saved).toMatchObject({ province_id: 30, erp_shop_id: 2 })
    expect(pickup.saved.street).toBeUndefined()
  })

  it('keeps what was typed for the other way', async () => {
    const { form } = await save({ ...buyer, ...both_ways, shipping_method: 'store_pickup' })
    expect(form.get('street')).toBe('1 Lê Lợi')
    expect(form.get('province_id')).toBe('24')
  })

  it.each([
    ['home_delivery', ['name', 'phone', 'ward_name', 'street']],
    ['store_pickup', ['name', 'phone', 'erp_shop_id']],
  ])('names all that is missing for %s at once', async (shipping_method, missing) => {
    const sending = save({ shipping_method, name: '  ', phone: '', street: '' })
    await expect(sending).rejects.toBeInstanceOf(InvalidInput)
    const { problems } = (await sending.catch((error: unknown) => error)) as InvalidInput
    expect(Object.keys(problems)).toEqual(missing)
  })
})

import { describe, expect, it } from 'vitest'
import type { quote } from '#contracts/storefront/quote.ts'
import { InvalidInput, type Caller, type Refusal } from '#pure/contract.ts'
import { hasWardWords, wardWords } from '#pure/vietnamese/ward-words.ts'
import type { PersonalContext } from '#storefront/runtime/page.ts'
import { page, type PaymentInfoData } from '#storefront/pages/cart/payment-info/page.server.ts'
import { lineOf, step_names, stepOfAnswer } from '#storefront/pages/cart/payment-info/steps.ts'

const caller: Caller = { customer_id: 1, kind: 'guest', token: 't' }
const shop = (id: number, province_id: number) => ({
  id,
  name: `Cửa hàng ${id}`,
  address: `${id} Lê Lợi`,
  time_opening: '08:00 - 21:30',
  district: { Id: null, Name: 'Quận 1', Code: null, slug: 'quan-1' },
  province: { Id: province_id, Name: '', Code: null, slug: '' },
  current_province: { province_id, name: '' },
})
const shops = [shop(1, 30), shop(2, 30), shop(3, 24)]
const items = [
  { item_id: 7, item_quantity: 1 },
  { item_id: 8, item_quantity: 2 },
]
/** The stock of the two items at the shops of province 30. */
const stock_by_item: Record<number, [shop: number, level: 'in_stock' | 'few_left'][]> = {
  7: [
    [1, 'in_stock'],
    [2, 'in_stock'],
  ],
  8: [[2, 'few_left']],
}

const now = new Date('2026-11-20T08:00:00Z')

function context(search = '', lines: object[] = items) {
  const saved: unknown[] = []
  const services = {
    quote: {
      getQuote: async () => ({ items: lines, recipient: null, totals: { grand_total: 0 } }),
      setAddress: async (_caller: Caller, input: unknown) => saved.push(input),
    },
    locations: {
      provinces: async () => [
        { province_id: 30, name: 'Hồ Chí Minh', slug: 'hcm', official_code: '79' },
      ],
      officialProvinces: async () => [{ province_code: '79', name: 'Hồ Chí Minh', kind: 'x' }],
      legacyProvinces: async () => [],
      shopDirectory: async () => ({
        provinces: [30, 24].map((Id) => ({ province: { Id, Name: '' }, former: [], total: 1 })),
      }),
      legacyDistricts: async () => [{ district_id: 760, name: 'Quận 1' }],
      legacyWards: async () => [{ ward_id: 26_740, name: 'Phường Bến Nghé', new_wards: [] }],
      wards: async (_caller: null, { q }: { q: string }) =>
        wards.filter((ward) => hasWardWords(ward.name, wardWords(q))),
      shops: async () => shops,
      provincesWithStock: async () => [{ province_id: 24, name: 'Hà Nội', shop_count: 1 }],
      deliveryPromises: async () => ({
        shops: [
          { shop_id: 2, promise: { way: 'pickup', day: '2026-11-20', time: '17:40', place: 'A' } },
        ],
      }),
      shopsWithStock: async (_caller: null, wanted: { item_id: number; province_id: number }) =>
        (wanted.province_id === 30 ? (stock_by_item[wanted.item_id] ?? []) : []).map(
          ([id, level]) => ({
            shop: shop(id, 30),
            level,
          }),
        ),
    },
  }
  const url = new URL(`http://shop.test/cart/payment-info${search}`)
  const page_context = {
    services: services as never,
    caller,
    url,
    province_id: 30,
    params: {},
    now,
  }
  return { saved, page_context: page_context as Partial<PersonalContext> as PersonalContext }
}

async function save(fields: Record<string, string>) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  const { saved, page_context } = context()
  const answer = await page.actions['save']?.(page_context, form)
  return { answer, saved: saved[0] as ReturnType<typeof quote.setAddress.input.parse>, form }
}

const wards = [
  { ward_id: 26_737, name: 'Phường Tân Định', province_code: '79', province_name: 'Hồ Chí Minh' },
  { ward_id: 26_740, name: 'Phường Tân Sơn', province_code: '79', province_name: 'Hồ Chí Minh' },
]

const buyer = { name: 'Nguyễn An', phone: '0912 345 678' }
const both_methods = {
  address_units: 'today',
  province_code: '79',
  ward_name: 'tan dinh',
  street: '1 Lê Lợi',
  erp_shop_id: '2',
}

describe('the form of /cart/payment-info', () => {
  it('offers shops that have every line, with the level of the scarcest line', async () => {
    const { stock } = (await page.loader(context().page_context)) as PaymentInfoData
    const chosen = { erp_shop_id: 2, level: 'few_left', promise: 'Nhận 17:40 hôm nay' }
    expect(stock).toEqual({ province_id: 30, shops: [chosen] })
  })

  it('shows the requested province when it has shops', async () => {
    const requested = (await page.loader(
      context('?shop_province_id=24').page_context,
    )) as PaymentInfoData
    expect(requested.stock).toEqual({ province_id: 24, shops: [] })
    const none = (await page.loader(
      context('?shop_province_id=99').page_context,
    )) as PaymentInfoData
    expect(none.stock.province_id).toBe(30)
  })

  it('shows the province where a used device is, which is collected there alone', async () => {
    const lines = [{ item_id: 7, item_quantity: 1, meta: { imei_id: 5 } }]
    const { stock } = (await page.loader(context('', lines).page_context)) as PaymentInfoData
    expect(stock.province_id).toBe(24)
    const other = await page.loader(context('?shop_province_id=30', lines).page_context)
    expect((other as PaymentInfoData).stock.province_id).toBe(30)
  })

  it('sends only the fields of the chosen delivery method', async () => {
    const home = await save({ ...buyer, ...both_methods, shipping_method: 'home_delivery' })
    expect(home.saved).toMatchObject({ province_code: '79', ward_id: 26_737, street: '1 Lê Lợi' })
    expect(home.saved.erp_shop_id).toBeUndefined()
    expect(home.answer).toEqual({ redirect: '/cart/payment' })
    const pickup = await save({ ...buyer, ...both_methods, shipping_method: 'store_pickup' })
    expect(pickup.saved).toMatchObject({ province_id: 30, erp_shop_id: 2 })
    expect(pickup.saved.street).toBeUndefined()
  })

  it('keeps the typed fields of the other delivery method', async () => {
    const { form } = await save({ ...buyer, ...both_methods, shipping_method: 'store_pickup' })
    expect(form.get('street')).toBe('1 Lê Lợi')
    expect(form.get('province_code')).toBe('79')
  })

  it.each(['xã Tân Định', 'thị trấn tân định', 'TT. tan dinh', 'p tan dinh'])(
    'finds the ward by its name, whatever kind is typed before it: %s',
    async (ward_name) => {
      const typed = { ...both_methods, ward_name, shipping_method: 'home_delivery' }
      expect((await save({ ...buyer, ...typed })).saved.ward_id).toBe(26_737)
    },
  )

  it('uses the id of the picked ward only while the name field has its name', async () => {
    const home = { ...buyer, ...both_methods, shipping_method: 'home_delivery' }
    const picked = { ward_name: 'Phường Tân Sơn', ward_id: '26740 Phường Tân Sơn' }
    expect((await save({ ...home, ...picked })).saved.ward_id).toBe(26_740)
    const edited = { ...picked, ward_name: 'Phường Tân Định' }
    expect((await save({ ...home, ...edited })).saved.ward_id).toBe(26_737)
  })

  it('asks which ward is meant when a name fits several', async () => {
    const home = { ...buyer, ...both_methods, ward_name: 'tân', shipping_method: 'home_delivery' }
    const refusal = (await save(home).catch((error: unknown) => error)) as Refusal
    expect([refusal.code, refusal.data]).toEqual([
      'ward_to_choose',
      expect.objectContaining({ candidates: wards }),
    ])
    const chosen = { chosen_ward_id: '26740 Phường Tân Sơn', chosen_for: 'today|79|tân' }
    expect((await save({ ...home, ...chosen })).saved.ward_id).toBe(26_740)
    const unknown_ward = save({ ...home, ...chosen, ward_name: 'không có' })
    await expect(unknown_ward).rejects.toMatchObject({
      problems: { ward_name: expect.any(String) },
    })
  })

  it('sends an old ward with its district', async () => {
    const old = {
      ...buyer,
      ...both_methods,
      shipping_method: 'home_delivery',
      address_units: 'before',
      legacy_code: '79',
      district_id: '760 Quận 1',
      legacy_ward_id: '26740 Phường Bến Nghé',
    }
    const { saved } = await save(old)
    expect(saved).toMatchObject({ district_id: 760, ward_id: 26_740 })
    expect(saved.province_code).toBeUndefined()
    const chosen_for = 'before|760 Quận 1|26740 Phường Bến Nghé'
    const chosen = { chosen_ward_id: '26743 Phường Bến Thành', chosen_for }
    expect((await save({ ...old, ...chosen })).saved).toMatchObject({
      ward_id: 26_740,
      new_ward_id: 26_743,
    })
  })

  it('sends the lists of old units one after the other without scripts', async () => {
    const form = new FormData()
    form.set('address_units', 'before')
    form.set('legacy_code', '79')
    const lists = async () => {
      const step = page.actions['legacy']
      if (!step) throw new TypeError('no such action')
      const refused = await step(context().page_context, form).catch((error: unknown) => error)
      return (refused as Refusal).data
    }
    expect(await lists()).toMatchObject({ districts: [{ district_id: 760 }], wards: [] })
    form.set('district_id', '760 Quận 1')
    expect(await lists()).toMatchObject({ wards: [{ ward_id: 26_740 }] })
  })

  it('leaves out the company when no invoice is wanted', async () => {
    const home = { ...buyer, ...both_methods, shipping_method: 'home_delivery', company_name: 'A' }
    expect((await save({ ...home, wants_company_invoice: '' })).saved.wants_company_invoice).toBe(
      false,
    )
    expect((await save({ ...home, wants_company_invoice: '1' })).saved.wants_company_invoice).toBe(
      true,
    )
  })

  it('checks the customer alone for the first step of a phone, and opens the next without a problem', async () => {
    const step = { step: 'khach-hang', shipping_method: 'home_delivery' }
    await expect(save({ ...step, name: '', phone: '0912345678' })).rejects.toMatchObject({
      problems: { name: 'Vui lòng nhập họ và tên.' },
    })
    const passed = (await save({ ...step, ...buyer }).catch(
      (error: unknown) => error,
    )) as InvalidInput
    expect(passed.problems).toEqual({})
    const answer = { refusal: null, problems: {}, values: { step: 'khach-hang' } }
    expect(stepOfAnswer(answer)).toBe('nhan-hang')
  })

  it('opens the first step that has a problem', () => {
    const of = (problems: Record<string, string>, values = {}) =>
      stepOfAnswer({ refusal: null, problems, values })
    expect(of({ street: 'x', phone: 'x' })).toBe('khach-hang')
    expect(of({ company_email: 'x' })).toBe('yeu-cau-khac')
    expect(of({ wants_data_transfer: 'x', erp_shop_id: 'x' })).toBe('nhan-hang')
    expect(of({}, { name: 'A' })).toBeNull()
  })

  it('folds a step to what was typed in it', () => {
    const typed = { salutation: 'chi', name: 'An', phone: '0912', street: '1 Lê Lợi' }
    const lines = (more: Record<string, string>) =>
      step_names.map((name) => lineOf(name, { ...typed, ...more }, [{ erp_shop_id: 2, name: 'B' }]))
    expect(lines({ ward_name: 'Tân Định', note: 'Gọi' })).toEqual([
      'Chị An · 0912',
      'Giao đến 1 Lê Lợi, Tân Định',
      'Ghi chú: Gọi',
    ])
    const pickup = { shipping_method: 'store_pickup', erp_shop_id: '2', wants_data_transfer: '1' }
    expect(lines(pickup).slice(1)).toEqual(['Nhận tại B', 'Chuyển dữ liệu từ máy cũ'])
  })

  it.each([
    ['home_delivery', ['name', 'phone', 'ward_name', 'street']],
    ['store_pickup', ['name', 'phone', 'erp_shop_id']],
  ])('names all missing fields for %s at once', async (shipping_method, missing) => {
    const sending = save({ shipping_method, name: '  ', phone: '', street: '' })
    await expect(sending).rejects.toBeInstanceOf(InvalidInput)
    const { problems } = (await sending.catch((error: unknown) => error)) as InvalidInput
    expect(Object.keys(problems)).toEqual(missing)
  })
})

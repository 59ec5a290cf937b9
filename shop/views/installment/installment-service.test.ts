import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type {
  BankOffer,
  CompanyOffer,
  Instalment,
  Loan,
} from '#contracts/storefront/installment.ts'
import { testDatabase, type TestDatabase } from '#test/support/database.ts'
import { type Door, openDoor } from '#test/support/door.ts'
import { closeOffers, openFlashSale } from '#test/support/flash-crowd.ts'
import { products } from '#test/support/small-shop.ts'
import { dataOf, refusalOf } from '#test/support/buyer.ts'

const path = '/api/cart/v1/payment-gateway/installment'
let database: TestDatabase
let door: Door

beforeAll(async () => {
  database = await testDatabase({ small: true })
  await database.db
    .insertInto('installment_company')
    .values([
      aCompany('cong_ty_a', { position: 1, insurance_rate: 500, collect_fee_month: 12_000 }),
      aCompany('cong_ty_b', { position: 2, prepaid_percents: [30], months: [6, 9] }),
      aCompany('nghi', { position: 3, is_active: false }),
    ])
    .execute()
  await database.db
    .insertInto('installment_rate')
    .values([
      { company_id: 'cong_ty_a', flat_rate_month: 166 },
      { company_id: 'cong_ty_a', flat_rate_month: 0, months: 6, min_prepaid_percent: 50 },
      { company_id: 'cong_ty_b', flat_rate_month: 100 },
    ])
    .execute()
  const bank = {
    bank_code: 'NHA',
    name: 'Ngân hàng A',
    card_brands: ['VISA'],
    min_amount: 3_000_000,
  }
  await database.db.insertInto('installment_bank').values(bank).execute()
  await database.db
    .insertInto('installment_bank_fee')
    .values([
      { bank_code: 'NHA', months: 6, fee_rate: 390 },
      { bank_code: 'NHA', months: 12, fee_rate: 1_400 },
    ])
    .execute()
  door = await openDoor(database)
})
afterAll(async () => {
  await door.close()
  await database.close()
})

function aCompany(company_id: string, more: object = {}) {
  return {
    ...{ company_id, name: company_id, kind: 'finance' as const, installment_type: 1 as const },
    ...{ min_price: 2_000_000, max_price: 200_000_000, prepaid_percents: [0, 30, 50] },
    ...{ months: [6, 12], papers: ['CCCD'], approve_minutes: 15 },
    ...more,
  }
}

interface Offers {
  price: number
  companies: CompanyOffer[]
  banks: BankOffer[]
  lowest: Loan | null
}

const offers = async (query: string) => dataOf<Offers>(await door.call('GET', `${path}?${query}`))

describe('GET /v1/payment-gateway/installment', () => {
  test('says what everybody asks for an amount, and why somebody does not lend it', async () => {
    const { price, companies, banks } = await offers('amount=10000000&prepaid_percent=0&months=12')
    expect(price).toBe(10_000_000)
    expect(companies.map(({ company_id, problem }) => [company_id, problem])).toEqual([
      ['cong_ty_a', null],
      ['cong_ty_b', 'prepaid_not_offered'],
    ])
    expect(companies[0]?.loan).toMatchObject({ monthly: 1_011_333, total: 12_136_000 })
    expect(banks[0]?.loans.map(({ months, monthly }) => [months, monthly])).toEqual([
      [6, 1_731_667],
      [12, 950_000],
    ])
  })

  test('the lowest rate that matches applies', async () => {
    const rateOf = async (query: string) => {
      const { companies } = await offers(`amount=10000000&${query}`)
      return companies[0]?.loan?.flat_rate_month
    }
    expect(await rateOf('prepaid_percent=50&months=6')).toBe(0)
    expect(await rateOf('prepaid_percent=50&months=12')).toBe(166)
    expect(await rateOf('prepaid_percent=30&months=6')).toBe(166)
  })

  test('"trả góp từ" is the smallest payment with the smallest prepaid part', async () => {
    const { lowest } = await offers('amount=10000000')
    // Only 30 % or more for the second company, which makes its loan the smallest.
    expect(lowest).toMatchObject({ monthly: 847_778, months: 9, prepaid: 3_000_000 })
    expect((await offers('amount=1000000')).lowest).toBeNull()
  })

  test('nobody lends one person more than 100,000,000đ', async () => {
    const problemOf = async (query: string) => (await offers(query)).companies[0]?.problem
    expect(await problemOf('amount=150000000&prepaid_percent=30')).toBe('loan_too_high')
    expect(await problemOf('amount=150000000&prepaid_percent=50')).toBeNull()
    const whole_limit = 'amount=200000000&prepaid_percent=50&months=12'
    expect(await problemOf(whole_limit)).toBeNull()
    expect(await problemOf(`${whole_limit}&has_insurance=true`)).toBe('loan_too_high')
    expect(await problemOf('amount=250000000&prepaid_percent=50')).toBe('price_too_high')
    expect(await problemOf('amount=1000000')).toBe('price_too_low')
    expect(await problemOf('amount=9000000&months=9')).toBe('months_not_offered')
  })

  test('an item is lent at its price in the province', async () => {
    const priceIn = async (province_id: number) =>
      (await offers(`item_id=${products.phone}&province_id=${province_id}`)).price
    expect([await priceIn(30), await priceIn(24)]).toEqual([30_990_000, 30_490_000])
  })

  test('the difference is what it costs more than paying at once now', async () => {
    const query = `item_id=${products.phone}&prepaid_percent=50&months=6`
    const loanNow = async () => (await offers(query)).companies[0]?.loan
    const before = await loanNow()
    await openFlashSale(database.db, { item_id: products.phone, price: 29_990_000, slots: 5 })
    const during = await loanNow()
    // Prices of a flash sale are for what is paid at once: the loan stays, and costs a million more.
    expect(during?.total).toBe(before?.total)
    expect(during?.difference).toBe((before?.difference ?? 0) + 1_000_000)
    const bank = (await offers(query)).banks[0]?.loans[0]
    expect(bank?.difference).toBe((bank?.total ?? 0) - 29_990_000)
    await closeOffers(database.db)
  })

  test('lists print the smallest payment of the page of the product, and change with the terms', async () => {
    const cardIn = async (province_id: number) => {
      const path = `/api/search/v1/cards?product_ids=${products.phone_version}&province_id=${province_id}`
      const [card] = dataOf<{ in_parts?: string }[]>(await door.call('GET', path))
      return Number(
        /^Góp từ ([\d.]+)đ\/tháng$/.exec(card?.in_parts ?? '')?.[1]?.replaceAll('.', ''),
      )
    }
    const lowest = async (province_id: number) =>
      (await offers(`item_id=${products.phone}&province_id=${province_id}`)).lowest?.monthly
    expect(await cardIn(30)).toBe(await lowest(30))
    expect(await cardIn(24)).toBe(await lowest(24))
    expect(await cardIn(24)).toBeLessThan(await cardIn(30))
    const cable = `/api/search/v1/cards?product_ids=${products.cable - 1}&province_id=30`
    expect(dataOf<object[]>(await door.call('GET', cable))[0]).not.toHaveProperty('in_parts')
    const before = await cardIn(30)
    await database.db.updateTable('installment_rate').set({ flat_rate_month: 10 }).execute()
    await expect.poll(() => cardIn(30)).toBeLessThan(before)
    expect(await cardIn(30)).toBe(await lowest(30))
  })

  test('refuses what has no price', async () => {
    expect(refusalOf(await door.call('GET', path))).toBe('422 amount_missing')
    expect(refusalOf(await door.call('GET', `${path}?item_id=999999`))).toBe('404 item_not_found')
    expect((await door.call('GET', `${path}?amount=1e9`)).status).toBe(422)
  })
})

describe('GET /v1/payment-gateway/installment/{id}', () => {
  test('has the offer of one company or bank', async () => {
    const offerOf = async (id: string, query: string) =>
      dataOf<{ company: CompanyOffer | null; bank: BankOffer | null }>(
        await door.call('GET', `${path}/${id}?${query}`),
      )
    const { company, bank } = await offerOf('cong_ty_b', 'amount=10000000&months=6')
    expect(company).toMatchObject({ months: [6, 9], loan: { prepaid: 3_000_000 }, problem: null })
    expect(bank).toBeNull()
    const cards = await offerOf('NHA', 'amount=10000000')
    expect(cards.bank?.loans.map(({ months, fees }) => [months, fees])).toEqual([
      [6, 390_000],
      [12, 1_400_000],
    ])
    for (const [query, refusal] of [
      ['nghi?amount=10000000', '404 lender_not_found'],
      ['NHA', '422 amount_missing'],
      ['NHA?item_id=999999', '404 item_not_found'],
    ] as const) {
      expect(refusalOf(await door.call('GET', `${path}/${query}`))).toBe(refusal)
    }
  })
})

describe('GET /v1/payment-gateway/installment/{id}/loan', () => {
  const loan = (id: string, query: string) => door.call('GET', `${path}/${id}/loan?${query}`)

  test('has every payment, which add up to the total', async () => {
    const query = 'amount=10000000&prepaid_percent=30&months=12&has_insurance=true'
    const { loan: found, calendar } = dataOf<{ loan: Loan; calendar: Instalment[] }>(
      await loan('cong_ty_a', query),
    )
    expect(found).toMatchObject({ prepaid: 3_000_000, insurance: 350_000 })
    expect(calendar.reduce((sum, { amount }) => sum + amount, found.prepaid)).toBe(found.total)
  })

  test('a bank answers by its code', async () => {
    const found = dataOf<{ loan: Loan }>(await loan('NHA', 'amount=10000000&months=6'))
    expect(found.loan).toMatchObject({ fees: 390_000, total: 10_390_000 })
  })

  test('refuses unknown lenders, those that rest, and what is not offered', async () => {
    const codeOf = async (id: string, query: string) => refusalOf(await loan(id, query))
    expect(await codeOf('khong_co', 'amount=10000000')).toBe('404 lender_not_found')
    expect(await codeOf('nghi', 'amount=10000000')).toBe('404 lender_not_found')
    expect(await codeOf('NHA', 'amount=10000000&months=9')).toBe('409 loan_not_offered')
    const { body } = await loan('NHA', 'amount=100')
    expect(body).toMatchObject({ error: { data: { problem: 'price_too_low' } } })
  })
})

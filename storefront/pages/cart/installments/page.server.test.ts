import { afterAll, beforeAll, expect, test } from 'vitest'
import { addBanks, addLenders, loan_env, nextPhone } from '#test/goods/loans.ts'
import { testDatabase, type TestDatabase } from '#test/support/database.ts'
import { type Door, openDoor } from '#test/support/door.ts'
import { products, shops } from '#test/support/small-shop.ts'

let database: TestDatabase
let door: Door
beforeAll(async () => {
  database = await testDatabase({ small: true })
  await addLenders(database.db)
  await addBanks(database.db)
  door = await openDoor(database, { env: loan_env })
})
afterAll(async () => {
  await door.close()
  await database.close()
})

/** A browser without scripts: it keeps cookies and follows no redirect by itself. */
function browser() {
  const cookies = new Map<string, string>()
  const send = async (path: string, fields?: Record<string, string>) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await fetch(door.url + path, {
      redirect: 'manual',
      headers: { cookie, 'sec-fetch-site': 'same-origin' },
      ...(fields === undefined ? {} : { method: 'POST', body: new URLSearchParams(fields) }),
    })
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      cookies.set(name, value)
    }
    const location = answer.headers.get('location')?.replace(door.url, '') ?? null
    return { status: answer.status, location, html: await answer.text() }
  }
  return send
}

const choice = { cong_ty: 'online', tra_truoc: '30', thang: '12', bao_hiem: '0' }
const adding = {
  ...{ intent: 'add', item_id: String(products.phone), item_type: '4', item_quantity: '1' },
  ...{ installment_type: '1', ...choice },
}

test('without scripts: from the comparer through every step to the page of the application', async () => {
  const send = browser()
  const added = await send('/cart', adding)
  expect(added.location).toBe('/cart/installment?cong_ty=online&tra_truoc=30&thang=12')
  const chosen = await send(added.location ?? '')
  expect(chosen.html).toContain('Công ty Kết nối')
  expect(chosen.html).toContain('Lãi suất thực, đã gồm mọi phí')
  // The company of the other type has a page of its own.
  expect(chosen.html).not.toContain('Công ty Tay')
  const [, register = ''] =
    /href="(\/cart\/company-installment-register[^"]*)"/.exec(chosen.html) ?? []
  const form_page = register.replaceAll('&amp;', '&')
  const form = await send(form_page)
  for (const asked of ['Thu nhập mỗi tháng', 'Người thân 1', 'Từ 20 đến 60 tuổi']) {
    expect(form.html).toContain(asked)
  }
  expect(form.html).not.toContain('Nghề nghiệp')
  const company = { company_id: 'online', prepaid_percent: '30', months: '12', has_insurance: '0' }
  const refused = await send(form_page, { intent: 'save', ...company })
  expect(refused.status).toBe(422)
  for (const problem of [
    'Vui lòng nhập ngày sinh.',
    'Số căn cước có 12 chữ số.',
    'Cần bạn đồng ý',
  ]) {
    expect(refused.html).toContain(problem)
  }
  const phone = nextPhone()
  const typed = {
    ...{ intent: 'save', ...company, name: 'Nguyễn Văn An', phone, birth_date: '1990-05-20' },
    ...{ document_number: `0010902${phone.slice(-5)}`, income: '15000000', agrees: '1' },
    'relatives[0][name]': 'Trần Thị Bình',
    'relatives[0][phone]': '0912345679',
    'relatives[0][relation]': 'Vợ',
    erp_shop_id: String(shops.first),
  }
  const unreadable: Record<string, string>[] = [
    { erp_shop_id: 'x' },
    { email: `${'a'.repeat(300)}@mail.example` },
  ]
  for (const bad of unreadable) {
    expect((await send(form_page, { ...typed, ...bad })).status).toBe(422)
  }
  const saved = await send(form_page, typed)
  expect(saved.location).toMatch(/^\/cart\/installment-payment\?ho_so=TG/)
  // Whoever goes back types name, phone and shop only once; what is sealed does not come back.
  const again = await send(form_page)
  for (const kept of ['value="Nguyễn Văn An"', `value="${phone}"`, 'selected=""']) {
    expect(again.html).toContain(kept)
  }
  expect(again.html).not.toContain(typed.document_number)
  const review = await send(saved.location ?? '')
  expect(review.html).toContain('Gửi hồ sơ và đặt hàng')
  expect(review.html).toContain('N••• V••• A•••')
  const field = (name: string) =>
    new RegExp(`name="${name}" value="([^"]*)"`).exec(review.html)?.[1] ?? ''
  const sent = await send(saved.location ?? '', {
    ...{ intent: 'submit', code: field('code'), grand_total: field('grand_total') },
    monthly: field('monthly'),
  })
  expect(sent.location).toMatch(/^\/ho-so-tra-gop\?code=TG/)
  const status = await send(sent.location ?? '')
  expect(status.html).toContain('Đã tiếp nhận')
  expect(status.html).toContain('Rút hồ sơ')
  // In another browser the code alone opens nothing.
  expect((await browser()(sent.location ?? '')).status).toBe(404)
})

test('without scripts: a card is chosen, goods are delivered, and the page of the provider takes the card', async () => {
  const send = browser()
  const card = { cach: 'the', ngan_hang: 'VCB', loai_the: 'JCB', thang: '12' }
  const added = await send('/cart', { ...adding, ...card })
  const query = 'cach=the&ngan_hang=VCB&loai_the=JCB&thang=12'
  expect(added.location).toBe(`/cart/installment?${query}`)
  const chosen = await send(added.location ?? '')
  // 7.9 % of 30,990,000đ is the fee; the last payment takes what rounding left.
  for (const text of ['Bước 2: Loại thẻ', 'Phí chuyển đổi', '2.448.210đ', '2.786.518đ']) {
    expect(chosen.html).toContain(text)
  }
  expect((await send('/cart/payment')).location).toBe('/cart/tra-gop')
  // The step before the address leads back to it.
  expect((await send(`/cart/installment-payment?${query}`)).location).toBe(
    `/cart/payment-info?${query}`,
  )
  const form_page = `/cart/payment-info?${query}`
  expect((await send(form_page)).html).toContain(`action="${form_page.replaceAll('&', '&amp;')}"`)
  const typed = {
    ...{ intent: 'save', name: 'Nguyễn Văn An', phone: nextPhone() },
    ...{ shipping_method: 'store_pickup', erp_shop_id: String(shops.first) },
  }
  const saved = await send(form_page, typed)
  expect(saved.location).toBe(`/cart/installment-payment?${query}`)
  const review = await send(saved.location ?? '')
  expect(review.html).toContain('TRẢ GÓP THẺ JCB VIETCOMBANK')
  const field = (name: string) =>
    new RegExp(`name="${name}" value="([^"]*)"`).exec(review.html)?.[1] ?? ''
  const names = ['bank_code', 'card_brand', 'months', 'monthly', 'grand_total']
  const form = Object.fromEntries(names.map((name) => [name, field(name)]))
  const ordered = await send(saved.location ?? '', { intent: 'card', ...form })
  expect(ordered.location).toMatch(/^\/cong-thanh-toan-thu\/alepay\?t=DH/)
  const page = await send(ordered.location ?? '')
  expect(page.html).toContain('30.990.000đ')
  const [, reference = ''] = /name="reference" value="([^"]+)"/.exec(page.html) ?? []
  const paid = await send('/cong-thanh-toan-thu/alepay', { reference, action: 'approve' })
  const order = await send((paid.location ?? '').replace('http://localhost:3000', ''))
  expect(order.html).toContain('12 tháng, 2.786.518đ mỗi tháng, thẻ JCB Vietcombank')
  expect(order.html).toContain('ĐẶT HÀNG THÀNH CÔNG')
})

test('the tab has the lines as radio buttons, and leads to the page of the type', async () => {
  const send = browser()
  await send('/cart', { ...adding, installment_type: '2' })
  const tab = await send('/cart/tra-gop')
  expect(tab.html).toMatch(/Góp từ [\d.]+đ\/tháng/)
  expect(tab.html).toMatch(/Màu: /)
  expect(tab.html).toContain('type="radio"')
  expect(tab.html.replaceAll('<!-- -->', '')).toContain('Trả góp<span>(1)</span>')
  const [, line_id = ''] = /name="line_ids\[\]"[^>]*value="(\d+)"/.exec(tab.html) ?? []
  const chosen = {
    intent: 'installment',
    item_type: '4',
    'line_ids[]': line_id,
    installment_type: '2',
  }
  const opened = await send('/cart', chosen)
  expect(opened.location).toMatch(/^\/cart\/homecredit-installment\?/)
  expect((await send(opened.location ?? '')).html).toContain('Công ty Tay')
  // The page of the other type leads here.
  expect((await send('/cart/installment')).location).toMatch(/^\/cart\/homecredit-installment/)
  const removed = await send('/cart', { intent: 'remove', item_type: '4', line_id })
  expect(removed.location).toBe('/cart/tra-gop')
  expect((await send('/cart/tra-gop')).html).toContain('Chưa có sản phẩm trả góp')
})

test('without an open checkout the steps lead to the cart', async () => {
  for (const step of ['installment', 'company-installment-register', 'installment-payment']) {
    expect((await browser()(`/cart/${step}`)).location).toBe('/cart')
  }
  expect((await browser()('/cart/homecredit-installment')).location).toBe('/cart/tra-gop')
})

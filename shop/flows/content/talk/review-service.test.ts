import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { OwnReview, ReviewList } from '#contracts/storefront/talk/reviews.ts'
import { secretBox } from '#platform/files/secret-box.ts'
import { otpLabel } from '#shop/identity/otp/otp.ts'
import { photo } from '#test/pictures/test-pictures.ts'
import { type Buyer, dataOf, type Order, refusalOf } from '#test/support/buyer.ts'
import { openCheckout } from '#test/support/checkout.ts'
import { products } from '#test/support/small-shop.ts'

const keys = { secret_key: 'k'.repeat(40), data_dir: '/nowhere' }
const checkout = openCheckout({ SECRET_KEY: keys.secret_key })
const api = '/api/comment/v1/reviews'
const product_id = products.phone_version
const slug = `san-pham-${products.phone}`
const page = `/danh-gia-san-pham/${slug}`

const said = 'Máy đẹp, chạy mượt, giao nhanh đúng hẹn.'
const guest = { name: 'Nguyễn Văn An', phone: '0912 345 678' }
const review = { product_id: String(product_id), stars: '5', text: said, ...guest }

const headersOf = ({ token }: Buyer) => ({
  cookie: `token=${token}`,
  'sec-fetch-site': 'same-origin',
})
const send = (by: Buyer, path: string, fields: Record<string, string>) =>
  checkout.door.call('POST', path, { form: new URLSearchParams(fields), headers: headersOf(by) })
const look = async (path: string, by?: Buyer) =>
  (await checkout.door.call('GET', path, by ? { headers: headersOf(by) } : {})).text

/** Writes a review by the form of the page; returns its secret. */
async function write(by: Buyer, fields: Record<string, string> = {}): Promise<string> {
  const answer = await send(by, `${page}/viet`, { intent: 'write', ...review, ...fields })
  const location = answer.headers.get('location') ?? `${answer.status}`
  const [, secret] = /^\/danh-gia-cua-toi\/([0-9a-f]{32})\?moi=1$/.exec(location) ?? []
  if (secret === undefined) throw new RangeError(`${answer.status} ${location}`)
  return secret
}
const list = async (query = '') =>
  dataOf<ReviewList>(await checkout.door.call('GET', `${api}?product_id=${product_id}${query}`))
const own = async (secret: string) =>
  dataOf<OwnReview>(await checkout.door.call('GET', `${api}/own?secret=${secret}`))

test('a guest writes, everybody reads, and the writer alone changes and erases', async () => {
  const [an, binh] = [await checkout.buyer(), await checkout.buyer()]
  expect(await look(page)).toContain('Chưa có đánh giá nào')
  const secret = await write(an, { 'aspects[camera]': '4', 'aspects[sound]': '1' })
  await write(binh, { stars: '2', text: 'Pin tụt nhanh, máy hay nóng, tôi thất vọng.' })
  const { summary, reviews, total } = await list()
  // A bad opinion counts like a good one. Phones have no aspect of sound.
  expect(summary).toMatchObject({ total: 2, average: 3.5, by_stars: [0, 1, 0, 0, 1] })
  expect(summary.aspects).toEqual([{ aspect: 'camera', average: 4, total: 1 }])
  expect(total).toBe(2)
  expect(reviews.map(({ text }) => text)).toContain(said)
  expect(JSON.stringify(reviews)).not.toMatch(/345|secret/)
  const html = await look(page)
  expect(html).toContain(said)
  const of_product = await look(`/${slug}`)
  expect(of_product).toContain('Đánh giá Sản phẩm')
  expect(of_product).toContain('"aggregateRating":{"@type":"AggregateRating","ratingValue":3.5')
  await expect.poll(() => look('/tim-kiem?q=san%20pham')).toContain('★ 3,5 (2)')
  // Whoever has written comes to the own review.
  const again = await checkout.door.call('GET', `${page}/viet`, { headers: headersOf(an) })
  expect(again.headers.get('location')).toBe(`/danh-gia-cua-toi/${secret}`)
  const second = await send(an, `${page}/viet`, { intent: 'write', ...review })
  expect(second.headers.get('location')).toBe(`/danh-gia-cua-toi/${secret}`)
  const mine = `/danh-gia-cua-toi/${secret}`
  const better = 'Sau một tháng dùng thì máy vẫn tốt.'
  await send(binh, mine, { intent: 'change', stars: '3', text: better })
  expect(await own(secret)).toMatchObject({ stars: 3, text: better, state: 'published' })
  expect((await list()).summary.by_stars).toEqual([0, 1, 1, 0, 0])
  expect(await look(page)).toContain('đã sửa')
  const erased = await send(an, mine, { intent: 'erase' })
  expect(erased.headers.get('location')).toBe(page)
  expect((await list()).summary).toMatchObject({ total: 1, average: 2 })
  const gone = await checkout.door.call('GET', `${api}/own?secret=${secret}`)
  expect(refusalOf(gone)).toBe('404 review_not_found')
})

test('too short a text, no stars, no name or phone, and an unknown product are refused', async () => {
  const buyer = await checkout.buyer()
  const refusing = async (fields: Record<string, string>) => {
    const answer = await send(buyer, `${page}/viet`, { intent: 'write', ...review, ...fields })
    return `${answer.status} ${answer.headers.get('location') ?? ''}`
  }
  expect(await refusing({ text: 'Tốt. 5/5 !!! 👍👍👍👍👍👍👍👍👍' })).toBe('422 ')
  expect(await refusing({ stars: '6' })).toBe('422 ')
  expect(await refusing({ stars: '' })).toBe('422 ')
  expect(await refusing({ name: '' })).toBe('422 ')
  expect(await refusing({ phone: '12345' })).toBe('422 ')
  expect(await refusing({ product_id: String(products.phone) })).toBe('404 ')
  // Over the wire nobody is known: the phone has to be proven.
  const json = { ...review, product_id }
  const bare = await checkout.door.call('POST', api, { json, token: buyer.token })
  expect(refusalOf(bare)).toBe('403 phone_not_proven')
})

test('links, phones, insults and repeated texts wait for staff and count nowhere', async () => {
  const before = (await list()).summary.total
  for (const text of [
    'Mua ở https://shopkhac.example rẻ hơn nhiều nhé',
    'Ai cần mua máy này gọi 0987 654 321',
    'Nhân viên mất dạy, máy thì tạm được',
  ]) {
    const secret = await write(await checkout.buyer(), { text, phone: '0912 000 111' })
    expect((await own(secret)).state).toBe('held')
    expect(await look(`/danh-gia-cua-toi/${secret}`)).toContain('đang chờ cửa hàng xem')
  }
  const phone = '0912 000 222'
  await write(await checkout.buyer(), { phone, text: 'Tôi rất hài lòng với sản phẩm này.' })
  const copied = { phone, text: 'TÔI RẤT HÀI LÒNG, với sản phẩm này!' }
  expect((await own(await write(await checkout.buyer(), copied))).state).toBe('held')
  expect((await list()).summary.total).toBe(before + 1)
})

test('a name is read like a text: nobody speaks for the shop, or sells under it', async () => {
  for (const name of ['Quản trị viên', 'Zalo 0912 345 678', 'shopkhac.vn']) {
    const secret = await write(await checkout.buyer(), { name, text: 'Máy tốt, tôi rất ưng ý.' })
    expect((await own(secret)).state).toBe('held')
    await send(await checkout.buyer(), `/danh-gia-cua-toi/${secret}`, {
      ...{ intent: 'change', stars: '5', text: 'Máy tốt, tôi vẫn rất ưng ý.' },
    })
    expect((await own(secret)).state).toBe('held')
  }
})

test('a phone that a code has proven reviews a version once, with and without an account', async () => {
  const byCode = async (text: string) => {
    checkout.now = new Date(checkout.now.getTime() + 3_600_000)
    const { otp_token } = dataOf<{ otp_token: string }>(
      await checkout.door.call('POST', '/api/comment/v1/codes', {
        json: { phone: '0912 666 777' },
      }),
    )
    const sent = await checkout.own.db
      .selectFrom('otp')
      .select(['sealed_code', 'token_hash', 'purpose'])
      .orderBy('otp_id', 'desc')
      .executeTakeFirstOrThrow()
    const label = otpLabel(sent.token_hash, sent.purpose)
    const code = secretBox(keys, 'otp').open(sent.sealed_code, label)
    const json = { product_id, stars: 1, text, name: 'An', otp_token, code }
    const answer = await checkout.door.call('POST', api, { json })
    return answer.status === 200 ? 'written' : refusalOf(answer)
  }
  expect(await byCode('Lời đầu tiên của số này.')).toBe('written')
  expect(await byCode('Lời thứ hai của cùng số này.')).toBe('409 reviewed_already')
})

test('a delivered order proves the purchase, an open one or that of a stranger does not', async () => {
  const buyer = await checkout.buyer()
  await buyer.prepare(products.phone, 1)
  const { code } = dataOf<Order>(await buyer.order())
  const offered = async (by: Buyer) =>
    dataOf<{ is_bought: boolean; asked_aspects: string[] }>(
      await by.call('GET', `${api}/offer?product_id=${product_id}`),
    )
  expect((await offered(buyer)).is_bought).toBe(false)
  await sql`update sales_order set state = 'delivered' where code = ${code}`.execute(
    checkout.own.db,
  )
  expect(await offered(buyer)).toMatchObject({
    is_bought: true,
    asked_aspects: ['performance', 'battery', 'camera'],
  })
  expect((await offered(await checkout.buyer())).is_bought).toBe(false)
  checkout.now = new Date(checkout.now.getTime() + 65 * 86_400_000)
  // The phone of the order is not enough: nobody has proven it.
  const stranger = await write(await checkout.buyer(), { text: 'Người lạ dùng số của người mua.' })
  expect((await own(stranger)).is_bought).toBe(false)
  await write(buyer, { text: 'Đã mua và dùng hai tháng rồi.' })
  const { reviews, summary } = await list('&bought=1')
  expect(reviews).toMatchObject([{ bought: { shop_name: null, months: 2 } }])
  expect(summary.bought).toBe(1)
  expect(await look(page)).toMatch(/Đã mua tại .*Đã dùng 2 tháng/s)
})

test('up to five pictures without their metadata, shown and filtered', async () => {
  const buyer = await checkout.buyer()
  const secret = await write(buyer, {
    phone: '0912 000 333',
    text: 'Gửi mọi người vài tấm ảnh thật.',
  })
  const upload = async (background: string) => {
    const form = new FormData()
    const { bytes, name } = await photo(background)
    form.append('pictures', new Blob([new Uint8Array(bytes)]), name)
    const headers = { ...headersOf(buyer), accept: 'application/json' }
    return checkout.door.call('POST', `/danh-gia-cua-toi/${secret}/anh`, { form, headers })
  }
  for (const n of [1, 2, 3, 4, 5]) expect((await upload(`#11${n}0${n}0`)).status).toBe(200)
  const sixth = await upload('#ffffff')
  expect(JSON.parse(sixth.text)).toMatchObject({ problem: 'too_many_pictures', data: { max: 5 } })
  const { pictures } = await own(secret)
  expect(pictures).toHaveLength(5)
  // Staff have looked at the review before this picture came: it waits for them again.
  await send(buyer, `/danh-gia-cua-toi/${secret}`, {
    ...{ intent: 'remove', picture_id: String(pictures[4]?.picture_id) },
  })
  const handled = async () => {
    const { rows } = await sql<{ is_handled: boolean }>`
      select handled_at is not null as is_handled from review where secret = ${secret}`.execute(
      checkout.own.db,
    )
    return rows[0]?.is_handled
  }
  await sql`update review set handled_at = now() where secret = ${secret}`.execute(checkout.own.db)
  expect(await handled()).toBe(true)
  expect((await upload('#a0b0c0')).status).toBe(200)
  expect(await handled()).toBe(false)
  const [{ src, picture_id } = { src: '', picture_id: 0 }] = pictures
  const shown = await checkout.door.call('GET', src)
  expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/webp'])
  expect(shown.text).not.toMatch(/Exif|JFIF/)
  expect((await list('&with_pictures=1')).reviews).toHaveLength(1)
  const mine = `/danh-gia-cua-toi/${secret}`
  await send(buyer, mine, { intent: 'remove', picture_id: String(picture_id) })
  expect((await own(secret)).pictures).toHaveLength(4)
  expect((await checkout.door.call('GET', src)).status).toBe(404)
  await send(buyer, mine, { intent: 'erase' })
  expect((await list()).summary.with_pictures).toBe(0)
  const foreign = `/danh-gia-cua-toi/${'0'.repeat(32)}`
  expect((await checkout.door.call('GET', foreign)).status).toBe(404)
})

test('each person votes and reports once, and nobody for the own review', async () => {
  const [writer, reader] = [await checkout.buyer(), await checkout.buyer()]
  await write(writer, { phone: '0912 000 444', text: 'Đánh giá để mọi người bấm hữu ích.' })
  const { review_id = 0 } =
    (await list()).reviews.find(({ text }) => text.includes('hữu ích')) ?? {}
  const vote = async (by: Buyer) =>
    dataOf<{ helpful: number }>(await by.call('POST', `${api}/helpful`, { review_id })).helpful
  expect([await vote(writer), await vote(reader), await vote(reader)]).toEqual([0, 1, 1])
  const voted = await send(await checkout.buyer(), `${page}/viet`, {
    ...{ intent: 'vote', review_id: String(review_id) },
  })
  expect(voted.headers.get('location')).toBe(`${page}#danh-gia-${review_id}`)
  expect(await look(page)).toContain('Hữu ích (2)')
  const path = `/bao-xau?loai=danh-gia&so=${review_id}&ve=${encodeURIComponent(page)}`
  const fields = { intent: 'report', review_id: String(review_id), reason: 'advertising' }
  for (const by of [reader, reader, writer]) expect((await send(by, path, fields)).status).toBe(303)
  const { rows } = await sql`select reports from review where review_id = ${review_id}`.execute(
    checkout.own.db,
  )
  expect(rows).toEqual([{ reports: 2 }])
  expect(
    (await checkout.door.call('GET', '/bao-xau?loai=danh-gia&so=1&ve=//x.example')).status,
  ).toBe(404)
})

test('the total of any filters together is the number of reviews that they leave', async () => {
  const { db } = checkout.own
  const kinds = [1, 2, 3, 4, 5].flatMap((stars) =>
    [0, 1].flatMap((picture_count) =>
      [true, false].map((is_bought) => ({ stars, picture_count, is_bought })),
    ),
  )
  for (const [n, { stars, picture_count, is_bought }] of kinds.entries()) {
    await sql`
      insert into review (product_id, secret, name, stars, text, bought_on, picture_count, state, created_at)
      select ${product_id}, 'sum-' || ${n} || '-' || again, 'An', ${stars}, ${said},
        case when ${is_bought} then '2026-01-02'::date end, ${picture_count}, 'published', now()
      from generate_series(0, ${n}::integer % 3) again`.execute(db)
  }
  const wrong = async () => {
    const asked = ['', 1, 2, 3, 4, 5].flatMap((stars) =>
      ['', 1].flatMap((pictures) => ['', 1].map((bought) => ({ stars, pictures, bought }))),
    )
    const differing: string[] = []
    for (const { stars, pictures, bought } of asked) {
      const query = [
        ...(stars === '' ? [] : [`&stars=${stars}`]),
        ...(pictures === '' ? [] : ['&with_pictures=1']),
        ...(bought === '' ? [] : ['&bought=1']),
      ].join('')
      const { total, reviews } = await list(`${query}&size=50`)
      if (total !== reviews.length) differing.push(`${query}: ${total}, not ${reviews.length}`)
    }
    return differing
  }
  expect((await list('&stars=5&bought=1')).total).toBeGreaterThan(0)
  expect(await wrong()).toEqual([])
  await sql`update review set stars = 1 where secret like 'sum-7-%'`.execute(db)
  await sql`update review set state = 'hidden', hidden_for = 'insult' where secret like 'sum-19-%'`.execute(
    db,
  )
  await sql`update review set picture_count = 0 where secret like 'sum-3-%'`.execute(db)
  await sql`delete from review where secret like 'sum-15-%'`.execute(db)
  expect(await wrong()).toEqual([])
})

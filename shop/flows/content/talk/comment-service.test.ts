import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import type { StaffServices } from '#contracts/staff/all.ts'
import type { CommentList, OwnComment } from '#contracts/storefront/talk/comments.ts'
import type { ReviewList } from '#contracts/storefront/talk/reviews.ts'
import type { StaffActor } from '#pure/contract.ts'
import { cashOnDelivery } from '#shop/payment/gateways/cash-on-delivery.ts'
import { type Buyer, dataOf, refusalOf } from '#test/support/buyer.ts'
import { openCheckout } from '#test/support/checkout.ts'
import { staffOffice, testProviders } from '#test/support/providers.ts'
import { addRepairs, products } from '#test/support/small-shop.ts'
import { test_staff } from '#test/support/staff.ts'
import { xss_texts, xss_vectors } from '#test/threats/xss-vectors.ts'

const checkout = openCheckout()
const api = '/api/comment/v1'
const subject = { subject_kind: 'product', subject_id: String(products.phone_version) }
const slug = `san-pham-${products.phone}`
const page = `/hoi-dap/${slug}`
const form = `/dat-cau-hoi/${slug}`
const guest = { name: 'Trần Bình', phone: '0987 654 321' }
let office: StaffServices
let lan: StaffActor

beforeAll(async () => {
  const { db } = checkout.own
  await addRepairs(db)
  const providers = await testProviders({
    ...{ db, now: () => checkout.now, gateways: [cashOnDelivery] },
  })
  office = staffOffice(providers).services
  const { rows } = await sql<{ staff_id: number }>`
    insert into staff (name, login_name, created_at) values ('Lan', 'lan', now()) returning staff_id`.execute(
    db,
  )
  lan = { ...test_staff, name: 'Lan', staff_id: rows[0]?.staff_id ?? 0 }
})

const headersOf = ({ token }: Buyer) => ({
  cookie: `token=${token}`,
  'sec-fetch-site': 'same-origin',
})
const send = (by: Buyer, path: string, fields: Record<string, string>) =>
  checkout.door.call('POST', path, { form: new URLSearchParams(fields), headers: headersOf(by) })
const look = async (path: string) => (await checkout.door.call('GET', path)).text

async function ask(by: Buyer, text: string, more: Record<string, string> = {}): Promise<string> {
  const fields = { intent: 'write', ...subject, ...guest, text, ...more }
  const answer = await send(by, form, fields)
  const location = answer.headers.get('location') ?? ''
  const [, secret] = /^\/binh-luan-cua-toi\/([0-9a-f]{32})\?moi=1$/.exec(location) ?? []
  if (secret === undefined) throw new RangeError(`${answer.status} ${location}`)
  return secret
}
const list = async (query = new URLSearchParams(subject)) =>
  dataOf<CommentList>(await checkout.door.call('GET', `${api}/comments?${query}`))
const own = async (secret: string) =>
  dataOf<OwnComment>(await checkout.door.call('GET', `${api}/comments/own?secret=${secret}`))
const pass = (minutes: number) => {
  checkout.now = new Date(checkout.now.getTime() + minutes * 60_000)
}
/** As staff have read it. */
const readComment = async (comment_id: number) => {
  const { version } = await office.talk.comment(lan, { comment_id })
  return { comment_id, version }
}
const readReview = async (review_id: number) => {
  const { version } = await office.talk.review(lan, { review_id })
  return { review_id, version }
}
const refusal = (call: Promise<unknown>) =>
  call.then(
    () => 'done',
    ({ code }: { code: string }) => code,
  )
const ledger = async (operation: string) => {
  const { rows } = await sql<{ reason: string | null }>`
    select reason from change_log where operation = ${operation} order by change_id`.execute(
    checkout.own.db,
  )
  return rows.map(({ reason }) => reason)
}

test('a question begins in the box of a page, and is answered against the clock', async () => {
  const begun = `${form}?cau-hoi=${encodeURIComponent('Còn màu đen không shop?')}`
  const buyer = await checkout.buyer()
  const shown = await checkout.door.call('GET', begun, { headers: headersOf(buyer) })
  expect(shown.text).toContain('Còn màu đen không shop?')
  // 15:00 in Vietnam: an hour.
  expect(shown.text).toContain('trước 16:00')
  const secret = await ask(buyer, 'Còn màu đen ở Thủ Đức không shop?')
  expect(await own(secret)).toMatchObject({ is_answered: false, state: 'published' })
  expect(await look(page)).toContain('Cửa hàng hẹn trả lời trước 16:00')
  expect(await look(`/${slug}`)).toContain('Còn màu đen ở Thủ Đức không shop?')
  const { rows, counts } = await office.talk.comments(lan, { state: 'new' })
  expect(counts.find(({ state }) => state === 'new')).toMatchObject({ count: 1 })
  const [{ comment_id } = { comment_id: 0 }] = rows
  pass(25)
  await office.talk.answerComment(lan, {
    ...(await readComment(comment_id)),
    text: 'Dạ còn hàng ạ.',
  })
  const [thread] = (await list()).threads
  expect(thread).toMatchObject({
    due_at: null,
    replies: [{ is_staff: true, text: 'Dạ còn hàng ạ.', name: 'Quản trị viên' }],
  })
  const html = await look(page)
  expect(html).toMatch(/Dạ còn hàng ạ\./)
  expect(html).toContain('title="Quản trị viên"')
  expect(html).not.toContain('Lan')
  expect((await office.talk.comments(lan, { state: 'new' })).rows).toEqual([])
  expect(await own(secret)).toMatchObject({ is_answered: true, replies: [{ is_staff: true }] })
  // Another shopper replies under it: that waits for staff again.
  const other = await checkout.buyer()
  await ask(other, 'Mình cũng hỏi vậy ạ.', { parent_id: String(comment_id) })
  expect((await list()).threads[0]?.replies).toHaveLength(2)
  expect((await office.talk.comments(lan, { state: 'new' })).rows).toMatchObject([
    { is_reply: true, answered_at: null },
  ])
  const unknown = {
    intent: 'write',
    ...subject,
    ...guest,
    text: 'Không có câu này',
    parent_id: '999',
  }
  expect((await send(other, form, unknown)).status).toBe(404)
})

test('the median of the real answers is shown once there are enough', async () => {
  expect((await list()).median_minutes).toBe(null)
  for (const minutes of [10, 20, 30, 40, 90]) {
    await ask(await checkout.buyer(), `Câu hỏi được trả lời sau ${minutes} phút ạ?`)
    const { rows } = await office.talk.comments(lan, { state: 'new' })
    const asked = rows.find(({ text }) => text.includes(`sau ${minutes} phút`))
    pass(minutes)
    await office.talk.answerComment(lan, {
      ...(await readComment(asked?.comment_id ?? 0)),
      text: 'Dạ vâng.',
    })
  }
  // The first test has answered one after 25 minutes. The list keeps its median for some minutes.
  pass(11)
  expect((await list()).median_minutes).toBe(28)
  expect(await look(page)).toContain('trong khoảng 28 phút')
})

async function addPost(): Promise<void> {
  const { db } = checkout.own
  const author_id = '2d0a1c2f-694d-51be-a773-436e1740aa92'
  await sql`insert into author (author_id, name) values (${author_id}, 'Long')`.execute(db)
  await sql`insert into post_category (post_category_id, name) values (1, 'Tư vấn')`.execute(db)
  await sql`insert into slug (path, kind, entity_id) values ('tu-van', 'post_category', 1),
    ('tu-van/chon-sac', 'post', 1)`.execute(db)
  await sql`insert into post (post_id, title, post_category_id, author_id, body, published_at, updated_at)
    values (1, 'Chọn sạc', 1, ${author_id}, '<p>Chọn sạc</p>', '2026-11-01', '2026-11-01')`.execute(
    db,
  )
}

test('articles and repairs have questions too; other pages have none', async () => {
  await addPost()
  const post = { subject_kind: 'post', subject_id: '1' }
  const about_post = { intent: 'write', ...post, ...guest, text: 'Bài này viết hay quá ạ!' }
  const reader = await checkout.buyer()
  expect((await send(reader, '/dat-cau-hoi/tu-van/chon-sac', about_post)).status).toBe(303)
  expect(await look('/hoi-dap/tu-van/chon-sac')).toContain('Bài này viết hay quá ạ!')
  expect(await look('/tu-van/chon-sac')).toContain('Bài này viết hay quá ạ!')
  const repair = { subject_kind: 'repair_service', subject_id: '1' }
  const fields = { intent: 'write', ...repair, ...guest, text: 'Thay màn zin bảo hành mấy tháng?' }
  const buyer = await checkout.buyer()
  expect((await send(buyer, '/dat-cau-hoi/sua-pin', fields)).status).toBe(303)
  expect((await list(new URLSearchParams(repair))).total).toBe(1)
  expect(await look('/sua-pin')).toContain('Thay màn zin bảo hành mấy tháng?')
  expect(await look('/hoi-dap/sua-pin')).toContain('Hỏi và đáp về Thay pin iPhone 13')
  for (const path of ['/hoi-dap/khong-co', `${page}?page=99`]) {
    expect((await checkout.door.call('GET', path)).status).toBe(404)
  }
})

test('the writer changes and erases by the secret, with everything under it', async () => {
  const buyer = await checkout.buyer()
  const secret = await ask(buyer, 'Máy này có kèm củ sạc không ạ?')
  const before = (await list()).total
  const mine = `/binh-luan-cua-toi/${secret}`
  await send(buyer, mine, { intent: 'change', text: 'Xem giúp ở shopkhac.example.com nhé' })
  expect((await own(secret)).state).toBe('held')
  await send(buyer, mine, { intent: 'change', text: 'Máy có kèm sạc không ạ?' })
  expect(await own(secret)).toMatchObject({ state: 'published', text: 'Máy có kèm sạc không ạ?' })
  await send(buyer, mine, { intent: 'erase' })
  expect((await list()).total).toBe(before - 1)
  const gone = await checkout.door.call('GET', `${api}/comments/own?secret=${secret}`)
  expect(refusalOf(gone)).toBe('404 comment_not_found')
})

test('staff hide for a listed reason alone, and the ledger says so', async () => {
  const buyer = await checkout.buyer()
  await send(buyer, `/danh-gia-san-pham/${slug}/viet`, {
    ...{ intent: 'write', product_id: subject.subject_id, stars: '1', ...guest },
    text: 'Gọi 0912 345 678 để mua rẻ hơn ở chỗ tôi.',
  })
  const reviews = async () =>
    dataOf<ReviewList>(
      await checkout.door.call('GET', `${api}/reviews?product_id=${subject.subject_id}`),
    ).summary
  expect((await reviews()).total).toBe(0)
  const { rows } = await office.talk.reviews(lan, { state: 'held' })
  expect(rows).toMatchObject([{ held_for: 'phone', stars: 1, is_bought: false }])
  const [{ review_id } = { review_id: 0 }] = rows
  await office.talk.passReview(lan, await readReview(review_id))
  expect(await reviews()).toMatchObject({ total: 1, average: 1 })
  await office.talk.replyToReview(lan, {
    ...(await readReview(review_id)),
    text: 'Dạ cửa hàng xin lỗi anh/chị ạ.',
  })
  expect(await look(`/danh-gia-san-pham/${slug}`)).toContain('Dạ cửa hàng xin lỗi anh/chị ạ.')
  await office.talk.hideReview(lan, { ...(await readReview(review_id)), reason: 'advertising' })
  expect((await reviews()).total).toBe(0)
  expect(await office.talk.review(lan, { review_id })).toMatchObject({
    ...{ state: 'hidden', hidden_for: 'advertising', phone: '09•• ••• 321' },
  })
  // Passing does not show again what is hidden.
  await office.talk.passReview(lan, await readReview(review_id))
  expect((await reviews()).total).toBe(0)
  await office.talk.showReview(lan, await readReview(review_id))
  expect((await reviews()).total).toBe(1)
  expect(await ledger('talk.hideReview')).toEqual(['advertising'])
  await expect(
    office.talk.hideReview(lan, { review_id: 999, version: '1', reason: 'insult' }),
  ).rejects.toEqual(expect.objectContaining({ code: 'review_not_found' }))
})

test('what was changed after staff had read it is neither passed nor answered unseen', async () => {
  const buyer = await checkout.buyer()
  const secret = await ask(buyer, 'Máy có hỗ trợ eSIM không shop ơi?')
  const { rows } = await office.talk.comments(lan, { q: 'may co ho tro esim' })
  expect(rows).toHaveLength(1)
  const read = await readComment(rows[0]?.comment_id ?? 0)
  await send(buyer, `/binh-luan-cua-toi/${secret}`, {
    ...{ intent: 'change', text: 'Máy có hỗ trợ hai eSIM không ạ?' },
  })
  expect(await refusal(office.talk.passComment(lan, read))).toBe('text_changed')
  expect(await refusal(office.talk.answerComment(lan, { ...read, text: 'Dạ có.' }))).toBe(
    'text_changed',
  )
  expect(
    (await list()).threads.some(({ replies }) => replies.some((one) => one.text === 'Dạ có.')),
  ).toBe(false)
  const again = await readComment(read.comment_id)
  // A reply under it is one more text to be read.
  await ask(await checkout.buyer(), 'Mình cũng cần biết.', { parent_id: String(read.comment_id) })
  expect(await refusal(office.talk.answerComment(lan, { ...again, text: 'Dạ có.' }))).toBe(
    'text_changed',
  )
  const now = await readComment(read.comment_id)
  expect(await refusal(office.talk.answerComment(lan, { ...now, text: 'Dạ có.' }))).toBe('done')

  const [review] = (await office.talk.reviews(lan, { q: 'goi 0912 345' })).rows
  const { review_id = 0 } = review ?? {}
  const seen = await readReview(review_id)
  await sql`update review set text = 'Gọi 0987 654 321 nhé mọi người' where review_id = ${review_id}`.execute(
    checkout.own.db,
  )
  expect(await refusal(office.talk.passReview(lan, seen))).toBe('text_changed')
  // Votes and reports change no text.
  const fresh = await readReview(review_id)
  await sql`update review set helpful = helpful + 1 where review_id = ${review_id}`.execute(
    checkout.own.db,
  )
  expect(await refusal(office.talk.passReview(lan, fresh))).toBe('done')
})

test('the gateway passes on listed calls alone, and knows nobody over the wire', async () => {
  const call = (method: string, url: string, body?: unknown) =>
    checkout.door.call('POST', `${api}/gateway`, { json: { method, url, body } })
  const found = await call('GET', `/v1/comments?${new URLSearchParams(subject)}`)
  expect(dataOf<CommentList>(found).total).toBeGreaterThan(0)
  for (const [method, url] of [
    ['GET', 'https://evil.example/v1/comments'],
    ['GET', '//evil.example/v1/reviews'],
    ['GET', '/v1/../../cart/v1/cart'],
    ['POST', '/v1/gateway'],
    ['DELETE', '/v1/comments'],
    ['GET', '/v1/constructor'],
  ] as const) {
    expect(refusalOf(await call(method, url))).toBe('404 call_not_allowed')
  }
  const vote = await call('POST', '/v1/reviews/helpful', { review_id: 1 })
  expect(refusalOf(vote)).toBe('401 token_is_invalid')
  const question = { ...subject, text: 'Hỏi qua cổng có được không?', name: 'An' }
  const bare = await call('POST', '/v1/comments', question)
  expect(refusalOf(bare)).toBe('403 phone_not_proven')
  expect((await call('POST', '/v1/comments', { ...question, text: 'a' })).status).toBe(422)
  const { otp_token } = dataOf<{ otp_token: string }>(
    await call('POST', '/v1/codes', { phone: '0912 777 888' }),
  )
  const wrong = await call('POST', '/v1/comments', { ...question, otp_token, code: '000000' })
  expect(['422 otp_is_wrong', '200']).toContain(refusalOf(wrong).slice(0, 16))
})

test('no text of a shopper becomes markup, a link or a script', async () => {
  const buyer = await checkout.buyer()
  const filler = ' và đây là lời nhận xét thật của tôi'
  await sql`delete from comment`.execute(checkout.own.db)
  for (const [n, vectors] of xss_texts.entries()) {
    const text = `${vectors}${filler} số ${n}`
    const [vector = ''] = xss_vectors.slice(n)
    const fields = { intent: 'write', ...subject, ...guest, name: vector.slice(0, 60), text }
    const { status } = await send(buyer, form, fields)
    expect([303, 422]).toContain(status)
  }
  await sql`update comment set state = 'published'`.execute(checkout.own.db)
  const pages = [page, `${page}?page=2`, `/${slug}`, `${form}?cau-hoi=<script>alert(1)</script>`]
  for (const path of pages) {
    const html = (await look(path)).replaceAll(/<script type="application\/[^]*?<\/script>/g, '')
    expect(html).not.toMatch(/(href|src|action|srcdoc)="\s*(java|data|vbs)/i)
    // Without the quoted values, what is left of a tag are names that nobody but us has written.
    const names = html.replaceAll(/="[^"]*"/g, '=""')
    expect(names).not.toMatch(/<[^>]*alert|<script[^>]*>[^<]*alert/i)
  }
  expect((await list()).total).toBeGreaterThan(8)
})

test('staff open one of several reviews', async () => {
  const { rows } = await sql<{ review_id: number }>`
    insert into review (product_id, secret, name, stars, text, state, created_at)
    select ${products.phone_version}, md5(n::text), 'An', 5, 'Dây tốt, cắm chắc tay.', 'published', now()
    from generate_series(1, 2) n returning review_id`.execute(checkout.own.db)
  const review_ids = rows.map(({ review_id }) => review_id)
  const read = review_ids.map((review_id) => office.talk.review(lan, { review_id }))
  expect((await Promise.all(read)).map(({ review_id }) => review_id)).toEqual(review_ids)
})

test('a question that is sent twice at once is asked once', async () => {
  const buyer = await checkout.buyer()
  const text = 'Máy có kèm củ sạc trong hộp không shop?'
  const both = await Promise.all([ask(buyer, text), ask(buyer, text)])
  expect(new Set(both).size).toBe(1)
  expect(await ask(buyer, `${text} Cảm ơn.`)).not.toBe(both[0])
})

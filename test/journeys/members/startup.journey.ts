import { sql } from 'kysely'
import type { BrowserContext, Page, Request } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { tokenHash } from '#shop/identity/session.ts'
import { newMember, newMemberSession, type TestMember } from '#test/members/member.ts'
import type { Visit } from '#test/support/browser.ts'
import { journey } from '#test/support/journey.ts'
import { fillHomeAddress, itemInStock, shopper } from '#test/support/shopping.ts'

// The startup of contract §4, where shop and member site are one site: tiem.localhost and smember.tiem.localhost.

const shop = journey({ host: 'tiem.localhost' })
const memberUrl = () => shop.url.replace('//', '//smember.')
const product = 'iphone-18-pro-max-256gb'
const other_product = 'redmi-note-15-pro-plus-5g-8gb-256gb'

// The provider says on stderr that it does not know this version of Node yet.
afterAll(() => void shop.complaints.splice(0, shop.complaints.length, ...others()))
const others = () => shop.complaints.filter((line) => !line.includes('Unsupported runtime'))

let members = 0

async function aMember(name = 'Trần Thị Lan Anh'): Promise<TestMember> {
  members += 1
  return newMember(shop.db, { phone: `+849120000${10 + members}`, name })
}

/** Signs the browser in at the member site alone, as after a sign-in for another shop. */
async function atMemberSite({ context }: Visit, { customer_id }: TestMember): Promise<void> {
  const value = await newMemberSession(shop.db, customer_id)
  await context.addCookies([{ name: 'smember', value, url: memberUrl() }])
}

/** Has left the silent sign-in behind, as somebody who pressed "Đăng xuất". */
const signedOut = ({ context }: Visit) =>
  context.addCookies([{ name: 'signed_out', value: '1', url: shop.url }])

const holds = async ({ context }: Visit, member: TestMember) =>
  context.addCookies([{ name: 'member_token', value: member.token, url: shop.url }])

const named = async (context: BrowserContext) =>
  (await context.cookies(shop.url)).map(({ name }) => name).toSorted()

/** Adds to the cart by the page, whose host name only the browser knows, once the page has begun its session. */
const add = async (page: Page, item_id: number, item_quantity = 1) => {
  await expect.poll(async () => (await named(page.context())).join()).toMatch(/token/)
  await page.evaluate(
    async (item) => {
      const headers = { 'content-type': 'application/json' }
      await fetch('/api/cart/v1/cart', { method: 'POST', headers, body: JSON.stringify(item) })
    },
    { item_id, item_quantity },
  )
}

const header = (page: Page) => page.locator('header').first()
const isSignedIn = (page: Page, name = 'Trần Thị Lan Anh') =>
  header(page).getByRole('link', { name }).waitFor()
const isSignedOut = (page: Page) => header(page).getByRole('link', { name: 'Đăng nhập' }).waitFor()

/** Paths that a page asks for from now on. */
function listen(page: Page): string[] {
  const asked: string[] = []
  page.on('request', (request: Request) => asked.push(new URL(request.url()).pathname))
  return asked
}

async function quantityOf({ customer_id }: TestMember): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select coalesce(sum(item_quantity), 0)::int as n from cart_item where customer_id = ${customer_id}`.execute(
    shop.db,
  )
  return rows[0]?.n ?? 0
}

test('step 1: state and code become a member, the cart moves once with two tabs, and both leave the address', async () => {
  const visit = await shop.visit()
  const { page, context } = visit
  const member = await aMember()
  const item = await itemInStock(shop.db, product)
  await signedOut(visit)
  await visit.open('/')
  await add(page, item.item_id, 2)
  const second = await context.newPage()
  await second.goto(`/${other_product}`)
  // Both tabs press "Đăng nhập", and are sent back by the member site at the same moment.
  const begin = async (tab: Page, return_to: string) =>
    tab.evaluate(async (back) => {
      const headers = { accept: 'application/json' }
      const body = new URLSearchParams({ action: 'login', return_to: back })
      const response = await fetch('/auth/login', { method: 'POST', headers, body })
      return ((await response.json()) as { url: string }).url
    }, return_to)
  const first_url = await begin(page, `/${product}?utm_source=thu`)
  const second_url = await begin(second, `/${other_product}`)
  await atMemberSite(visit, member)
  await Promise.all([page.goto(first_url), second.goto(second_url)])
  await Promise.all([isSignedIn(page), isSignedIn(second)])
  for (const { url } of [page, second].map((one) => ({ url: new URL(one.url()) })))
    expect([...url.searchParams.keys()].filter((key) => key !== 'utm_source')).toEqual([])
  // The member's token is in the one jar that pages and API read, and the cart of the guest was counted once.
  await expect.poll(() => named(context)).toContain('member_token')
  expect(await named(context)).not.toContain('token')
  expect(await quantityOf(member)).toBe(2)
  await header(page).getByText('2').waitFor()
})

test('a sign-in that began in the cart ends in the cart', async () => {
  const visit = await shop.visit()
  await signedOut(visit)
  await atMemberSite(visit, await aMember())
  await visit.open('/cart?dang_nhap=1')
  await visit.page.getByRole('dialog').getByRole('button', { name: 'Đăng nhập' }).click()
  await visit.page.waitForURL((url) => url.pathname + url.search === '/cart')
  expect(await named(visit.context)).toContain('member_token')
  await visit.open('/')
  await isSignedIn(visit.page)
})

test('step 2: with token and user the guest token goes', async () => {
  const visit = await shop.visit()
  await visit.open('/')
  await expect.poll(() => named(visit.context)).toContain('token')
  await holds(visit, await aMember())
  await visit.open('/')
  await isSignedIn(visit.page)
  expect(await named(visit.context)).not.toContain('token')
  expect(await named(visit.context)).toContain('USER')
})

test('step 3: a token without a user fetches the profile, and if that fails a guest is left', async () => {
  const visit = await shop.visit()
  const member = await aMember()
  await holds(visit, member)
  await visit.open('/')
  await isSignedIn(visit.page)
  await shop.db
    .updateTable('member')
    .set({ erased_at: new Date(), phone: `erased:${member.customer_id}:` })
    .where('customer_id', '=', member.customer_id)
    .execute()
  await visit.context.clearCookies({ name: 'USER' })
  // The silent sign-in of step 4 would begin at once for a guest, with a cookie of its own.
  await signedOut(visit)
  await visit.open('/')
  await isSignedOut(visit.page)
  await expect.poll(() => named(visit.context)).toEqual(['consent', 'signed_out', 'token'])
})

test('step 4: who is signed in at the member site is signed in here by the hidden frame', async () => {
  const visit = await shop.visit()
  await atMemberSite(visit, await aMember())
  const asked = listen(visit.page)
  await visit.open(`/${product}`)
  await isSignedIn(visit.page)
  expect(visit.page.url()).toBe(`${shop.url}/${product}`)
  expect(asked).toContain('/auth/silent')
})

test('step 4: the frame asks once in a tab, leaves a guest alone, and never after a sign-out', async () => {
  const visit = await shop.visit()
  const { page } = visit
  const asked = listen(page)
  await visit.open('/')
  await expect.poll(() => asked.filter((path) => path === '/auth/silent')).toHaveLength(1)
  // The member site answers that nobody is signed in there, and the frame goes.
  await expect.poll(() => page.locator('iframe').count()).toBe(0)
  await visit.open(`/${product}`)
  await isSignedOut(page)
  expect(asked.filter((path) => path === '/auth/silent')).toHaveLength(1)
  const other = await shop.visit()
  await signedOut(other)
  await atMemberSite(other, await aMember())
  const of_other = listen(other.page)
  await other.open('/')
  await isSignedOut(other.page)
  expect(of_other).not.toContain('/auth/silent')
})

test('step 4: a message of another origin or another frame signs nobody in', async () => {
  const visit = await shop.visit()
  const { page } = visit
  // The member site does not answer, so the frame stays and listens.
  await page.route(`${memberUrl()}/**`, () => undefined)
  await visit.open('/')
  await page.locator('iframe[title="Smember"]').waitFor({ state: 'attached' })
  await page.evaluate((origin) => {
    const data = { auto_login: true, code: 'foreign', state: `s_${'A'.repeat(43)}` }
    postMessage(data, '*')
    const { contentWindow } = document.querySelector('iframe') as HTMLIFrameElement
    const wrong = [
      { data, origin: location.origin, source: contentWindow },
      { data, origin, source: window },
      { data, origin: 'null', source: contentWindow },
      { data, origin: `${origin}.evil.example`, source: contentWindow },
      { data: { ...data, auto_login: false }, origin, source: contentWindow },
    ]
    for (const message of wrong) dispatchEvent(new MessageEvent('message', message))
  }, memberUrl())
  await page.waitForTimeout(500)
  expect(page.url()).toBe(`${shop.url}/`)
  await isSignedOut(page)
  expect(await named(visit.context)).not.toContain('member_token')
})

test('step 5: with neither token a guest token comes', async () => {
  const visit = await shop.visit()
  const answered = visit.page.waitForResponse('**/session')
  await visit.open('/')
  expect((await answered).status()).toBe(201)
  expect(await named(visit.context)).toContain('token')
})

test('step 6: the cart is counted on other pages, and not on those of the cart', async () => {
  const visit = await shop.visit()
  const { page } = visit
  await holds(visit, await aMember())
  await visit.open('/')
  await isSignedIn(page)
  await add(page, (await itemInStock(shop.db, product)).item_id)
  const asked = listen(page)
  const counted = page.waitForRequest('**/api/cart/v1/cart')
  await visit.open(`/${product}`)
  await counted
  asked.splice(0)
  const known = page.waitForResponse('**/session')
  await visit.open('/cart')
  await known
  await page.waitForTimeout(300)
  expect(asked).not.toContain('/api/cart/v1/cart')
})

test('step 7: the stored address goes after mount, and a click id is stored with consent', async () => {
  const visit = await shop.visit()
  await visit.context.addCookies([{ name: 'redirectUri', value: '%2Fcart', url: shop.url }])
  await visit.open('/?gclid=Cj0KCQ_1-a.b')
  await expect.poll(() => named(visit.context)).toContain('gclid')
  expect(await named(visit.context)).not.toContain('redirectUri')
  const [click] = (await visit.context.cookies(shop.url)).filter(({ name }) => name === 'gclid')
  expect(click).toMatchObject({ value: 'Cj0KCQ_1-a.b', path: '/', sameSite: 'Lax' })
})

test('a slow phone: who presses „Đăng nhập“ before the visit has begun comes back to their page', async () => {
  const visit = await shop.visit()
  const begun = Promise.withResolvers<void>()
  await visit.page.route('**/visit-*.js', async (route) => {
    await begun.promise
    await route.continue()
  })
  // The page stays, as it does until the member site answers.
  await visit.page.route('**/oidc/auth**', (route) => route.abort('aborted'))
  await visit.open('/dang-nhap?tiep_tuc=%2Fsmember%2Fthe')
  const answered = visit.page.waitForResponse('**/auth/login')
  const started = visit.page.waitForRequest('**/session')
  await visit.page.getByRole('button', { name: 'Đăng nhập', exact: true }).last().click()
  await answered
  begun.resolve()
  await started
  expect(await named(visit.context)).toContain('redirectUri')
})

test('on the page of a sign-in that failed nothing of it happens', async () => {
  const visit = await shop.visit()
  const asked = listen(visit.page)
  await visit.open('/auth/callback?tiep_tuc=%2F&ly_do=chua-xong')
  await visit.page.waitForTimeout(500)
  expect(asked).not.toContain('/session')
  expect(await named(visit.context)).toEqual(['consent'])
})

test('a sign-out in one tab is seen in another, which leaves the pages of the member', async () => {
  const visit = await shop.visit()
  const { page, context } = visit
  const member = await aMember()
  await holds(visit, member)
  await visit.open('/')
  await isSignedIn(page)
  const pages = [await context.newPage(), await context.newPage()] as const
  await pages[0].goto('/smember/don-hang')
  await pages[1].goto(`/${product}`)
  await isSignedIn(pages[0])
  await isSignedIn(pages[1])
  await header(page).getByRole('link', { name: 'Trần Thị Lan Anh' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Đăng xuất' }).click()
  await pages[0].waitForURL('**/dang-nhap?tiep_tuc=%2Fsmember%2Fdon-hang')
  await isSignedOut(pages[1])
  expect(await pages[0].locator('body').innerText()).not.toContain('Lan Anh')
  const { rows } = await sql`select 1 from session where token_hash = ${tokenHash(member.token)}
    and ended_at is null`.execute(shop.db)
  expect(rows).toEqual([])
})

test('a slow phone: a sign-out that is pressed before the session is known is told to other tabs', async () => {
  const visit = await shop.visit()
  const { page, context } = visit
  await holds(visit, await aMember())
  const other = await context.newPage()
  await other.goto('/smember/don-hang')
  await isSignedIn(other)
  await other.waitForLoadState('networkidle')
  // The session of this tab is not answered, and the page to which the sign-out leads neither.
  await page.route('**/session', () => undefined)
  await page.route('**/oidc/sign-out**', () => undefined)
  const started = page.waitForRequest('**/session')
  await visit.open('/smember/don-hang')
  await started
  await page.getByRole('button', { name: 'Đăng xuất', exact: true }).last().click()
  await other.waitForURL('**/dang-nhap?tiep_tuc=%2Fsmember%2Fdon-hang')
  expect(visit.problems).toEqual([])
})

test('the sign-out of a member page works without scripts', async () => {
  const visit = await shop.visit({ width: 390, height: 844, javascript: false })
  const { page, context } = visit
  const member = await aMember()
  await holds(visit, member)
  await page.goto('/smember')
  await page.getByRole('button', { name: 'Đăng xuất' }).click()
  // Nobody is signed in at the member site: it has nothing to ask.
  await page.waitForURL(`${shop.url}/`)
  expect(await named(context)).not.toContain('member_token')
  await page.goto('/smember')
  expect(new URL(page.url()).pathname).toBe('/dang-nhap')
})

test('a phone signs in from a product page, without scripts too', async () => {
  for (const javascript of [true, false]) {
    const visit = await shop.visit({ width: 390, height: 844, javascript })
    await signedOut(visit)
    const { page } = visit
    await atMemberSite(visit, await aMember())
    await visit.open(`/${product}`)
    await header(page).getByRole('link', { name: 'Đăng nhập' }).click()
    const button = page.getByRole('button', { name: 'Đăng nhập', exact: true })
    await button.click()
    await expect.poll(() => named(visit.context)).toContain('member_token')
    await page.waitForURL(`${shop.url}/${product}`)
  }
})

const ends = {
  expired: { expires_at: new Date(Date.now() - 60_000) },
  revoked: { ended_at: new Date() },
} as const

/** A member who has typed the whole form of the checkout when their session ends. */
async function typedInCheckout(visit: Visit, member: TestMember, how: keyof typeof ends) {
  const { page } = visit
  await holds(visit, member)
  await visit.open('/')
  await isSignedIn(page)
  await add(page, (await itemInStock(shop.db, product)).item_id)
  await visit.open('/cart')
  await page.getByRole('button', { name: /^Mua ngay/ }).click()
  await page.waitForURL('**/cart/payment-info')
  await page.waitForResponse('**/session').catch(() => undefined)
  await fillHomeAddress(page, { ...shopper, street: '99 Đường Đã Gõ' })
  await shop.db
    .updateTable('session')
    .set(ends[how])
    .where('token_hash', '=', tokenHash(member.token))
    .execute()
  await page.getByRole('button', { name: 'Tiếp tục' }).click()
  await page.getByText('Phiên đăng nhập đã hết hạn').waitFor()
}

test.each(['expired', 'revoked'] as const)(
  'a session that is %s in the middle of the checkout loses nothing typed',
  async (how) => {
    const visit = await shop.visit()
    const { page } = visit
    const member = await aMember()
    await typedInCheckout(visit, member, how)
    await atMemberSite(visit, member)
    await page.getByRole('button', { name: 'Đăng nhập' }).click()
    await page.waitForURL('**/cart/payment')
    const { rows } = await sql<{ recipient: unknown }>`
      select recipient from quote where customer_id = ${member.customer_id}`.execute(shop.db)
    expect(JSON.stringify(rows)).toContain('99 Đường Đã Gõ')
  },
)

test('what was typed is never sent in the name of another member', async () => {
  const visit = await shop.visit()
  const { page } = visit
  await typedInCheckout(visit, await aMember(), 'expired')
  const other = await aMember('Lê Văn Khác')
  await atMemberSite(visit, other)
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST') asked.push(new URL(request.url()).pathname)
  })
  await page.getByRole('button', { name: 'Đăng nhập' }).click()
  await page.waitForURL((url) => url.pathname === '/cart' || url.pathname === '/cart/payment-info')
  await visit.hydrated()
  await expect.poll(() => asked).toContain('/session')
  await page.waitForTimeout(500)
  expect(asked).not.toContain('/cart/payment-info')
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('Đã Gõ')
  expect(await page.locator('body').innerText()).not.toContain('Đã Gõ')
})

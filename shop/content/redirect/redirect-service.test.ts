import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Insertable } from 'kysely'
import type { Tables } from '#db/schema.ts'
import { redirectService } from '#shop/content/redirect/redirect-service.ts'
import { testDatabase, type TestDatabase } from '#test/support/database.ts'

let database: TestDatabase
beforeAll(async () => void (database = await testDatabase()))
afterAll(() => database.close())

const rules: Insertable<Tables['redirect_rule']>[] = [
  { path: '/cu', target: '/moi', is_prefix: true },
  { path: '/cu/sau', target: '/khac?a=1', is_prefix: true, status: 302 },
  { path: '/cu/mot', target: '/hai' },
  { path: '/tat', target: '/x', is_active: false },
]

test('a path goes by its exact rule, else by the longest prefix', async () => {
  const { db } = database
  await db.insertInto('redirect_rule').values(rules).execute()
  const { find } = redirectService({ db, now: () => new Date(), feed: null })
  const leads = async (path: string) => (await find(null, { path }))?.target ?? null
  expect(await leads('/cu')).toBe('/moi')
  expect(await leads('/cu/xa/hon')).toBe('/moi/xa/hon')
  expect(await leads('/cu/mot')).toBe('/hai')
  expect(await leads('/cu/mot/nua')).toBe('/moi/mot/nua')
  expect(await find(null, { path: '/cu/sau/kia' })).toEqual({
    ...{ target: '/khac/kia?a=1', status: 302, is_external: false },
  })
  expect(await leads('/cua')).toBe(null)
  expect(await leads('/cu/')).toBe('/moi/')
  expect(await leads('/tat')).toBe(null)
  expect(await leads('/')).toBe(null)
})

test('rules are read once and again after the feed has reported a change', async () => {
  const { db } = database
  const listeners: ((tags: ReadonlySet<string>) => Promise<unknown>)[] = []
  const feed = {
    subscribe: (listener: (typeof listeners)[number]) => listeners.push(listener),
  }
  const { find } = redirectService({ db, now: () => new Date(0), feed: feed as never })
  expect(await find(null, { path: '/sau-nay' })).toBe(null)
  await db.insertInto('redirect_rule').values({ path: '/sau-nay', target: '/day' }).execute()
  for (const listener of listeners) await listener(new Set(['product:1']))
  expect(await find(null, { path: '/sau-nay' })).toBe(null)
  for (const listener of listeners) await listener(new Set(['*']))
  expect(await find(null, { path: '/sau-nay' })).toMatchObject({ target: '/day', status: 301 })
})

test('letters with marks are one path, however it comes; a circle that only browsers see leads nowhere', async () => {
  const { db } = database
  const written: Insertable<Tables['redirect_rule']>[] = [
    { path: '/khuyến-mãi', target: '/giá-tốt', is_prefix: true },
    { path: '/gi%e1%ba%a3m', target: '/moi' },
    { path: '/tron', target: '/./tron' },
    { path: '/mot', target: '/%62a' },
    { path: '/ba', target: '/%6dot' },
    { path: '/goc', target: '/', is_prefix: true },
    { path: '/dai', target: '/ngan', is_prefix: true },
    { path: '/ngan/x', target: '/het' },
  ]
  await db.insertInto('redirect_rule').values(written).execute()
  const { find } = redirectService({ db, now: () => new Date(), feed: null })
  const leads = async (path: string) => (await find(null, { path }))?.target ?? null
  for (const path of ['/khuyến-mãi', '/khuy%E1%BA%BFn-m%C3%A3i', '/khuy%e1%ba%bfn-m%c3%a3i']) {
    expect(await leads(path)).toBe('/giá-tốt')
    expect(await leads(`${path}/n%C4%83m%20nay%2F`)).toBe('/giá-tốt/năm%20nay%2F')
  }
  expect(await leads('/giảm')).toBe('/moi')
  expect(await leads('/%2')).toBe(null)
  for (const circle of ['/tron', '/mot', '/ba', '/%62a']) expect(await leads(circle)).toBe(null)
  expect(await leads('/goc/goc/a')).toBe('/goc/a')
  expect(await leads(`/goc${'/goc'.repeat(30)}`)).toBe(null)
  expect(await leads('/dai/x')).toBe('/ngan/x')
})

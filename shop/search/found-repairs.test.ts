import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { FoundRepair, Suggestions } from '#contracts/storefront/search.ts'
import { createLog } from '#platform/observe/log.ts'
import { openReadModel } from '#shop/search/read-model.ts'
import { wordsOf } from '#shop/search/index/words.ts'
import { seeded_at } from '#test/support/database.ts'
import { openDemoShop } from '#test/support/catalog.ts'

const demo = openDemoShop()

async function answerOf<T>(path: string): Promise<T> {
  const answer = await demo.door.call('GET', path)
  expect(answer.status).toBe(200)
  return (JSON.parse(answer.text) as { data: T }).data
}

test('search, suggestions and the page of results find the service that was asked for', async () => {
  const q = encodeURIComponent('thay pin iphone 13')
  const found = await answerOf<FoundRepair[]>(`/api/search/v1/repairs?q=${q}&size=1`)
  expect(found).toEqual([
    {
      name: 'Thay pin iPhone 13',
      path: '/thay-pin-iphone-13',
      thumbnail: '/media/services/thay-pin.webp',
      price: 890_000,
    },
  ])
  const { repairs } = await answerOf<Suggestions>(`/api/search/v1/suggest?q=${q}`)
  expect(repairs[0]).toEqual(found[0])
  const { text } = await demo.door.call('GET', `/tim-kiem?q=${q}`)
  expect(text.includes('href="/thay-pin-iphone-13"')).toBe(true)
})

test('who looks for goods sees no services, and who asks for any repair sees the hubs', async () => {
  const goods = await answerOf<Suggestions>('/api/search/v1/suggest?q=iphone')
  expect(goods.repairs).toEqual([])
  const hubs = await answerOf<FoundRepair[]>('/api/search/v1/repairs?q=sua%20laptop')
  expect(hubs[0]?.path).toBe('/dich-vu/sua-chua-laptop')
  const watches = await answerOf<FoundRepair[]>('/api/search/v1/repairs?q=sua%20dong%20ho')
  expect(watches[0]?.path).toBe('/dich-vu/sua-chua-apple-watch')
})

test('a change of a service changes what is found', async () => {
  const log = createLog({ service: 'test', level: 'fatal' })
  const products = openReadModel({ db: demo.own.db, now: () => seeded_at, log, feed: null })
  const words = wordsOf('ép kính iphone 13').map(({ text }) => text)
  const { words: before } = await products.current()
  expect(before.repairs.find(words, 1)[0]?.price).toBe(810_000)
  await sql`update repair_option set price = 700000 where service_id = (
    select service_id from repair_service where sku = 'SC-iphone-13-ep-kinh')`.execute(demo.own.db)
  await products.applyChanges(new Set(['repair']))
  expect(before.repairs.find(words, 1)[0]?.price).toBe(700_000)
})

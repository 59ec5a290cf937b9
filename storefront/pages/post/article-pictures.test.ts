import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { permissions } from '#contracts/staff/all.ts'
import { openFileStore } from '#platform/files/open-files.ts'
import type { StaffActor } from '#pure/contract.ts'
import { testPictures } from '#test/pictures/test-pictures.ts'
import { testDatabase, type TestDatabase } from '#test/support/database.ts'
import { type Door, openDoor } from '#test/support/door.ts'
import { staffOffice, testProviders } from '#test/support/providers.ts'
import { everywhere, staffWith } from '#test/support/staff.ts'

const data_dir = mkdtempSync(join(tmpdir(), 'tiem-articles-'))
let database: TestDatabase
let door: Door
let office: ReturnType<typeof staffOffice>
let actor: StaffActor
let now = new Date('2026-11-21T03:00:00Z')

beforeAll(async () => {
  database = await testDatabase({ seeded: true })
  const { db } = database
  door = await openDoor(database, { now: () => now, env: { DATA_DIR: data_dir } })
  const files = testPictures(openFileStore({ data_dir, s3: null }))
  const providers = await testProviders({ db, now: () => now, gateways: [] })
  office = staffOffice(providers, 'demo', undefined, files)
  const { rows } = await sql<{ staff_id: number }>`select staff_id from staff limit 1`.execute(db)
  actor = { ...staffWith(everywhere(permissions)), staff_id: rows[0]?.staff_id ?? 0 }
})
afterAll(async () => {
  await door.close()
  await database.close()
  rmSync(data_dir, { recursive: true, force: true })
})

const create = { width: 2_000, height: 1_000, channels: 3, background: '#884400' } as const

/** The status, width and caching of a picture at an address. */
async function shown(path: string) {
  const answer = await fetch(door.url + path, { headers: { accept: 'image/webp' } })
  const bytes = Buffer.from(await answer.arrayBuffer())
  if (answer.status !== 200) return { status: answer.status }
  const { width } = await sharp(bytes).metadata()
  return { status: 200, width, cache: answer.headers.get('cache-control') }
}

test('an uploaded picture of an article is made in the widths of its column, as long as it is stored', async () => {
  const { articles } = office.services
  const { categories, authors } = await articles.articleForm(actor, {})
  const { code } = await articles.createArticle(actor, {
    ...{ title: 'Ảnh lớn', author_id: authors[0]?.value ?? '' },
    post_category_id: Number(categories[0]?.value),
  })
  const bytes = await sharp({ create }).jpeg().toBuffer()
  await articles.addPictures(actor, { code, files: [{ name: 'lớn.jpg', bytes }] })
  const { content, version, pictures } = await articles.article(actor, { code })
  const [{ picture_id, src } = { picture_id: 0, src: '' }] = pictures
  const body = `<p class="picture"><a href="${src}">Máy trên tay</a></p>`
  await articles.publishArticle(actor, { ...content, body, code, version, publish_at: '' })

  const { text } = await door.call('GET', `/${content.path}`)
  const file = src.split('/').at(-1) ?? ''
  const inWidth = (width: number, name = file) => `/image/${width}x,webp,q100/bai-viet/${name}`
  expect(text).toContain(`${inWidth(800)} 800w`)
  expect(text).toContain(`${inWidth(1_600)} 1600w`)
  const forever = 'public, max-age=31536000, immutable'
  expect(await shown(inWidth(800))).toEqual({ status: 200, width: 800, cache: forever })
  expect(await shown(inWidth(1_600))).toEqual({ status: 200, width: 1_600, cache: forever })
  const foreign = file.replace(/^.{8}/, '00000000')
  for (const name of [foreign, 'x.webp', `a/${file}`, file.replace('.webp', '-nho.webp')]) {
    expect([name, (await shown(inWidth(800, name))).status]).toEqual([name, 404])
  }

  const last = { ...content, body: '<p>Chữ</p>', code, version: version + 1, publish_at: '' }
  await articles.publishArticle(actor, last)
  await articles.removePicture(actor, { code, picture_id, reason: 'mờ' })
  now = new Date(now.getTime() + 61_000)
  expect((await shown(inWidth(800))).status).toBe(404)
  expect((await shown(inWidth(960))).status).toBe(404)
})

import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openImport } from '#test/goods/import-lines.ts'

const own = openImport({ small: true })

/** Imports lines; returns the reasons of those that were refused, or what became of all. */
async function imported(...rows: object[]) {
  const { reasons, done } = await own.importRows(rows, ['cart'])
  return reasons.length > 0 ? reasons : { added: done.added, changed: done.changed }
}

const author_id = '0b3cf5c6-3c39-4f0a-9d4e-2f6f7d5a1c11'
const post = {
  ...{ record: 'post', code: 'sac-nhanh', title: 'Sạc nhanh', author: author_id, category: 'Mẹo' },
  ...{ tags: ['Sạc', 'Pin'], body: '<p>Chữ<script>x</script></p>' },
  published_at: '2026-09-01T08:00:00+07:00',
}

async function storedPost() {
  const { rows } = await sql`
    select title, body, slug.path, updated_at, (select array_agg(name order by name) from post_tag_member
      join post_tag using (post_tag_id) where post_tag_member.post_id = post.post_id) as tags
    from post join slug on kind = 'post' and entity_id = post_id and is_current
    where code = 'sac-nhanh'`.execute(own.db)
  return rows[0]
}

test('a file brings an article with its author, category and tags, and changes them', async () => {
  expect(await imported(post)).toEqual(['there is no post_category Mẹo'])
  const category = { record: 'post_category', name: 'Mẹo', path: 'meo-hay' }
  expect(await imported(category, post)).toEqual([`there is no author ${author_id}`])
  const author = { record: 'author', author_id, name: 'Thu Hà' }
  expect(await imported({ ...author, author_id: 'thu-ha' })).toEqual([
    'author_id is a UUID in small letters',
  ])
  expect(await imported(author, post)).toEqual(['there is no post_tag Sạc, Pin'])
  const tags = ['Sạc', 'Pin'].map((name) => ({ record: 'post_tag', name }))
  expect(await imported(...tags, post)).toEqual({ added: 3, changed: 0 })
  expect(await storedPost()).toEqual({
    ...{ title: 'Sạc nhanh', body: '<p>Chữ</p>', path: 'sac-nhanh', tags: ['Pin', 'Sạc'] },
    updated_at: new Date(post.published_at),
  })
  expect(await imported(post)).toEqual({ added: 0, changed: 0 })
  const part = { record: 'post', code: 'sac-nhanh', tags: ['Pin'], path: 'meo-hay/sac-nhanh' }
  expect(await imported(part)).toEqual({ added: 0, changed: 1 })
  expect(await storedPost()).toMatchObject({ path: 'meo-hay/sac-nhanh', tags: ['Pin'] })
})

test('a file brings a popup and changes it; one without sense is refused', async () => {
  const popup = {
    ...{ record: 'popup', code: 'tet', title: 'Tết', button: 'Xem', image: '/media/popups/a.webp' },
    ...{ image_width: 640, image_height: 800, link: '/khuyen-mai-tet' },
    ...{ starts_at: '2027-01-10T00:00:00+07:00', ends_at: '2027-02-10T00:00:00+07:00' },
  }
  const faults = [
    { link: 'https://khac.example' },
    { ink: 'red' },
    { ends_at: popup.starts_at },
    { image_width: 0 },
  ]
  for (const fault of faults) {
    expect(await imported({ ...popup, ...fault })).toEqual([
      expect.stringContaining('its end is after its start'),
    ])
  }
  expect(await imported(popup)).toEqual({ added: 1, changed: 0 })
  const changed = { record: 'popup', code: 'tet', is_active: false }
  expect(await imported(changed)).toEqual({ added: 0, changed: 1 })
  const { rows } = await sql`
    select is_active, version, ink from popup where code = 'tet'`.execute(own.db)
  expect(rows).toEqual([{ is_active: false, version: 2, ink: '#14244a' }])
})

test('a file brings a banner and moves it from a category to the home page', async () => {
  const banner = {
    ...{ record: 'banner', code: 'he', place: 'category', category: 'dien-thoai', label: 'Hè' },
    ...{ path: '/he', image: '/media/a.webp', image_width: 1380, image_height: 480 },
  }
  const faults = [
    { place: 'hero' },
    { place: 'left' },
    { path: 'https://khac.example' },
    { ink: 'red' },
    { image_width: 0 },
    { label: '' },
    { starts_at: '2027-02-10T00:00:00Z', ends_at: '2027-01-10T00:00:00Z' },
  ]
  for (const fault of faults) {
    expect(await imported({ ...banner, ...fault })).toEqual([
      expect.stringContaining('place is hero'),
    ])
  }
  expect(await imported({ ...banner, category: 'khong-co' })).toEqual([
    expect.stringContaining('there is no category khong-co'),
  ])
  expect(await imported(banner)).toEqual({ added: 1, changed: 0 })
  const { code } = banner
  expect(await imported({ record: 'banner', code, eyebrow: 'Mới' })).toEqual({
    added: 0,
    changed: 1,
  })
  expect(await imported({ record: 'banner', code, place: 'hero' })).toEqual({
    added: 0,
    changed: 1,
  })
  const { rows } = await sql`
    select place, category_id, eyebrow, version from banner where code = 'he'`.execute(own.db)
  expect(rows).toEqual([{ place: 'hero', category_id: null, eyebrow: 'Mới', version: 3 }])
})

test('a rule whose target has dots as segments is refused: a browser would read its own path', async () => {
  for (const target of ['/./cu', '/x/../cu', '/%2E/cu', '/cu/..', '/x/.%2e?a=1']) {
    expect(await imported({ record: 'redirect', path: '/cu', target })).toEqual([
      expect.stringContaining('target must be a path of this shop'),
    ])
  }
  const rule = { record: 'redirect', path: '/cu', target: '/x/.well?../a' }
  expect(await imported(rule)).toEqual({ added: 1, changed: 0 })
})

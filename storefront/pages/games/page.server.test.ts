import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { game_codes } from '#pure/games/game.ts'
import { game_texts } from '#storefront/pages/games/game-texts.ts'
import { testDatabase, type TestDatabase } from '#test/support/database.ts'
import { type Door, openDoor } from '#test/support/door.ts'

let database: TestDatabase
let door: Door

beforeAll(async () => {
  database = await testDatabase()
  door = await openDoor(database, { cache_pages: true })
})
afterAll(async () => {
  await door.close()
  await database.close()
})

describe('the pages of games', () => {
  test('list every game with its best prize', async () => {
    const { status, text } = await door.call('GET', '/games')
    expect(status).toBe(200)
    // The whole width, without the strip of categories (contract §2).
    expect(text).toContain('"layout":"landing-page"')
    for (const code of game_codes) expect(text).toContain(`href="${game_texts[code].path}"`)
    expect(text).toContain('Quà đến 50.000đ')
  })

  test.each(game_codes)('%s says how it is played, what it gives and its rules', async (code) => {
    const { path, title, how } = game_texts[code]
    const { status, text, headers } = await door.call('GET', path)
    expect(status).toBe(200)
    expect(headers.get('set-cookie')).toBeNull()
    const words = ['Bảng quà hôm nay', 'Bảng điểm hôm nay', 'Thể lệ', 'Không bốc thăm', title]
    for (const word of [...words, ...how.slice(0, 1)]) expect(text).toContain(word)
    expect(text).toContain(`<link rel="canonical" href="http://localhost:3000${path}"/>`)
    expect((await door.call('GET', '/sitemap/pages-1.xml')).text).toContain(`${path}</loc>`)
  })

  test('do not exist for other games', async () => {
    expect((await door.call('GET', '/games/vong-quay')).status).toBe(404)
    expect((await door.call('GET', '/games/catch-money/x')).status).toBe(404)
  })

  test('change when staff close a game', async () => {
    const open = await door.call('GET', '/games/catch-money')
    expect(open.text).toContain('Chơi ngay')
    await database.db.updateTable('game').set({ is_open: false }).execute()
    await expect
      .poll(async () => (await door.call('GET', '/games/catch-money')).text)
      .toContain('Trò chơi đang tạm đóng')
  })
})

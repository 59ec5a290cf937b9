import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { device_test_codes } from '#pure/formats/device-tests.ts'
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

const hub = '/kiem-tra-linh-kien-may-tinh-online'
const policy = (camera: string, microphone: string) =>
  `camera=${camera}, microphone=${microphone}, geolocation=(self)`

describe('the permissions of a page', () => {
  test.each([
    [hub, policy('(self)', '(self)')],
    ['/test-mic-online', policy('()', '(self)')],
    ['/test-keyboard-online', policy('()', '()')],
    [`${hub}/bao-cao`, policy('()', '()')],
    ['/', policy('()', '()')],
    ['/cart', policy('()', '()')],
    [`${hub}/khac`, policy('()', '()')],
  ])('%s may ask for %s', async (path, expected) => {
    const first = await door.call('GET', path)
    // The second answer comes from the cache, the third without a body.
    const second = await door.call('GET', path)
    const etag = second.headers.get('etag') ?? ''
    const third = await door.call('GET', path, { headers: { 'if-none-match': etag } })
    for (const { headers } of [first, second, third]) {
      expect(headers.get('permissions-policy')).toBe(expected)
    }
    expect(third.status).toBe(etag === '' ? first.status : 304)
  })

  test.each([hub, '/test-mic-online'])('a tab loads %s as a document', async (path) => {
    const { text, headers } = await door.call('GET', `/_data${path}?utm_source=zalo`)
    expect(JSON.parse(text)).toEqual({ kind: 'redirect', location: path, is_external: true })
    expect(headers.get('content-security-policy')).toContain("default-src 'none'")
  })

  test('a tab shows the test of keyboards as any other page', async () => {
    const { text } = await door.call('GET', '/_data/test-keyboard-online')
    expect(JSON.parse(text)).toMatchObject({ kind: 'page' })
  })
})

describe('each page of tests', () => {
  test.each([
    [hub, 'Kiểm tra linh kiện máy tính online', 'Lập phiếu kiểm tra'],
    ['/test-keyboard-online', 'Test bàn phím online', 'Bắt đầu kiểm tra'],
    ['/test-mic-online', 'Test mic online', 'Bật micrô'],
  ])('%s has its head, its questions and a place in the sitemap', async (path, title, words) => {
    const { status, text, headers } = await door.call('GET', path)
    expect(status).toBe(200)
    expect(headers.getSetCookie()).toEqual([])
    expect(text).toContain(`${title}</h1>`)
    expect(text).toContain(words)
    expect(text).toMatch(new RegExp(`<link rel="canonical" href="[^"]+${path}"`))
    expect(text).toContain('"@type":"WebApplication"')
    expect(text).toContain('"@type":"FAQPage"')
    expect(text).toContain('cần JavaScript')
    expect((await door.call('GET', '/sitemap/pages-1.xml')).text).toContain(`${path}</loc>`)
  })

  test('the hub has a card for each test, whose fields work without scripts', async () => {
    const { text } = await door.call('GET', hub)
    for (const code of device_test_codes) {
      expect(text.match(new RegExp(`name="verdict_${code}"`, 'g'))).toHaveLength(3)
      expect(text).toContain(`name="note_${code}"`)
    }
  })
})

describe('the report', () => {
  const send = (fields: Record<string, string>) =>
    door.call('POST', `${hub}/bao-cao`, {
      form: new URLSearchParams({ intent: 'sign', ...fields }),
      headers: { 'sec-fetch-site': 'same-origin' },
    })
  const findings = {
    device_name: 'Dell <b>XPS</b>',
    verdict_screen: 'passed',
    note_screen: '2880 × 1800',
    verdict_touch: 'failed',
    note_camera: 'not judged',
  }

  test('is signed from the fields of the hub and shown by its address, never cached', async () => {
    const { status, headers } = await send(findings)
    expect(status).toBe(303)
    const location = headers.get('location') ?? ''
    expect(location.startsWith(`${hub}/bao-cao?ma=`)).toBe(true)
    const page = await door.call('GET', location)
    expect(page.headers.get('cache-control')).toBe('private, no-store')
    expect(page.text).toContain('Dell &lt;b&gt;XPS&lt;/b&gt;</h1>')
    expect(page.text).toContain('1 mục đạt, 1 không đạt')
    expect(page.text).toContain('2880 × 1800')
    expect(page.text).not.toContain('not judged')
    expect(page.text).toContain('noindex, nofollow')
    expect(page.text).toContain('data:image/svg+xml')
    const forged = await door.call('GET', location.slice(0, -1))
    expect(forged.text).toContain('không do cửa hàng xác nhận hoặc đã bị sửa')
  })

  test('that is refused says why and leads back', async () => {
    const nothing = await send({ device_name: 'Máy' })
    expect(nothing.status).toBe(422)
    expect(nothing.text).toContain('Hãy chấm ít nhất một mục')
    const nameless = await send({ ...findings, device_name: '' })
    expect(nameless.text).toContain('Vui lòng nhập tên máy')
    expect((await door.call('GET', `${hub}/bao-cao`)).text).toContain('Lập phiếu')
  })
})

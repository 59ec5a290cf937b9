import { expect, test } from 'vitest'
import { createLog, humanLine } from '#platform/observe/log.ts'
import { personal } from '#platform/observe/log-redaction.ts'

function linesOf(write: (log: ReturnType<typeof createLog>) => void): string[] {
  const lines: string[] = []
  const destination = { write: (line: string) => void lines.push(line) }
  write(createLog({ service: 'shop', level: 'info', destination }))
  return lines
}

test('a line is JSON with time, level and service', () => {
  const [line] = linesOf((log) => log.info({ order_code: 'VT1' }, 'order placed'))
  expect(JSON.parse(line ?? '')).toMatchObject({
    level: 'info',
    service: 'shop',
    order_code: 'VT1',
    msg: 'order placed',
  })
})

test('no token and no whole phone number is logged, at any depth', () => {
  const text = linesOf((log) => {
    log.info({ token: 'secret-a', authorization: 'Bearer secret-b', phone: '0912345678' })
    log.info({ req: { headers: { cookie: 'token=secret-c', authorization: 'secret-d' } } })
    log.info({ customer: { phone_number: '+84 912 345 678', access_token: 'secret-e' } })
  }).join('')
  expect(text).not.toMatch(/secret|0912345678|912 345/)
  expect(text.match(/•••678/g)).toHaveLength(2)
})

test('a terminal gets one short line', () => {
  const record = { level: 'warn', time: '2026-09-15T03:04:05.678Z', service: 'shop', msg: 'Chậm' }
  expect(humanLine(JSON.stringify({ ...record, ms: 1200 }))).toBe('03:04:05 WARN Chậm  ms=1200\n')
  expect(humanLine(JSON.stringify({ ...record, err: { stack: 'Error: a\n at b' } }))).toContain(
    '\nError: a\n at b\n',
  )
})

test('no token and no whole phone number is logged from the middle of a text', () => {
  const token = `g_${'aB3-_'.repeat(8)}xyz`
  const secret = 'a1b2c3d4e5'.repeat(4)
  const broken = Object.assign(new Error(`no such session ${token} of +84 912 345 678`), {
    detail: 'Failing row contains (7, Nguyễn Văn An, 12 Lê Lợi).',
  })
  const text = linesOf((log) => {
    log.error({ err: broken, path: `/cart/success/cod?code=DH1&key=${secret}` }, 'a page failed')
    log.info(`asked with Bearer abc.def and ?state=xyzxyz&secret=s3cret for 0912.345.678`)
    log.info({ content: 'CK 84912345678 DH261120-1A2B3C4D', url: '/tim-kiem?q=0912345678' })
  }).join('')
  expect(text).not.toMatch(/aB3|a1b2c3|345|Lê Lợi|abc\.def|xyzxyz|s3cret/)
  expect(text.match(/•••678/g)).toHaveLength(5)
  expect(text).toContain('DH261120-1A2B3C4D')
  expect(text).toContain('"stack":"Error: no such session')
})

test.each([
  ...['/x?phone=%2B84912345678', '/x?q=%200912345678', '/x?r=phone%3D0912345678'],
  ...['/x?q=0912%20345%20678', '/x?q=0912+345+678', '/x?q=0912%2E345%2E678', '/84912345678'],
  ...['(+84) 912 345 678', '0084912345678', '+84 (0)912345678'],
])('no whole phone number is logged from %s', (text) => {
  const [line = ''] = linesOf((log) => log.info({ text }, 'message'))
  expect(line).toContain('•••678')
  expect(line).not.toMatch(/912.{0,3}345/)
})

test('the search stays fast for long texts that almost match', () => {
  const text = `${'0'.repeat(50_000)} 0912${'%20'.repeat(30_000)}${'(+84 '.repeat(20_000)}`
  const begun = performance.now()
  linesOf((log) => log.info({ text }, 'message'))
  expect(performance.now() - begun).toBeLessThan(1_000)
})

test('values that are no secrets are unchanged', () => {
  const facts = {
    at: '2026-11-21T00:34:35.123Z',
    day: '2026-11-21',
    amount: 30_990_000,
    id: '01234567-0123-4567-8901-012345678901',
    request_id: '03672826-361c-4283-b25d-ebea71af1a51',
    ms: 0.912345678,
    big: 8_412_345_678_901,
  }
  const [line] = linesOf((log) => log.info(facts, 'figures'))
  expect(JSON.parse(line ?? '')).toMatchObject(facts)
})

test('a value that is wrapped as personal masks itself, under any name', () => {
  const [line = ''] = linesOf((log) => {
    log.info({ recipient: personal('nguyen.an@mail.example'), callers: [personal('0912345678')] })
  })
  expect(JSON.parse(line)).toMatchObject({
    recipient: 'n•••@mail.example',
    callers: ['•••678'],
  })
})

test('the row that PostgreSQL repeats in an error is removed, also within another error', () => {
  const broken = Object.assign(new Error('violates a rule'), {
    code: '23514',
    detail: 'Failing row contains (7, Nguyễn Văn An, 12 Lê Lợi).',
    where: 'PL/pgSQL function of Nguyễn Văn An',
  })
  const wrapped = new Error('not saved', { cause: broken })
  const text = linesOf((log) => {
    log.error({ err: broken }, 'one')
    log.error({ err: wrapped }, 'its cause')
    log.error({ err: new AggregateError([broken], 'several') }, 'one of several')
    log.error({ outcomes: [{ reason: broken }] }, 'in a list')
    log.error({ err: Object.assign(new Error('not placed'), { reason: broken }) }, 'its reason')
  }).join('')
  expect(text).not.toMatch(/Nguyễn Văn An|Lê Lợi/)
  expect(text.match(/violates a rule/g)?.length).toBeGreaterThanOrEqual(4)
  expect(text.match(/"code":"23514"/g)).toHaveLength(4)
})

test('a line without a message gets the message of its error, without secrets', () => {
  const [line = ''] = linesOf((log) => log.error(new Error('nobody at 0912345678')))
  expect(JSON.parse(line)).toMatchObject({ msg: 'nobody at •••678' })
})

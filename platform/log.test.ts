import { expect, test } from 'vitest'
import { createLog, humanLine } from '#platform/log.ts'

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

test('no token and no whole phone reaches the log, however deep it lies', () => {
  const text = linesOf((log) => {
    log.info({ token: 'secret-a', authorization: 'Bearer secret-b', phone: '0912345678' })
    log.info({ req: { headers: { cookie: 'token=secret-c', authorization: 'secret-d' } } })
    log.info({ customer: { phone_number: '+84 912 345 678', access_token: 'secret-e' } })
  }).join('')
  expect(text).not.toMatch(/secret|0912345678|912 345/)
  expect(text.match(/•••678/g)).toHaveLength(2)
})

test('a person at a terminal reads one short line', () => {
  const record = { level: 'warn', time: '2026-09-15T03:04:05.678Z', service: 'shop', msg: 'Chậm' }
  expect(humanLine(JSON.stringify({ ...record, ms: 1200 }))).toBe('03:04:05 WARN Chậm  ms=1200\n')
  expect(humanLine(JSON.stringify({ ...record, err: { stack: 'Error: a\n at b' } }))).toContain(
    '\nError: a\n at b\n',
  )
})

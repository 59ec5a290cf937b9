import { describe, expect, test } from 'vitest'
import {
  countedKeys,
  key_layouts,
  layout_ids,
} from '#storefront/pages/device-test/keyboard/key-layouts.ts'
import {
  chatteringKeys,
  delaysOf,
  empty_log,
  type KeyLog,
  noteKey,
  releaseAll,
} from '#storefront/pages/device-test/keyboard/key-log.ts'
import { keyName, legendOf } from '#storefront/pages/device-test/keyboard/key-names.ts'

/** `+KeyA@10` presses a key at 10 ms, `-KeyA@20` releases it; `=` repeats it. Each is heard 2 ms later. */
function typed(signs: string, from: KeyLog = empty_log): KeyLog {
  return signs.split(' ').reduce((log, sign) => {
    const [, kind, code = '', at] = /^([+=-])(\w+)@(\d+)$/.exec(sign) ?? []
    const time = Number(at)
    const is_down = kind !== '-'
    return noteKey(log, { code, at: time, heard_at: time + 2, is_down, is_repeat: kind === '=' })
  }, from)
}

describe('the log of a keyboard', () => {
  test('knows what was pressed, what is held and the most that was held', () => {
    const log = typed('+KeyA@0 +KeyB@100 +KeyC@200 -KeyB@300 =KeyA@400')
    expect(log.seen).toEqual(['KeyA', 'KeyB', 'KeyC'])
    expect(log.held).toEqual(['KeyA', 'KeyC'])
    expect([log.most_held, log.presses]).toEqual([3, 3])
    expect(log.latest).toEqual(['KeyC', 'KeyB', 'KeyA'])
    expect(releaseAll(log).held).toEqual([])
  })

  test('counts a contact that bounces, and no quick finger', () => {
    const bounced = typed('+KeyA@0 -KeyA@20 +KeyA@45 -KeyA@90 +KeyA@96')
    expect(chatteringKeys(bounced)).toEqual([{ code: 'KeyA', times: 1 }])
    const both = typed('+KeyS@200 -KeyS@210 +KeyS@220 -KeyS@230 +KeyS@240', bounced)
    expect(chatteringKeys(both).map(({ code }) => code)).toEqual(['KeyS', 'KeyA'])
    expect(chatteringKeys(typed('+KeyA@0 -KeyA@40 +KeyA@80 =KeyA@90'))).toEqual([])
  })

  test('sees a group that was held together only when all of it was', () => {
    expect(typed('+KeyW@0 +KeyA@60 -KeyW@120 +Space@180').reached).toEqual([])
    const reached = typed('+KeyW@0 +KeyA@60 +Space@120 -Space@180 -KeyA@240 -KeyW@300')
    expect(reached.reached).toEqual(['W A Space'])
  })

  test('hears of a key that reports its release alone, and ends all keys with Command', () => {
    expect(typed('-PrintScreen@5').seen).toEqual(['PrintScreen'])
    expect(typed('+MetaLeft@0 +KeyA@60 -MetaLeft@120').held).toEqual([])
  })

  test('measures how late the page hears of a press', () => {
    expect(delaysOf(empty_log)).toBeNull()
    const log = Array.from({ length: 100 }).reduce<KeyLog>((before, _one, n) => {
      const sign = { code: 'KeyA', at: n * 100, is_down: true, is_repeat: false }
      return noteKey(before, { ...sign, heard_at: n * 100 + n / 10 })
    }, empty_log)
    const { median = 0, p95 = 0 } = delaysOf(log) ?? {}
    expect(median).toBeCloseTo(5)
    expect(p95).toBeCloseTo(9.5)
  })
})

describe('a drawn keyboard', () => {
  test.each([
    ['full', 104],
    ['tkl', 87],
    ['laptop', 84],
    ['mac', 76],
  ] as const)('%s counts %i keys', (id, count) => {
    expect(new Set(countedKeys(key_layouts[id])).size).toBe(count)
    expect(countedKeys(key_layouts[id])).toHaveLength(count)
  })

  test.each(layout_ids)('no key of %s lies over another, and every key has a name', (id) => {
    for (const { keys } of key_layouts[id].blocks) {
      for (const [index, one] of keys.entries()) {
        expect(keyName(one.code, id)).not.toBe('')
        expect(legendOf(one.code, id).main).toMatch(one.code === 'Space' ? /^$/ : /^.{1,6}$/u)
        for (const other of keys.slice(index + 1)) {
          const is_apart =
            one.x + one.width <= other.x + 1e-9 ||
            other.x + other.width <= one.x + 1e-9 ||
            one.y + one.height <= other.y + 1e-9 ||
            other.y + other.height <= one.y + 1e-9
          expect([one.code, other.code, is_apart]).toEqual([one.code, other.code, true])
        }
      }
    }
  })
})

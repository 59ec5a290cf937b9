import { describe, expect, test } from 'vitest'
import { refusalOf } from '#storefront/commerce/device-test/media-refusals.ts'
import { shortRenderer, systemOfUserAgent } from '#storefront/pages/device-test/machine.ts'
import {
  bandsOf,
  levelOf,
  outline,
  shareOf,
} from '#storefront/pages/device-test/microphone/sound-level.ts'
import {
  empty_mouse,
  noteMouse,
  partOfButton,
} from '#storefront/pages/device-test/tests/mouse-log.ts'
import { cellsBetween, gridOf } from '#storefront/pages/device-test/tests/touch-grid.ts'

describe('the level of a sound', () => {
  const sine = (amplitude: number) =>
    Float32Array.from({ length: 4_800 }, (_, n) => amplitude * Math.sin(n / 10))

  test('is in decibels below the end of the scale', () => {
    expect(levelOf(sine(1)).rms_db).toBeCloseTo(-3, 1)
    expect(levelOf(sine(0.1)).peak_db).toBeCloseTo(-20, 1)
    expect(levelOf(new Float32Array(100))).toEqual({
      rms_db: -60,
      peak_db: -60,
      is_clipped: false,
    })
    expect([sine(1), sine(0.9)].map((sound) => levelOf(sound).is_clipped)).toEqual([true, false])
  })

  test('has a place on the meter', () => {
    expect([-90, -60, -30, 0, 3].map(shareOf)).toEqual([0, 0, 0.5, 1, 1])
  })

  test('of a recording keeps its loudest parts in a drawing', () => {
    const sound = new Float32Array(1_000)
    sound.set([0.8, -0.6], 250)
    const drawn = outline(sound, 10)
    expect(drawn).toHaveLength(10)
    expect(drawn[2]?.high).toBeCloseTo(0.8)
    expect(drawn[2]?.low).toBeCloseTo(-0.6)
    expect(drawn[3]).toEqual({ low: 0, high: 0 })
  })

  test('of a pitch is in the band of that pitch', () => {
    const levels = new Uint8Array(1_024)
    // 1 kHz of 24 kHz.
    levels[43] = 255
    const bands = bandsOf(levels, 48_000, 48)
    expect(bands).toHaveLength(48)
    const loud = bands.findIndex((share) => share === 1)
    // 60 Hz · 400^(n/48) is 1 kHz at n = 22.5.
    expect([22, 23]).toContain(loud)
    expect(bands.filter((share) => share > 0)).toHaveLength(1)
  })
})

describe('the grid of the touch test', () => {
  test('has cells of a fingertip', () => {
    expect(gridOf(390, 844)).toEqual({ columns: 9, rows: 19 })
    expect(gridOf(10, 10)).toEqual({ columns: 1, rows: 1 })
  })

  test('is wiped without gaps however quick the finger is', () => {
    const grid = { columns: 9, rows: 19 }
    const down = cellsBetween(grid, { x: 0.5, y: 0 }, { x: 0.5, y: 1 })
    expect(down).toEqual(Array.from({ length: 19 }, (_, row) => row * 9 + 4))
    expect(cellsBetween(grid, { x: 0.1, y: 0.1 }, { x: 0.1, y: 0.1 })).toHaveLength(1)
    expect(cellsBetween(grid, { x: -1, y: 2 }, { x: -1, y: 2 })).toEqual([18 * 9])
  })
})

test('a mouse shows its parts, and a contact that bounces', () => {
  const parts = [0, 1, 2, 3, 4, 5].map(partOfButton)
  expect(parts).toEqual(['left', 'middle', 'right', 'back', 'forward', null])
  const signs = [
    ['left', 0],
    ['left', 300],
    ['left', 340],
    ['right', 350],
    ['down', 360],
    ['down', 361],
  ] as const
  const log = signs.reduce((before, [part, at]) => noteMouse(before, part, at), empty_mouse)
  expect([log.used, log.bounces]).toEqual([['left', 'right', 'down'], 1])
})

test.each([
  [
    'ANGLE (Intel, Intel(R) Iris(R) Xe Graphics (0x00009A49) Direct3D11 vs_5_0 ps_5_0, D3D11)',
    'Intel Iris Xe Graphics',
  ],
  [
    'ANGLE (NVIDIA, NVIDIA GeForce RTX 4060 Laptop GPU (0x000028E0) Direct3D11 vs_5_0 ps_5_0, D3D11)',
    'NVIDIA GeForce RTX 4060 Laptop GPU',
  ],
  ['ANGLE (Apple, ANGLE Metal Renderer: Apple M3 Pro, Unspecified Version)', 'Apple M3 Pro'],
  ['Adreno (TM) 750', 'Adreno 750'],
  ['Apple GPU', 'Apple GPU'],
])('the graphics card %s is named shortly', (name, short) => {
  expect(shortRenderer(name)).toBe(short)
})

test.each([
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_3 like Mac OS X) AppleWebKit/605.1.15', 'iOS 18'],
  ['Mozilla/5.0 (iPad; CPU OS 17_7 like Mac OS X) AppleWebKit/605.1.15', 'iPadOS 17'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:147.0) Gecko/20100101', 'macOS'],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:147.0) Gecko/20100101', 'Windows'],
  ['Mozilla/5.0 (Android 15; Mobile; rv:147.0) Gecko/147.0', 'Android 15'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:147.0) Gecko/20100101', 'Linux'],
  ['curl/8', null],
])('%s runs on %s', (text, system) => {
  expect(systemOfUserAgent(text)).toBe(system)
})

test('every reason why a microphone does not open has its own words and steps', () => {
  const names = ['NotAllowedError', 'NotFoundError', 'NotReadableError', 'TypeError']
  const refusals = names.map((name) => refusalOf('audio', name))
  expect(new Set(refusals.map(({ title }) => title)).size).toBe(names.length)
  for (const { title, steps } of refusals) {
    expect(title).toContain('micrô')
    expect(steps.length).toBeGreaterThan(1)
  }
  expect(refusalOf('video', 'NotFoundError').title).toContain('camera')
})

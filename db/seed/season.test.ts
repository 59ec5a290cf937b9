import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { seasonBefore, seasonCodes, seasonOf } from '#db/seed/season.ts'
import { formatDate } from '#pure/vietnam-time.ts'

const noon = (day: string) => new Date(`${day}T12:00:00+07:00`)

describe('the season of a day', () => {
  test.each([
    ['2026-11-20', 'Tri ân thầy cô 20/11'],
    ['2026-11-21', 'Black Friday 2026'],
    ['2026-11-27', 'Black Friday 2026'],
    ['2026-11-30', 'Black Friday 2026'],
    ['2026-12-01', 'Sale 12/12'],
    ['2026-12-12', 'Sale 12/12'],
    ['2026-12-24', 'Giáng Sinh'],
    ['2026-12-31', 'Chào năm mới'],
    ['2027-01-01', 'Chào năm mới'],
    ['2027-01-05', 'Deal tháng 1'],
    ['2027-01-07', 'Sale Tết Đinh Mùi'],
    ['2027-02-06', 'Sale Tết Đinh Mùi'],
    ['2027-02-09', 'Sale Tết Đinh Mùi'],
    ['2027-02-14', 'Valentine 14/2'],
    ['2027-02-16', 'Deal tháng 2'],
    ['2027-03-08', 'Quà tặng 8/3'],
    ['2027-03-20', 'Deal tháng 3'],
    ['2027-04-30', 'Đại lễ 30/4 - 1/5'],
    ['2027-06-01', 'Quốc tế Thiếu nhi 1/6'],
    ['2027-07-01', 'Mùa hè rực rỡ'],
    ['2027-08-01', 'Mùa tựu trường'],
    ['2027-09-02', 'Mừng Quốc khánh 2/9'],
    ['2027-09-09', 'Sale 9/9'],
    ['2027-09-15', 'Mùa tựu trường'],
    ['2027-10-20', 'Quà tặng 20/10'],
    ['2027-11-11', 'Sale 11/11'],
    ['2027-11-26', 'Black Friday 2027'],
    ['2028-01-03', 'Sale Tết Mậu Thân'],
    ['2028-01-26', 'Sale Tết Mậu Thân'],
    ['2060-02-02', 'Deal tháng 2'],
  ])('%s is %s', (day, title) => expect(seasonOf(noon(day)).title).toBe(title))

  test('begins and ends at midnight in Vietnam', () => {
    const { starts_at, ends_at } = seasonOf(noon('2027-01-20'))
    expect([starts_at, ends_at].map(formatDate)).toEqual(['07/01/2027', '10/02/2027'])
    expect(seasonOf(new Date('2026-11-20T16:59:59Z')).title).toBe('Tri ân thầy cô 20/11')
    expect(seasonOf(new Date('2026-11-20T17:00:00Z')).title).toBe('Black Friday 2026')
  })

  test('contains the day, and the season before it ends where it begins', () => {
    const min = new Date('2026-01-01T00:00:00Z')
    const max = new Date('2045-12-31T00:00:00Z')
    fc.assert(
      fc.property(fc.date({ min, max, noInvalidDate: true }), (now) => {
        const season = seasonOf(now)
        expect(season.starts_at <= now && now < season.ends_at).toBe(true)
        const before = seasonBefore(season)
        expect(before.ends_at).toEqual(season.starts_at)
        expect(before.code).not.toBe(season.code)
        expect(seasonCodes(now)).toContain(season.code)
      }),
      { numRuns: 50 },
    )
  })
})

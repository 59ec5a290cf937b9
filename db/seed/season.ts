import type { Window } from '#db/seed/flash-windows.ts'
import { blackFridayOf } from '#pure/lunar/moving-feasts.ts'
import { startOfDay, vietnamDay } from '#pure/vietnam-time.ts'

/** A season of the year in which a Vietnamese shop runs a campaign, with the days on which it runs. */
export interface Season extends Window {
  /** Code of its voucher: SALETET. */
  code: string
  /** As shoppers call it: Sale Tết Đinh Mùi. */
  title: string
}

type Name = Pick<Season, 'code' | 'title'>

/** The first day of Tết (1 tháng Giêng) of each year, as MM-DD. After the last one, campaigns go on without Tết. */
const first_days_of_tet: Readonly<Record<number, string>> = {
  2026: '02-17',
  2027: '02-06',
  2028: '01-26',
  2029: '02-13',
  2030: '02-02',
  2031: '01-23',
  2032: '02-11',
  2033: '01-31',
  2034: '02-19',
  2035: '02-08',
  2036: '01-28',
  2037: '02-15',
  2038: '02-04',
  2039: '01-24',
  2040: '02-12',
  2041: '02-01',
  2042: '01-22',
  2043: '02-10',
  2044: '01-30',
  2045: '02-17',
}
const days_before_tet = 30
const days_after_tet = 3
/** A campaign of Tết never begins before the one of the new year has ended. */
const earliest_tet_campaign = '01-03'

const stems = ['Giáp', 'Ất', 'Bính', 'Đinh', 'Mậu', 'Kỷ', 'Canh', 'Tân', 'Nhâm', 'Quý']
const branches = 'Tý Sửu Dần Mão Thìn Tỵ Ngọ Mùi Thân Dậu Tuất Hợi'.split(' ')

/** Campaigns on the same days of every year, as MM-DD. Where two overlap, the first one in this list runs. */
const yearly: readonly (Name & { from: string; to: string })[] = [
  { from: '01-01', to: '01-02', code: 'NAMMOI', title: 'Chào năm mới' },
  { from: '02-05', to: '02-14', code: 'VALENTINE', title: 'Valentine 14/2' },
  { from: '02-22', to: '03-08', code: 'SALE83', title: 'Quà tặng 8/3' },
  { from: '04-18', to: '05-01', code: 'DAILE', title: 'Đại lễ 30/4 - 1/5' },
  { from: '05-20', to: '06-01', code: 'THIEUNHI', title: 'Quốc tế Thiếu nhi 1/6' },
  { from: '06-02', to: '07-14', code: 'MUAHE', title: 'Mùa hè rực rỡ' },
  { from: '08-25', to: '09-02', code: 'QUOCKHANH', title: 'Mừng Quốc khánh 2/9' },
  { from: '09-03', to: '09-09', code: 'SALE99', title: 'Sale 9/9' },
  { from: '07-15', to: '09-30', code: 'TUUTRUONG', title: 'Mùa tựu trường' },
  { from: '10-01', to: '10-10', code: 'SALE1010', title: 'Sale 10/10' },
  { from: '10-11', to: '10-20', code: 'SALE2010', title: 'Quà tặng 20/10' },
  { from: '11-01', to: '11-11', code: 'SALE1111', title: 'Sale 11/11' },
  { from: '11-12', to: '11-20', code: 'SALE2011', title: 'Tri ân thầy cô 20/11' },
  { from: '12-13', to: '12-25', code: 'GIANGSINH', title: 'Giáng Sinh' },
  { from: '12-26', to: '12-31', code: 'NAMMOI', title: 'Chào năm mới' },
]

/** Returns the season of the day of `now` in Vietnam. Every day is in one. */
export function seasonOf(now: Date): Season {
  const day = vietnamDay(now)
  const { code, title } = nameOn(day)
  const isSame = (other: string) => nameOn(other).code === code
  let first = day
  while (isSame(addDays(first, -1))) first = addDays(first, -1)
  let after = addDays(day, 1)
  while (isSame(after)) after = addDays(after, 1)
  return { code, title, starts_at: startOfDay(first), ends_at: startOfDay(after) }
}

/** Returns the season before this one. */
export function seasonBefore({ starts_at }: Season): Season {
  return seasonOf(new Date(starts_at.getTime() - 1))
}

/** Returns the codes of all seasons of the year before and the year after `now`. */
export function seasonCodes(now: Date): Set<string> {
  const days = Array.from({ length: 2 * 366 }, (_, index) => vietnamDay(now, index - 366))
  return new Set(days.map((day) => nameOn(day).code))
}

function nameOn(day: string): Name {
  return tetOn(day) ?? blackFridayOn(day) ?? yearlyOn(day) ?? everyday(day)
}

function tetOn(day: string): Name | null {
  const year = yearOf(day)
  const tet = first_days_of_tet[year]
  if (tet === undefined) return null
  const first = addDays(`${year}-${tet}`, -days_before_tet)
  const earliest = `${year}-${earliest_tet_campaign}`
  const last = addDays(`${year}-${tet}`, days_after_tet)
  if (day < first || day < earliest || day > last) return null
  const name = `${stems[(year + 6) % stems.length]} ${branches[(year + 8) % branches.length]}`
  return { code: 'SALETET', title: `Sale Tết ${name}` }
}

/** From the day after 20/11 to the Monday after Black Friday; then the campaign of 12/12 runs. */
function blackFridayOn(day: string): Name | null {
  const year = yearOf(day)
  if (day <= `${year}-11-20` || day > `${year}-12-12`) return null
  return day <= addDays(blackFridayOf(year), 3)
    ? { code: 'BLACKFRIDAY', title: `Black Friday ${year}` }
    : { code: 'SALE1212', title: 'Sale 12/12' }
}

function yearlyOn(day: string): Name | null {
  const date = day.slice(5)
  return yearly.find(({ from, to }) => from <= date && date <= to) ?? null
}

function everyday(day: string): Name {
  const month = Number(day.slice(5, 7))
  return { code: `DEALTHANG${month}`, title: `Deal tháng ${month}` }
}

function yearOf(day: string): number {
  return Number(day.slice(0, 4))
}

function addDays(day: string, days: number): string {
  return vietnamDay(startOfDay(day), days)
}

import type { LunarDate } from '#pure/lunar/lunar-date.ts'

const stems = ['Giáp', 'Ất', 'Bính', 'Đinh', 'Mậu', 'Kỷ', 'Canh', 'Tân', 'Nhâm', 'Quý'] as const
const branches = [
  'Tý',
  'Sửu',
  'Dần',
  'Mão',
  'Thìn',
  'Tỵ',
  'Ngọ',
  'Mùi',
  'Thân',
  'Dậu',
  'Tuất',
  'Hợi',
] as const
/** The animals of Vietnam: Sửu is a buffalo, Mão a cat. */
const animals = [
  'Chuột',
  'Trâu',
  'Hổ',
  'Mèo',
  'Rồng',
  'Rắn',
  'Ngựa',
  'Dê',
  'Khỉ',
  'Gà',
  'Chó',
  'Lợn',
] as const

/** "Bính Ngọ": the name of a lunar year. */
export function yearName(year: number): string {
  return nameOf(year + 6, year + 8)
}

/** "Ngựa": the animal of a lunar year. */
export function yearAnimal(year: number): string {
  return animals[remainder(year + 8, 12)] ?? ''
}

/** The name of a lunar month. A leap month has the name of the month before. */
export function monthName({ year, month }: Pick<LunarDate, 'year' | 'month'>): string {
  return nameOf(year * 12 + month + 3, month + 1)
}

export function dayName(julian_day: number): string {
  return nameOf(julian_day + 9, julian_day + 1)
}

/** The branch of a day: 0 is Tý. */
export function dayBranch(julian_day: number): number {
  return remainder(julian_day + 1, 12)
}

/** The name of one of the twelve double hours of a day: 0 is Tý (23:00 to 1:00). */
export function hourName(julian_day: number, hour: number): string {
  return nameOf((julian_day - 1) * 2 + hour, hour)
}

function nameOf(stem: number, branch: number): string {
  return `${stems[remainder(stem, 10)]} ${branches[remainder(branch, 12)]}`
}

function remainder(value: number, divisor: number): number {
  return ((value % divisor) + divisor) % divisor
}

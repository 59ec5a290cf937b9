import { expect, test } from 'vitest'
import { chargeNotes, type Charging, chargeProblem } from '#shop/catalog/charging.ts'

const device = (need_w: number, standards = 'USB PD'): Charging => {
  return { item_id: 1, model: 'iPhone 17', need_w, power_w: null, standards }
}
const charger = (power_w: number, standards = 'USB PD', item_id = 2): Charging => {
  return { item_id, model: 'Củ sạc', need_w: null, power_w, standards }
}

test('a charger of the same standard with enough watts charges at full speed', () => {
  expect(chargeProblem(device(40), charger(40))).toBeNull()
  expect(chargeProblem(device(20), charger(65, 'USB PD PPS'))).toBeNull()
})

test('a weak charger, or one without the fastest standard, does not', () => {
  expect(chargeProblem(device(40), charger(20))).toBe(
    'iPhone 17 sạc nhanh đến 40W, củ sạc này chỉ cấp 20W.',
  )
  expect(chargeProblem(device(80, 'SUPERVOOC, USB PD'), charger(100, 'USB PD PPS'))).toBe(
    'Củ sạc này không có chuẩn SUPERVOOC: iPhone 17 sạc chậm hơn mức tối đa 80W.',
  )
  expect(chargeProblem(device(45, 'USB PD PPS'), charger(45))).toContain('USB PD PPS')
})

test('a cart is told about a device that none of its chargers suits', () => {
  expect([...chargeNotes([device(40), charger(20)]).keys()]).toEqual([2])
  expect(chargeNotes([device(40), charger(20), charger(45, 'USB PD', 3)]).size).toBe(0)
  expect(chargeNotes([charger(20)]).size).toBe(0)
})

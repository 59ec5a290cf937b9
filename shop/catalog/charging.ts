import type { AttributeRow } from '#shop/catalog/specification.ts'

/** What the shop knows about charging a product. A device has `need_w`, a charger has `power_w`. */
export interface Charging {
  item_id: number
  /** The name of the device or charger without its version. */
  model: string
  /** The fastest that the device charges, in watts. */
  need_w: number | null
  /** What the charger gives, in watts. */
  power_w: number | null
  /** Standards, the fastest first: "SUPERVOOC, USB PD". */
  standards: string | null
}

/** What the attributes of a version say about charging. A laptop charges as fast as its own adapter. */
export function chargingOf(version: {
  product_id: number
  name: string
  attributes: readonly Pick<AttributeRow, 'code' | 'value'>[]
}): Charging {
  const values = new Map(version.attributes.map(({ code, value }) => [code, value]))
  const numberOf = (code: string) => {
    const value = values.get(code)
    return typeof value === 'number' ? value : null
  }
  const standards = values.get('charge_standard')
  return {
    item_id: version.product_id,
    model: version.name,
    need_w: numberOf('charge_w') ?? numberOf('adapter_w'),
    power_w: numberOf('power_w'),
    standards: typeof standards === 'string' ? standards : null,
  }
}

/** Returns why a charger does not charge a device at full speed, as a text for the shopper; null: it does. */
export function chargeProblem(device: Charging, charger: Charging): string | null {
  const need_w = device.need_w ?? 0
  const power_w = charger.power_w ?? 0
  const [fastest = ''] = standardsOf(device)
  if (!standardsOf(charger).some((standard) => includes(standard, fastest))) {
    return `Củ sạc này không có chuẩn ${fastest}: ${device.model} sạc chậm hơn mức tối đa ${watts(need_w)}.`
  }
  return power_w < need_w
    ? `${device.model} sạc nhanh đến ${watts(need_w)}, củ sạc này chỉ cấp ${watts(power_w)}.`
    : null
}

/** Whether a product is charged, and with which standard is known. */
export function isDevice({ need_w, standards }: Charging): boolean {
  return need_w !== null && standards !== null
}

export function isCharger({ need_w, power_w, standards }: Charging): boolean {
  return need_w === null && power_w !== null && standards !== null
}

/**
 * Returns notes for the chargers of a cart by item_id: a device that none of them charges at full speed. A cart
 * without device or without charger has none.
 */
export function chargeNotes(items: readonly Charging[]): Map<number, string> {
  const chargers = items.filter(isCharger)
  const notes = new Map<number, string>()
  for (const device of items.filter(isDevice)) {
    const problems = chargers.map((charger) => chargeProblem(device, charger))
    if (problems.includes(null)) continue
    for (const [n, charger] of chargers.entries()) {
      const problem = problems[n]
      if (problem && !notes.has(charger.item_id)) notes.set(charger.item_id, problem)
    }
  }
  return notes
}

function standardsOf({ standards }: Charging): string[] {
  return (standards ?? '').split(', ')
}

/** A charger of "USB PD PPS" charges devices of "USB PD" too. */
function includes(standard: string, wanted: string): boolean {
  return standard === wanted || standard.startsWith(`${wanted} `)
}

function watts(amount: number): string {
  return `${String(amount).replace('.', ',')}W`
}

import type { StaffServices } from '#contracts/staff/all.ts'
import type { StaffActor } from '#pure/contract.ts'

interface Walk {
  staff: StaffServices
  actor: StaffActor
  /** Packs an order, and returns the code of its parcel. */
  packed: () => Promise<string>
}

/** What to call the operations about lost parcels with, so that they write. */
export function inputsOfLosses(walk: () => Walk): Record<string, () => Promise<unknown>> {
  const lost = async () => {
    const { staff, actor, packed } = walk()
    const code = await packed()
    await staff.parcels.moveParcel(actor, { code, version: 1, move: 'go_out' })
    await staff.parcels.moveParcel(actor, { code, version: 2, move: 'lose' })
    return { code, version: 3 }
  }
  return {
    'codMoney.settleClaim': async () => {
      const { code: parcel_code } = await lost()
      return { parcel_code, state: 'paid', amount: 500_000, reason: 'Đền theo khai giá' }
    },
    'lostParcels.sendGoodsAgain': lost,
    'lostParcels.writeOff': async () => ({ ...(await lost()), reason: 'Hãng báo mất' }),
  }
}

import { useEffect, useState } from 'react'
import { setNote } from '#storefront/commerce/device-test/test-results.ts'
import { not_told } from '#storefront/commerce/device-test/test-texts.ts'
import { Facts, TestButton } from '#storefront/pages/device-test/test-card.tsx'

/** w3.org/TR/battery-status: only Chromium has it. */
interface Battery extends EventTarget {
  level: number
  charging: boolean
  chargingTime: number
  dischargingTime: number
}

const events = ['levelchange', 'chargingchange', 'dischargingtimechange', 'chargingtimechange']

/** The battery now, followed while it is plugged and unplugged. */
export function BatteryTest() {
  const [battery, setBattery] = useState<Battery | null>(null)
  const [facts, setFacts] = useState<readonly (readonly [string, string])[] | null>(null)
  useEffect(() => {
    if (battery === null) return
    const read = () => {
      setFacts(factsOf(battery))
      setNote('battery', `${Math.round(battery.level * 100)}%, ${chargeText(battery)}`)
    }
    read()
    for (const event of events) battery.addEventListener(event, read)
    return () => {
      for (const event of events) battery.removeEventListener(event, read)
    }
  }, [battery])
  const ask = async () => {
    const { getBattery }: { getBattery?: () => Promise<Battery> } = navigator as object
    if (getBattery === undefined) return setFacts([['Pin', not_told]])
    setBattery(await getBattery.call(navigator))
  }
  return (
    <>
      {facts !== null && <Facts facts={facts} />}
      {battery !== null && (
        <p className="text-sm leading-snug text-muted">
          Rút sạc rồi cắm lại: trạng thái phải đổi sau vài giây.
        </p>
      )}
      <TestButton
        text={facts === null ? 'Đọc pin' : 'Đọc lại'}
        is_quiet={facts !== null}
        onPress={() => void ask()}
      />
    </>
  )
}

function factsOf(battery: Battery): readonly (readonly [string, string])[] {
  const { level, charging, chargingTime, dischargingTime } = battery
  const left = charging ? chargingTime : dischargingTime
  return [
    ['Mức pin', `${Math.round(level * 100)}%`],
    ['Trạng thái', chargeText(battery)],
    [charging ? 'Đầy sau' : 'Còn dùng', timeText(left)],
  ]
}

function chargeText({ charging }: Battery): string {
  return charging ? 'đang cắm sạc' : 'đang dùng pin'
}

/** "3 giờ 20 phút" */
function timeText(seconds: number): string {
  if (!Number.isFinite(seconds) || seconds === 0) return 'chưa rõ'
  const minutes = Math.round(seconds / 60)
  const hours = Math.floor(minutes / 60)
  return hours === 0 ? `${minutes} phút` : `${hours} giờ ${minutes % 60} phút`
}

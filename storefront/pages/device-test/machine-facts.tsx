import { useEffect, useState } from 'react'
import { type Machine, readMachine } from '#storefront/pages/device-test/machine.ts'

/** What the browser tells of the device, in one row. Its room is kept until the browser has answered. */
export function MachineFacts() {
  const [machine, setMachine] = useState<Machine | null>(null)
  useEffect(() => {
    let is_left = false
    void readMachine().then((read) => {
      if (!is_left) setMachine(read)
    })
    return () => {
      is_left = true
    }
  }, [])
  const told = (value: string | null) => (machine === null ? '…' : (value ?? 'Không cho biết'))
  return (
    <section
      aria-label="Máy của bạn theo trình duyệt"
      className="on-dark rounded-[20px] bg-linear-to-r from-night to-ink p-4 text-white shadow-raised md:p-5"
    >
      <dl className="grid grid-cols-2 gap-x-4 gap-y-3 md:grid-cols-[1fr_0.7fr_0.8fr_1.2fr_1.6fr]">
        <Fact name="Hệ điều hành" value={told(machine?.system ?? null)} />
        <Fact name="CPU" value={told(counted(machine?.cores, 'luồng'))} />
        <Fact name="RAM" value={told(memoryText(machine?.memory_gb))} />
        <Fact name="Màn hình" value={told(machine?.screen ?? null)} />
        <Fact name="Card đồ họa" value={told(machine?.gpu ?? null)} is_wide />
      </dl>
    </section>
  )
}

interface FactProps {
  name: string
  value: string
  is_wide?: boolean
}

function Fact({ name, value, is_wide = false }: FactProps) {
  return (
    <div className={`min-w-0 ${is_wide ? 'max-md:col-span-2' : ''}`}>
      <dt className="text-note text-white/80">{name}</dt>
      <dd title={value} className="mt-0.5 truncate text-body leading-snug font-bold">
        {value}
      </dd>
    </div>
  )
}

function counted(count: number | null | undefined, unit: string): string | null {
  return count == null ? null : `${count} ${unit}`
}

/** Browsers name no more than this, however much there is. */
function memoryText(gigabytes: number | null | undefined): string | null {
  if (gigabytes == null) return null
  return gigabytes >= 8 ? `${gigabytes} GB trở lên` : `khoảng ${gigabytes} GB`
}

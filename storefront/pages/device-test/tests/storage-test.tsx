import { useState } from 'react'
import { setNote } from '#storefront/commerce/device-test/test-results.ts'
import { not_told } from '#storefront/commerce/device-test/test-texts.ts'
import { Facts, TestButton } from '#storefront/pages/device-test/test-card.tsx'

/** How much of the disk the browser may use. It does not tell of the disk itself. */
export function StorageTest() {
  const [facts, setFacts] = useState<readonly (readonly [string, string])[] | null>(null)
  const read = async () => {
    const { quota, usage } = await estimate()
    if (quota === undefined) return setFacts([['Dung lượng', not_told]])
    const most = sizeText(quota)
    setFacts([
      ['Trình duyệt được dùng', most],
      ['Trang này đang dùng', sizeText(usage ?? 0)],
    ])
    setNote('storage', `Trình duyệt được dùng ${most}`)
  }
  return (
    <>
      {facts !== null && <Facts facts={facts} />}
      <TestButton
        text={facts === null ? 'Đọc dung lượng' : 'Đọc lại'}
        is_quiet={facts !== null}
        onPress={() => void read()}
      />
    </>
  )
}

async function estimate(): Promise<StorageEstimate> {
  // Pages without https do not have it.
  const storage: StorageManager | undefined = navigator.storage
  try {
    return (await storage?.estimate()) ?? {}
  } catch {
    return {}
  }
}

/** "118,4 GB" */
function sizeText(bytes: number): string {
  const units = ['B', 'KB', 'MB', 'GB', 'TB']
  const power = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3))
  const value = (bytes / 1_000 ** power).toLocaleString('vi-VN', { maximumFractionDigits: 1 })
  return `${value} ${units[power]}`
}

import { useState } from 'react'
import { setNote } from '#storefront/commerce/device-test/test-results.ts'
import { not_told } from '#storefront/commerce/device-test/test-texts.ts'
import { graphicsOf } from '#storefront/pages/device-test/machine.ts'
import { Facts, TestButton } from '#storefront/pages/device-test/test-card.tsx'

const frames_measured = 90

/** What WebGL tells of the graphics card, and how often the screen is drawn. */
export function GraphicsTest() {
  const [facts, setFacts] = useState<readonly (readonly [string, string])[] | null>(null)
  const [isBusy, setBusy] = useState(false)
  const measure = async () => {
    setBusy(true)
    const graphics = graphicsOf()
    const rate = `${Math.round(await framesPerSecond())} Hz`
    const told = graphics === null ? not_told : graphics.renderer
    setFacts([
      ['GPU', told],
      ['Đồ họa', graphics?.version ?? 'Không có WebGL'],
      ['WebGPU', 'gpu' in navigator ? 'Có' : 'Không'],
      ...(graphics ? [['Ảnh lớn nhất', `${graphics.largest_texture} px`] as const] : []),
      ['Tần số quét', rate],
    ])
    setNote('graphics', `${told}, ${rate}`)
    setBusy(false)
  }
  return (
    <>
      {facts !== null && <Facts facts={facts} />}
      <TestButton
        text={isBusy ? 'Đang đo…' : facts === null ? 'Đọc và đo' : 'Đo lại'}
        is_quiet={facts !== null}
        onPress={() => void measure()}
      />
    </>
  )
}

/** How often the browser draws. Half of the frames are quicker than the one in the middle. */
async function framesPerSecond(): Promise<number> {
  const gaps: number[] = []
  let before = await nextFrame()
  while (gaps.length < frames_measured) {
    const now = await nextFrame()
    gaps.push(now - before)
    before = now
  }
  return 1_000 / (gaps.toSorted((one, other) => one - other)[frames_measured / 2] ?? 1_000)
}

function nextFrame(): Promise<number> {
  return new Promise((resolve) => requestAnimationFrame(resolve))
}

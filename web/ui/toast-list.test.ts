import { expect, test } from 'vitest'
import { dismiss, showToast, shownToasts } from '#web/ui/toast-list.ts'

test('at most 20 toasts stand at once: the oldest goes; an equal one is replaced', () => {
  for (let n = 1; n <= 23; n += 1) showToast({ kind: 'info', text: `Tin ${n}` })
  const texts = () => shownToasts().map(({ text }) => text)
  expect(texts()).toHaveLength(20)
  expect([texts()[0], texts().at(-1)]).toEqual(['Tin 4', 'Tin 23'])
  showToast({ kind: 'info', text: 'Tin 10' })
  expect(texts()).toHaveLength(20)
  expect(texts().at(-1)).toBe('Tin 10')
  for (const { id } of shownToasts()) dismiss(id)
  expect(texts()).toEqual([])
})

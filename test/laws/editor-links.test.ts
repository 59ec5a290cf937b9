import { expect, test } from 'vitest'
import { articlePath, landingPagePath } from '#admin/addresses/paths.ts'
import { articleEditorUrl, landingEditorUrl } from '#storefront/addresses/editor-links.ts'

test('previews lead back to the pages of staff', () => {
  expect(articleEditorUrl('bai-12')).toBe(articlePath('bai-12'))
  expect(landingEditorUrl('trang-chu')).toBe(landingPagePath('trang-chu'))
})

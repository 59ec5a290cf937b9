import type { QuestionAndAnswer } from '#contracts/storefront/catalog.ts'
import { device_test_page } from '#storefront/commerce/device-test/tool-pages.ts'
import { device_faq } from '#storefront/pages/device-test/device-faq.ts'
import { publicPage } from '#storefront/runtime/page.ts'
import { toolGraph } from '#storefront/seo/structured-data/tool-graph.ts'

export interface DeviceTestData {
  faq: QuestionAndAnswer[]
}

/** /kiem-tra-linh-kien-may-tinh-online: nothing of it depends on the shop's data. */
export const page = publicPage<DeviceTestData>({
  tags: () => [],
  loader: async () => ({ faq: device_faq }),
  structured: ({ faq }, shop) => toolGraph(device_test_page, [], faq, shop),
})

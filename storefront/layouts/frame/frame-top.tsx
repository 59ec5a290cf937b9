import { useShop } from '#storefront/runtime/shop-data.ts'
import { DemoNotice } from '#storefront/layouts/frame/demo-notice.tsx'
import { TopStrip } from '#storefront/layouts/frame/top-strip.tsx'

/** The part above the header, which scrolls away. */
export function FrameTop() {
  const { shop } = useShop()
  return (
    <>
      {shop.is_demo ? <DemoNotice /> : null}
      <TopStrip hotline={shop.hotline} />
    </>
  )
}

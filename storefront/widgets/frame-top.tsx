import { useShop } from '#storefront/shop-data.ts'
import { DemoNotice } from '#storefront/widgets/demo-notice.tsx'
import { TopStrip } from '#storefront/widgets/top-strip.tsx'

/** What stands above the header and is scrolled away. */
export function FrameTop() {
  const { shop } = useShop()
  return (
    <>
      {shop.is_demo ? <DemoNotice /> : null}
      <TopStrip hotline={shop.hotline} />
    </>
  )
}

import type { PageMeta, ShopIdentity } from '#storefront/runtime/page.ts'

const SHARE_IMAGE = '/media/brand/share.jpg'

/** Title and metadata of a page (contract §2, §3). React moves these tags into the document's head. */
export function Head({ meta, shop }: { meta: PageMeta; shop: ShopIdentity }) {
  const title = meta.title.includes(shop.name) ? meta.title : `${meta.title} | ${shop.name}`
  const image = new URL(meta.image ?? SHARE_IMAGE, shop.public_url).href
  const canonical = meta.canonical_path === undefined ? null : shop.public_url + meta.canonical_path
  return (
    <>
      <title>{title}</title>
      {meta.description ? <meta name="description" content={meta.description} /> : null}
      {meta.keywords ? <meta name="keywords" content={meta.keywords} /> : null}
      <meta name="robots" content={meta.robots ?? 'index, follow'} />
      {canonical ? <link rel="canonical" href={canonical} /> : null}
      <meta property="og:type" content={meta.og_type ?? 'website'} />
      <meta property="og:locale" content="vi_VN" />
      <meta property="og:site_name" content={shop.name} />
      <meta property="og:title" content={title} />
      {meta.description ? <meta property="og:description" content={meta.description} /> : null}
      {canonical ? <meta property="og:url" content={canonical} /> : null}
      <meta property="og:image" content={image} />
      <meta name="twitter:card" content="summary_large_image" />
    </>
  )
}

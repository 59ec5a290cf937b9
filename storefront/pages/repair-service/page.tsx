import { RepairPriceTable } from '#storefront/commerce/repair/repair-price-table.tsx'
import { RepairPromises } from '#storefront/commerce/repair/repair-promises.tsx'
import { FaqList } from '#storefront/commerce/articles/faq-list.tsx'
import { ListingText } from '#storefront/commerce/articles/rich-text.tsx'
import { Photo } from '#storefront/commerce/pictures/photo.tsx'
import { SubjectComments } from '#storefront/commerce/talk/subject-comments.tsx'
import { repair_hubs } from '#storefront/addresses/repair-hubs.ts'
import { BookForm } from '#storefront/pages/repair-service/book-form.tsx'
import { PartShops } from '#storefront/pages/repair-service/part-shops.tsx'
import type { RepairData } from '#storefront/pages/repair-service/repair-data.ts'
import { RepairSteps } from '#storefront/pages/repair-service/repair-steps.tsx'
import type { PageMeta } from '#storefront/runtime/page.ts'
import { catalogMeta } from '#storefront/seo/catalog-meta.ts'
import { inSentence } from '#pure/vietnamese/vietnamese-text.ts'
import { Breadcrumb } from '#web/ui/breadcrumb.tsx'

export function meta({ service }: RepairData): PageMeta {
  return catalogMeta(service.meta)
}

/** One repair of one model: its options, shops with the part, signs, steps and prices. */
export function Page({ data }: { data: RepairData }) {
  const { service, shops, elsewhere, faq, comments } = data
  const { name, path, device_kind, model_name, part_name, signs, of_model, of_part } = service
  return (
    <>
      <Breadcrumb crumbs={[repair_hubs[device_kind], { name, path }]} />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 md:grid-cols-2 lg:gap-5">
        <div className="sheet grid content-start gap-5 p-4 md:col-start-2 md:p-5">
          <div>
            <h1 className="text-xl md:text-2xl">{name}</h1>
            <p className="mt-1 text-sm text-muted">
              {`Làm khoảng ${service.minutes} phút tại cửa hàng · Mã dịch vụ ${service.sku}`}
            </p>
          </div>
          <BookForm key={service.service_id} service={service} />
          <PartShops shops={shops} elsewhere={elsewhere} needs_part={service.needs_part} />
        </div>
        <div className="sheet grid gap-4 p-4 md:col-start-1 md:row-start-1 md:p-5">
          <Photo
            picture={{ src: service.thumbnail, alt: name, width: 480, height: 480 }}
            sizes="(max-width: 800px) 60vw, 360px"
            className="mx-auto aspect-square w-3/5 max-w-90 rounded-3xl md:w-full"
            eager
          />
          <RepairPromises />
        </div>
      </div>
      <div className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-4 lg:mt-5 lg:gap-5">
        <Signs title={`Khi nào nên ${inSentence(part_name)} ${model_name}?`} signs={signs} />
        {service.description === '' ? null : (
          <ListingText html={service.description} className="sheet p-4 md:p-6" />
        )}
        <RepairSteps />
        <div className="grid items-start gap-4 lg:grid-cols-2 lg:gap-5">
          <RepairPriceTable
            id="bang-gia-dong-may"
            title={`Bảng giá sửa chữa ${model_name}`}
            first="Dịch vụ"
            cards={of_model}
            nameOf={(card) => card.part_name}
            current_path={path}
          />
          {of_part.length === 0 ? null : (
            <RepairPriceTable
              id="bang-gia-dich-vu"
              title={`Giá ${inSentence(part_name)} các dòng ${service.brand_name} khác`}
              first="Dòng máy"
              cards={of_part}
              nameOf={(card) => card.model_name}
            />
          )}
        </div>
        <FaqList faq={faq} about={inSentence(name)} />
        <SubjectComments path={path} list={comments} />
      </div>
    </>
  )
}

function Signs({ title, signs }: { title: string; signs: readonly string[] }) {
  if (signs.length === 0) return null
  return (
    <section aria-labelledby="dau-hieu" className="sheet p-4 md:p-6">
      <h2 id="dau-hieu" className="text-lg md:text-xl">
        {title}
      </h2>
      <ul className="mt-3 grid list-disc gap-2 pl-5 leading-snug md:grid-cols-2 md:gap-x-10">
        {signs.map((sign) => (
          <li key={sign}>{sign}</li>
        ))}
      </ul>
    </section>
  )
}

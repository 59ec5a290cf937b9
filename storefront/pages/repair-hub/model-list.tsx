import type { HubData, RepairModel } from '#storefront/pages/repair-hub/hub-data.ts'
import { formatDong } from '#pure/money.ts'
import { Icon } from '#web/ui/icons.tsx'

interface ModelListProps extends Pick<HubData, 'models' | 'q'> {
  hub_path: string
}

/** Models by brand, each folded over its repairs. A search that finds few models shows them open. */
export function ModelList({ models, q, hub_path }: ModelListProps) {
  const brands = [...new Set(models.map(({ brand }) => brand))]
  if (models.length === 0) {
    return (
      <p role="status" className="sheet mt-4 p-4 md:p-6">
        {`Chưa có dịch vụ cho “${q}”. Bạn thử gõ tên dòng máy ngắn hơn, hoặc `}
        <a href={hub_path} className="font-semibold text-accent underline">
          xem tất cả dòng máy
        </a>
        .
      </p>
    )
  }
  return brands.map((brand) => (
    <section key={brand} aria-label={brand} className="sheet mt-4 p-4 md:p-6">
      <h2 className="text-lg md:text-xl">{`Sửa chữa ${brand}`}</h2>
      <div className="mt-2 grid md:grid-cols-2 md:gap-x-10">
        {models
          .filter((model) => model.brand === brand)
          .map((model) => (
            <Model key={model.name} model={model} is_open={models.length <= 2} />
          ))}
      </div>
    </section>
  ))
}

function Model({ model: { name, services }, is_open }: { model: RepairModel; is_open: boolean }) {
  return (
    <details key={String(is_open)} open={is_open} className="group border-b border-line">
      <summary className="faq-question">
        <h3 className="flex-1 text-base tracking-normal">{name}</h3>
        <Icon
          name="chevron-down"
          className="size-5 shrink-0 text-muted transition-transform group-open:rotate-180"
        />
      </summary>
      <ul className="pb-3">
        {services.map(({ path, part_name, price }) => (
          <li key={path}>
            <a
              href={path}
              className="flex min-h-11 items-center justify-between gap-3 hover:text-accent hover:underline"
            >
              <span className="sr-only">{`${name}: `}</span>
              <span className="flex-1">{part_name}</span>
              <span className="font-bold whitespace-nowrap text-sale">{`từ ${formatDong(price)}`}</span>
            </a>
          </li>
        ))}
      </ul>
    </details>
  )
}

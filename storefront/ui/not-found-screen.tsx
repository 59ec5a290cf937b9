import { TroubleScreen } from '#storefront/ui/trouble-screen.tsx'

/** Status 404: nothing lives at this address (spec §2). */
export function NotFoundScreen({ detail }: { detail: string }) {
  return (
    <TroubleScreen picture="error-404" headline="Trang không tồn tại" detail={detail}>
      <p>
        Rất tiếc, trang bạn tìm không còn ở đây hoặc địa chỉ chưa đúng. Bạn có thể tìm sản phẩm bằng
        ô tìm kiếm, liên hệ tổng đài để được hỗ trợ hoặc quay về trang chủ.
      </p>
    </TroubleScreen>
  )
}

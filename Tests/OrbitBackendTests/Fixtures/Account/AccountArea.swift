import OrbitModels
import Profiles

extension ContractArea {
    /// `Docs/openapi/account.yaml`, and the erasure, which stands with its path in `Docs/openapi/profiles.yaml`.
    static let account = ContractArea(routes: AccountRoutes.all)
}
